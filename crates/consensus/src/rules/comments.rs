//! Removes readers' comments from articles.

use dom::Tag;

use super::each;
use crate::{
    evidence::{Evidence, hints::Hints},
    site::View,
};

/// A region of comments may hold most of a page's words, but not all except a
/// few.
const MAX_SHARE: f64 = 0.8;

pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    let hints = view.settings().hints;
    each(view, |i| {
        hints
            && view.page.elements[i].hints.has(Hints::COMMENT)
            && view.region_of(i).share() < MAX_SHARE
            && !holds_h1(view.page, i)
    })
}

fn holds_h1(page: &Evidence, i: usize) -> bool {
    let first = page
        .headings
        .partition_point(|heading| heading.element < i as u32);
    page.headings[first..]
        .iter()
        .take_while(|heading| page.contains(i as u32, heading.element))
        .any(|heading| page.elements[heading.element as usize].tag == Tag::H1)
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, Reason,
        testing::{check_behind, story},
    };

    #[test]
    fn comments() {
        let comments = |page: usize| format!("<div id=disqus_thread>{}</div>", story(page + 10));
        check_behind(Mode::Article, comments, Some(Reason::Comments));
    }
}
