//! A page alone: removes the reviews of a record.

use crate::{evidence::hints::Hints, site::View};

/// A block with less of the page's mass, and fewer of its words, than this is not the whole content.
const MAX_SHARE: f64 = 0.6;
const MAX_WORDS: f64 = 0.5;

pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    let hints = view.settings().hints;
    super::each(view, |i| {
        let element = &view.page.elements[i];
        hints
            && element.tag.is_block()
            && element.hints.has(Hints::REVIEWS)
            && view.share(i) < MAX_SHARE
            && view.word_share(i) < MAX_WORDS
            && !view.holds_headline(i)
    })
}

#[cfg(test)]
mod tests {
    use crate::{Mode, Reason, testing::check_alone};

    #[test]
    fn reviews_of_records() {
        let reviews = "<div class=reviews>Does what it should</div>";
        check_alone(Mode::Data, reviews, Some(Reason::Reviews));
        check_alone(Mode::Reference, reviews, None);
    }
}
