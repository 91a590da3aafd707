//! The features of a line: numbers that trees ask about.
//!
//! Shares, levels and counts, no logarithms: a tree asks only whether a number is above another, and
//! divisions are the same on every machine.

use dom::{Dom, Tag};
use rustc_hash::FxHashMap;

use super::{
    counts::{self, Counts, share},
    marks,
    places::{self, Place, Places},
    text::{self, Text},
    windows::Windows,
};
use crate::{
    evidence::{Evidence, Line, NONE},
    reason::Reason,
    site::mode::Mode,
};

/// What the rules say of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules<'a> {
    /// Why each line goes, or nothing if it stays.
    pub(crate) gone: &'a [Option<Reason>],
    /// How they read the page.
    pub(crate) mode: Mode,
    /// The element of its headline.
    pub(crate) headline: Option<u32>,
}

/// All that features are computed from, for the lines of one page.
#[derive(Debug)]
pub(super) struct Features<'a> {
    page: &'a Evidence,
    rules: Rules<'a>,
    texts: Vec<Text>,
    counts: Vec<Counts>,
    places: Places,
    windows: Windows,
    /// Of the lines of one text: how many, and the first.
    copies: FxHashMap<u64, (u32, u32)>,
    /// Of the lines that stand in elements of one key under parents of one key: words, and words kept.
    alike: FxHashMap<u64, (u32, u32)>,
    /// The signed words of the run of lines with the same verdict.
    runs: Vec<i32>,
    /// For each line the last line of a heading before it, or none.
    last_headings: Vec<u32>,
    /// The first line of the headline.
    headline: Option<u32>,
    running: Option<(u32, u32)>,
    kept: Option<(u32, u32)>,
    of_page: Vec<f32>,
}

const LEVELS: usize = 5;
const NEIGHBOURS: [isize; 6] = [-3, -2, -1, 1, 2, 3];
const RADII: [usize; 3] = [3, 8, 20];

const OF_LINE: [&str; 28] = [
    "words",
    "word_length",
    "link_share",
    "ends",
    "punctuation",
    "digits",
    "capitals",
    "names",
    "symbols",
    "last",
    "begins_small",
    "price",
    "year",
    "running",
    "copies",
    "copy_number",
    "title",
    "table",
    "owner_tag",
    "block_tag",
    "owner_is_block",
    "heading_level",
    "depth",
    "anchors",
    "rows",
    "outside40",
    "outside60",
    "outside80",
];
const OF_LEVEL: [&str; 13] = [
    "share",
    "words",
    "link_share",
    "words_a_line",
    "running_share",
    "share_of_running",
    "siblings",
    "position",
    "lines",
    "row_share",
    "images",
    "inputs",
    "tag",
];
const OF_ROW: [&str; 9] = [
    "n",
    "level",
    "words_each",
    "share",
    "link_share",
    "running_share",
    "images_each",
    "inputs_each",
    "position",
];
const OF_PART: [&str; 8] = [
    "share",
    "link_share",
    "running_share",
    "images",
    "inputs",
    "headings",
    "prices",
    "position",
];
const OF_NEIGHBOUR: [&str; 5] = ["words", "link_share", "running", "same_key", "same_parent"];
const OF_WINDOW: [&str; 3] = ["running", "link_share", "words_a_line"];
const OF_POSITION: [&str; 11] = [
    "line",
    "share_before",
    "words_before",
    "words_after",
    "from_headline",
    "from_first_running",
    "to_last_running",
    "from_heading",
    "heading_level",
    "heading_link_share",
    "heading_words",
];
const OF_RULES: [&str; 21] = [
    "gone",
    "reason",
    "run",
    "before2",
    "before1",
    "after1",
    "after2",
    "window3",
    "window8",
    "window20",
    "level0",
    "level1",
    "level2",
    "level3",
    "level4",
    "section",
    "branch",
    "alike",
    "from_first",
    "to_last",
    "share_before",
];
const OF_PAGE: [&str; 34] = [
    "words",
    "lines",
    "link_share",
    "running_share",
    "kept",
    "mode",
    "running_lines",
    "forms",
    "prices",
    "images",
    "h1",
    "h2",
    "h3",
    "articles",
    "mains",
    "times",
    "inputs",
    "sections",
    "asides",
    "comment_names",
    "in_main",
    "in_article",
    "in_p",
    "in_li",
    "in_table",
    "in_pre",
    "row_n",
    "row_share",
    "row_link_share",
    "row_images",
    "row_prices",
    "container_share",
    "declared",
    "words_a_running_line",
];

