//! Pages in the form in which the report shows them.

use demold::Cleaned;
use dom::NodeKind;
use report::{Packed, PageView, RemovedPart};

use crate::cleaned::keep;
use crate::terminal::bytes;

/// The reason of a part that was removed by a method that gives no reasons.
const SHARED: &str = "pages of the site have it in common";

/// Returns a page with everything that can be looked at.
pub(super) fn packed(cleaned: &Cleaned<'_>, name: String, group: &str) -> Packed {
    let stays = cleaned.markdown().unwrap_or_else(|_| cleaned.text());
    parts(cleaned).into_iter().fold(page(cleaned, name, group).stays(stays), PageView::part).pack()
}

/// Returns a page that appears only in the list of pages.
pub(super) fn listed(cleaned: &Cleaned<'_>, name: String, group: &str) -> Packed {
    page(cleaned, name, group).listed()
}

fn page<'a>(cleaned: &'a Cleaned<'_>, name: String, group: &'a str) -> PageView<'a> {
    let page = match cleaned.dom() {
        Some(dom) => PageView::of_tree(name, dom),
        None => PageView::new(name, cleaned.source()),
    };
    let how = if cleaned.is_alone() {
        ("judged", "by its own evidence".to_owned())
    } else {
        let fit = format!("{:.0} % of the site's template", 100.0 * cleaned.fit());
        ("contains", fit)
    };
    let size = bytes(cleaned.source().len() as u64);
    page.group(group).fact("size", size).fact(how.0, how.1).removed(cleaned.regions().iter())
}

/// Returns the parts that were removed, with their reasons. If the method gives no reasons, these are the elements
/// that were removed as a whole.
fn parts(cleaned: &Cleaned<'_>) -> Vec<RemovedPart> {
    let Some(dom) = cleaned.dom() else {
        return Vec::new();
    };
    if !cleaned.removals().is_empty() {
        let remedies = keep::remedies(dom, cleaned.removals().iter().map(demold::Removal::range));
        let parts = cleaned.removals().iter().zip(remedies);
        return parts
            .map(|(removal, remedy)| RemovedPart {
                range: removal.range(),
                element: removal.selector().to_owned(),
                reason: removal.sentence().to_owned(),
                words: removal.words(),
                remedy,
            })
            .collect();
    }
    let regions: Vec<_> = cleaned.regions().iter().collect();
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(node) = dom.get(at) {
        at += 1;
        let extent = dom.extent(node);
        // Regions are sorted and disjoint, so the first one that ends behind the element is the only one that can
        // contain it.
        let next = regions.partition_point(|region| region.end < extent.end);
        let is_gone = regions.get(next).is_some_and(|region| region.start <= extent.start);
        if dom.kind(node) != NodeKind::Element || extent.is_empty() || !is_gone {
            continue;
        }
        let inside = (node.index()..dom.subtree_end(node)).filter_map(|index| dom.get(index));
        let texts = inside.filter(|&inner| dom.kind(inner) == NodeKind::Text);
        let words: usize = texts.map(|text| dom.text(text).split_whitespace().count()).sum();
        if words > 0 {
            parts.push(RemovedPart {
                range: extent,
                element: keep::selector(dom, node),
                reason: SHARED.to_owned(),
                words,
                remedy: keep::remedy(dom, node),
            });
        }
        // Everything in the element went with it, and is no part of its own.
        at = dom.subtree_end(node);
    }
    parts
}
