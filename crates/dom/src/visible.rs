//! What a reader sees of a page: the only definition of "visible".
//!
//! Only the page itself counts. Style sheets are not read and scripts are not run. Four things hide content:
//!
//! * the **name** of an element ([`hides_by_name`]): `head`, `script`, `svg`, `template`, …;
//! * being a **fallback** ([`fallbacks`]): a `noscript` that adds nothing to the page;
//! * being an **option** that a list [in a sentence](Dom::is_in_sentence) does not show;
//! * an **attribute** ([`hides_by_attribute`]): `hidden`, or a style with `display: none`.
//!
//! [`Dom::hides`] tests the first three. It decides what a page says for all uses: texts, words, dates. Three questions
//! need a different answer:
//!
//! * *What is on the screen at first* is less: attributes hide content too. Scripts show it later (tabs, menus, the
//!   rest of an article), so it counts as text. But it cannot be the title of the page, and a drawing of the page
//!   leaves it out.
//! * *What a page has to say* is less: the label of a [button](Dom::commands) says what the button does.
//! * *What can be seen without a tree* is more: a scan cannot tell where an element ends whose end tag may be
//!   missing. There, elements hide only if their content is [raw](crate::scan::content_end).
//!
//! [`hides_by_name`]: Dom::hides_by_name
//! [`hides_by_attribute`]: Dom::hides_by_attribute
//! [`fallbacks`]: Dom::fallbacks

mod buttons;
mod controls;
mod fallback;

use crate::{
    Attribute, Dom, Namespace, NodeId, NodeKind, Tag,
    style::{self, is_keyword},
};

