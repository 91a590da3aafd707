//! The features of a line: one row of numbers, from the page and from its site, that the trees compare.
//!
//! Features are shares, levels and counts, but no logarithms: a tree only compares a number with another, and
//! divisions are the same on every machine. [`text`] looks at the characters of a line, [`counts`] sums over elements
//! on the way up, [`places`] finds on the way down where elements are, [`windows`] sums over neighbours, and [`site`]
//! compares with the other pages. Rows are computed for a [`chunk`] of lines at a time. [`page_features`] has features of a page that are computed from the probabilities
//! of its lines. [`names`] lists them all.

pub(crate) mod page_features;
pub(crate) mod structure_features;
mod chunk;
mod counts;
mod elements;
mod marks;
pub(crate) mod names;
mod page;
mod path;
mod places;
mod sums;
mod site;
mod table;
mod tags;
mod text;
mod windows;

use std::ops::Range;

use dom::Dom;

pub(crate) use self::{chunk::Chunk, table::Group};
use self::{
    counts::{Counts, PageCounts},
    places::{Place, Places},
    site::OF_REGION,
    text::{Kind, Text, Texts},
};
use crate::{
    evidence::{Evidence, Line, NONE},
    site::PageInSite,
};

/// The number of lines that are described at a time. Most pages have fewer, and then nothing is computed twice. Chosen: the
/// rows of a chunk take 1.6 MB for both ensembles, some percent of what the program takes.
const CHUNK: usize = 1024;

/// Everything that features are computed from, for the lines of one page, as far as it is not computed again for each
/// [`Chunk`] of lines.
#[derive(Debug)]
pub(crate) struct Features<'a> {
    page: &'a Evidence,
    view: &'a PageInSite<'a>,
    asks_article: bool,
    texts: Texts<'a>,
    /// The texts of the last chunk, which was read last.
    last_texts: Vec<Text>,
    /// Of each chunk, the counts of all lines before it.
    before_chunks: Vec<Counts>,
    counts: PageCounts<'a>,
    places: Places,
    /// The lines of headings, and their levels.
    headings: Vec<(u32, u8)>,
    /// The lines that are notices of copyright.
    notices: Vec<u32>,
    /// The first line of the headline.
    headline: Option<u32>,
    /// The first and the last line of running text.
    running: Option<(u32, u32)>,
    of_page: Vec<f32>,
    of_site: Vec<f32>,
    /// Of each region of the page.
    of_regions: Vec<[f32; OF_REGION.len()]>,
}

