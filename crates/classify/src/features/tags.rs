//! Tags as numbers that a tree can split.

use dom::Tag;

/// Ranks tags from those that hold text to those that lead elsewhere.
pub(super) fn rank(tag: Tag) -> f32 {
    let rank: u8 = match tag {
        Tag::P => 0,
        Tag::BLOCKQUOTE => 1,
        Tag::PRE | Tag::CODE => 2,
        Tag::TD => 3,
        Tag::TH | Tag::CAPTION => 4,
        Tag::DD => 5,
        Tag::DT => 6,
        Tag::H1 => 7,
        Tag::H2 => 8,
        Tag::H3 => 9,
        Tag::H4 | Tag::H5 | Tag::H6 => 10,
        Tag::LI => 11,
        Tag::UL | Tag::OL | Tag::DL => 12,
        Tag::TR | Tag::TBODY | Tag::TABLE => 13,
        Tag::EM | Tag::STRONG | Tag::B | Tag::I => 14,
        Tag::MAIN => 15,
        Tag::ARTICLE => 16,
        Tag::SECTION => 17,
        Tag::DIV => 18,
        Tag::SPAN => 19,
        Tag::FIGURE | Tag::FIGCAPTION => 20,
        Tag::SUMMARY | Tag::DETAILS => 21,
        Tag::TIME | Tag::SMALL => 22,
        Tag::BODY => 23,
        Tag::HEADER => 24,
        Tag::A => 25,
        Tag::LABEL => 26,
        Tag::BUTTON => 27,
        Tag::FORM | Tag::FIELDSET => 28,
        Tag::ASIDE => 29,
        Tag::FOOTER => 30,
        Tag::NAV => 31,
        Tag::SELECT | Tag::OPTION => 32,
        Tag::DIALOG => 33,
        _ => 34,
    };
    f32::from(rank)
}
