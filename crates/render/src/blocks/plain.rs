//! The blocks of text without markup.

use super::{Block, BlockKind};
use crate::Regions;

/// Returns the paragraphs that stay of a plain text, in which empty lines separate them.
///
/// Removed text gives no blocks, because plain text has no elements that could become one.
///
/// # Complexity
///
/// Linear in the text.
///
/// # Panics
///
/// If a region starts or ends within a character.
///
/// # Examples
///
/// ```
/// let found = render::plain_blocks("High tide.\n\nLow tide.\n", &render::Regions::new());
/// assert_eq!(found[1].text, "Low tide.");
/// assert_eq!(found[1].range, 12..22);
/// ```
#[must_use]
pub fn plain_blocks(text: &str, regions: &Regions) -> Vec<Block> {
    let mut blocks = Vec::new();
    for part in regions.complement(text.len()).iter() {
        let mut start = part.start;
        // The separator stays with its paragraph, so that the lengths of the pieces add up to byte positions.
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
                    post: None,
                });
            }
            start = end;
        }
    }
    blocks
}
