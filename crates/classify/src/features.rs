//! The features of a line: one row of numbers, from the page and from its site, that the trees compare.
//!
//! Features are shares, levels and counts, but no logarithms: a tree only compares a number with another, and
//! divisions are the same on every machine. [`text`] looks at the characters of a line, [`counts`] sums over elements
//! on the way up, [`places`] finds on the way down where elements are, [`windows`] sums over neighbours, and [`site`]
//! compares with the other pages. [`page_features`] has features of a page that are computed from the probabilities
//! of its lines. [`names`] lists them all.

pub(crate) mod page_features;
pub(crate) mod structure_features;
mod counts;
mod elements;
mod marks;
pub(crate) mod names;
mod page;
mod places;
mod sink;
mod site;
mod tags;
mod text;
mod windows;

use dom::Dom;

pub(crate) use self::sink::Sink;
use self::{
    counts::{Counts, share},
    names::{LEVELS, NEIGHBOURS, OF_LEVEL, OF_NEIGHBOUR, OF_PART, OF_ROW, RADII, UNKNOWN},
    places::Places,
    site::Before,
    tags::rank,
    text::Text,
    windows::Windows,
};
use crate::{
    evidence::{Evidence, Line, NONE},
    site::PageInSite,
};

/// Everything that features are computed from, for the lines of one page.
#[derive(Debug)]
pub(crate) struct Features<'a> {
    page: &'a Evidence,
    view: &'a PageInSite<'a>,
    asks_article: bool,
    texts: Vec<Text>,
    counts: Vec<Counts>,
    places: Places,
    /// The block that each line is in.
    blocks: Vec<u32>,
    windows: Windows,
    /// Shares of the lines before each line.
    before: Before,
    /// For each line the last line of the preceding heading, or none.
    last_headings: Vec<u32>,
    /// For each line the last one up to it that is a notice of copyright, or none.
    last_notices: Vec<u32>,
    /// The first line of the headline.
    headline: Option<u32>,
    /// The first and the last line of running text.
    running: Option<(u32, u32)>,
    of_page: Vec<f32>,
    of_site: Vec<f32>,
}

