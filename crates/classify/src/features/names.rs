//! The features: their names, what they tell a reader, and their order, which is that of `Features::fill`.
//!
//! A feature that cannot be known (a level above the body, a neighbour beyond the end, other pages of a page alone) is
//! [`UNKNOWN`] unless its line says otherwise.
//!
//! The trainer lets the trees choose among all of them. Features that no tree used, on any level of elements, were
//! removed: how often the page itself has the line, its depth, the words of its neighbours, and phrases that lead away
//! from an article or close it. No tree uses `year` either; it stays because the trainer finds bylines by it.

use super::marks;

/// The value of a feature that cannot be known. Known values of such features are not negative, so it sorts below
/// them. Chosen: any number below zero would do.
pub(super) const UNKNOWN: f32 = -1.0;

/// What a group of features tells, for reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Group {
    /// The text of the line itself.
    Text,
    /// How much of the line and of what is around it are links.
    Links,
    /// How many other pages of the site have the line, or lines like it.
    Repeated,
    /// What the part of the page holds on the other pages of the site.
    Region,
    /// Where on the page it is, as seen from the running text.
    Place,
    /// Tags, roles, names around it.
    Name,
    /// The lines before and after it.
    Around,
    /// What the page and its site are like as a whole, and what is asked for.
    Page,
}

impl Group {
    /// All groups, in order.
    pub(crate) const ALL: [Group; 8] = [
        Group::Text,
        Group::Links,
        Group::Repeated,
        Group::Region,
        Group::Place,
        Group::Name,
        Group::Around,
        Group::Page,
    ];
}

use Group::{Around, Links, Name, Page, Place, Region, Repeated, Text};

/// The numbers of levels of elements, from the block of a line on, whose features a line has: of the page alone, and of
/// its site. Chosen: by eye.
pub(super) const LEVELS: usize = 5;
pub(super) const SITE_LEVELS: usize = 6;
/// The distances of the lines whose features a line has as well, in lines. Chosen: of up to three on either side, those
/// that trees ask for.
pub(super) const NEIGHBOURS: [isize; 4] = [-3, -1, 1, 2];
/// The radii of the windows of lines around a line. Chosen: by eye.
pub(super) const RADII: [usize; 3] = [3, 8, 20];
/// The radius of the feature `shares_window20`, in lines. Chosen: of [`RADII`], the one whose shares trees ask for.
pub(super) const SHARES_RADIUS: usize = 20;

