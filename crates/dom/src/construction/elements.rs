//! What tree construction needs to know about an element's name.

use crate::{Namespace, Tag};

/// A set of the properties below.
pub(super) type Traits = u16;

/// In the standard's category "special".
pub(super) const SPECIAL: Traits = 1;
/// Ends the search for an element "in scope".
pub(super) const SCOPE: Traits = 1 << 1;
/// Also ends the search "in button scope".
pub(super) const BUTTON_SCOPE: Traits = 1 << 2;
/// Also ends the search "in list item scope".
pub(super) const LIST_SCOPE: Traits = 1 << 3;
/// Ends the search "in table scope".
pub(super) const TABLE_SCOPE: Traits = 1 << 4;
/// Has an end tag that other tags imply.
pub(super) const IMPLIED_END: Traits = 1 << 5;
/// Has an end tag that is implied where the standard implies end tags "thoroughly".
pub(super) const THOROUGH_END: Traits = 1 << 6;
/// Has no room for text and most elements: they are put before the table ("foster parenting").
pub(super) const FOSTERS: Traits = 1 << 7;
/// An element of HTML.
pub(super) const HTML: Traits = 1 << 8;
/// Content is HTML although the element is not.
pub(super) const HTML_POINT: Traits = 1 << 9;
/// Text and most elements in it are HTML although the element is MathML.
pub(super) const MATHML_POINT: Traits = 1 << 10;

/// Returns the properties of an element, apart from the attributes of
/// `annotation-xml`.
#[inline]
pub(super) fn traits(tag: Tag, namespace: Namespace) -> Traits {
    match namespace {
        Namespace::Html => OF_HTML[tag.index()],
        Namespace::Svg => match tag {
            Tag::FOREIGNOBJECT | Tag::DESC | Tag::TITLE => SPECIAL | SCOPE | BUTTON_SCOPE | LIST_SCOPE | HTML_POINT,
            _ => 0,
        },
        Namespace::MathMl => match tag {
            Tag::MI | Tag::MO | Tag::MN | Tag::MS | Tag::MTEXT => {
                SPECIAL | SCOPE | BUTTON_SCOPE | LIST_SCOPE | MATHML_POINT
            }
            Tag::ANNOTATION => SPECIAL | SCOPE | BUTTON_SCOPE | LIST_SCOPE,
            _ => 0,
        },
    }
}

/// Returns whether the start tag of an element only ends an open paragraph, and its end tag only what is open in it.
/// That of `p` ends itself.
pub(super) fn is_plain_block(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::DIV
            | Tag::UL
            | Tag::ADDRESS
            | Tag::ARTICLE
            | Tag::ASIDE
            | Tag::BLOCKQUOTE
            | Tag::CENTER
            | Tag::DETAILS
            | Tag::DIALOG
            | Tag::DIR
            | Tag::DL
            | Tag::FIELDSET
            | Tag::FIGCAPTION
            | Tag::FIGURE
            | Tag::FOOTER
            | Tag::HEADER
            | Tag::HGROUP
            | Tag::MAIN
            | Tag::MENU
            | Tag::NAV
            | Tag::OL
            | Tag::SEARCH
            | Tag::SECTION
            | Tag::SUMMARY
    )
}

/// Returns whether an element is repeated in later blocks if it is left open. `a` and `nobr`, which do not nest, have
/// rules of their own.
pub(super) fn is_formatting(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::B
            | Tag::BIG
            | Tag::CODE
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::S
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::TT
            | Tag::U
    )
}

/// Returns whether an element stands within a table and nowhere else.
pub(super) fn is_table_part(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::TBODY | Tag::TD | Tag::TFOOT | Tag::TH | Tag::THEAD | Tag::TR
    )
}

/// Returns whether a start tag follows the rules of the head wherever it is.
pub(super) fn belongs_in_head(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::BASE
            | Tag::BASEFONT
            | Tag::BGSOUND
            | Tag::LINK
            | Tag::META
            | Tag::NOFRAMES
            | Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::TITLE
    )
}