impl<'a> Features<'a> {
    /// Reads a page. `headline` is the element of its headline; `asks_article` says whether nothing but an article is
    /// asked for.
    pub(crate) fn read(
        dom: &Dom<'_>,
        view: &'a PageInSite<'a>,
        headline: Option<u32>,
        asks_article: bool,
    ) -> Features<'a> {
        let page = view.page;
        let texts = text::read(dom, page);
        let of_lines: Vec<Counts> = (0..page.lines.len()).map(|line| Counts::of_line(page, &texts, line)).collect();
        let counts = counts::count(page, &of_lines);
        let places = Places::find(page, &counts);
        let is_running = |&i: &usize| texts[i].is_running;
        let n_lines = page.lines.len();
        let first_running = (0..n_lines).find(is_running);
        let last_running = (0..n_lines).rfind(is_running);
        let mut features = Features {
            running: Option::zip(first_running, last_running).map(|(first, last)| (first as u32, last as u32)),
            headline: headline.and_then(|element| first_line(page, element)),
            last_headings: Vec::with_capacity(n_lines),
            last_notices: Vec::with_capacity(n_lines),
            windows: Windows::new(&of_lines),
            before: Before::new(view),
            blocks: (page.lines.iter()).map(|line| block(page, line.owner)).collect(),
            of_page: Vec::new(),
            of_site: Vec::new(),
            page,
            view,
            asks_article,
            texts,
            counts,
            places,
        };
        features.find_headings();
        features.find_notices();
        features.read_page();
        features.read_site();
        features
    }

    fn find_notices(&mut self) {
        let mut last = NONE;
        for (i, line) in self.page.lines.iter().enumerate() {
            if line.is_notice {
                last = i as u32;
            }
            self.last_notices.push(last);
        }
    }

    fn find_headings(&mut self) {
        let mut last = NONE;
        for (i, line) in self.page.lines.iter().enumerate() {
            // The heading is noted only after this line, since a heading does not precede itself.
            self.last_headings.push(last);
            if self.places.places[line.owner as usize].heading > 0 {
                last = i as u32;
            }
        }
    }

    /// Computes the features of a line. What the line has in common with the line before, because both are in the
    /// same elements, is not computed again if the sink can repeat it. So lines must be taken in order.
    pub(crate) fn fill(&self, line: usize, row: &mut impl Sink) {
        let owner = self.page.lines[line].owner;
        let block = self.blocks[line];
        self.of_line(line, owner, block, row);
        let place = &self.places.places[owner as usize];
        let before = line
            .checked_sub(1)
            .map(|before| Beside { owner: self.page.lines[before].owner, block: self.blocks[before] });
        let has_owner = before.as_ref().is_some_and(|before| before.owner == owner);
        // A sink that cannot repeat features returns false, and gets them once more.
        if !(has_owner && row.repeat(marks::N)) {
            row.put(place.levels.map(f32::from));
        }
        let (mut level, mut level_before) = (block, before.as_ref().map(|before| before.block));
        // From the level on at which both lines are in the same element, all elements above are the same as well.
        for _ in 0..LEVELS {
            if !(level_before == Some(level) && row.repeat(OF_LEVEL.len())) {
                self.of_level(level, row);
            }
            level = self.parent(level);
            level_before = level_before.map(|level| self.parent(level));
        }
        if !(has_owner && row.repeat(OF_ROW.len())) {
            self.of_row(place, row);
        }
        let place_before = before.as_ref().map(|before| &self.places.places[before.owner as usize]);
        let parts_before = place_before.map(|place| [place.section, place.branch]);
        for (i, part) in [place.section, place.branch].into_iter().enumerate() {
            let is_same = parts_before.is_some_and(|parts| parts[i] == part);
            if !(is_same && row.repeat(OF_PART.len())) {
                self.of_part(part, row);
            }
        }
        for offset in NEIGHBOURS {
            self.of_neighbour(line.checked_add_signed(offset), row);
        }
        for radius in RADII {
            let around = self.windows.around(line, radius);
            row.put([around.running_share(), around.link_share(), around.words_a_line()]);
        }
        self.of_position(line, row);
        row.put_common(&self.of_page);
        self.of_shares(line, row);
        self.of_regions(owner, before.map(|before| before.owner), row);
        row.put_common(&self.of_site);
    }

    /// Returns the element around an element, or [`NONE`], which is also the parent of [`NONE`].
    fn parent(&self, element: u32) -> u32 {
        let element = self.page.elements.get(element as usize);
        element.map_or(NONE, |element| element.parent)
    }

    fn of_line(&self, i: usize, owner: u32, block: u32, row: &mut impl Sink) {
        let (line, text) = (&self.page.lines[i], &self.texts[i]);
        let place = &self.places.places[owner as usize];
        let flag = |is: bool| f32::from(u8::from(is));
        row.put([
            line.words as f32,
            share(text.chars, line.words),
            share(line.link_words, line.words),
            text.ends as f32,
            share(text.punctuation, line.words),
            share(text.digits, text.chars),
            share(text.capitals, text.chars),
            share(text.names, line.words),
            text.symbols as f32,
            f32::from(text.last as u8),
            flag(text.has_year),
            flag(text.is_running),
            text.title,
            text.declared[0],
            text.declared[1],
            flag(text.is_price),
            rank(self.page.elements[owner as usize].tag),
            rank(self.page.elements[block as usize].tag),
        ]);
        row.put(place.outside.map(f32::from));
    }

    fn of_neighbour(&self, other: Option<usize>, row: &mut impl Sink) {
        let Some(other) = other.and_then(|i| self.page.lines.get(i)) else {
            row.put([UNKNOWN; OF_NEIGHBOUR.len()]);
            return;
        };
        row.put([share(other.link_words, other.words), rank(self.page.elements[other.owner as usize].tag)]);
    }

    fn of_position(&self, line: usize, row: &mut impl Sink) {
        let i = line as i64;
        let Counts { words: before, prices, .. } = self.windows.before(line);
        let whole = self.counts[0].words;
        let heading = self.last_headings[line];
        let of_heading = self.page.lines.get(heading as usize);
        let (first, last) = self.running.unwrap_or((0, 0));
        row.put([
            line as f32,
            share(before, whole),
            before as f32,
            prices as f32,
            // A line above the headline has a negative distance from it, so -1 cannot stand for a page without a
            // headline.
            self.headline.map_or(-999.0, |headline| (i - i64::from(headline)) as f32),
            (i - i64::from(first)) as f32,
            (i64::from(last) - i) as f32,
            of_heading.map_or(-1.0, |_| (i - i64::from(heading)) as f32),
            of_heading.map_or(0.0, |of_heading| f32::from(self.places.places[of_heading.owner as usize].heading)),
            of_heading.map_or(-1.0, |of_heading| share(of_heading.link_words, of_heading.words)),
            of_heading.map_or(-1.0, |of_heading| of_heading.words as f32),
            match self.last_notices[line] {
                NONE => UNKNOWN,
                last => (i - i64::from(last)) as f32,
            },
        ]);
    }
}