impl Dom<'_> {
    /// Returns whether the content of this element is hidden, whatever is around it and whatever its attributes say: by
    /// its name, because it is a `noscript` that is a [fallback](Dom::fallbacks), or because it is an option that a list
    /// [in a sentence](Dom::is_in_sentence) does not show.
    ///
    /// # Complexity
    ///
    /// Constant, except for the first `noscript` of a page that is asked about, which takes time linear in the page.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<svg></svg><p></p><noscript>Please enable JavaScript.</noscript>");
    /// let hidden: Vec<_> = dom.nodes().filter(|&node| dom.hides(node)).map(|node| dom.name(node)).collect();
    /// assert_eq!(hidden, ["head", "svg", "noscript"]);
    /// ```
    #[inline]
    #[must_use]
    pub fn hides(&self, element: NodeId) -> bool {
        self.hides_by_name(element)
            || self.tag(element) == Tag::NOSCRIPT && self.fallbacks().binary_search(&element).is_ok()
            || self.tag(element) == Tag::OPTION && self.is_folded(element)
    }

    /// Returns whether elements of this name, or of that which they are [laid out as](Dom::equivalent_tag), are hidden:
    /// those of [`Tag::is_hidden`], and the source of formulas, which MathML keeps in annotations.
    #[inline]
    #[must_use]
    pub fn hides_by_name(&self, element: NodeId) -> bool {
        match self.equivalent_tag(element) {
            Tag::OTHER => self.namespace(element) == Namespace::MathMl && self.name(element) == "annotation",
            Tag::ANNOTATION => self.namespace(element) == Namespace::MathMl,
            tag => tag.is_hidden(),
        }
    }

    /// Returns whether the element's own attributes hide it: `hidden`, or a style with `display: none` or
    /// `visibility: hidden`.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<i hidden></i><b style='color: red; Display : none'></b><u style='x: none'></u>");
    /// let hidden: Vec<_> = (dom.nodes().filter(|&node| dom.hides_by_attribute(node)))
    ///     .map(|node| dom.name(node))
    ///     .collect();
    /// assert_eq!(hidden, ["i", "b"]);
    /// ```
    #[must_use]
    pub fn hides_by_attribute(&self, element: NodeId) -> bool {
        self.attributes(element).any(|attribute| attribute.hides())
    }

    /// Returns the `noscript` elements that add nothing to the page, in document order. The content of all others is
    /// content like any other.
    ///
    /// `noscript` may hold everything that a page has to say: some forums serve their threads in it. But mostly it
    /// holds:
    ///
    /// * nothing to read: an image that a script would have loaded, a counter;
    /// * what is outside it as well: each of its texts;
    /// * buttons, menus and labels that do by hand what a script does;
    /// * a plea to switch scripts on: a short text that names them in its first line or in half of it; or, whatever it
    ///   says, the only text of a page that scripts build.
    ///
    /// # Complexity
    ///
    /// Takes time linear in the page for the first call, whatever the nesting. Later calls return the same list.
    ///
    /// # Examples
    ///
    /// ```
    /// let page = "<p>Tides</p><noscript>Please enable JavaScript.</noscript><noscript>High</noscript>";
    /// let dom = dom::Dom::parse(page);
    /// let [plea] = dom.fallbacks()[..] else { panic!("one of the two is a plea") };
    /// assert_eq!(&page[dom.extent(plea)], "<noscript>Please enable JavaScript.</noscript>");
    /// ```
    #[must_use]
    pub fn fallbacks(&self) -> &[NodeId] {
        self.fallbacks.get_or_init(|| fallback::fallbacks(self).into_boxed_slice())
    }

    /// Returns the buttons whose text is no text of the page, in document order: their labels say what they do, such as
    /// `Copy`, `Reply` or `Share`.
    ///
    /// All others head or hold something, and their text is text like any other. Such a button
    ///
    /// * is [in a sentence](Dom::is_in_sentence), or is the end of one, if no other button of the page has its text;
    /// * is in a heading, a `summary`, a `dt`, a `legend` or a `th`, and not behind text;
    /// * opens a part of the page, by `aria-controls`, `aria-expanded`, `aria-selected`, a target of Bootstrap's, or the
    ///   role of a tab;
    /// * stands before a block that does not begin with code, by itself or in an element that holds nothing else, if there
    ///   are two or more such buttons of the same first class with different texts;
    /// * is beside two or more others of the same classes, each by itself or in an element that holds nothing else, if no
    ///   other button of the page has its text: sizes, answers, terms;
    /// * is in a `td` or `dd`, if no other button of the page has its text;
    /// * ends with a full stop or a question mark, or has more than 200 bytes;
    /// * holds blocks such as paragraphs and headings, or pictures that are no icons.
    ///
    /// # Complexity
    ///
    /// Takes time linear in the page for the first call. Later calls return the same list.
    ///
    /// # Examples
    ///
    /// ```
    /// let page = "<pre>ls</pre><button>Copy</button><h2><button>Tides</button></h2>";
    /// let dom = dom::Dom::parse(page);
    /// let [copy] = dom.commands()[..] else { panic!("one of the two is a heading") };
    /// assert_eq!(&page[dom.extent(copy)], "<button>Copy</button>");
    /// ```
    #[must_use]
    pub fn commands(&self) -> &[NodeId] {
        self.commands.get_or_init(|| buttons::commands(self).into_boxed_slice())
    }

    /// Returns whether a node is one of the buttons whose text is no text of the page: see [`commands`](Dom::commands).
    ///
    /// # Complexity
    ///
    /// Logarithmic in the buttons of the page, after the first button that is asked about.
    #[inline]
    #[must_use]
    pub fn is_command(&self, node: NodeId) -> bool {
        self.tag(node) == Tag::BUTTON && self.commands().binary_search(&node).is_ok()
    }

    /// Iterates over the texts below a node that no element between them [hides](Dom::hides).
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<title>Tides</title><p>High <b>water</b><script>1</script>");
    /// let texts: Vec<_> = dom.visible_texts(dom.root()).map(|node| dom.text(node)).collect();
    /// assert_eq!(texts, ["High ", "water"]);
    /// ```
    pub fn visible_texts(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        texts_below(self, node, |element| self.hides(element))
    }
}

/// An element that is moved so far is outside of the screen, whatever the unit.
/// Chosen: beyond the offsets of layouts, and within the usual 999 to 10,000 pixels.
const OFF_THE_SCREEN: f64 = -900.0;

