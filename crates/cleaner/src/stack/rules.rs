//! What the HTML standard says of each element name, as flags.
//!
//! The words are those of sections 13.2.4.2, "the stack of open elements",
//! and 13.2.6, "tree construction".

use std::sync::LazyLock;

use tokenize::Tag;

/// "Special": an ordinary end tag looks no further up than this.
pub(crate) const SPECIAL: u16 = 1;
/// Ends the search for an element "in scope".
pub(crate) const SCOPE: u16 = 1 << 1;
/// Also ends the search "in list item scope".
pub(crate) const LIST_SCOPE: u16 = 1 << 2;
/// Also ends the search "in button scope".
pub(crate) const BUTTON_SCOPE: u16 = 1 << 3;
/// Ends the search "in table scope".
pub(crate) const TABLE_SCOPE: u16 = 1 << 4;
/// Puts a marker into the list of active formatting elements.
pub(crate) const MARKER: u16 = 1 << 5;
/// A formatting element: it outlives the element that it stands in.
pub(crate) const FORMATTING: u16 = 1 << 6;
/// The end tag may be left out wherever the parent ends.
pub(crate) const IMPLIED: u16 = 1 << 7;
/// The start tag ends an open `p`.
pub(crate) const ENDS_P: u16 = 1 << 8;
/// The start tag does not end `head`.
pub(crate) const IN_HEAD: u16 = 1 << 9;
/// The start tag means something inside of a table only.
pub(crate) const TABLE_PART: u16 = 1 << 10;
/// White space inside of the element is shown as it is.
pub(crate) const VERBATIM: u16 = 1 << 11;
/// The start tag ends open `svg` and `math` elements.
pub(crate) const LEAVES_FOREIGN: u16 = 1 << 12;
/// The end tag ends the element wherever it is in scope.
pub(crate) const ENDS_IN_SCOPE: u16 = 1 << 13;
/// The start tag ends an open `select`.
pub(crate) const ENDS_SELECT: u16 = 1 << 14;

/// The flags of every element of the HTML namespace, by [`Tag::index`].
pub(crate) type Rules = [u16; Tag::COUNT];

/// Returns the table, which is made once.
pub(crate) fn rules() -> &'static Rules {
    static RULES: LazyLock<Rules> = LazyLock::new(|| {
        let mut rules = [0; Tag::COUNT];
        for (tags, flag) in LISTS {
            for tag in *tags {
                rules[tag.index()] |= flag;
            }
        }
        rules
    });
    &RULES
}

