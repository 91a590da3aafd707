use std::cell::{OnceCell, RefCell};

use dom::{Dom, NodeId, NodeKind};
use selectors::{
    Element as _,
    context::{MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches},
    matching,
};

use crate::{
    Selector,
    element::{Element, LinkedTree},
};

/// Matches selectors with the elements of a page, and caches intermediate results.
///
/// # Examples
///
/// ```
/// use dom::Dom;
/// use select::{Matcher, Selector};
///
/// let dom = Dom::parse("<p>One<p class=x>Two");
/// let selector = Selector::parse("p + p.x")?;
/// let last = dom.nodes().rev().find(|&node| dom.name(node) == "p").unwrap();
/// assert!(Matcher::new(&dom).matches(&selector, last));
/// # Ok::<(), select::Error>(())
/// ```
pub struct Matcher<'a> {
    page: LinkedTree<'a>,
    caches: SelectorCaches,
}

impl<'a> Matcher<'a> {
    /// Prepares a page.
    ///
    /// # Complexity
    ///
    /// Constant. The first selector that needs earlier siblings takes a pass over the tree.
    #[must_use]
    pub fn new(dom: &'a Dom<'a>) -> Matcher<'a> {
        Matcher {
            page: LinkedTree { dom, elders: OnceCell::new(), answers: RefCell::default() },
            caches: SelectorCaches::default(),
        }
    }

    /// Returns the tree of the page.
    #[must_use]
    pub fn dom(&self) -> &'a Dom<'a> {
        self.page.dom
    }

    /// Returns whether any selector of the list matches a node. Only elements can match.
    ///
    /// # Complexity
    ///
    /// Proportional to the nodes that the selector inspects: see the [crate's docs](crate).
    ///
    /// # Panics
    ///
    /// If the page has no such node.
    pub fn matches(&mut self, selector: &Selector, node: NodeId) -> bool {
        self.matches_in(None, selector, node)
    }

    /// Returns the elements of the page that match, in document order.
    ///
    /// # Complexity
    ///
    /// That of [`matches`](Matcher::matches) for each element.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn select(&mut self, selector: &Selector) -> Vec<NodeId> {
        let nodes = self.dom().nodes();
        nodes.filter(|&node| self.matches(selector, node)).collect()
    }

    /// Returns the elements below `scope` that match, in document order. In the selector, `:scope` is that element.
    /// Elements around it can take part in a match, as in a browser's `querySelectorAll`.
    ///
    /// # Complexity
    ///
    /// That of [`matches`](Matcher::matches) for each element below `scope`.
    ///
    /// # Panics
    ///
    /// If the page has no such node.
    ///
    /// # Examples
    ///
    /// ```
    /// use dom::Dom;
    /// use select::{Matcher, Selector};
    ///
    /// let dom = Dom::parse("<div><b>1</b><p><b>2</b></div><b>3</b>");
    /// let mut matcher = Matcher::new(&dom);
    /// let div = matcher.select(&Selector::parse("div")?)[0];
    /// assert_eq!(matcher.select_in(div, &Selector::parse("b")?).len(), 2);
    /// assert_eq!(matcher.select_in(div, &Selector::parse(":scope > b")?).len(), 1);
    /// # Ok::<(), select::Error>(())
    /// ```
    pub fn select_in(&mut self, scope: NodeId, selector: &Selector) -> Vec<NodeId> {
        let nodes = self.dom().descendants(scope);
        nodes.filter(|&node| self.matches_in(Some(scope), selector, node)).collect()
    }

    fn matches_in(&mut self, scope: Option<NodeId>, selector: &Selector, node: NodeId) -> bool {
        if self.dom().kind(node) != NodeKind::Element {
            return false;
        }
        // The context borrows the caches, which keep positions among siblings from one element to the next.
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            &mut self.caches,
            QuirksMode::NoQuirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        context.scope_element = scope.map(|scope| Element::new(&self.page, scope).opaque());
        let element = Element::new(&self.page, node);
        selector.list().iter().any(|selector| matching::matches_selector(selector, 0, None, &element, &mut context))
    }
}

impl std::fmt::Debug for Matcher<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Matcher").finish_non_exhaustive()
    }
}
