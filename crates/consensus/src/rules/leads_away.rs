//! A page alone: removes a heading that leads to other pages, with what is below it.

use dom::Tag;

use crate::{evidence::phrases::Phrases, site::View};

/// The part below the heading is not content if it has less of the page's words and mass than this …
const MAX_WORDS: f64 = 0.5;
const MAX_SHARE: f64 = 0.5;
/// … and more links.
const MIN_LINKS: f64 = 0.2;
/// A heading has at most this many words.
const HEADING_MAX_WORDS: u32 = 8;

pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    let page = view.page;
    let mut marked = vec![false; page.elements.len()];
    if !view.settings().hints {
        return marked;
    }
    for line in &page.lines {
        if !line.says.has(Phrases::AWAY) || HEADING_MAX_WORDS < line.words {
            continue;
        }
        let is_heading = |at: u32| {
            let tag = page.elements[at as usize].tag;
            tag.is_heading() && tag != Tag::H1
        };
        if !page.upwards(line.owner).any(is_heading) {
            continue;
        }
        // The lowest element that holds more than the heading.
        let holder = page
            .upwards(line.owner)
            .find(|&at| line.words < view.sums.words[at as usize]);
        let Some(holder) = holder.map(|at| at as usize) else {
            continue;
        };
        marked[holder] |= view.word_share(holder) < MAX_WORDS
            && view.share(holder) < MAX_SHARE
            && MIN_LINKS < view.link_share(holder)
            && !view.holds_headline(holder);
    }
    marked
}

#[cfg(test)]
mod tests {
    use crate::{Mode, Reason, testing::check_alone};

    #[test]
    fn headings_and_what_is_below_them() {
        let below = |heading: &str| {
            format!(
                "<div><h2>{heading}</h2>from the same shop <a href=a>a kettle</a> <a href=b>a pan</a></div>"
            )
        };
        check_alone(
            Mode::Data,
            &below("Related products"),
            Some(Reason::LeadsAway),
        );
        check_alone(Mode::Data, &below("What is in the box"), None);
    }
}
