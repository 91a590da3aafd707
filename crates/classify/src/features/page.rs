//! What is computed from the page and is the same for all its lines.

use dom::Tag;

use super::{
    Features,
    counts::{Counts, share},
    marks,
    path::Path,
    places::{self, Row},
    table::features,
};
use crate::evidence::{Element, declared::Declared, hints::Hints};

/// The marks of elements whose share of the page's words is a feature.
const MARKS_INSIDE: [usize; 6] = [marks::MAIN, marks::ARTICLE, marks::P, marks::LI, marks::TABLE, marks::COMMENT];

impl Features<'_> {
    /// Computes these features once for a page, and finds its headings on the way.
    pub(super) fn read_page(&mut self) {
        let whole = self.counts.whole();
        let elements = &self.page.elements;
        let mut inside = [0_u32; marks::N];
        let mut running_in_comment = 0;
        let (mut path, mut headings) = (Path::new(), Vec::new());
        for (i, (line, kind)) in self.page.lines.iter().zip(self.counts.kinds()).enumerate() {
            let place = path.go_to(self.page, line.owner, |above, element| self.place(above, element));
            if place.heading > 0 {
                headings.push((i as u32, place.heading));
            }
            let levels = place.levels;
            for mark in MARKS_INSIDE {
                if levels[mark] < places::FAR {
                    inside[mark] += line.words;
                }
            }
            if kind.is_running && levels[marks::COMMENT] < places::FAR {
                running_in_comment += line.words;
            }
        }
        let comments = elements.iter().filter(|element| element.hints.has(Hints::COMMENT)).count();
        let running = self.counts.kinds().iter().filter(|kind| kind.is_running).count() as u32;
        self.of_page = page(&PageSums {
            whole,
            running,
            elements,
            comments,
            inside,
            running_in_comment,
            row: self.places.largest_row.unwrap_or_default(),
            // This is the middle one of three containers.
            container: self.counts.of(self.places.containers[1]),
            declared: self.page.declared,
        })
        .into();
        self.headings = headings;
    }
}

/// What the features of a page are computed from.
struct PageSums<'a> {
    whole: Counts,
    /// The number of lines of running text.
    running: u32,
    elements: &'a [Element],
    /// The number of elements whose names say that they hold comments.
    comments: usize,
    /// For each of [`MARKS_INSIDE`], the words in elements with this mark.
    inside: [u32; marks::N],
    running_in_comment: u32,
    row: Row,
    container: Counts,
    declared: Declared,
}

impl PageSums<'_> {
    fn number(&self, tag: Tag) -> f32 {
        self.elements.iter().filter(|element| element.tag == tag).count() as f32
    }

    fn inside(&self, mark: usize) -> f32 {
        share(self.inside[mark], self.whole.words)
    }
}

features! {
    /// Of the page.
    pub(super) OF_PAGE = fn page(sums: &PageSums<'_>) {
        "words", Page: sums.whole.words as f32;
        "lines", Page: sums.whole.lines as f32;
        "link_share", Page: sums.whole.link_share();
        "running_lines", Page: sums.running as f32;
        "forms", Page: sums.number(Tag::FORM);
        "prices", Page: sums.whole.prices as f32;
        "images", Page: sums.whole.images as f32;
        "h1", Page: sums.number(Tag::H1);
        "h2", Page: sums.number(Tag::H2);
        "h3", Page: sums.number(Tag::H3);
        "articles", Page: sums.number(Tag::ARTICLE);
        "mains", Page: sums.number(Tag::MAIN);
        "inputs", Page: sums.whole.inputs as f32;
        "sections", Page: sums.number(Tag::SECTION);
        "comment_names", Page: sums.comments as f32;
        "in_main", Page: sums.inside(marks::MAIN);
        "in_article", Page: sums.inside(marks::ARTICLE);
        "in_p", Page: sums.inside(marks::P);
        "in_li", Page: sums.inside(marks::LI);
        "in_table", Page: sums.inside(marks::TABLE);
        "in_comment", Page: sums.inside(marks::COMMENT);
        "running_in_comment", Page: share(sums.running_in_comment, sums.whole.running);
        "row_n", Page: sums.row.n as f32;
        "row_share", Page: share(sums.row.counts.words, sums.whole.words);
        "row_link_share", Page: sums.row.counts.link_share();
        "row_images", Page: share(sums.row.counts.images, sums.row.n);
        "row_prices", Page: share(sums.row.counts.prices, sums.row.n);
        "container_share", Page: share(sums.container.words, sums.whole.words);
        // Each declaration has a bit of its own, so one number tells all combinations apart.
        "declared", Page: f32::from(u8::from(sums.declared.article) + 2 * u8::from(sums.declared.product) + 4 * u8::from(sums.declared.data));
        "words_a_running_line", Page: share(sums.whole.running, sums.running);
    }
}
