mod lookup;
mod set;

use std::fmt;

pub(crate) use self::set::TagSet;

/// The name of an HTML element, as a number that fits in a byte.
///
/// There is a constant for every element of the HTML standard and for the
/// obsolete ones that old pages still use, plus `svg` and `math`:
/// [`Tag::P`], [`Tag::DIV`], [`Tag::MARQUEE`]. Every other name, and every
/// token that is not a tag, is [`Tag::OTHER`].
///
/// # Examples
///
/// ```
/// use dom::Tag;
///
/// assert_eq!(Tag::from_name("BLOCKQUOTE"), Tag::BLOCKQUOTE);
/// assert_eq!(Tag::from_name("my-widget"), Tag::OTHER);
/// assert_eq!(Tag::BR.name(), "br");
/// assert!(Tag::BR.is_void());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub(crate) u8);

/// No content and no end tag.
const VOID: u8 = 1 << 0;
/// Breaks the line before and after itself in running text.
const BLOCK: u8 = 1 << 1;
/// Contents are raw text: no tags, no character references.
const RAW: u8 = 1 << 2;
/// Contents are text without tags, but with character references.
const RCDATA: u8 = 1 << 3;
/// Metadata content in the standard's terms.
const META: u8 = 1 << 4;
/// Contents are not part of the visible text.
const HIDDEN: u8 = 1 << 5;
/// A section heading.
const HEADING: u8 = 1 << 6;

/// Defines a constant for each row, and the tables of names and properties.
macro_rules! tags {
    ($($id:ident $name:literal $flags:expr,)*) => {
        /// The row numbers: the discriminant of a variant is the tag's number.
        #[expect(clippy::upper_case_acronyms, reason = "named like the constants")]
        enum Row { OTHER, $($id,)* }

        impl Tag {
            /// A name that is not in the table, or a token that is not a tag.
            pub const OTHER: Tag = Tag(Row::OTHER as u8);
            $(
                #[doc = concat!("The `", $name, "` element.")]
                pub const $id: Tag = Tag(Row::$id as u8);
            )*
        }

        const NAMES: &[&str] = &["", $($name,)*];
        const FLAGS: &[u8] = &[0, $($flags,)*];
    };
}