impl<'a> Features<'a> {
    /// Reads a page. `headline` is the element of its headline; `asks_article` says whether nothing but an article is
    /// asked for.
    pub(crate) fn read(
        dom: &'a Dom<'a>,
        view: &'a PageInSite<'a>,
        headline: Option<u32>,
        asks_article: bool,
    ) -> Features<'a> {
        let page = view.page;
        let n_lines = page.lines.len();
        let texts = Texts::new(dom, page);
        let (mut kinds, mut last_texts) = (Vec::with_capacity(n_lines), Vec::new());
        for chunk in chunks(n_lines) {
            last_texts = texts.read(chunk);
            kinds.extend(last_texts.iter().map(|text| text.kind));
        }
        let is_running = |kind: &Kind| kind.is_running;
        let first_running = kinds.iter().position(is_running);
        let last_running = kinds.iter().rposition(is_running);
        let counts = PageCounts::new(page, kinds);
        let mut before = Counts::default();
        let mut before_chunks = Vec::new();
        for chunk in chunks(n_lines) {
            before_chunks.push(before);
            chunk.for_each(|line| before += counts.of_line(line));
        }
        let mut features = Features {
            running: Option::zip(first_running, last_running).map(|(first, last)| (first as u32, last as u32)),
            headline: headline.and_then(|element| first_line(page, element)),
            headings: Vec::new(),
            notices: (0..n_lines as u32).filter(|&line| page.lines[line as usize].is_notice).collect(),
            of_page: Vec::new(),
            of_site: Vec::new(),
            of_regions: Vec::new(),
            places: Places::find(page, &counts),
            page,
            view,
            asks_article,
            texts,
            last_texts,
            before_chunks,
            counts,
        };
        features.read_page();
        features.read_site();
        features
    }

    /// Returns the number of lines.
    pub(crate) fn n_lines(&self) -> usize {
        self.page.lines.len()
    }

    /// Iterates over the lines of each chunk.
    pub(crate) fn chunks(&self) -> impl DoubleEndedIterator<Item = Range<usize>> + use<> {
        chunks(self.page.lines.len())
    }

    /// Reads the lines of a chunk once more. The last chunk is at hand.
    pub(crate) fn chunk(&self, lines: Range<usize>) -> Chunk<'_> {
        let is_last = lines.end == self.n_lines() && lines.len() == self.last_texts.len();
        let texts = if is_last { self.last_texts.clone() } else { self.texts.read(lines.clone()) };
        Chunk::new(self, lines.map(|line| line as u32).collect(), texts)
    }

    /// Reads some lines once more, which ascend: cuts them where a chunk ends.
    pub(crate) fn some<'s>(&'s self, lines: &'s [u32]) -> impl Iterator<Item = Chunk<'s>> {
        let chunk_of = |line: &u32| *line as usize / CHUNK;
        lines.chunk_by(move |one, next| chunk_of(one) == chunk_of(next)).map(|lines| {
            let texts = self.texts.read(lines.iter().map(|&line| line as usize));
            Chunk::new(self, lines.to_vec(), texts)
        })
    }

    /// Returns the place of an element, given that of its parent.
    fn place(&self, above: Option<&Place>, element: u32) -> Place {
        self.places.place(self.page, &self.counts, above, element)
    }

    /// Returns the last heading before a line, as its last line and its level.
    fn heading_before(&self, line: usize) -> Option<(u32, u8)> {
        let n_before = self.headings.partition_point(|&(other, _)| (other as usize) < line);
        n_before.checked_sub(1).map(|last| self.headings[last])
    }

    /// Returns whether a line is a part of a heading.
    fn is_heading(&self, line: usize) -> bool {
        self.headings.binary_search_by_key(&(line as u32), |&(heading, _)| heading).is_ok()
    }

    /// Returns the last line that is a notice of copyright, up to a line.
    fn notice_up_to(&self, line: usize) -> Option<u32> {
        let n_before = self.notices.partition_point(|&other| other as usize <= line);
        n_before.checked_sub(1).map(|last| self.notices[last])
    }

    /// Returns the element around an element, or [`NONE`], which is also the parent of [`NONE`].
    fn parent(&self, element: u32) -> u32 {
        let element = self.page.elements.get(element as usize);
        element.map_or(NONE, |element| element.parent)
    }
}

/// Cuts the lines of a page into chunks.
fn chunks(n_lines: usize) -> impl DoubleEndedIterator<Item = Range<usize>> + use<> {
    (0..n_lines).step_by(CHUNK).map(move |first| first..n_lines.min(first + CHUNK))
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
    use super::{tags::rank, *};

    /// Returns a feature of each line of a page alone.
    fn feature(source: &str, name: &str) -> Vec<f32> {
        let dom = Dom::parse(source);
        let page = Evidence::read(&dom);
        let view = PageInSite::alone(&page);
        let features = Features::read(&dom, &view, None, false);
        let names = names::names();
        let at = names.iter().position(|other| other == name).unwrap();
        let rows = features.chunks().flat_map(|lines| features.chunk(lines).rows(names.len()).into_rows());
        rows.inspect(|row| assert!(row.iter().all(|value| value.is_finite()))).map(|row| row[at]).collect()
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
    fn blocks_are_hidden_in_several_ways() {
        let source = "<div hidden>a</div><div style='display: none'>b</div><div style='left: -9999px'><p>c</div><dialog>\
            d</dialog><div popover>e</div><p>f";
        let far = f32::from(places::FAR);
        assert_eq!(feature(source, "up_hidden"), [0.0, 0.0, far, far, far, far]);
        assert_eq!(feature(source, "up_hidden_attribute"), [0.0, far, far, far, far, far]);
        assert_eq!(feature(source, "up_out_of_sight"), [far, far, 1.0, far, far, far]);
        assert_eq!(feature(source, "up_dialog"), [far, far, far, 0.0, 0.0, far]);
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
    fn what_of_the_page_stands_in_boxes_for_comments() {
        let running = "One of the sentences that run on and on until they end at last, which takes a while.";
        let source = format!("<p>a b<p>{running}<div class=comment><p>{running} c</div>");
        let words = running.split(' ').count() as f32;
        let of_first = |name: &str| feature(&source, name)[0];
        assert_eq!(of_first("page_in_comment"), (words + 1.0) / (2.0 * words + 3.0));
        assert_eq!(of_first("page_running_in_comment"), (words + 1.0) / (2.0 * words + 1.0));
    }

    #[test]
    fn any_page_has_features() {
        for source in ["x", "<table>a<tr><td>b", "<p>\u{fdfa}\u{0}", "<a href=x>a<div>b</div>c"] {
            assert!(!feature(source, "words").is_empty(), "{source}");
        }
    }
}
