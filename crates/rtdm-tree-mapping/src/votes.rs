//! Guessing which part of a page corresponds to which part of the template, before any two are compared.
//!
//! A page's part of a template is recognized from below. A subtree that the template has in one place only is a sign
//! that the ancestors of this subtree in the page belong to the template. All such signs are collected in one pass
//! over the page. They find the menu among ten nested `div`s.

use hashbrown::HashMap;

use crate::sides::Side;
use crate::tree::NodeNumber;

/// Returns, for each page node, the template node that the unique subtrees in it vote for.
///
/// A subtree of the page that the template has in one place only, at the same depth, votes for its parent to be the
/// parent of that place, and so on upwards. Where votes disagree, the majority wins, if there is one.
pub(crate) fn votes(template: Side<'_>, page: Side<'_>) -> Vec<Option<NodeNumber>> {
    // The one place of each class.
    let mut places: HashMap<u32, Option<NodeNumber>> = HashMap::new();
    for (node, &class) in template.tree.nodes().zip(template.classes) {
        // The second occurrence of a class takes the place away for good.
        places.entry(class).and_modify(|place| *place = None).or_insert(Some(node));
    }
    let mut votes = vec![None; page.tree.len()];
    let mut weights = vec![0_u64; page.tree.len()];
    // In reverse pre-order the votes of all descendants have arrived before a node passes its own on.
    for node in page.tree.nodes().rev() {
        let index = node.index();
        let place = places.get(&page.classes[index]).copied().flatten();
        if let Some(place) = place.filter(|&place| template.tree.depth(place) == page.tree.depth(node)) {
            votes[index] = Some(place);
            weights[index] = page.tree.subtree(node).len() as u64;
        }
        let above = votes[index].and_then(|place| template.tree.parent(place));
        if let (Some(place), Some(parent)) = (above, page.tree.parent(node)) {
            // Boyer and Moore's majority vote, weighted by the sizes of the subtrees: a vote for another place
            // cancels as much weight as it has.
            let (parent, weight) = (parent.index(), weights[index]);
            if votes[parent] == Some(place) {
                weights[parent] += weight;
            } else if weights[parent] < weight {
                votes[parent] = Some(place);
                weights[parent] = weight - weights[parent];
            } else {
                weights[parent] -= weight;
            }
        }
    }
    votes
}