// The elements of the standard come first, in its order, then obsolete ones,
// then those of SVG and MathML that tree construction needs. BLOCK and HIDDEN
// determine how the visible text of a page is cut into lines.
tags! {
    HTML "html" BLOCK,
    HEAD "head" HIDDEN,
    TITLE "title" RCDATA | META | HIDDEN,
    BASE "base" VOID | META,
    LINK "link" VOID | META,
    META "meta" VOID | META,
    STYLE "style" RAW | META | HIDDEN,
    BODY "body" BLOCK,
    ARTICLE "article" BLOCK,
    SECTION "section" BLOCK,
    NAV "nav" BLOCK,
    ASIDE "aside" BLOCK,
    H1 "h1" BLOCK | HEADING,
    H2 "h2" BLOCK | HEADING,
    H3 "h3" BLOCK | HEADING,
    H4 "h4" BLOCK | HEADING,
    H5 "h5" BLOCK | HEADING,
    H6 "h6" BLOCK | HEADING,
    HGROUP "hgroup" BLOCK,
    HEADER "header" BLOCK,
    FOOTER "footer" BLOCK,
    ADDRESS "address" BLOCK,
    P "p" BLOCK,
    HR "hr" VOID | BLOCK,
    PRE "pre" BLOCK,
    BLOCKQUOTE "blockquote" BLOCK,
    OL "ol" BLOCK,
    UL "ul" BLOCK,
    MENU "menu" BLOCK,
    LI "li" BLOCK,
    DL "dl" BLOCK,
    DT "dt" BLOCK,
    DD "dd" BLOCK,
    FIGURE "figure" BLOCK,
    FIGCAPTION "figcaption" BLOCK,
    MAIN "main" BLOCK,
    SEARCH "search" BLOCK,
    DIV "div" BLOCK,
    A "a" 0,
    EM "em" 0,
    STRONG "strong" 0,
    SMALL "small" 0,
    S "s" 0,
    CITE "cite" 0,
    Q "q" 0,
    DFN "dfn" 0,
    ABBR "abbr" 0,
    RUBY "ruby" 0,
    RT "rt" 0,
    RP "rp" 0,
    DATA "data" 0,
    TIME "time" 0,
    CODE "code" 0,
    VAR "var" 0,
    SAMP "samp" 0,
    KBD "kbd" 0,
    SUB "sub" 0,
    SUP "sup" 0,
    I "i" 0,
    B "b" 0,
    U "u" 0,
    MARK "mark" 0,
    BDI "bdi" 0,
    BDO "bdo" 0,
    SPAN "span" 0,
    BR "br" VOID | BLOCK,
    WBR "wbr" VOID,
    INS "ins" 0,
    DEL "del" 0,
    PICTURE "picture" 0,
    SOURCE "source" VOID,
    IMG "img" VOID,
    IFRAME "iframe" RAW | HIDDEN,
    EMBED "embed" VOID,
    OBJECT "object" 0,
    VIDEO "video" HIDDEN,
    AUDIO "audio" HIDDEN,
    TRACK "track" VOID,
    MAP "map" 0,
    AREA "area" VOID,
    MATH "math" 0,
    SVG "svg" HIDDEN,
    TABLE "table" BLOCK,
    CAPTION "caption" BLOCK,
    COLGROUP "colgroup" 0,
    COL "col" VOID,
    TBODY "tbody" BLOCK,
    THEAD "thead" BLOCK,
    TFOOT "tfoot" BLOCK,
    TR "tr" BLOCK,
    TD "td" BLOCK,
    TH "th" BLOCK,
    FORM "form" BLOCK,
    LABEL "label" 0,
    INPUT "input" VOID,
    BUTTON "button" BLOCK,
    SELECT "select" BLOCK,
    DATALIST "datalist" HIDDEN,
    OPTGROUP "optgroup" BLOCK,
    OPTION "option" BLOCK,
    TEXTAREA "textarea" RCDATA | BLOCK | HIDDEN,
    OUTPUT "output" 0,
    PROGRESS "progress" 0,
    METER "meter" 0,
    FIELDSET "fieldset" BLOCK,
    LEGEND "legend" BLOCK,
    SELECTEDCONTENT "selectedcontent" 0,
    DETAILS "details" BLOCK,
    SUMMARY "summary" BLOCK,
    DIALOG "dialog" BLOCK,
    SCRIPT "script" RAW | META | HIDDEN,
    NOSCRIPT "noscript" META,
    TEMPLATE "template" META | HIDDEN,
    SLOT "slot" 0,
    CANVAS "canvas" HIDDEN,

    ACRONYM "acronym" 0,
    APPLET "applet" 0,
    BASEFONT "basefont" VOID,
    BGSOUND "bgsound" VOID,
    BIG "big" 0,
    BLINK "blink" 0,
    CENTER "center" BLOCK,
    CONTENT "content" 0,
    DIR "dir" BLOCK,
    FONT "font" 0,
    FRAME "frame" VOID | BLOCK,
    FRAMESET "frameset" BLOCK,
    ILAYER "ilayer" 0,
    IMAGE "image" VOID,
    ISINDEX "isindex" 0,
    KEYGEN "keygen" VOID,
    LAYER "layer" 0,
    LISTING "listing" 0,
    MARQUEE "marquee" 0,
    MENUITEM "menuitem" 0,
    MULTICOL "multicol" 0,
    NEXTID "nextid" 0,
    NOBR "nobr" 0,
    NOEMBED "noembed" RAW | HIDDEN,
    NOFRAMES "noframes" RAW | HIDDEN,
    NOINDEX "noindex" 0,
    NOLAYER "nolayer" 0,
    PARAM "param" VOID,
    PLAINTEXT "plaintext" RAW,
    PORTAL "portal" 0,
    RB "rb" 0,
    RTC "rtc" 0,
    SHADOW "shadow" 0,
    SPACER "spacer" 0,
    STRIKE "strike" 0,
    TT "tt" 0,
    XMP "xmp" RAW,

    ANNOTATION "annotation-xml" 0,
    DESC "desc" 0,
    FOREIGNOBJECT "foreignobject" 0,
    MALIGNMARK "malignmark" 0,
    MGLYPH "mglyph" 0,
    MI "mi" 0,
    MN "mn" 0,
    MO "mo" 0,
    MS "ms" 0,
    MTEXT "mtext" 0,
}

