//! A page alone: removes what its property calls an author, a date or a count, because it describes
//! the content.

use crate::{evidence::hints::Hints, site::View};

/// An element with less of the page's mass than this is not content.
const MAX_SHARE: f64 = 0.2;

pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    let hints = view.settings().hints;
    super::each(view, |i| {
        hints
            && view.page.elements[i].hints.has(Hints::PROPERTY)
            && view.share(i) < MAX_SHARE
            && !view.holds_headline(i)
    })
}

#[cfg(test)]
mod tests {
    use crate::{Mode, Reason, testing::check_alone};

    #[test]
    fn what_describes_the_content() {
        let check = |behind, reason| check_alone(Mode::Reference, behind, reason);
        check("<div itemprop=author>Ann</div>", Some(Reason::Property));
        check(
            "<div itemprop='x datePublished'>In May</div>",
            Some(Reason::Property),
        );
        check("<div itemprop=text>In May</div>", None);
    }
}
