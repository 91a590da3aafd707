//! The pieces of a page, with what was decided about each.

use std::ops::Range;

use cleaner::{BlockKind, BlockLink, Regions};
use consensus::{Reason, Removal};
use serde::{Deserialize, Serialize};

/// A piece of a page that stands on lines of its own: what it is, what it says, and whether and why it goes.
#[non_exhaustive]
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Of a heading: 1 to 6.
    pub level: Option<u8>,
    /// Its bytes in the page's decoded source, from its first text to its last.
    pub range: Range<usize>,
    /// What it says.
    pub text: String,
    /// The links in it; their targets are absolute if the page's address is known.
    pub links: Vec<BlockLink>,
    /// Whether it stays. A block of which a part goes comes as several.
    pub kept: bool,
    /// By which evidence it goes, where the method has reasons to give: a rule's name, or that of the page model.
    pub reason: Option<Reason>,
    /// How probably it is content, in thousandths, where the page model was asked and said no.
    pub probability: Option<u16>,
}

impl Block {
    /// Adds to a page's blocks what they go by. The removals come in the order of the page and do not overlap.
    pub(crate) fn judged(blocks: Vec<cleaner::Block>, removals: &[Removal]) -> Vec<Block> {
        blocks
            .into_iter()
            .map(|block| {
                let removal = most_of(&block, removals).filter(|_| !block.kept);
                Block {
                    kind: block.kind,
                    level: block.level,
                    range: block.range,
                    text: block.text,
                    links: block.links,
                    kept: block.kept,
                    reason: removal.map(Removal::reason),
                    probability: removal.and_then(Removal::probability),
                }
            })
            .collect()
    }
}

impl Block {
    /// Takes plain text apart at its empty lines. What goes is not a block: it has been cut before.
    pub(crate) fn of_plain_text(text: &str, regions: &Regions) -> Vec<Block> {
        let mut blocks = Vec::new();
        for part in regions.complement(text.len()).iter() {
            let mut start = part.start;
            for paragraph in text[part].split_inclusive("\n\n") {
                let end = start + paragraph.len();
                let said = paragraph.trim();
                if !said.is_empty() {
                    blocks.push(Block {
                        kind: BlockKind::Paragraph,
                        level: None,
                        range: start..end,
                        text: said.to_owned(),
                        links: Vec::new(),
                        kept: true,
                        reason: None,
                        probability: None,
                    });
                }
                start = end;
            }
        }
        blocks
    }
}

/// Returns the removal that holds the most bytes of a block.
fn most_of<'r>(block: &cleaner::Block, removals: &'r [Removal]) -> Option<&'r Removal> {
    let shared = |removal: &Removal| {
        let range = removal.range();
        let end = range.end.min(block.range.end);
        end.saturating_sub(range.start.max(block.range.start))
    };
    let first = removals.partition_point(|removal| removal.range().end <= block.range.start);
    let touching = removals[first..]
        .iter()
        .take_while(|removal| removal.range().start < block.range.end);
    // Of equals the first.
    touching.fold(None, |best, removal| match best {
        Some(other) if shared(removal) <= shared(other) => Some(other),
        _ => Some(removal),
    })
}
