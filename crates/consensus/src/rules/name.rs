//! A page alone: removes what has the name or role of secondary matter, if it is a small part of the
//! page.

use dom::Tag;

use super::values;
use crate::{
    evidence::{NONE, hints::Hints},
    site::View,
};

/// An element with less of the page's mass than this …
const MAX_SHARE: f64 = 0.2;
/// … and fewer of its words …
const MAX_WORDS: f64 = 0.35;
/// … or than this, if it calls itself navigation, is secondary.
const NAVIGATION_MAX_WORDS: f64 = 0.8;
/// Lists of cookies are often longer than the page.
const CONSENT_MAX_SHARE: f64 = 0.8;
const CONSENT_MAX_WORDS: f64 = 0.9;
pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    let page = view.page;
    let hints = view.settings().hints;
    // Names in tables are names of values.
    let mut in_table = vec![false; page.elements.len()];
    for (i, element) in page.elements.iter().enumerate() {
        in_table[i] = (element.parent != NONE && in_table[element.parent as usize])
            || matches!(element.tag, Tag::TABLE | Tag::DL);
    }
    let holds_values = values::holders(view);
    super::each(view, |i| {
        let (found, share) = (page.elements[i].hints, || view.share(i));
        let navigation = Hints::NAVIGATION.with(Hints::ROLE);
        let is_aside = (found.has(Hints::CONSENT)
            && share() < CONSENT_MAX_SHARE
            && view.word_share(i) < CONSENT_MAX_WORDS)
            || (found.has(navigation)
                && share() < MAX_SHARE
                && view.word_share(i) < NAVIGATION_MAX_WORDS)
            || (found.has(Hints::ALONE) && share() < MAX_SHARE && view.word_share(i) < MAX_WORDS);
        hints && is_aside && !in_table[i] && !holds_values[i] && !view.holds_headline(i)
    })
}

#[cfg(test)]
mod tests {
    use crate::{Mode, Reason, testing::check_alone};

    #[test]
    fn small_parts_with_names_of_side_matters() {
        let check = |behind, reason| check_alone(Mode::Reference, behind, reason);
        check("<div class=share-bar>Tell others</div>", Some(Reason::Name));
        check("<div class=bar>Tell others</div>", None);
        check("<div id=cookies>We bake them</div>", Some(Reason::Name));
        check("<table><tr><td class=country>Chile</table>", None);
    }

    #[test]
    fn what_holds_values_stays() {
        let sidebar = "<div class=sidebar><p>3 eggs<p>200 g flour<p>1 l milk</div>";
        check_alone(Mode::Reference, sidebar, None);
    }
}