/// Returns the names of all features, in the order of [`Features::fill`].
pub(super) fn names() -> Vec<String> {
    let mut names: Vec<String> = OF_LINE.map(str::to_owned).into();
    names.extend(marks::NAMES.map(|mark| format!("up_{mark}")));
    for level in 0..LEVELS {
        names.extend(OF_LEVEL.map(|name| format!("level{level}_{name}")));
    }
    names.extend(OF_ROW.map(|name| format!("row_{name}")));
    for part in ["section", "branch"] {
        names.extend(OF_PART.map(|name| format!("{part}_{name}")));
    }
    for neighbour in NEIGHBOURS {
        names.extend(OF_NEIGHBOUR.map(|name| format!("next{neighbour:+}_{name}")));
    }
    for radius in RADII {
        names.extend(OF_WINDOW.map(|name| format!("window{radius}_{name}")));
    }
    names.extend(OF_POSITION.map(|name| format!("at_{name}")));
    names.extend(OF_RULES.map(|name| format!("rules_{name}")));
    names.extend(OF_PAGE.map(|name| format!("page_{name}")));
    names
}

impl<'a> Features<'a> {
    /// Reads a page.
    pub(super) fn read(dom: &Dom<'_>, page: &'a Evidence, rules: Rules<'a>) -> Features<'a> {
        let texts = text::read(dom, page);
        let gone: Vec<bool> = rules.gone.iter().map(Option::is_some).collect();
        let of_lines: Vec<Counts> = (0..page.lines.len())
            .map(|line| Counts::of_line(page, &texts, &gone, line))
            .collect();
        let counts = counts::count(page, &of_lines);
        let places = Places::find(dom, page, &counts);
        let mut copies: FxHashMap<u64, (u32, u32)> = FxHashMap::default();
        for (i, line) in page.lines.iter().enumerate() {
            copies.entry(line.hash).or_insert((0, i as u32)).0 += 1;
        }
        let first_and_last = |holds: &dyn Fn(usize) -> bool| {
            let first = (0..page.lines.len()).find(|&i| holds(i))?;
            let last = (0..page.lines.len()).rfind(|&i| holds(i))?;
            Some((first as u32, last as u32))
        };
        let mut features = Features {
            running: first_and_last(&|i| texts[i].is_running),
            kept: first_and_last(&|i| !gone[i]),
            headline: rules.headline.and_then(|element| first_line(page, element)),
            runs: runs(page, &gone),
            last_headings: Vec::new(),
            alike: FxHashMap::default(),
            windows: Windows::new(&of_lines),
            of_page: Vec::new(),
            page,
            rules,
            texts,
            counts,
            places,
            copies,
        };
        features.find_headings();
        for (i, of_line) in of_lines.iter().enumerate() {
            let entry = features.alike.entry(features.kind(i)).or_default();
            entry.0 += of_line.words;
            entry.1 += of_line.kept;
        }
        features.read_page();
        features
    }

    fn find_headings(&mut self) {
        let mut last = NONE;
        for (i, line) in self.page.lines.iter().enumerate() {
            self.last_headings.push(last);
            if 0 < self.places.places[line.owner as usize].heading {
                last = i as u32;
            }
        }
    }

    /// The key of a line's block and of the element around that.
    fn kind(&self, line: usize) -> u64 {
        let block = self.block(self.page.lines[line].owner);
        let block = &self.page.elements[block as usize];
        let around = self.page.elements.get(block.parent as usize);
        block.key ^ around.map_or(0, |around| around.key.rotate_left(17))
    }

    /// The nearest block that an element is or is in.
    fn block(&self, element: u32) -> u32 {
        self.page
            .upwards(element)
            .find(|&at| self.page.elements[at as usize].tag.is_block())
            .unwrap_or(0)
    }

    /// Computes the features of a line into `row`.
    pub(super) fn fill(&self, line: usize, row: &mut Vec<f32>) {
        row.clear();
        let owner = self.page.lines[line].owner;
        let block = self.block(owner);
        self.of_line(line, owner, block, row);
        let place = &self.places.places[owner as usize];
        row.extend(place.levels.iter().map(|&levels| f32::from(levels)));
        let mut level = block;
        let mut levels = [NONE; LEVELS];
        for slot in &mut levels {
            *slot = level;
            self.of_level(level, row);
            level = self
                .page
                .elements
                .get(level as usize)
                .map_or(NONE, |element| element.parent);
        }
        self.of_row(place, row);
        for part in [place.section, place.branch] {
            self.of_part(part, row);
        }
        for offset in NEIGHBOURS {
            self.of_neighbour(line, block, line.checked_add_signed(offset), row);
        }
        for radius in RADII {
            let around = self.windows.around(line, radius);
            row.extend([
                around.running_share(),
                around.link_share(),
                around.words_a_line(),
            ]);
        }
        self.of_position(line, row);
        self.of_rules(line, place, &levels, row);
        row.extend_from_slice(&self.of_page);
    }

    fn of_line(&self, i: usize, owner: u32, block: u32, row: &mut Vec<f32>) {
        let (line, text) = (&self.page.lines[i], &self.texts[i]);
        let (copies, first) = self
            .copies
            .get(&line.hash)
            .copied()
            .unwrap_or((1, i as u32));
        let place = &self.places.places[owner as usize];
        let flag = |is: bool| f32::from(u8::from(is));
        row.extend([
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
            flag(text.begins_small),
            flag(text.is_price),
            flag(text.has_year),
            flag(text.is_running),
            copies as f32,
            flag(first < i as u32),
            text.title,
            flag(line.in_table),
            rank(self.page.elements[owner as usize].tag),
            rank(self.page.elements[block as usize].tag),
            flag(owner == block),
            f32::from(place.heading),
            f32::from(place.depth),
            self.counts[owner as usize].elements as f32,
            f32::from(place.n_rows),
        ]);
        row.extend(place.outside.map(f32::from));
    }

    fn of_level(&self, element: u32, row: &mut Vec<f32>) {
        let Some(counts) = self.counts.get(element as usize) else {
            row.extend([-1.0; OF_LEVEL.len()]);
            return;
        };
        let place = &self.places.places[element as usize];
        let siblings = &self.places.rows[place.row as usize];
        let whole = &self.counts[0];
        row.extend([
            share(counts.words, whole.words),
            counts.words as f32,
            counts.link_share(),
            counts.words_a_line(),
            counts.running_share(),
            share(counts.running, whole.running),
            siblings.n as f32,
            places::position(place, &self.places.rows),
            counts.lines as f32,
            share(siblings.counts.words, whole.words),
            counts.images as f32,
            counts.inputs as f32,
            rank(self.page.elements[element as usize].tag),
        ]);
    }

    fn of_row(&self, place: &Place, row: &mut Vec<f32>) {
        if place.item == NONE {
            row.extend([-1.0; OF_ROW.len()]);
            return;
        }
        let item = &self.places.places[place.item as usize];
        let siblings = &self.places.rows[item.row as usize];
        let counts = &siblings.counts;
        row.extend([
            siblings.n as f32,
            f32::from(place.depth - item.depth),
            share(counts.words, siblings.n),
            share(counts.words, self.counts[0].words),
            counts.link_share(),
            counts.running_share(),
            share(counts.images, siblings.n),
            share(counts.inputs, siblings.n),
            places::position(item, &self.places.rows),
        ]);
    }

    fn of_part(&self, part: u32, row: &mut Vec<f32>) {
        let Some(counts) = self.counts.get(part as usize) else {
            row.extend([-1.0; OF_PART.len()]);
            return;
        };
        row.extend([
            share(counts.words, self.counts[0].words),
            counts.link_share(),
            counts.running_share(),
            counts.images as f32,
            counts.inputs as f32,
            counts.headings as f32,
            counts.prices as f32,
            places::position(&self.places.places[part as usize], &self.places.rows),
        ]);
    }

    fn of_neighbour(&self, line: usize, block: u32, other: Option<usize>, row: &mut Vec<f32>) {
        let Some((i, other)) = other.and_then(|i| Some((i, self.page.lines.get(i)?))) else {
            row.extend([-1.0; OF_NEIGHBOUR.len()]);
            return;
        };
        let other_block = self.block(other.owner);
        let parent = |block: u32| self.page.elements[block as usize].parent;
        let flag = |is: bool| f32::from(u8::from(is));
        row.extend([
            other.words as f32,
            share(other.link_words, other.words),
            flag(self.texts[i].is_running),
            flag(self.kind(i) == self.kind(line)),
            flag(parent(other_block) == parent(block)),
        ]);
    }

    fn of_position(&self, line: usize, row: &mut Vec<f32>) {
        let i = line as i64;
        let before = self.windows.before(line).words;
        let whole = self.counts[0].words;
        let heading = self.last_headings[line];
        let of_heading = self.page.lines.get(heading as usize);
        let (first, last) = self.running.unwrap_or((0, 0));
        row.extend([
            line as f32,
            share(before, whole),
            before as f32,
            whole.saturating_sub(before) as f32,
            self.headline
                .map_or(-999.0, |headline| (i - i64::from(headline)) as f32),
            (i - i64::from(first)) as f32,
            (i64::from(last) - i) as f32,
            of_heading.map_or(-1.0, |_| (i - i64::from(heading)) as f32),
            of_heading.map_or(0.0, |of_heading| {
                f32::from(self.places.places[of_heading.owner as usize].heading)
            }),
            of_heading.map_or(-1.0, |of_heading| {
                share(of_heading.link_words, of_heading.words)
            }),
            of_heading.map_or(-1.0, |of_heading| of_heading.words as f32),
        ]);
    }

    fn of_rules(&self, line: usize, place: &Place, levels: &[u32], row: &mut Vec<f32>) {
        let flag = |is: bool| f32::from(u8::from(is));
        let gone = |i: Option<usize>| match i.and_then(|i| self.rules.gone.get(i)) {
            Some(gone) => flag(gone.is_some()),
            None => -1.0,
        };
        let kept_share = |element: u32| {
            self.counts
                .get(element as usize)
                .map_or(-1.0, Counts::kept_share)
        };
        let i = line as i64;
        row.extend([
            gone(Some(line)),
            self.rules.gone[line].map_or(-1.0, sureness),
            self.runs[line] as f32,
        ]);
        row.extend([-2, -1, 1, 2].map(|offset| gone(line.checked_add_signed(offset))));
        row.extend(RADII.map(|radius| self.windows.around(line, radius).kept_share()));
        row.extend(levels.iter().map(|&level| kept_share(level)));
        row.extend([kept_share(place.section), kept_share(place.branch)]);
        let (words, kept) = self.alike.get(&self.kind(line)).copied().unwrap_or((0, 0));
        row.push(share(kept, words));
        let (first, last) = self.kept.unwrap_or((0, 0));
        row.extend([
            (i - i64::from(first)) as f32,
            (i64::from(last) - i) as f32,
            share(self.windows.before(line).kept, self.counts[0].kept),
        ]);
    }

    fn read_page(&mut self) {
        let whole = self.counts[0];
        let elements = &self.page.elements;
        let number = |tag: Tag| elements.iter().filter(|element| element.tag == tag).count() as f32;
        let mut inside = [0_u32; 6];
        // main, article, p, li, table, pre
        for line in &self.page.lines {
            let levels = &self.places.places[line.owner as usize].levels;
            for (words, mark) in inside.iter_mut().zip([4, 5, 19, 8, 7, 14]) {
                if levels[mark] < places::FAR {
                    *words += line.words;
                }
            }
        }
        let comments = self
            .places
            .places
            .iter()
            .filter(|place| place.levels[25] == 0)
            .count();
        let running = self.texts.iter().filter(|text| text.is_running).count() as u32;
        let container = &self.counts[self.places.containers[1] as usize];
        let row = self
            .places
            .largest_row
            .map(|row| self.places.rows[row as usize]);
        let (n, row) = row.map_or((0, Counts::default()), |row| (row.n, row.counts));
        let declared = self.page.declared;
        let mut of_page = vec![
            whole.words as f32,
            whole.lines as f32,
            whole.link_share(),
            whole.running_share(),
            whole.kept_share(),
            f32::from(self.rules.mode as u8),
            running as f32,
            number(Tag::FORM),
            whole.prices as f32,
            whole.images as f32,
            number(Tag::H1),
            number(Tag::H2),
            number(Tag::H3),
            number(Tag::ARTICLE),
            number(Tag::MAIN),
            number(Tag::TIME),
            whole.inputs as f32,
            number(Tag::SECTION),
            number(Tag::ASIDE),
            comments as f32,
        ];
        of_page.extend(inside.map(|words| share(words, whole.words)));
        of_page.extend([
            n as f32,
            share(row.words, whole.words),
            row.link_share(),
            share(row.images, n),
            share(row.prices, n),
            share(container.words, whole.words),
            f32::from(
                u8::from(declared.article)
                    + 2 * u8::from(declared.product)
                    + 4 * u8::from(declared.data),
            ),
            share(whole.running, running),
        ]);
        self.of_page = of_page;
    }
}

/// The first line in an element.
fn first_line(page: &Evidence, element: u32) -> Option<u32> {
    let inside = |line: &Line| page.contains(element, line.owner);
    page.lines.iter().position(inside).map(|line| line as u32)
}

/// For each line the words of the run of lines with the same verdict, below zero if they go.
fn runs(page: &Evidence, gone: &[bool]) -> Vec<i32> {
    let mut runs = vec![0; gone.len()];
    let mut start = 0;
    for run in gone.chunk_by(|one, next| one == next) {
        let end = start + run.len();
        let words: u32 = page.lines[start..end].iter().map(|line| line.words).sum();
        let words = i32::try_from(words).unwrap_or(i32::MAX);
        runs[start..end].fill(if run[0] { -words } else { words });
        start = end;
    }
    runs
}

/// Ranks reasons from those that content falls to the most.
fn sureness(reason: Reason) -> f32 {
    match reason {
        Reason::Outside => 0.0,
        Reason::LinkLine => 1.0,
        Reason::Links => 2.0,
        Reason::LinkBlock => 3.0,
        Reason::Hint => 4.0,
        Reason::Name => 5.0,
        Reason::Teasers => 6.0,
        Reason::Frame => 7.0,
        Reason::Reviews => 8.0,
        Reason::LeadsAway => 9.0,
        Reason::Comments => 10.0,
        Reason::Property => 11.0,
        Reason::Tag => 12.0,
        Reason::Navigation => 13.0,
        Reason::Overlay => 14.0,
        _ => 15.0,
    }
}

/// Ranks tags from what holds text to what leads elsewhere.
fn rank(tag: Tag) -> f32 {
    let rank: u8 = match tag {
        Tag::P => 0,
        Tag::BLOCKQUOTE => 1,
        Tag::PRE | Tag::CODE => 2,
        Tag::TD => 3,
        Tag::TH | Tag::CAPTION => 4,
        Tag::DD => 5,
        Tag::DT => 6,
        Tag::H1 => 7,
        Tag::H2 => 8,
        Tag::H3 => 9,
        Tag::H4 | Tag::H5 | Tag::H6 => 10,
        Tag::LI => 11,
        Tag::UL | Tag::OL | Tag::DL => 12,
        Tag::TR | Tag::TBODY | Tag::TABLE => 13,
        Tag::EM | Tag::STRONG | Tag::B | Tag::I => 14,
        Tag::MAIN => 15,
        Tag::ARTICLE => 16,
        Tag::SECTION => 17,
        Tag::DIV => 18,
        Tag::SPAN => 19,
        Tag::FIGURE | Tag::FIGCAPTION => 20,
        Tag::SUMMARY | Tag::DETAILS => 21,
        Tag::TIME | Tag::SMALL => 22,
        Tag::BODY => 23,
        Tag::HEADER => 24,
        Tag::A => 25,
        Tag::LABEL => 26,
        Tag::BUTTON => 27,
        Tag::FORM | Tag::FIELDSET => 28,
        Tag::ASIDE => 29,
        Tag::FOOTER => 30,
        Tag::NAV => 31,
        Tag::SELECT | Tag::OPTION => 32,
        Tag::DIALOG => 33,
        _ => 34,
    };
    f32::from(rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a feature of each line, where the rules keep all.
    fn feature(source: &str, name: &str) -> Vec<f32> {
        let dom = Dom::parse(source);
        let page = Evidence::read(&dom);
        let gone = vec![None; page.lines.len()];
        let rules = Rules {
            gone: &gone,
            mode: Mode::Reference,
            headline: None,
        };
        let features = Features::read(&dom, &page, rules);
        let names = names();
        let at = names.iter().position(|other| other == name).unwrap();
        let mut row = Vec::new();
        (0..page.lines.len())
            .map(|line| {
                features.fill(line, &mut row);
                assert_eq!(row.len(), names.len());
                assert!(row.iter().all(|value| value.is_finite()));
                row[at]
            })
            .collect()
    }

    #[test]
    fn names_are_unique() {
        let mut names = names();
        let n_names = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), n_names);
    }

