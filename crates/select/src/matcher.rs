use std::cell::OnceCell;

use dom::{Dom, NodeId};

use crate::{
    Selector,
    evaluation::{self, Evaluation},
};

/// Finds the elements of a page that selectors match.
///
/// # Examples
///
/// ```
/// use dom::Dom;
/// use select::{ElementMatcher, Selector};
///
/// let dom = Dom::parse("<p>One<p class=x>Two");
/// let selector = Selector::parse("p + p.x")?;
/// let last = dom.nodes().rev().find(|&node| dom.name(node) == "p").unwrap();
/// assert_eq!(ElementMatcher::new(&dom).select(&selector), [last]);
/// # Ok::<(), select::Error>(())
/// ```
#[derive(Debug)]
pub struct ElementMatcher<'a> {
    dom: &'a Dom<'a>,
    /// The previous sibling of each element. The tree links to the next one only.
    elders: OnceCell<Vec<Option<NodeId>>>,
}

impl<'a> ElementMatcher<'a> {
    /// Prepares a page.
    ///
    /// # Complexity
    ///
    /// Constant. The first selector takes one more pass over the tree than later ones.
    #[must_use]
    pub fn new(dom: &'a Dom<'a>) -> ElementMatcher<'a> {
        ElementMatcher { dom, elders: OnceCell::new() }
    }

    /// Returns the tree of the page.
    #[must_use]
    pub fn dom(&self) -> &'a Dom<'a> {
        self.dom
    }

    /// Returns the elements of the page that any selector of the list matches, in document order.
    ///
    /// # Complexity
    ///
    /// Linear in the page, times the parts of the selector: see the [crate's docs](crate).
    ///
    /// # Panics
    ///
    /// Never.
    #[must_use]
    pub fn select(&self, selector: &Selector) -> Vec<NodeId> {
        self.evaluate(None, selector, self.dom.nodes())
    }

    /// Returns the elements below `scope` that match, in document order. In the selector, `:scope` is that element.
    /// Elements around it can take part in a match, as in a browser's `querySelectorAll`.
    ///
    /// # Complexity
    ///
    /// That of [`select`](ElementMatcher::select), however small `scope` is.
    ///
    /// # Panics
    ///
    /// If the page has no such node.
    ///
    /// # Examples
    ///
    /// ```
    /// use dom::Dom;
    /// use select::{ElementMatcher, Selector};
    ///
    /// let dom = Dom::parse("<div><b>1</b><p><b>2</b></div><b>3</b>");
    /// let matcher = ElementMatcher::new(&dom);
    /// let div = matcher.select(&Selector::parse("div")?)[0];
    /// assert_eq!(matcher.select_in(div, &Selector::parse("b")?).len(), 2);
    /// assert_eq!(matcher.select_in(div, &Selector::parse(":scope > b")?).len(), 1);
    /// # Ok::<(), select::Error>(())
    /// ```
    #[must_use]
    pub fn select_in(&self, scope: NodeId, selector: &Selector) -> Vec<NodeId> {
        self.evaluate(Some(scope), selector, self.dom.descendants(scope))
    }

    fn evaluate(&self, scope: Option<NodeId>, selector: &Selector, nodes: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
        let elders = self.elders.get_or_init(|| evaluation::elders(self.dom));
        let matches = Evaluation { dom: self.dom, elders, scope }.any(selector.list());
        nodes.filter(|node| matches[node.index()]).collect()
    }
}
