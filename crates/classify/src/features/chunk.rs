//! Some lines of a page, ready to be described.

use dom::Tag;
use gbdt::{Matrix, RowWriter};

use super::{
    Features, block,
    counts::{Counts, share},
    elements::{OF_LEVEL, OF_PART, OF_ROW},
    marks,
    path::Path,
    places::Place,
    site::Before,
    table::{UNKNOWN, features},
    tags::rank,
    text::Text,
    windows::{RADII, Windows},
};
use crate::evidence::Line;

/// The number of levels of elements, from the block of a line on, whose features a line has. Chosen: by eye.
pub(super) const LEVELS: usize = 5;
/// The distances of the lines whose features a line has as well, in lines. Chosen: of up to three on either side, those
/// that trees ask for.
pub(super) const NEIGHBOURS: [isize; 4] = [-3, -1, 1, 2];

/// Lines that ascend, with what their features are computed from besides what is known of the whole page.
#[derive(Debug)]
pub(crate) struct Chunk<'f> {
    pub(super) features: &'f Features<'f>,
    lines: Vec<u32>,
    texts: Vec<Text>,
    windows: Windows,
    pub(super) before: Before,
    path: Path<Place>,
    /// What the line that was described last is in.
    last: Option<Surroundings>,
}

/// The elements that a line is in, of which features are repeated.
#[derive(Clone, Copy, Debug)]
struct Surroundings {
    owner: u32,
    block: u32,
    parts: [u32; 2],
}

impl<'f> Chunk<'f> {
    /// Makes a chunk of lines that were cut where chunks end. `texts` are those of the lines.
    pub(super) fn new(features: &'f Features<'f>, lines: Vec<u32>, texts: Vec<Text>) -> Chunk<'f> {
        let first = lines.first().map_or(0, |&line| line as usize);
        let of = first..lines.last().map_or(0, |&line| line as usize + 1);
        let number = first / super::CHUNK;
        let mut before = features.before_chunks.get(number).copied().unwrap_or_default();
        for line in number * super::CHUNK..first {
            before += features.counts.of_line(line);
        }
        Chunk {
            windows: Windows::new(&features.counts, of.clone(), before),
            before: Before::new(features.view, of),
            path: Path::new(),
            last: None,
            features,
            lines,
            texts,
        }
    }

    /// Describes each line by a row of all features, of which there are so many.
    pub(crate) fn rows(mut self, n_features: usize) -> Matrix {
        Matrix::new(n_features, self.lines.len(), |at, row| {
            self.fill(at, row);
            // A matrix takes a row that is too short.
            debug_assert_eq!(row.n_written(), n_features);
        })
    }

    /// Computes the features of the line `at`, counted within the chunk. What the line has in common with the line that
    /// was described before, because both are in the same elements, is repeated. So lines must be taken in order.
    fn fill(&mut self, at: usize, row: &mut RowWriter<'_>) {
        let features = self.features;
        let line = self.lines[at] as usize;
        let owner = features.page.lines[line].owner;
        let place = self.path.go_to(features.page, owner, |above, element| features.place(above, element));
        let (levels, item, outside) = (place.levels, place.item, place.outside);
        let itself = Surroundings { owner, block: block(features.page, owner), parts: [place.section, place.branch] };
        let before = self.last.replace(itself);
        self.of_line(at, &itself, outside.map(f32::from), row);
        let has_owner = before.is_some_and(|before| before.owner == owner);
        if has_owner {
            row.repeat(marks::N);
        } else {
            row.put(levels.map(f32::from));
        }
        let (mut level, mut level_before) = (itself.block, before.map(|before| before.block));
        // From the level on at which both lines are in the same element, all elements above are the same as well.
        for _ in 0..LEVELS {
            if level_before == Some(level) {
                row.repeat(OF_LEVEL.len());
            } else {
                features.of_level(level, row);
            }
            level = features.parent(level);
            level_before = level_before.map(|level| features.parent(level));
        }
        if has_owner {
            row.repeat(OF_ROW.len());
        } else {
            features.of_row(item, row);
        }
        for (i, part) in itself.parts.into_iter().enumerate() {
            if before.is_some_and(|before| before.parts[i] == part) {
                row.repeat(OF_PART.len());
            } else {
                features.of_part(part, row);
            }
        }
        for offset in NEIGHBOURS {
            self.of_neighbour(line.checked_add_signed(offset), row);
        }
        for radius in RADII {
            let around = self.windows.around(line, radius);
            row.put(window(&around));
        }
        self.of_position(line, row);
        row.put_common(&features.of_page);
        self.of_shares(line, row);
        features.of_regions(owner, before.map(|before| before.owner), row);
        row.put_common(&features.of_site);
    }

    fn of_line(&self, at: usize, itself: &Surroundings, outside: [f32; 3], row: &mut RowWriter<'_>) {
        let page = self.features.page;
        let (line, text) = (&page.lines[self.lines[at] as usize], &self.texts[at]);
        let tags = [itself.owner, itself.block].map(|element| page.elements[element as usize].tag);
        row.put(line_itself(line, text, tags, outside));
    }

    fn of_neighbour(&self, other: Option<usize>, row: &mut RowWriter<'_>) {
        let page = self.features.page;
        let Some(other) = other.and_then(|i| page.lines.get(i)) else {
            row.put([UNKNOWN; OF_NEIGHBOUR.len()]);
            return;
        };
        row.put(neighbour(other, page.elements[other.owner as usize].tag));
    }

    fn of_position(&self, line: usize, row: &mut RowWriter<'_>) {
        let features = self.features;
        let heading = features.heading_before(line);
        row.put(position(&Position {
            line: line as i64,
            before: self.windows.before(line),
            n_words: features.counts.whole().words,
            headline: features.headline,
            running: features.running.unwrap_or((0, 0)),
            heading: heading
                .map(|(heading, level)| (i64::from(heading), level, &features.page.lines[heading as usize])),
            notice: features.notice_up_to(line),
        }));
    }
}

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}

