//! How elements are laid out, as far as the page says it without a style sheet: the only definition.
//!
//! Besides its name, three things tell how an element is laid out:
//!
//! * its **role**: headings and tables of ARIA are laid out as those of HTML;
//! * its **style**: `display` breaks lines, and `white-space` keeps those of the source;
//! * its **place**: one `code` right after another in preformatted text begins a line, and so does one `span` of class
//!   `line` right after another.
//!
//! What the attributes say is noted when a tag is read. White space is handed down when the tree is finished. A page
//! whose attributes say nothing about white space skips that.

mod hand_down;
mod numbered_code;

pub(crate) use self::hand_down::hand_down;
use crate::{
    Dom, Namespace, NodeId, Tag,
    node::KEEPS_LINES,
    references::ReferenceContext,
    style::{self, is_keyword},
    tag::TagSet,
    text::{self, Nul},
};

/// What the white space in an element counts, in two bits. Without any of them, the element inherits it. Set by: the
/// number of values below.
const WHITE_SPACE: u8 = 3;
/// Line feeds count, other white space does not: `pre-line`. Set by: these two bits.
const LINES: u8 = 1;
/// All white space counts: `pre`, `pre-wrap`, `break-spaces`. Set by: as above.
const ALL: u8 = 2;
/// No white space counts, whatever is around the element: `normal`, `nowrap`. Set by: as above.
const NO_SPACE: u8 = 3;
/// Long lines are not wrapped either: `pre`.
const UNWRAPPED: u8 = 1 << 2;
/// The element breaks the line before and after itself.
const BLOCK: u8 = 1 << 3;
/// The font is one of code.
const MONOSPACE: u8 = 1 << 4;
/// The element is a line if it stands right after another one.
const LINE: u8 = 1 << 5;
/// The element is preformatted, or in one that is.
const IN_LISTING: u8 = 1 << 6;
/// The element is in code that has no line feed.
const ONE_LINE: u8 = 1 << 7;

/// What an element hands down to those in it.
const INHERITED: u8 = WHITE_SPACE | IN_LISTING | ONE_LINE;

/// What a start tag says about the layout of its element.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Layout {
    /// The tag of HTML that its role stands for, or [`Tag::OTHER`] if there is none.
    role: Tag,
    /// The level of a heading by its role, or 0.
    level: u8,
    pub(crate) flags: u8,
}