/// The elements that the line before is in.
struct Beside {
    owner: u32,
    block: u32,
}

/// The nearest block that an element is, or is in.
fn block(page: &Evidence, element: u32) -> u32 {
    let is_block = |&at: &u32| page.elements[at as usize].tag.is_block();
    page.upwards(element).find(is_block).unwrap_or(0)
}

/// The first line in an element.
fn first_line(page: &Evidence, element: u32) -> Option<u32> {
    let inside = |line: &Line| page.contains(element, line.owner);
    page.lines.iter().position(inside).map(|line| line as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a feature of each line of a page alone.
    fn feature(source: &str, name: &str) -> Vec<f32> {
        let dom = Dom::parse(source);
        let page = Evidence::read(&dom);
        let view = PageInSite::alone(&page);
        let features = Features::read(&dom, &view, None, false);
        let names = names::names();
        let at = names.iter().position(|other| other == name).unwrap();
        let mut row = Vec::new();
        (0..page.lines.len())
            .map(|line| {
                row.clear();
                features.fill(line, &mut row);
                assert_eq!(row.len(), names.len());
                assert!(row.iter().all(|value| value.is_finite()));
                row[at]
            })
            .collect()
    }

    #[test]
    fn names_are_unique() {
        let mut names = names::names();
        let n_names = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), n_names);
    }

    #[test]
    fn levels_are_counted_upwards() {
        let source = "<footer><p>a</p></footer><p><b>b</b> c</p>";
        assert_eq!(feature(source, "up_footer"), [1.0, 30.0]);
        assert_eq!(feature(source, "up_p"), [0.0, 0.0]);
    }

    #[test]
    fn rows_of_siblings() {
        let source = "<ul><li>a b<li>c<li><a href=x>d</a><input></ul><p>e";
        assert_eq!(feature(source, "level0_siblings"), [3.0, 3.0, 3.0, 1.0]);
        assert_eq!(feature(source, "row_share"), [0.8, 0.8, 0.8, -1.0]);
        assert_eq!(feature(source, "row_link_share"), [0.25, 0.25, 0.25, -1.0]);
        let each = 1.0 / 3.0;
        assert_eq!(feature(source, "row_inputs_each"), [each, each, each, -1.0]);
    }

    #[test]
    fn what_is_outside_the_container() {
        let story = "<p>One of the sentences that run on and on until they end.".repeat(5);
        let source = format!("<ul><li>Menu</ul><div><div>{story}</div></div>");
        let outside = feature(&source, "outside80");
        assert_eq!((outside[0], outside[1]), (2.0, 0.0));
    }

    #[test]
    fn neighbours_and_shares() {
        let source = "<p>a b</p><p><a href=x>c</a></p><div>d</div>";
        assert_eq!(feature(source, "next+1_link_share"), [1.0, 0.0, -1.0]);
        assert_eq!(feature(source, "next-1_link_share"), [-1.0, 0.0, 1.0]);
        assert_eq!(feature("<dt>Price<dd>7 euros", "next-1_tag"), [-1.0, rank(dom::Tag::DT)]);
        assert_eq!(feature(source, "at_share_before"), [0.0, 0.5, 0.75]);
        let source = "<p>a<p>\u{a9} b<p>c<p>d";
        assert_eq!(feature(source, "at_from_copyright"), [-1.0, 0.0, 1.0, 2.0]);
    }

    #[test]
    fn any_page_has_features() {
        for source in ["x", "<table>a<tr><td>b", "<p>\u{fdfa}\u{0}", "<a href=x>a<div>b</div>c"] {
            assert!(!feature(source, "words").is_empty(), "{source}");
        }
    }
}