#[rustfmt::skip]
static LISTS: &[(&[Tag], u16)] = &[
    (&[
        Tag::ADDRESS, Tag::APPLET, Tag::AREA, Tag::ARTICLE, Tag::ASIDE, Tag::BASE, Tag::BASEFONT, Tag::BGSOUND,
        Tag::BLOCKQUOTE, Tag::BODY, Tag::BR, Tag::BUTTON, Tag::CAPTION, Tag::CENTER, Tag::COL, Tag::COLGROUP, Tag::DD,
        Tag::DETAILS, Tag::DIR, Tag::DIV, Tag::DL, Tag::DT, Tag::EMBED, Tag::FIELDSET, Tag::FIGCAPTION, Tag::FIGURE,
        Tag::FOOTER, Tag::FORM, Tag::FRAME, Tag::FRAMESET, Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6,
        Tag::HEAD, Tag::HEADER, Tag::HGROUP, Tag::HR, Tag::HTML, Tag::IFRAME, Tag::IMG, Tag::INPUT, Tag::KEYGEN,
        Tag::LI, Tag::LINK, Tag::LISTING, Tag::MAIN, Tag::MARQUEE, Tag::MENU, Tag::META, Tag::NAV, Tag::NOEMBED,
        Tag::NOFRAMES, Tag::NOSCRIPT, Tag::OBJECT, Tag::OL, Tag::P, Tag::PARAM, Tag::PLAINTEXT, Tag::PRE, Tag::SCRIPT,
        Tag::SEARCH, Tag::SECTION, Tag::SELECT, Tag::SOURCE, Tag::STYLE, Tag::SUMMARY, Tag::TABLE, Tag::TBODY,
        Tag::TD, Tag::TEMPLATE, Tag::TEXTAREA, Tag::TFOOT, Tag::TH, Tag::THEAD, Tag::TITLE, Tag::TR, Tag::TRACK,
        Tag::UL, Tag::WBR, Tag::XMP,
    ], SPECIAL),
    (&[
        Tag::APPLET, Tag::CAPTION, Tag::HTML, Tag::MARQUEE, Tag::OBJECT, Tag::TABLE, Tag::TD, Tag::TEMPLATE, Tag::TH,
    ], SCOPE),
    (&[Tag::OL, Tag::UL], LIST_SCOPE),
    (&[Tag::BUTTON], BUTTON_SCOPE),
    (&[Tag::HTML, Tag::TABLE, Tag::TEMPLATE], TABLE_SCOPE),
    (&[Tag::APPLET, Tag::CAPTION, Tag::MARQUEE, Tag::OBJECT, Tag::TD, Tag::TEMPLATE, Tag::TH], MARKER),
    (&[
        Tag::A, Tag::B, Tag::BIG, Tag::CODE, Tag::EM, Tag::FONT, Tag::I, Tag::NOBR, Tag::S, Tag::SMALL, Tag::STRIKE,
        Tag::STRONG, Tag::TT, Tag::U,
    ], FORMATTING),
    (&[
        Tag::DD, Tag::DT, Tag::LI, Tag::OPTGROUP, Tag::OPTION, Tag::P, Tag::RB, Tag::RP, Tag::RT, Tag::RTC,
    ], IMPLIED),
    (&[
        Tag::ADDRESS, Tag::ARTICLE, Tag::ASIDE, Tag::BLOCKQUOTE, Tag::CENTER, Tag::DD, Tag::DETAILS, Tag::DIALOG,
        Tag::DIR, Tag::DIV, Tag::DL, Tag::DT, Tag::FIELDSET, Tag::FIGCAPTION, Tag::FIGURE, Tag::FOOTER, Tag::FORM,
        Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6, Tag::HEADER, Tag::HGROUP, Tag::HR, Tag::LI,
        Tag::LISTING, Tag::MAIN, Tag::MENU, Tag::NAV, Tag::OL, Tag::P, Tag::PLAINTEXT, Tag::PRE, Tag::SEARCH,
        Tag::SECTION, Tag::SUMMARY, Tag::UL, Tag::XMP,
    ], ENDS_P),
    (&[
        Tag::BASE, Tag::BASEFONT, Tag::BGSOUND, Tag::LINK, Tag::META, Tag::NOFRAMES, Tag::NOSCRIPT, Tag::SCRIPT,
        Tag::STYLE, Tag::TEMPLATE, Tag::TITLE,
    ], IN_HEAD),
    (&[
        Tag::CAPTION, Tag::COL, Tag::COLGROUP, Tag::TBODY, Tag::TD, Tag::TFOOT, Tag::TH, Tag::THEAD, Tag::TR,
    ], TABLE_PART),
    (&[Tag::LISTING, Tag::PLAINTEXT, Tag::PRE, Tag::XMP], VERBATIM),
    (&[
        Tag::B, Tag::BIG, Tag::BLOCKQUOTE, Tag::BODY, Tag::BR, Tag::CENTER, Tag::CODE, Tag::DD, Tag::DIV, Tag::DL,
        Tag::DT, Tag::EM, Tag::EMBED, Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6, Tag::HEAD, Tag::HR,
        Tag::I, Tag::IMG, Tag::LI, Tag::LISTING, Tag::MENU, Tag::META, Tag::NOBR, Tag::OL, Tag::P, Tag::PRE,
        Tag::RUBY, Tag::S, Tag::SMALL, Tag::SPAN, Tag::STRIKE, Tag::STRONG, Tag::SUB, Tag::SUP, Tag::TABLE, Tag::TT,
        Tag::U, Tag::UL, Tag::VAR,
    ], LEAVES_FOREIGN),
    (&[
        Tag::ADDRESS, Tag::APPLET, Tag::ARTICLE, Tag::ASIDE, Tag::BLOCKQUOTE, Tag::BUTTON, Tag::CENTER, Tag::DD,
        Tag::DETAILS, Tag::DIALOG, Tag::DIR, Tag::DIV, Tag::DL, Tag::DT, Tag::FIELDSET, Tag::FIGCAPTION, Tag::FIGURE,
        Tag::FOOTER, Tag::HEADER, Tag::HGROUP, Tag::LISTING, Tag::MAIN, Tag::MARQUEE, Tag::MENU, Tag::NAV,
        Tag::OBJECT, Tag::OL, Tag::PRE, Tag::SEARCH, Tag::SECTION, Tag::SELECT, Tag::SUMMARY, Tag::UL,
    ], ENDS_IN_SCOPE),
    (&[Tag::INPUT, Tag::KEYGEN, Tag::TEXTAREA], ENDS_SELECT),
];
