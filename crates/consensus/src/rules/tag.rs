//! A page alone: removes what has the tag of secondary matter, if it is a small part of the
//! page.

use dom::Tag;

use super::values;
use crate::{evidence::hints::Hints, site::View};

/// An element with less of the page's mass, and fewer of its words, than this is secondary.
const MAX_SHARE: f64 = 0.2;
const MAX_WORDS: f64 = 0.35;
/// Up to this share, the tag of navigation or a dialog is believed, and so is the
/// mark of hidden elements.
const SURE_MAX_SHARE: f64 = 0.4;
/// Lists of options are often longer than the page.
const SELECT_MAX_SHARE: f64 = 0.9;
/// A label with at most this many words is not text, …
const LABEL_MAX_WORDS: u32 = 6;
const LABEL_MAX_SHARE: f64 = 0.5;
/// … and neither is a button, except in a heading: questions and answers are made of
/// them.
const BUTTON_MAX_WORDS: u32 = 4;

pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    let page = view.page;
    let hints = view.settings().hints;
    let holds_values = values::holders(view);
    super::each(view, |i| {
        let element = &page.elements[i];
        let share = || view.share(i);
        let is_aside = match element.tag {
            Tag::SELECT => share() < SELECT_MAX_SHARE,
            Tag::LABEL => view.sums.words[i] <= LABEL_MAX_WORDS && share() < LABEL_MAX_SHARE,
            Tag::BUTTON => {
                view.sums.words[i] <= BUTTON_MAX_WORDS
                    && share() < MAX_SHARE
                    && !page
                        .upwards(i as u32)
                        .any(|at| is_heading(page.elements[at as usize].tag))
            }
            Tag::NAV | Tag::FOOTER | Tag::DIALOG => share() < SURE_MAX_SHARE,
            _ if element.hints.has(Hints::HIDDEN) => share() < SURE_MAX_SHARE,
            _ => {
                element.hints.has(Hints::ALONE_TAG)
                    && share() < MAX_SHARE
                    && view.word_share(i) < MAX_WORDS
                    && !holds_values[i]
            }
        };
        hints && is_aside && !view.holds_headline(i)
    })
}

fn is_heading(tag: Tag) -> bool {
    tag.is_heading() || matches!(tag, Tag::DT | Tag::SUMMARY)
}

#[cfg(test)]
mod tests {
    use crate::{Mode, Reason, testing::check_alone};

    #[test]
    fn small_parts_with_tags_of_side_matters() {
        let check = |behind, reason| check_alone(Mode::Reference, behind, reason);
        check("<form>Write to us today</form>", Some(Reason::Tag));
        check("<label>Your name</label>", Some(Reason::Tag));
        check(
            "<label>A whole sentence is not a name of a field</label>",
            None,
        );
        check("<button>Buy</button>", Some(Reason::Tag));
        check("<div hidden>Not seen by anyone</div>", Some(Reason::Tag));
    }

    #[test]
    fn forms_that_hold_values_stay() {
        let form = "<form>Price<p>$ 12<p>$ 13<p>$ 14</form>";
        check_alone(Mode::Reference, form, None);
    }
}
