//! Guessing which part of a page corresponds to which part of the template, before any two are compared.
//!
//! A page's part of a template is recognized from below. A subtree that the template has in one place only is a sign
//! that the ancestors of this subtree in the page belong to the template. All such signs are collected in one pass
//! over the page. They find the menu among ten nested `div`s.

use crate::sides::Side;
use crate::tree::{NONE, NodeNumber};

/// Returns, for each page node, the template node that the unique subtrees in it vote for, or `NONE`.
///
/// A subtree of the page that the template has in one place only, at the same depth, votes for its parent to be the
/// parent of that place, and so on upwards. Where votes disagree, the majority wins, if there is one.
pub(crate) fn votes(template: Side<'_>, page: Side<'_>) -> Vec<u32> {
    let bound = template.classes.iter().max().map_or(0, |&class| class as usize + 1);
    let mut places = vec![NONE; bound];
    let mut seen = vec![false; bound];
    for (node, &class) in (0..).zip(template.classes) {
        let class = class as usize;
        // The second occurrence of a class takes the place away for good.
        places[class] = if seen[class] { NONE } else { node };
        seen[class] = true;
    }
    let mut votes = vec![NONE; page.tree.len()];
    let mut weights = vec![0_u64; page.tree.len()];
    // In reverse pre-order the votes of all descendants have arrived before a node passes its own on.
    for node in page.tree.nodes().rev() {
        let index = node.index();
        let place = places.get(page.classes[index] as usize).copied().unwrap_or(NONE);
        if place != NONE && template.tree.depth(NodeNumber::from_raw(place)) == page.tree.depth(node) {
            votes[index] = place;
            weights[index] = page.tree.subtree(node).len() as u64;
        }
        if votes[index] == NONE {
            continue;
        }
        let above = template.tree.parent(NodeNumber::from_raw(votes[index]));
        if let (Some(place), Some(parent)) = (above, page.tree.parent(node)) {
            // Boyer and Moore's majority vote, weighted by the sizes of the subtrees: a vote for another place
            // cancels as much weight as it has.
            let (place, parent, weight) = (place.raw(), parent.index(), weights[index]);
            if votes[parent] == place {
                weights[parent] += weight;
            } else if weights[parent] < weight {
                votes[parent] = place;
                weights[parent] = weight - weights[parent];
            } else {
                weights[parent] -= weight;
            }
        }
    }
    votes
}
