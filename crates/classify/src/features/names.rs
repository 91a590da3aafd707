//! The features: their names, what they tell a reader, and their order, which is that of `Chunk::fill`.
//!
//! A feature that cannot be known (a level above the body, a neighbour beyond the end, other pages of a page alone) is
//! [`UNKNOWN`](super::table::UNKNOWN) unless its line says otherwise.
//!
//! The trainer lets the trees choose among all of them. Features that no tree used, on any level of elements, were
//! removed: how often the page itself has the line, its depth, the words of its neighbours, and phrases that lead away
//! from an article or close it. No tree uses `year` either; it stays because the trainer finds bylines by it.

use super::{
    chunk::{LEVELS, NEIGHBOURS, OF_LINE, OF_NEIGHBOUR, OF_POSITION, OF_WINDOW},
    elements::{OF_LEVEL, OF_PART, OF_ROW},
    marks,
    page::OF_PAGE,
    site::{OF_REGION, OF_SHARES, OF_SITE, SITE_LEVELS},
    table::{Feature, Group},
    windows::RADII,
};

/// Of a page, from the probabilities of its lines; see [`page_features`](super::page_features).
pub(crate) const PAGE_FEATURES: [&str; 13] = [
    "expected_f1",
    "words",
    "expected",
    "lines",
    "expected_share",
    "sure",
    "kept_share",
    "kept",
    "kept_probability",
    "least_kept",
    "highest",
    "certain",
    "likely",
];

/// The score of what has no score, below all others. Chosen: any number below all log odds would do.
pub(super) const UNKNOWN_SCORE: f32 = -99.0;
/// The number of levels of elements, from the block of a line on, that the structures are seen at. Chosen: by eye.
pub(super) const STRUCTURE_LEVELS: usize = 6;
/// The distances of the lines whose scores a line has as well, in lines. Chosen: by eye.
pub(super) const STRUCTURE_NEIGHBOURS: [isize; 6] = [-3, -2, -1, 1, 2, 3];
/// The features of a line that the ensemble `structures` has as well.
const OF_LINES: &str = "link_share running title at_heading_level at_from_headline shares_lines shares_low shares_shapes region0_own \
    region1_own region2_own region3_own region0_pages region1_pages region1_links region2_links site_others \
    site_page_fit site_page_share site_labelled_values page_row_prices page_prices page_declared row_share \
    row_link_share section_running_share branch_share branch_prices outside60 asked_article declared price \
    row_prices_each up_value_name";

/// Their number. Set by: that list.
pub(super) const N_OF_LINES: usize = 34;

/// The column of `toward_siblings` among the features of the ensemble `structures`. It is added to the score as well.
/// Set by: the order of the names.
pub(crate) const TOWARD_SIBLINGS: usize = 2;

/// The number of features of the ensemble `structures`. Set by: the names that the ensemble has beside those of the
/// tables.
pub(crate) const N_STRUCTURES: usize = 22 + STRUCTURE_NEIGHBOURS.len() + 5 * STRUCTURE_LEVELS + N_OF_LINES;

/// Returns the names of the features of the ensemble `structures`, in order; see
/// [`structure_features`](super::structure_features).
pub(crate) fn structure_names() -> Vec<String> {
    let mut names: Vec<String> = ["score", "words", "toward_siblings"].map(str::to_owned).into();
    names.extend(STRUCTURE_NEIGHBOURS.map(|neighbour| format!("score{neighbour:+}")));
    for level in 0..STRUCTURE_LEVELS {
        names.extend(["mean", "weight", "tag", "lowest", "highest"].map(|name| format!("level{level}_{name}")));
    }
    for structure in ["row", "table", "list", "code"] {
        names.extend(["mean", "weight"].map(|name| format!("{structure}_{name}")));
    }
    names.extend(["set_members", "set_others", "set_deviation", "set_own"].map(str::to_owned));
    names.extend(["section_mean", "section_heading", "is_heading"].map(str::to_owned));
    names.extend(["page_mean", "page_weight", "page_highest", "page_lines"].map(str::to_owned));
    names.extend(OF_LINES.split(' ').map(|name| format!("line_{name}")));
    names
}

/// Returns the columns of the lines' features that the ensemble `structures` has as well, in its order.
pub(crate) fn columns_of_lines() -> Vec<usize> {
    let names = names();
    // A name that does not exist is found by a test.
    OF_LINES.split(' ').filter_map(|wanted| names.iter().position(|name| name == wanted)).collect()
}

/// Returns the name and the group of each feature, in order.
pub(crate) fn all() -> Vec<(String, Group)> {
    let mut all: Vec<(String, Group)> = Vec::new();
    let mut add = |prefix: &str, rows: &[Feature]| {
        all.extend(rows.iter().map(|(name, group)| (format!("{prefix}{name}"), *group)));
    };
    add("", &OF_LINE);
    add("up_", &marks::NAMES.split(' ').map(|mark| (mark, Group::Name)).collect::<Vec<_>>());
    for level in 0..LEVELS {
        add(&format!("level{level}_"), &OF_LEVEL);
    }
    add("row_", &OF_ROW);
    add("section_", &OF_PART);
    add("branch_", &OF_PART);
    for neighbour in NEIGHBOURS {
        add(&format!("next{neighbour:+}_"), &OF_NEIGHBOUR);
    }
    for radius in RADII {
        add(&format!("window{radius}_"), &OF_WINDOW);
    }
    add("at_", &OF_POSITION);
    add("page_", &OF_PAGE);
    add("shares_", &OF_SHARES);
    for level in 0..SITE_LEVELS {
        add(&format!("region{level}_"), &OF_REGION);
    }
    add("site_", &OF_SITE);
    add("asked_", &[("article", Group::Page)]);
    all
}

/// Returns the names of all features, in order.
pub(crate) fn names() -> Vec<String> {
    all().into_iter().map(|(name, _)| name).collect()
}