features! {
    /// Of the line: counts, shares of its characters or words, flags.
    pub(super) OF_LINE = fn line_itself(line: &Line, text: &Text, tags: [Tag; 2], outside: [f32; 3]) {
        "words", Text: line.words as f32;
        "word_length", Text: share(text.chars, line.words);
        "link_share", Links: share(line.link_words, line.words);
        "ends", Text: text.ends as f32;
        "punctuation", Text: share(text.punctuation, line.words);
        "digits", Text: share(text.digits, text.chars);
        "capitals", Text: share(text.capitals, text.chars);
        "names", Text: share(text.names, line.words);
        "symbols", Text: text.symbols as f32;
        "last", Text: f32::from(text.last as u8);
        "year", Text: flag(text.has_year);
        "running", Text: flag(text.kind.is_running);
        "title", Text: text.title;
        "declared", Text: text.declared[0];
        "declared_others", Text: text.declared[1];
        "price", Text: flag(text.kind.is_price);
        "owner_tag", Name: rank(tags[0]);
        "block_tag", Name: rank(tags[1]);
        "outside40", Place: outside[0];
        "outside60", Place: outside[1];
        "outside80", Place: outside[2];
    }
}

features! {
    /// Of a line near the line. `tag` is the tag of its element.
    pub(super) OF_NEIGHBOUR = fn neighbour(line: &Line, tag: Tag) {
        "link_share", Links: share(line.link_words, line.words);
        "tag", Around: rank(tag);
    }
}

features! {
    /// Of the lines around a line.
    pub(super) OF_WINDOW = fn window(around: &Counts) {
        "running", Around: around.running_share();
        "link_share", Links: around.link_share();
        "words_a_line", Around: around.words_a_line();
    }
}

/// Where a line is on its page.
struct Position<'f> {
    line: i64,
    before: Counts,
    /// The number of words of the page.
    n_words: u32,
    headline: Option<u32>,
    /// The first and the last line of running text.
    running: (u32, u32),
    /// The last heading before the line: its last line, its level, and that line.
    heading: Option<(i64, u8, &'f Line)>,
    /// The last notice of copyright up to the line.
    notice: Option<u32>,
}

features! {
    /// Where the line is, in lines and words; `from_…` is the number of lines since.
    pub(super) OF_POSITION = fn position(at: &Position<'_>) {
        "line", Place: at.line as f32;
        "share_before", Place: share(at.before.words, at.n_words);
        "words_before", Place: at.before.words as f32;
        "prices_before", Place: at.before.prices as f32;
        // A line above the headline has a negative distance from it, so -1 cannot stand for a page without a headline.
        "from_headline", Place: at.headline.map_or(-999.0, |headline| (at.line - i64::from(headline)) as f32);
        "from_first_running", Place: (at.line - i64::from(at.running.0)) as f32;
        "to_last_running", Place: (i64::from(at.running.1) - at.line) as f32;
        "from_heading", Place: at.heading.map_or(-1.0, |(heading, ..)| (at.line - heading) as f32);
        "heading_level", Name: at.heading.map_or(0.0, |(_, level, _)| f32::from(level));
        "heading_link_share", Links: at.heading.map_or(-1.0, |(.., line)| share(line.link_words, line.words));
        "heading_words", Around: at.heading.map_or(-1.0, |(.., line)| line.words as f32);
        "from_copyright", Around: at.notice.map_or(UNKNOWN, |notice| (at.line - i64::from(notice)) as f32);
    }
}
