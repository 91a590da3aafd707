//! The pieces of a page, with what was decided about each.

use classify::{Reason, Removal};
use render::Block;
use serde::{Deserialize, Serialize};

/// A [`Block`], and why it was removed. In JSON all of it is one object.
#[non_exhaustive]
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct JudgedBlock {
    /// What it is, what it says, and whether it stays.
    #[serde(flatten)]
    pub block: Block,
    /// Why it was removed, if the method gives reasons.
    pub reason: Option<Reason>,
    /// The probability that it is content, from 0 to 1, if the method gives one and rejected it.
    pub probability: Option<f64>,
}

impl JudgedBlock {
    /// Adds to a page's blocks why they were removed. The removals must be in page order and must not overlap.
    pub(crate) fn all(blocks: Vec<Block>, removals: &[Removal]) -> Vec<JudgedBlock> {
        blocks
            .into_iter()
            .map(|block| {
                let removal = most_of(&block, removals).filter(|_| !block.kept);
                JudgedBlock {
                    reason: removal.map(Removal::reason),
                    probability: removal.and_then(Removal::probability),
                    block,
                }
            })
            .collect()
    }
}

/// Returns the removal that covers the most bytes of a block.
fn most_of<'r>(block: &Block, removals: &'r [Removal]) -> Option<&'r Removal> {
    let shared = |removal: &Removal| {
        let range = removal.range();
        let end = range.end.min(block.range.end);
        end.saturating_sub(range.start.max(block.range.start))
    };
    let first = removals.partition_point(|removal| removal.range().end <= block.range.start);
    let touching = removals[first..].iter().take_while(|removal| removal.range().start < block.range.end);
    // The first of equals.
    touching.fold(None, |best, removal| match best {
        Some(other) if shared(removal) <= shared(other) => Some(other),
        _ => Some(removal),
    })
}