impl Layout {
    /// Notes an attribute.
    #[inline]
    pub(crate) fn note<'s>(&mut self, tag: Tag, name: &[u8], value: impl FnOnce() -> &'s str) {
        match name.len() {
            4 if name.eq_ignore_ascii_case(b"role") => self.note_role(tag, value()),
            5 if name.eq_ignore_ascii_case(b"style") => self.note_style(value()),
            5 if matches!(tag, Tag::SPAN | Tag::TD) && name.eq_ignore_ascii_case(b"class") => {
                self.note_class(tag, value());
            }
            16 if tag == Tag::TD && name.eq_ignore_ascii_case(b"data-line-number") => self.flags |= LINE,
            10 if name.eq_ignore_ascii_case(b"aria-level") => {
                self.level = value().trim_ascii().parse().map_or(0, |level: u8| level.min(6));
            }
            _ => {}
        }
    }

    fn note_class(&mut self, tag: Tag, value: &str) {
        for class in value.split_ascii_whitespace() {
            if tag == Tag::SPAN {
                self.flags |= if is_line_class(class) { LINE } else { 0 };
            } else if is_class_of_line_number(class) {
                self.flags |= LINE;
            } else if class.contains("code") {
                self.flags |= MONOSPACE;
            }
        }
    }

    #[cold]
    fn note_role(&mut self, tag: Tag, roles: &str) {
        if !is_neutral(tag) {
            return;
        }
        // Of several roles, the first that is known applies.
        let known = roles.split_ascii_whitespace().find_map(|role| {
            Some(match &*role.to_ascii_lowercase() {
                "heading" => Tag::H2,
                "table" | "grid" | "treegrid" => Tag::TABLE,
                "rowgroup" => Tag::TBODY,
                "row" => Tag::TR,
                "cell" | "gridcell" => Tag::TD,
                "columnheader" | "rowheader" => Tag::TH,
                "caption" => Tag::CAPTION,
                _ => return None,
            })
        });
        self.role = known.unwrap_or(Tag::OTHER);
    }

    fn note_style(&mut self, style: &str) {
        // The names of fonts are often in quotes, which are written as references.
        let style = text::decode(style, Nul::Replaced, ReferenceContext::Attribute);
        for (property, value) in style::declarations(&style) {
            let is = |name: &str| property.eq_ignore_ascii_case(name);
            match property.as_bytes().first() {
                Some(b'w' | b'W') if is("white-space") || is("white-space-collapse") => self.note_white_space(value),
                Some(b'd' | b'D') if is("display") => {
                    const BLOCKS: [&str; 6] = ["block", "flex", "grid", "table", "table-row", "list-item"];
                    let is_block = BLOCKS.iter().any(|block| is_keyword(value, block));
                    self.flags = self.flags & !BLOCK | if is_block { BLOCK } else { 0 };
                }
                Some(b'f' | b'F') if is("font-family") || is("font") => {
                    let fonts = value.to_ascii_lowercase();
                    let is_of_code = ["mono", "courier", "consolas", "menlo"].iter().any(|name| fonts.contains(name));
                    self.flags = self.flags & !MONOSPACE | if is_of_code { MONOSPACE } else { 0 };
                }
                _ => {}
            }
        }
    }

    fn note_white_space(&mut self, value: &str) {
        let is = |keywords: &[&str]| keywords.iter().any(|keyword| is_keyword(value, keyword));
        let found = if is(&["pre"]) {
            ALL | UNWRAPPED
        } else if is(&["pre-wrap", "break-spaces", "preserve"]) {
            ALL
        } else if is(&["pre-line", "preserve-breaks"]) {
            LINES
        } else if is(&["normal", "nowrap", "collapse", "initial"]) {
            NO_SPACE
        } else {
            return;
        };
        self.flags = self.flags & !(WHITE_SPACE | UNWRAPPED) | found;
    }

    /// Notes that an end tag of the same name stands right before a `code`.
    pub(crate) fn note_code_before(&mut self) {
        self.flags |= LINE;
    }

    /// Returns whether what it says concerns more than the element.
    #[inline]
    pub(crate) fn is_handed_down(self) -> bool {
        self.flags & (WHITE_SPACE | LINE) != 0
    }

    /// Returns the tag of HTML that an element of this tag is laid out as.
    #[inline]
    pub(crate) fn equivalent(self, tag: Tag) -> Tag {
        const LEVELS: [Tag; 7] = [Tag::H2, Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
        match self.role {
            Tag::OTHER => tag,
            // 2 is the level of headings without one.
            Tag::H2 => LEVELS[usize::from(self.level)],
            role => role,
        }
    }
}

/// Returns whether an element has no meaning that a role could not replace: it is no link, no field, no image.
fn is_neutral(tag: Tag) -> bool {
    const NEUTRAL: TagSet =
        TagSet::of("div span p ul ol li dl dt dd section article header hgroup figure b strong i em font center");
    tag == Tag::OTHER || NEUTRAL.has(tag)
}

/// Returns whether elements of a class hold the number of a line, as highlighters call them.
fn is_class_of_line_number(class: &str) -> bool {
    let is_named = |name: &&str| {
        let windows = class.as_bytes().windows(name.len());
        windows.into_iter().any(|letters| letters.eq_ignore_ascii_case(name.as_bytes()))
    };
    ["lineno", "linenum", "line-num", "line_num", "blob-num", "gutter"].iter().any(is_named)
        || matches!(class, "ln" | "lnt" | "lnr" | "hljs-ln-numbers" | "hljs-ln-n")
}

/// Returns whether elements of a class are lines: of code, of verse, of an address.
fn is_line_class(class: &str) -> bool {
    matches!(class, "line" | "verse") || class.ends_with("-line") || class.ends_with("_line")
}

fn is_preformatted(tag: Tag) -> bool {
    matches!(tag, Tag::PRE | Tag::LISTING | Tag::PLAINTEXT | Tag::XMP)
}

