//! Removes what a tag, role or name marks as secondary in an article, if the site keeps little text there.

use super::each;
use crate::{evidence::hints::Hints, site::View};

/// A hinted region with less than this share of its pages' mass is not text.
const MAX_SHARE: f64 = 0.2;

pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    let aside = Hints::ASIDE_TAG
        .with(Hints::ARTICLE)
        .with(Hints::ROLE)
        .with(Hints::HIDDEN);
    let hints = view.settings().hints;
    each(view, |i| {
        hints && view.page.elements[i].hints.has(aside) && view.region_of(i).share() < MAX_SHARE
    })
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, Reason,
        testing::{check_behind, gone, own_words, pages, story},
    };

    #[test]
    fn hints_in_article_mode() {
        for tag in [
            "aside",
            "div class=relatedStories",
            "div role=search",
            "div hidden",
            "ul style='display: none'",
        ] {
            check_behind(
                Mode::Article,
                |page| format!("<{tag}>{}", own_words(page, 9)),
                Some(Reason::Hint),
            );
        }
    }

    #[test]
    fn hints_on_most_of_the_text_are_not_believed() {
        let sources = pages(|page| format!("<body><div class=related>{}</div>", story(page)));
        assert_eq!(gone(Mode::Article, &sources), []);
    }
}