    #[test]
    fn levels_are_counted_upwards() {
        let source = "<nav><p>a</p></nav><p><b>b</b> c</p>";
        assert_eq!(feature(source, "up_nav"), [1.0, 30.0]);
        assert_eq!(feature(source, "up_p"), [0.0, 0.0]);
    }

    #[test]
    fn rows_of_siblings() {
        let source = "<ul><li>a b<li>c<li>d</ul><p>e";
        assert_eq!(feature(source, "row_n"), [3.0, 3.0, 3.0, -1.0]);
        assert_eq!(
            feature(source, "row_position"),
            [0.0, 1.0 / 3.0, 2.0 / 3.0, -1.0]
        );
        assert_eq!(
            feature(source, "row_words_each"),
            [4.0 / 3.0, 4.0 / 3.0, 4.0 / 3.0, -1.0]
        );
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
        let source = "<p>a b</p><p>c</p><div>d</div>";
        assert_eq!(feature(source, "next+1_words"), [1.0, 1.0, -1.0]);
        assert_eq!(feature(source, "next-1_same_key"), [-1.0, 1.0, 0.0]);
        assert_eq!(feature(source, "at_share_before"), [0.0, 0.5, 0.75]);
        assert_eq!(feature(source, "copies"), [1.0; 3]);
    }

    #[test]
    fn any_page_has_features() {
        for source in [
            "x",
            "<table>a<tr><td>b",
            "<p>\u{fdfa}\u{0}",
            "<a href=x>a<div>b</div>c",
        ] {
            assert!(!feature(source, "words").is_empty(), "{source}");
        }
    }
}