impl Tag {
    /// The number of tags, [`Tag::OTHER`] included: all tag numbers are below
    /// it.
    pub const COUNT: usize = NAMES.len();

    /// Returns the tag of this name, in any letter case.
    #[must_use]
    pub fn from_name(name: &str) -> Tag {
        Tag::from_bytes(name.as_bytes())
    }

    /// Returns the tag of a name that is given as bytes, in any letter case.
    #[inline]
    #[must_use]
    pub fn from_bytes(name: &[u8]) -> Tag {
        Tag(lookup::find(name))
    }

    /// Returns the lower-case name, or `""` for [`Tag::OTHER`].
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// Returns the tag's number, which is below [`Tag::COUNT`].
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns whether the element has no content and so no end tag.
    #[must_use]
    pub fn is_void(self) -> bool {
        self.has(VOID)
    }

    /// Returns whether the element starts and ends a line of visible text.
    #[must_use]
    pub fn is_block(self) -> bool {
        self.has(BLOCK)
    }

    /// Returns whether the contents are one run of text in which neither tags
    /// nor character references count: `script`, `style`, `iframe`, …
    #[must_use]
    pub fn is_raw_text(self) -> bool {
        self.has(RAW)
    }

    /// Returns whether the contents are one run of text in which tags do not
    /// count but character references do: `title` and `textarea`.
    #[must_use]
    pub fn is_rcdata(self) -> bool {
        self.has(RCDATA)
    }

    /// Returns whether this is metadata content in the standard's terms:
    /// `link`, `meta`, `script`, `style`, `title`, …
    #[must_use]
    pub fn is_metadata(self) -> bool {
        self.has(META)
    }

    /// Returns whether the contents are not part of the visible text: `head`,
    /// `script`, `svg`, `template`, …
    #[must_use]
    pub fn is_hidden(self) -> bool {
        self.has(HIDDEN)
    }

    /// Returns whether this is one of `h1` to `h6`.
    #[must_use]
    pub fn is_heading(self) -> bool {
        self.has(HEADING)
    }

    /// Returns every named tag, in the order of the table.
    pub fn all() -> impl Iterator<Item = Tag> {
        // Row 0 is `OTHER`, which has no name.
        (1..NAMES.len() as u8).map(Tag)
    }

    fn has(self, flag: u8) -> bool {
        FLAGS[self.index()] & flag != 0
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Tag::OTHER { f.write_str("other") } else { f.write_str(self.name()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_in_any_case() {
        for tag in Tag::all() {
            assert_eq!(Tag::from_name(tag.name()), tag);
            assert_eq!(Tag::from_name(&tag.name().to_ascii_uppercase()), tag);
            assert!(!tag.name().contains(|c: char| c.is_ascii_uppercase()));
        }
    }

    #[test]
    fn other_names_are_other() {
        for name in ["", "x", "divv", "di", "\0", "p\0", "\0p", "é", "font-face", "averyveryverylongname"] {
            assert_eq!(Tag::from_name(name), Tag::OTHER, "{name}");
        }
    }

    #[test]
    fn void_elements_hold_nothing() {
        for tag in Tag::all().filter(|tag| tag.is_void()) {
            assert!(!tag.is_raw_text() && !tag.is_rcdata() && !tag.is_hidden(), "{tag:?}");
        }
    }
}