type Row = (&'static str, Group);

/// Of the line: counts, shares of its characters or words, flags.
pub(super) const OF_LINE: [Row; 21] = [
    ("words", Text),
    ("word_length", Text),
    ("link_share", Links),
    ("ends", Text),
    ("punctuation", Text),
    ("digits", Text),
    ("capitals", Text),
    ("names", Text),
    ("symbols", Text),
    ("last", Text),
    ("year", Text),
    ("running", Text),
    ("title", Text),
    ("declared", Text),
    ("declared_others", Text),
    ("price", Text),
    ("owner_tag", Name),
    ("block_tag", Name),
    ("outside40", Place),
    ("outside60", Place),
    ("outside80", Place),
];
/// Of the block that the line is in and the elements above it.
pub(super) const OF_LEVEL: [Row; 13] = [
    ("share", Place),
    ("words", Place),
    ("link_share", Links),
    ("words_a_line", Around),
    ("running_share", Place),
    ("share_of_running", Place),
    ("siblings", Place),
    ("lines", Place),
    ("row_share", Place),
    ("images", Around),
    ("inputs", Around),
    ("prices", Around),
    ("tag", Name),
];
/// Of the row of similar siblings around the line.
pub(super) const OF_ROW: [Row; 5] = [
    ("share", Place),
    ("link_share", Links),
    ("running_share", Place),
    ("inputs_each", Around),
    ("prices_each", Around),
];
/// Of the largest element around the line with at most half of the page's words, and of the child of the middle
/// container.
pub(super) const OF_PART: [Row; 6] = [
    ("share", Place),
    ("link_share", Links),
    ("running_share", Place),
    ("images", Around),
    ("inputs", Around),
    ("prices", Around),
];
/// Of a line near the line. `tag` is the tag of its element.
pub(super) const OF_NEIGHBOUR: [Row; 2] = [("link_share", Links), ("tag", Around)];
pub(super) const OF_WINDOW: [Row; 3] = [("running", Around), ("link_share", Links), ("words_a_line", Around)];
/// Where the line is, in lines and words; `from_…` is the number of lines since.
pub(super) const OF_POSITION: [Row; 12] = [
    ("line", Place),
    ("share_before", Place),
    ("words_before", Place),
    ("prices_before", Place),
    ("from_headline", Place),
    ("from_first_running", Place),
    ("to_last_running", Place),
    ("from_heading", Place),
    ("heading_level", Name),
    ("heading_link_share", Links),
    ("heading_words", Around),
    ("from_copyright", Around),
];
pub(super) const OF_PAGE: [Row; 30] = [
    ("words", Page),
    ("lines", Page),
    ("link_share", Page),
    ("running_lines", Page),
    ("forms", Page),
    ("prices", Page),
    ("images", Page),
    ("h1", Page),
    ("h2", Page),
    ("h3", Page),
    ("articles", Page),
    ("mains", Page),
    ("inputs", Page),
    ("sections", Page),
    ("comment_names", Page),
    ("in_main", Page),
    ("in_article", Page),
    ("in_p", Page),
    ("in_li", Page),
    ("in_table", Page),
    ("in_comment", Page),
    ("running_in_comment", Page),
    ("row_n", Page),
    ("row_share", Page),
    ("row_link_share", Page),
    ("row_images", Page),
    ("row_prices", Page),
    ("container_share", Page),
    ("declared", Page),
    ("words_a_running_line", Page),
];
/// How many of the other pages have the line, and the lines around it; shares from 0 to 1. `low` is the lower end of
/// the confidence interval.
pub(super) const OF_SHARES: [Row; 5] =
    [("lines", Repeated), ("low", Repeated), ("shapes", Repeated), ("before2", Repeated), ("window20", Repeated)];
/// What the region of an element holds over the site: the share of other pages that have it, the share of words that
/// are a page's own, the share of links, its share of the pages' words, the share of lines that are a page's own, and
/// the share of words in lines of a known shape.
pub(super) const OF_REGION: [Row; 6] = [
    ("pages", Region),
    ("own", Region),
    ("links", Region),
    ("share", Region),
    ("own_lines", Region),
    ("shaped", Region),
];
/// What the page is to its site, and what the site's pages are like.
pub(super) const OF_SITE: [Row; 11] = [
    ("others", Page),
    ("page_share", Page),
    ("page_fit", Page),
    ("page_low", Page),
    ("paragraph_share", Page),
    ("table_share", Page),
    ("labelled_values", Page),
    ("paragraphs", Page),
    ("concentration", Page),
    ("declared_articles", Page),
    ("declared_records", Page),
];

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
const OF_LINES: [&str; 34] = [
    "link_share",
    "running",
    "title",
    "at_heading_level",
    "at_from_headline",
    "shares_lines",
    "shares_low",
    "shares_shapes",
    "region0_own",
    "region1_own",
    "region2_own",
    "region3_own",
    "region0_pages",
    "region1_pages",
    "region1_links",
    "region2_links",
    "site_others",
    "site_page_fit",
    "site_page_share",
    "site_labelled_values",
    "page_row_prices",
    "page_prices",
    "page_declared",
    "row_share",
    "row_link_share",
    "section_running_share",
    "branch_share",
    "branch_prices",
    "outside60",
    "asked_article",
    "declared",
    "price",
    "row_prices_each",
    "up_value_name",
];

/// Their number.
pub(super) const N_OF_LINES: usize = OF_LINES.len();

/// The column of `toward_siblings` among the features of the ensemble `structures`. It is added to the score as well.
/// Set by: the order of the names.
pub(crate) const TOWARD_SIBLINGS: usize = 2;

/// The number of features of the ensemble `structures`. Set by: the names that the ensemble has beside those of the
/// tables.
pub(crate) const N_STRUCTURES: usize = 22 + STRUCTURE_NEIGHBOURS.len() + 5 * STRUCTURE_LEVELS + OF_LINES.len();

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
    names.extend(OF_LINES.map(|name| format!("line_{name}")));
    names
}

/// Returns the columns of the lines' features that the ensemble `structures` has as well, in its order.
pub(crate) fn columns_of_lines() -> Vec<usize> {
    let names = names();
    // A name that does not exist is found by a test.
    OF_LINES.iter().filter_map(|wanted| names.iter().position(|name| name == wanted)).collect()
}

/// Returns the name and the group of each feature, in order.
pub(crate) fn all() -> Vec<(String, Group)> {
    let mut all: Vec<(String, Group)> = Vec::new();
    let mut add = |prefix: &str, rows: &[Row]| {
        all.extend(rows.iter().map(|(name, group)| (format!("{prefix}{name}"), *group)));
    };
    add("", &OF_LINE);
    add("up_", &marks::NAMES.map(|mark| (mark, Name)));
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
    add("asked_", &[("article", Page)]);
    all
}

/// Returns the names of all features, in order.
pub(crate) fn names() -> Vec<String> {
    all().into_iter().map(|(name, _)| name).collect()
}
