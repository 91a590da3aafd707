//! Some lines of a page, ready to be described.

use super::{
    Features, Sink, block,
    counts::{Counts, share},
    marks,
    names::{LEVELS, NEIGHBOURS, OF_LEVEL, OF_NEIGHBOUR, OF_PART, OF_ROW, RADII, UNKNOWN},
    path::Path,
    places::Place,
    site::Before,
    tags::rank,
    text::Text,
    windows::Windows,
};

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

    /// Returns the number of lines.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Describes each line by a row of all features.
    pub(crate) fn rows(mut self) -> impl Iterator<Item = Vec<f32>> {
        (0..self.len()).map(move |at| {
            let mut row = Vec::new();
            self.fill(at, &mut row);
            row
        })
    }

    /// Computes the features of the line `at`, counted within the chunk. What the line has in common with the line that
    /// was described before, because both are in the same elements, is not computed again if the sink can repeat it. So
    /// lines must be taken in order.
    pub(crate) fn fill(&mut self, at: usize, row: &mut impl Sink) {
        let features = self.features;
        let line = self.lines[at] as usize;
        let owner = features.page.lines[line].owner;
        let place = self.path.go_to(features.page, owner, |above, element| features.place(above, element));
        let (levels, item, outside) = (place.levels, place.item, place.outside);
        let itself = Surroundings { owner, block: block(features.page, owner), parts: [place.section, place.branch] };
        let before = self.last.replace(itself);
        self.of_line(at, &itself, outside.map(f32::from), row);
        let has_owner = before.is_some_and(|before| before.owner == owner);
        // A sink that cannot repeat features returns false, and gets them once more.
        if !(has_owner && row.repeat(marks::N)) {
            row.put(levels.map(f32::from));
        }
        let (mut level, mut level_before) = (itself.block, before.map(|before| before.block));
        // From the level on at which both lines are in the same element, all elements above are the same as well.
        for _ in 0..LEVELS {
            if !(level_before == Some(level) && row.repeat(OF_LEVEL.len())) {
                features.of_level(level, row);
            }
            level = features.parent(level);
            level_before = level_before.map(|level| features.parent(level));
        }
        if !(has_owner && row.repeat(OF_ROW.len())) {
            features.of_row(item, row);
        }
        for (i, part) in itself.parts.into_iter().enumerate() {
            let is_same = before.is_some_and(|before| before.parts[i] == part);
            if !(is_same && row.repeat(OF_PART.len())) {
                features.of_part(part, row);
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
        row.put_common(&features.of_page);
        self.of_shares(line, row);
        features.of_regions(owner, before.map(|before| before.owner), row);
        row.put_common(&features.of_site);
    }

    fn of_line(&self, at: usize, itself: &Surroundings, outside: [f32; 3], row: &mut impl Sink) {
        let page = self.features.page;
        let (line, text) = (&page.lines[self.lines[at] as usize], &self.texts[at]);
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
            flag(text.kind.is_running),
            text.title,
            text.declared[0],
            text.declared[1],
            flag(text.kind.is_price),
            rank(page.elements[itself.owner as usize].tag),
            rank(page.elements[itself.block as usize].tag),
        ]);
        row.put(outside);
    }

    fn of_neighbour(&self, other: Option<usize>, row: &mut impl Sink) {
        let page = self.features.page;
        let Some(other) = other.and_then(|i| page.lines.get(i)) else {
            row.put([UNKNOWN; OF_NEIGHBOUR.len()]);
            return;
        };
        row.put([share(other.link_words, other.words), rank(page.elements[other.owner as usize].tag)]);
    }

    fn of_position(&self, line: usize, row: &mut impl Sink) {
        let features = self.features;
        let i = line as i64;
        let Counts { words: before, prices, .. } = self.windows.before(line);
        let whole = features.counts.whole().words;
        let heading = features.heading_before(line);
        let of_heading =
            heading.map(|(heading, level)| (i64::from(heading), level, &features.page.lines[heading as usize]));
        let (first, last) = features.running.unwrap_or((0, 0));
        row.put([
            line as f32,
            share(before, whole),
            before as f32,
            prices as f32,
            // A line above the headline has a negative distance from it, so -1 cannot stand for a page without a
            // headline.
            features.headline.map_or(-999.0, |headline| (i - i64::from(headline)) as f32),
            (i - i64::from(first)) as f32,
            (i64::from(last) - i) as f32,
            of_heading.map_or(-1.0, |(heading, ..)| (i - heading) as f32),
            of_heading.map_or(0.0, |(_, level, _)| f32::from(level)),
            of_heading.map_or(-1.0, |(.., line)| share(line.link_words, line.words)),
            of_heading.map_or(-1.0, |(.., line)| line.words as f32),
            features.notice_up_to(line).map_or(UNKNOWN, |notice| (i - i64::from(notice)) as f32),
        ]);
    }
}
