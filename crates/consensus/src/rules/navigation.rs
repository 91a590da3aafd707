//! Removes what a tag, role or name marks as navigation from any page but an article, if the site keeps little text
//! there.

use super::each;
use crate::{
    evidence::hints::Hints,
    site::{View, mode::Mode},
};

/// A region with less than this share of its pages' mass is not text.
const MAX_SHARE: f64 = 0.2;

/// On records only tags and roles count: a class may well name a value.
pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    let mut navigation = Hints::NAVIGATION_TAG.with(Hints::ROLE);
    if view.mode != Mode::Data {
        navigation = navigation.with(Hints::NAVIGATION);
    }
    let hints = view.settings().hints;
    each(view, |i| {
        hints
            && view.page.elements[i].hints.has(navigation)
            && view.region_of(i).share() < MAX_SHARE
    })
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, Reason,
        testing::{check_behind, own_words},
    };

    #[test]
    fn navigation() {
        let nav = |page| format!("<nav>{}</nav>", own_words(page, 6));
        check_behind(Mode::Reference, nav, Some(Reason::Navigation));
        check_behind(Mode::Data, nav, Some(Reason::Navigation));
        let named = |page| format!("<div class=pager>{}</div>", own_words(page, 6));
        check_behind(Mode::Reference, named, Some(Reason::Navigation));
    }
}
