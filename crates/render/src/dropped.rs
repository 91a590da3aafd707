//! Elements of headings, listings and notes that are seen and clicked, but not read.

use dom::{Dom, NodeId, NodeKind, Tag};

/// Finds elements that serve only navigation or display and add no text of their own:
///
/// * permalinks: links to a place in a page whose text is `¶`, `#`, `§` or the like, in a heading, in a `dt`, or with
///   a class of that name;
/// * links for editing a section, as wikis put them beside headings;
/// * columns of line numbers beside listings;
/// * links from a footnote back to its reference;
/// * formulas that KaTeX draws beside the same in MathML;
/// * signs that unfold a note in the margin: labels of a field with a sign such as `⊕`.
///
/// Text and Markdown leave them out with everything below them. An element that looks like one of these but holds
/// words stays.
///
/// # Complexity
///
/// All calls together are linear in the page if nodes are asked for in document order.
#[derive(Debug)]
pub(crate) struct Dropped<'d> {
    dom: &'d Dom<'d>,
    /// A range of node indices whose texts are known to have no words.
    wordless: (usize, usize),
    /// Whether the source has the class name of KaTeX's drawn formulas anywhere.
    has_drawn: bool,
}

/// How many nodes below an element are searched for its first text. Chosen: by eye.
const MAX_PEEK: usize = 6;

/// A link of more nodes than this is not a permalink. Chosen: by eye.
const MAX_LINK_NODES: usize = 12;

impl<'d> Dropped<'d> {
    pub(crate) fn new(dom: &'d Dom<'d>) -> Dropped<'d> {
        Dropped {
            dom,
            wordless: (0, 0),
            // One search of the source saves reading the classes of every `span` on the many pages without KaTeX.
            has_drawn: memchr::memmem::find(dom.source().as_bytes(), b"katex-html").is_some(),
        }
    }

    /// Returns whether an element is left out with everything in it.
    ///
    /// The first letter of an element's text decides whether its attributes are worth reading.
    #[inline]
    pub(crate) fn is_dropped(&mut self, node: NodeId) -> bool {
        match self.dom.tag(node) {
            Tag::A => {
                let first = self.first_letter(node);
                first.is_some_and(|letter| !letter.is_alphanumeric())
                    && (self.is_permalink(node) || self.is_way_back(node))
            }
            Tag::LABEL => self.is_switch(node),
            Tag::SPAN if self.has_drawn && self.is_drawn_formula(node) => true,
            Tag::SPAN
            | Tag::SUP
            | Tag::SMALL
            | Tag::TD
            | Tag::TH
            | Tag::DIV
            | Tag::PRE
            | Tag::CODE
            | Tag::I
            | Tag::B
                if self.has_attributes(node) =>
            {
                match self.first_letter(node) {
                    Some('0'..='9') => self.is_line_number(node),
                    Some('^' | '↑' | '↩' | '(') => self.has_class(node, is_way_back_class),
                    Some('[') => self.has_class(node, is_edit_class),
                    // The source may lack the brackets around `edit`, so that the first letter is that of a word.
                    Some(_) => self.is_beside_heading(node) && self.has_class(node, is_edit_class),
                    None => false,
                }
            }
            _ => false,
        }
    }

    /// Returns the first letter of the first text below a node, if it is near.
    #[inline]
    fn first_letter(&self, node: NodeId) -> Option<char> {
        for below in self.dom.descendants(node).take(MAX_PEEK) {
            if self.dom.kind(below) != NodeKind::Text {
                continue;
            }
            // `trim_start` leaves a reference as it is: only a text that begins with one has to be decoded.
            let first = self.dom.raw(below)?.trim_start().chars().next();
            match first {
                Some('&') => return self.dom.text(below).trim_start().chars().next(),
                Some(_) => return first,
                None => {}
            }
        }
        None
    }

    fn is_permalink(&self, link: NodeId) -> bool {
        let is_sign = |letter: char| matches!(letter, '¶' | '#' | '§' | '🔗' | '⚓' | '∞');
        let is_head = |above| self.dom.equivalent_tag(above).is_heading() || self.dom.tag(above) == Tag::DT;
        // The arrow and the sign for a permalink occur in other links too, hence the second condition.
        self.is_link_of(link, |text| consists_of(text, is_sign))
            && (self.dom.ancestors(link).take(3).any(is_head) || self.has_class(link, is_permalink_class))
    }

    fn is_way_back(&self, link: NodeId) -> bool {
        let is_arrow = |letter: char| matches!(letter, '↩' | '↵' | '⏎' | '⤴' | '↑' | '^' | '←');
        let is_hook = |text: &str| text.contains(['↩', '↵', '⏎', '⤴']);
        // A hook such as `↩` means a way back by itself. `^` and `↑` also lead to the top of a page.
        self.is_link_of(link, |text| consists_of(text, is_arrow))
            && (self.is_link_of(link, is_hook)
                || self.has_class(link, is_way_back_class)
                || self.fragment(link).is_some_and(|id| id.contains("ref"))
                || self.dom.attribute(link, "role").as_deref() == Some("doc-backlink"))
    }

    /// Returns whether a link leads to a place in a page and has text of this kind.
    fn is_link_of(&self, link: NodeId, is_kind: impl Fn(&str) -> bool) -> bool {
        let below = self.dom.descendants(link);
        // The check of the size comes first, because links can enclose whole sections, whose text would be collected.
        if MAX_LINK_NODES < below.len() {
            return false;
        }
        let text: String =
            below.filter(|&node| self.dom.kind(node) == NodeKind::Text).map(|node| self.dom.text(node)).collect();
        // Permalinks and ways back lead to a place in a page, so a link without a fragment is neither.
        is_kind(text.trim()) && self.fragment(link).is_some()
    }

    fn fragment(&self, link: NodeId) -> Option<String> {
        let address = self.dom.attribute(link, "href")?;
        let (_, fragment) = address.split_once('#')?;
        Some(fragment.to_ascii_lowercase())
    }

    fn is_line_number(&mut self, node: NodeId) -> bool {
        self.has_class(node, is_line_number_class) && self.is_wordless(node)
    }

    /// Returns whether there are only numbers and punctuation below a node.
    fn is_wordless(&mut self, node: NodeId) -> bool {
        let (from, to) = self.wordless;
        let at = node.index();
        // Elements with numbers stand in columns, one after another and in one another. The range read for the first
        // one answers for those that follow, which keeps all calls together linear.
        if at < from || to <= at {
            let mut end = at;
            while let Some(node) = self.dom.get(end) {
                if self.dom.kind(node) == NodeKind::Text && !self.dom.text(node).chars().all(is_of_number) {
                    break;
                }
                end += 1;
            }
            self.wordless = (at, end);
        }
        self.dom.subtree_end(node) <= self.wordless.1
    }

    fn is_drawn_formula(&self, node: NodeId) -> bool {
        self.has_attributes(node)
            && self.has_class(node, |class| class == "katex-html")
            && self.dom.parent(node).is_some_and(|above| {
                let first = self.dom.first_child(above);
                first.is_some_and(|first| self.has_class(first, |class| class == "katex-mathml"))
            })
    }

    /// Returns whether a label is a sign to click on.
    fn is_switch(&self, label: NodeId) -> bool {
        let below = self.dom.descendants(label);
        if MAX_LINK_NODES < below.len() || self.dom.attribute(label, "for").is_none() {
            return false;
        }
        let mut texts = below.filter(|&node| self.dom.kind(node) == NodeKind::Text);
        texts.all(|text| !self.dom.text(text).contains(char::is_alphanumeric))
    }

    fn is_beside_heading(&self, node: NodeId) -> bool {
        self.dom.tag(node) == Tag::SPAN
            && self.dom.parent(node).is_some_and(|parent| {
                self.dom.equivalent_tag(parent).is_heading()
                    || self.dom.first_child(parent).is_some_and(|first| self.dom.equivalent_tag(first).is_heading())
            })
    }

    /// A tag that is nothing but its name has no attributes to read.
    #[inline]
    fn has_attributes(&self, node: NodeId) -> bool {
        // The two bytes are the angle brackets around the name.
        let bare = self.dom.tag(node).name().len() + 2;
        self.dom.start_tag(node).is_some_and(|range| bare < range.len())
    }

    fn has_class(&self, node: NodeId, is_kind: impl Fn(&str) -> bool) -> bool {
        let class = self.dom.attribute(node, "class");
        class.is_some_and(|class| class.split_ascii_whitespace().any(is_kind))
    }
}