impl Dom<'_> {
    /// Returns the tag of the HTML element that an element is laid out as: its own tag, or that which its role or style
    /// stands for.
    ///
    /// Elements without a meaning of their own, such as `div` and `span`, are headings, tables, rows, cells and captions
    /// if their `role` says so. Elements of code whose style keeps white space are `pre`, if they have several lines.
    ///
    /// # Examples
    ///
    /// ```
    /// use dom::{Dom, Tag};
    ///
    /// let dom = Dom::parse("<div role=heading aria-level=3>Tides</div><code style='white-space: pre'>a\n  b</code>");
    /// let is_laid_out = |tag: Tag| dom.nodes().any(|node| dom.equivalent_tag(node) == tag);
    /// assert!(is_laid_out(Tag::H3) && is_laid_out(Tag::PRE));
    /// ```
    #[inline]
    #[must_use]
    pub fn equivalent_tag(&self, node: NodeId) -> Tag {
        self.node(node).equivalent
    }

    /// Returns whether an element starts and ends a line, if it is visible: by its name, its role or its style. A button
    /// or a list of options [in a sentence](Dom::is_in_sentence) does not.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<p>a<b>b</b><span style='display: block'>c</span><i role=heading>d</i>");
    /// let blocks = dom.nodes().filter(|&node| dom.is_block(node));
    /// assert_eq!(blocks.map(|node| dom.name(node)).collect::<Vec<_>>(), ["html", "body", "p", "span", "i"]);
    /// ```
    #[inline]
    #[must_use]
    pub fn is_block(&self, element: NodeId) -> bool {
        let node = self.node(element);
        let tag = node.equivalent;
        // Three obsolete elements are blocks in browsers, although the tag's own classification does not list them.
        let is_block = tag.is_block() || is_preformatted(tag) || node.layout & BLOCK != 0 && can_be_a_block(tag);
        is_block && node.namespace == Namespace::Html && !self.is_in_sentence(element)
    }

    /// Returns whether an element is preformatted: all white space in it counts.
    #[inline]
    #[must_use]
    pub fn is_preformatted(&self, element: NodeId) -> bool {
        let node = self.node(element);
        is_preformatted(node.equivalent) && node.namespace == Namespace::Html
    }

    /// Returns whether a text stands between the rows or cells of a table, where white space shows nothing.
    #[must_use]
    pub fn is_between_cells(&self, text: NodeId) -> bool {
        let is_part =
            |node: NodeId| matches!(self.tag(node), Tag::TABLE | Tag::TBODY | Tag::THEAD | Tag::TFOOT | Tag::TR);
        self.parent(text).is_some_and(is_part)
    }

    /// Returns whether the line feeds of a text break lines although it is not in a preformatted element: by a style
    /// with `white-space: pre-line` or `pre-wrap`.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<p>a\nb<p style='white-space: pre-line'>c\nd");
    /// let texts = dom.nodes().filter(|&node| dom.keeps_lines(node));
    /// assert_eq!(texts.map(|text| dom.text(text)).collect::<Vec<_>>(), ["c\nd"]);
    /// ```
    #[inline]
    #[must_use]
    pub fn keeps_lines(&self, text: NodeId) -> bool {
        self.node(text).has(KEEPS_LINES)
    }
}

/// Returns whether a style can make an element a block for those who read its text. Images and fields stay in their
/// line, since they have no text of their own.
fn can_be_a_block(tag: Tag) -> bool {
    !tag.is_void() && !matches!(tag, Tag::BUTTON | Tag::SELECT | Tag::OPTION | Tag::OPTGROUP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    #[test]
    fn elements_that_are_laid_out_as_others_and_blocks_that_are_none_by_name() {
        for [page, expected] in cases(include_str!("layout.txt")) {
            let dom = Dom::parse(&*page);
            let found: Vec<String> = (dom.nodes())
                .filter_map(|node| {
                    let (tag, equivalent) = (dom.tag(node), dom.equivalent_tag(node));
                    let is_block = dom.is_block(node) && !equivalent.is_block();
                    (tag != equivalent || is_block).then(|| {
                        let how = if is_block { "block" } else { equivalent.name() };
                        format!("{} {how}", dom.name(node))
                    })
                })
                .collect();
            assert_eq!(found.join(", "), expected, "{page}");
        }
    }

    #[test]
    fn lines_are_kept() {
        let check = |page: &str, expected: &[&str]| {
            let dom = Dom::parse(page);
            let texts: Vec<_> =
                (dom.nodes()).filter(|&node| dom.keeps_lines(node)).map(|node| dom.text(node)).collect();
            assert_eq!(texts, expected, "{page}");
        };
        check("<p style='white-space:pre-line'>a<b>b</b><i style='white-space:nowrap'>c</i>d", &["a", "b", "d"]);
        check("<pre style='white-space: pre-line'>a</pre><p>b", &[]);
        check("<table style='white-space: pre-wrap'>a<tr><td>b</table>", &["b"]);
    }
}