impl Attribute<'_> {
    /// Returns whether this attribute is a style that shows its element to nobody without hiding it: `opacity: 0`, a size of
    /// 0, a clip, or a place far off the screen.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<i style='left: -9999px'></i><i style='opacity: .5'></i>");
    /// let out: Vec<_> = dom.nodes().flat_map(|node| dom.attributes(node)).map(|style| style.is_out_of_sight()).collect();
    /// assert_eq!(out, [true, false]);
    /// ```
    #[must_use]
    pub fn is_out_of_sight(&self) -> bool {
        self.name().eq_ignore_ascii_case("style") && is_out_of_sight(self.raw_value())
    }

    /// Returns whether this attribute hides its element: `hidden`, or a style with `display: none` or
    /// `visibility: hidden`.
    #[must_use]
    pub fn hides(&self) -> bool {
        let name = self.name();
        name.eq_ignore_ascii_case("hidden") || name.eq_ignore_ascii_case("style") && is_hiding(self.raw_value())
    }
}

/// Returns whether a value begins with a word, whatever the case.
fn begins(value: &str, word: &str) -> bool {
    // `get` is needed because the value may be shorter, or not ASCII.
    value.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Returns whether an inline style has `display: none` or `visibility: hidden`.
fn is_hiding(style: &str) -> bool {
    style::declarations(style).any(|(property, value)| {
        let is = |name: &str, hiding: &str| property.eq_ignore_ascii_case(name) && is_keyword(value, hiding);
        is("display", "none") || is("visibility", "hidden")
    })
}

/// Returns whether an inline style puts an element where nobody sees it.
fn is_out_of_sight(style: &str) -> bool {
    style::declarations(style).any(|(property, value)| {
        let is_one_of = |names: &[&str]| names.iter().any(|name| property.eq_ignore_ascii_case(name));
        let number = value.split(|c: char| !matches!(c, '0'..='9' | '.' | '-')).next().unwrap_or_default();
        let number: Option<f64> = number.parse().ok();
        if is_one_of(&["opacity", "height", "max-height", "width", "max-width", "font-size"]) {
            number == Some(0.0)
        } else if is_one_of(&["left", "right", "top", "text-indent", "margin-left", "margin-top"]) {
            number.is_some_and(|offset| offset <= OFF_THE_SCREEN)
        } else {
            property.eq_ignore_ascii_case("clip") && begins(value, "rect")
                || property.eq_ignore_ascii_case("clip-path") && begins(value, "inset(")
        }
    })
}

/// Iterates over the texts below a node, except those in elements that `skips` names.
fn texts_below<'d>(
    dom: &'d Dom<'_>,
    node: NodeId,
    skips: impl Fn(NodeId) -> bool + 'd,
) -> impl Iterator<Item = NodeId> + 'd {
    let mut at = node.index() + 1;
    std::iter::from_fn(move || {
        while at < dom.subtree_end(node) {
            let next = dom.get(at)?;
            at += 1;
            match dom.kind(next) {
                NodeKind::Element if skips(next) => at = dom.subtree_end(next),
                NodeKind::Text | NodeKind::RawText => return Some(next),
                _ => {}
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hide() {
        let page = "<title>a</title>b<xmp>c</xmp><textarea>d</textarea><svg><text>e</text></svg>\
                    <math><mi>f</mi><annotation>g</annotation><annotation-xml>h</annotation-xml></math>\
                    <template>i</template><noscript>j</noscript><plaintext>k";
        let dom = Dom::parse(page);
        let texts: Vec<_> = (dom.visible_texts(dom.root())).map(|node| dom.text(node)).collect();
        assert_eq!(texts, ["b", "c", "f", "j", "k"]);
    }

    #[test]
    fn styles_hide() {
        let hides = |style: &str| is_hiding(style);
        assert!(hides("display:none"));
        assert!(hides("color:red; DISPLAY : None !important"));
        assert!(!hides("display:block; x:none"));
        assert!(!hides("--my-display:none"));
        assert!(!hides("display"));
    }
}
