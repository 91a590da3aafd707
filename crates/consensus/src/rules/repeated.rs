//! Removes lines that many pages of the site have, except for labels of what does not
//! repeat.

use crate::{
    evidence::{Line, hints::Hints},
    site::{View, mode::Mode, size::FEW_PAGES},
};

/// A repeated label is content if this share of the words around it is the page's own …
const LABEL_MIN_OWN: f64 = 0.5;
/// … or with few pages, this share …
const FEW_PAGES_MIN_OWN: f64 = 0.3;
/// … or with two records, which may differ in a single word, this share …
const PAIR_MIN_OWN: f64 = 0.05;
/// … where "around" means the nearest element with at least this many lines.
const LABEL_MIN_LINES: u32 = 3;
/// A line on this share of the pages must look like a label to be one.
const LABEL_MAX_PAGES: f64 = 0.95;

pub(crate) fn goes(view: &View<'_>, i: usize) -> bool {
    let line = &view.page.lines[i];
    view.repeated[i] && view.repeats_live(line.hash) && !is_label(view, line)
}

/// Returns whether a repeated line is the label of something that does not repeat.
fn is_label(view: &View<'_>, line: &Line) -> bool {
    if view.mode == Mode::Article || line.words < 2 * line.link_words {
        return false;
    }
    let page = view.page;
    let around = page
        .upwards(line.owner)
        .find(|&at| LABEL_MIN_LINES <= view.sums.lines[at as usize]);
    // What is directly in the body has all kinds of lines around it.
    let few = view.n_pages < FEW_PAGES && around.is_some_and(|around| 0 < around);
    // If a site has several kinds of pages, no line of one kind is on all pages.
    let everywhere = !view.parted()
        && LABEL_MAX_PAGES * f64::from(view.n_pages) <= f64::from(view.pages_with(line.hash));
    let mut nearest = page.upwards(line.owner).take(2);
    if everywhere
        && !few
        && !nearest.any(|at| page.elements[at as usize].hints.has(Hints::LABEL_TAG))
    {
        return false;
    }
    let least = match few {
        true if view.mode == Mode::Data && view.n_pages == 2 => PAIR_MIN_OWN,
        true => FEW_PAGES_MIN_OWN,
        false => LABEL_MIN_OWN,
    };
    around.is_some_and(|around| least <= view.region_of(around as usize).own_share())
}

#[cfg(test)]
mod tests {
    use crate::{Mode, testing::kept};

    #[test]
    fn labels_stay_with_their_values() {
        let sources: Vec<String> = (0..8)
            .map(|page| {
                let rows: String =
                    ["Price", "Maker", "Size"].iter().map(|l| format!("<tr><th>{l}<td>v{page}{l} of it")).collect();
                format!("<body><div>Shop of all things</div><table>{rows}</table><div>Terms apply to all</div>")
            })
            .collect();
        assert_eq!(
            kept(Mode::Reference, &sources),
            "Price\tv0Price of it\nMaker\tv0Maker of it\nSize\tv0Size of it"
        );
        assert_eq!(kept(Mode::Data, &sources), kept(Mode::Reference, &sources));
    }
}
