//! The features' names, in the order in which they are computed.

use crate::page_model::marks;

pub(super) const LEVELS: usize = 5;
pub(super) const NEIGHBOURS: [isize; 6] = [-3, -2, -1, 1, 2, 3];
pub(super) const RADII: [usize; 3] = [3, 8, 20];

pub(super) const OF_LINE: [&str; 28] = [
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
pub(super) const OF_LEVEL: [&str; 13] = [
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
pub(super) const OF_ROW: [&str; 9] = [
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
pub(super) const OF_PART: [&str; 8] = [
    "share",
    "link_share",
    "running_share",
    "images",
    "inputs",
    "headings",
    "prices",
    "position",
];
pub(super) const OF_NEIGHBOUR: [&str; 5] =
    ["words", "link_share", "running", "same_key", "same_parent"];
pub(super) const OF_WINDOW: [&str; 3] = ["running", "link_share", "words_a_line"];
pub(super) const OF_POSITION: [&str; 11] = [
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
pub(super) const OF_RULES: [&str; 21] = [
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
pub(super) const OF_PAGE: [&str; 34] = [
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

/// Returns the names of all features, in the order of `Features::fill`.
pub(in crate::page_model) fn names() -> Vec<String> {
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