static OF_HTML: [Traits; Tag::COUNT] = {
    let mut table = [0; Tag::COUNT];
    let mut i = 0;
    while i < Tag::COUNT {
        table[i] = of_html(Tag(i as u8));
        i += 1;
    }
    table
};

const fn of_html(tag: Tag) -> Traits {
    let mut traits = HTML;
    if is_special(tag) {
        traits |= SPECIAL;
    }
    if matches!(
        tag,
        Tag::APPLET
            | Tag::CAPTION
            | Tag::HTML
            | Tag::TABLE
            | Tag::TD
            | Tag::TH
            | Tag::MARQUEE
            | Tag::OBJECT
            | Tag::SELECT
            | Tag::TEMPLATE
    ) {
        traits |= SCOPE | BUTTON_SCOPE | LIST_SCOPE;
    }
    if matches!(tag, Tag::BUTTON) {
        traits |= BUTTON_SCOPE;
    }
    if matches!(tag, Tag::OL | Tag::UL) {
        traits |= LIST_SCOPE;
    }
    if matches!(tag, Tag::HTML | Tag::TABLE | Tag::TEMPLATE) {
        traits |= TABLE_SCOPE;
    }
    if matches!(
        tag,
        Tag::DD | Tag::DT | Tag::LI | Tag::OPTGROUP | Tag::OPTION | Tag::P | Tag::RB | Tag::RP | Tag::RT | Tag::RTC
    ) {
        traits |= IMPLIED_END | THOROUGH_END;
    }
    if matches!(tag, Tag::CAPTION | Tag::COLGROUP | Tag::TBODY | Tag::TD | Tag::TFOOT | Tag::TH | Tag::THEAD | Tag::TR)
    {
        traits |= THOROUGH_END;
    }
    if matches!(tag, Tag::TABLE | Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TR) {
        traits |= FOSTERS;
    }
    traits
}

const fn is_special(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::ADDRESS
            | Tag::APPLET
            | Tag::AREA
            | Tag::ARTICLE
            | Tag::ASIDE
            | Tag::BASE
            | Tag::BASEFONT
            | Tag::BGSOUND
            | Tag::BLOCKQUOTE
            | Tag::BODY
            | Tag::BR
            | Tag::BUTTON
            | Tag::CAPTION
            | Tag::CENTER
            | Tag::COL
            | Tag::COLGROUP
            | Tag::DD
            | Tag::DETAILS
            | Tag::DIR
            | Tag::DIV
            | Tag::DL
            | Tag::DT
            | Tag::EMBED
            | Tag::FIELDSET
            | Tag::FIGCAPTION
            | Tag::FIGURE
            | Tag::FOOTER
            | Tag::FORM
            | Tag::FRAME
            | Tag::FRAMESET
            | Tag::H1
            | Tag::H2
            | Tag::H3
            | Tag::H4
            | Tag::H5
            | Tag::H6
            | Tag::HEAD
            | Tag::HEADER
            | Tag::HGROUP
            | Tag::HR
            | Tag::HTML
            | Tag::IFRAME
            | Tag::IMG
            | Tag::INPUT
            | Tag::KEYGEN
            | Tag::LI
            | Tag::LINK
            | Tag::LISTING
            | Tag::MAIN
            | Tag::MARQUEE
            | Tag::MENU
            | Tag::META
            | Tag::NAV
            | Tag::NOEMBED
            | Tag::NOFRAMES
            | Tag::NOSCRIPT
            | Tag::OBJECT
            | Tag::OL
            | Tag::P
            | Tag::PARAM
            | Tag::PLAINTEXT
            | Tag::PRE
            | Tag::SCRIPT
            | Tag::SEARCH
            | Tag::SECTION
            | Tag::SELECT
            | Tag::SOURCE
            | Tag::STYLE
            | Tag::SUMMARY
            | Tag::TABLE
            | Tag::TBODY
            | Tag::TD
            | Tag::TEMPLATE
            | Tag::TEXTAREA
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TITLE
            | Tag::TR
            | Tag::TRACK
            | Tag::UL
            | Tag::WBR
            | Tag::XMP
    )
}
