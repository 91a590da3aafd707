//! Marks of an element that help to judge the lines below it: kinds of tags, roles, attributes and
//! names.

use dom::Tag;

use crate::evidence::{Element, hints::Hints};

/// The features' names: how many levels above a line such an element is.
pub(super) const NAMES: &str = "footer main article table li dl p list comment navigation article_hint role hidden modal main_role item_body \
    side_name value_name others_name hidden_attribute out_of_sight dialog";

/// The number of marks, and the places of some of them in the list of their names. Set by: that list.
pub(super) const N: usize = 22;
pub(super) const MAIN: usize = 1;
pub(super) const ARTICLE: usize = 2;
pub(super) const TABLE: usize = 3;
pub(super) const LI: usize = 4;
pub(super) const P: usize = 6;
pub(super) const COMMENT: usize = 8;

const _: () = {
    let (bytes, mut at, mut n) = (NAMES.as_bytes(), 0, 1);
    while at < bytes.len() {
        n += (bytes[at] == b' ') as usize;
        at += 1;
    }
    assert!(n == N, "there are as many names as marks");
};

fn of_tag(tag: Tag) -> Option<usize> {
    Some(match tag {
        Tag::FOOTER => 0,
        Tag::MAIN => MAIN,
        Tag::ARTICLE => ARTICLE,
        Tag::TABLE => TABLE,
        Tag::LI => LI,
        Tag::DL => 5,
        Tag::P => P,
        Tag::UL | Tag::OL => 7,
        _ => return None,
    })
}

/// Calls `found` with the place of each mark of an element in the list of names.
pub(super) fn each(element: &Element, mut found: impl FnMut(usize)) {
    if let Some(mark) = of_tag(element.tag) {
        found(mark);
    }
    // Most elements have no hints.
    if element.hints == Hints::default() {
        return;
    }
    for (mark, hint) in [
        (COMMENT, Hints::COMMENT),
        (9, Hints::NAVIGATION),
        (10, Hints::ARTICLE),
        (11, Hints::ROLE),
        (12, Hints::HIDDEN),
        (13, Hints::MODAL),
        (ARTICLE, Hints::ARTICLE_ROLE),
        (14, Hints::MAIN_ROLE),
        (15, Hints::ITEM_BODY),
        (16, Hints::ALONE),
        (17, Hints::VALUE),
        (18, Hints::OTHERS),
        (19, Hints::HIDDEN_ATTRIBUTE),
        (20, Hints::OUT_OF_SIGHT),
        (21, Hints::DIALOG),
    ] {
        if element.hints.has(hint) {
            found(mark);
        }
    }
}