fn is_of_number(letter: char) -> bool {
    letter.is_ascii_digit() || letter.is_whitespace() || matches!(letter, '.' | ':' | '|')
}

/// Returns whether a text consists of signs. White space, letters without width and variation selectors count as such:
/// they stand in for a sign that a style sheet draws, or choose the form of one.
fn consists_of(text: &str, is_sign: impl Fn(char) -> bool) -> bool {
    let is_invisible =
        |letter| matches!(letter, '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FE0E}' | '\u{FE0F}' | '\u{FEFF}');
    !text.is_empty() && text.chars().all(|letter| is_sign(letter) || is_invisible(letter) || letter.is_whitespace())
}

fn is_permalink_class(class: &str) -> bool {
    let class = class.to_ascii_lowercase();
    ["anchor", "permalink", "headerlink", "hash", "heading-link"].iter().any(|name| class.contains(name))
}

fn is_way_back_class(class: &str) -> bool {
    let class = class.to_ascii_lowercase();
    ["backlink", "backref", "footnote-back", "footnote-return", "reversefootnote"]
        .iter()
        .any(|name| class.contains(name))
}

fn is_edit_class(class: &str) -> bool {
    matches!(class, "mw-editsection" | "editsection")
}

fn is_line_number_class(class: &str) -> bool {
    let class = class.to_ascii_lowercase();
    matches!(&*class, "ln" | "lnt" | "lnr" | "lnum" | "blob-num")
        || ["lineno", "linenum", "line-num", "line_num", "gutter"].iter().any(|name| class.contains(name))
        || class.starts_with("hljs-ln-n")
}
