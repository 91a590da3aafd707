//! Removes lines that are a link and nothing else from articles, except
//! headlines.

use dom::Tag;

use crate::{evidence::Line, site::View};

/// A line with more of its words in links than this is a link with ornaments.
const MIN_LINKS: f64 = 0.8;

pub(crate) fn goes(view: &View<'_>, line: &Line) -> bool {
    MIN_LINKS * f64::from(line.words) < f64::from(line.link_words)
        && !view
            .page
            .upwards(line.owner)
            .any(|at| view.page.elements[at as usize].tag == Tag::H1)
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, Reason,
        testing::{gone, kept, pages, story},
    };

    #[test]
    fn lines_of_links_go_from_articles() {
        let sources = pages(|page| {
            format!(
                "<body><div>{}<p><a href=x>Read r{page}</a></p></div>",
                story(page)
            )
        });
        assert_eq!(
            gone(Mode::Article, &sources),
            [("p".to_owned(), Reason::LinkLine)]
        );
        assert!(kept(Mode::Reference, &sources).ends_with("Read r0"));
    }
}
