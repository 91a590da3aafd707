//! Marks of an element that help to judge the lines below it: kinds of tags, roles, attributes and
//! names.

use dom::Tag;

use crate::evidence::{Element, hints::Hints};

/// The marks, one bit each, in the order of [`NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Marks(u64);

/// The features' names: how many levels above a line such an element is.
pub(super) const NAMES: [&str; N] = [
    "nav",
    "aside",
    "footer",
    "header",
    "main",
    "article",
    "form",
    "table",
    "li",
    "dl",
    "button",
    "label",
    "figure",
    "blockquote",
    "pre",
    "section",
    "a",
    "dialog",
    "heading",
    "p",
    "td",
    "details",
    "noscript",
    "list",
    "consent",
    "comment",
    "navigation",
    "article_hint",
    "role",
    "hidden",
    "modal",
    "main_role",
    "item_body",
    "item_other",
    "aria_hidden",
    "aria_state",
    "side_name",
    "reviews",
];

/// The number of marks.
pub(super) const N: usize = 38;

fn of_tag(tag: Tag) -> Option<usize> {
    Some(match tag {
        Tag::NAV => 0,
        Tag::ASIDE => 1,
        Tag::FOOTER => 2,
        Tag::HEADER => 3,
        Tag::MAIN => 4,
        Tag::ARTICLE => 5,
        Tag::FORM => 6,
        Tag::TABLE => 7,
        Tag::LI => 8,
        Tag::DL => 9,
        Tag::BUTTON => 10,
        Tag::LABEL => 11,
        Tag::FIGURE => 12,
        Tag::BLOCKQUOTE => 13,
        Tag::PRE => 14,
        Tag::SECTION => 15,
        Tag::A => 16,
        Tag::DIALOG => 17,
        tag if tag.is_heading() => 18,
        Tag::P => 19,
        Tag::TD => 20,
        Tag::DETAILS => 21,
        Tag::NOSCRIPT => 22,
        Tag::UL | Tag::OL => 23,
        _ => return None,
    })
}

impl Marks {
    /// Returns an element's marks.
    pub(super) fn of(element: &Element) -> Marks {
        let mut marks = Marks::default();
        if let Some(bit) = of_tag(element.tag) {
            marks.set(bit);
        }
        for (bit, hint) in [
            (24, Hints::CONSENT),
            (25, Hints::COMMENT),
            (26, Hints::NAVIGATION),
            (27, Hints::ARTICLE),
            (28, Hints::ROLE),
            (29, Hints::HIDDEN),
            (30, Hints::MODAL),
            (5, Hints::ARTICLE_ROLE),
            (31, Hints::MAIN_ROLE),
            (32, Hints::ITEM_BODY),
            (33, Hints::ITEM_OTHER),
            (34, Hints::ARIA_HIDDEN),
            (35, Hints::ARIA_STATE),
            (36, Hints::ALONE),
            (37, Hints::REVIEWS),
        ] {
            if element.hints.has(hint) {
                marks.set(bit);
            }
        }
        marks
    }

    fn set(&mut self, bit: usize) {
        self.0 |= 1 << bit;
    }

    /// Lists the marks that it has.
    pub(super) fn bits(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            bit
        })
    }
}
