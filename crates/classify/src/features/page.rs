//! What is computed from the page and is the same for all its lines.

use dom::Tag;

use super::{
    Features,
    counts::share,
    marks,
    path::Path,
    places::{self, Row},
};
use crate::evidence::hints::Hints;

/// The marks of elements whose share of the page's words is a feature.
const MARKS_INSIDE: [usize; 6] = [marks::MAIN, marks::ARTICLE, marks::P, marks::LI, marks::TABLE, marks::COMMENT];

impl Features<'_> {
    /// Computes these features once for a page, and finds its headings on the way.
    pub(super) fn read_page(&mut self) {
        let whole = self.counts.whole();
        let elements = &self.page.elements;
        let number = |tag: Tag| elements.iter().filter(|element| element.tag == tag).count() as f32;
        // These are the words for the features from `in_main` to `in_comment`, in their order.
        let mut inside = [0_u32; MARKS_INSIDE.len()];
        let mut running_in_comment = 0;
        let (mut path, mut headings) = (Path::new(), Vec::new());
        for (i, (line, kind)) in self.page.lines.iter().zip(self.counts.kinds()).enumerate() {
            let place = path.go_to(self.page, line.owner, |above, element| self.place(above, element));
            if place.heading > 0 {
                headings.push((i as u32, place.heading));
            }
            let levels = place.levels;
            for (words, mark) in inside.iter_mut().zip(MARKS_INSIDE) {
                if levels[mark] < places::FAR {
                    *words += line.words;
                }
            }
            if kind.is_running && levels[marks::COMMENT] < places::FAR {
                running_in_comment += line.words;
            }
        }
        let comments = elements.iter().filter(|element| element.hints.has(Hints::COMMENT)).count();
        let running = self.counts.kinds().iter().filter(|kind| kind.is_running).count() as u32;
        // This is the middle one of three containers.
        let container = self.counts.of(self.places.containers[1]);
        let Row { n, counts: row } = self.places.largest_row.unwrap_or_default();
        let declared = self.page.declared;
        let mut of_page = vec![
            whole.words as f32,
            whole.lines as f32,
            whole.link_share(),
            running as f32,
            number(Tag::FORM),
            whole.prices as f32,
            whole.images as f32,
            number(Tag::H1),
            number(Tag::H2),
            number(Tag::H3),
            number(Tag::ARTICLE),
            number(Tag::MAIN),
            whole.inputs as f32,
            number(Tag::SECTION),
            comments as f32,
        ];
        of_page.extend(inside.map(|words| share(words, whole.words)));
        of_page.extend([
            share(running_in_comment, whole.running),
            n as f32,
            share(row.words, whole.words),
            row.link_share(),
            share(row.images, n),
            share(row.prices, n),
            share(container.words, whole.words),
            // Each declaration has a bit of its own, so one number tells all combinations apart.
            f32::from(u8::from(declared.article) + 2 * u8::from(declared.product) + 4 * u8::from(declared.data)),
            share(whole.running, running),
        ]);
        self.of_page = of_page;
        self.headings = headings;
    }
}
