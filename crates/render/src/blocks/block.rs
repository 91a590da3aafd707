//! A block: its kind, and its text.

use std::{fmt, ops::Range};

use serde::{Deserialize, Serialize};

/// A piece of a page that has lines of its own.
#[non_exhaustive]
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Block {
    /// The kind of the block.
    pub kind: BlockKind,
    /// The level of a heading, 1 to 6.
    pub level: Option<u8>,
    /// The byte range in the page's source, from the first byte of the block's text to the last. With `serde` it is a
    /// pair, as regions are.
    #[serde(with = "cleaner::pair")]
    pub range: Range<usize>,
    /// The text, with white space collapsed to single spaces, except in code and between the lines and cells of a
    /// table.
    pub text: String,
    /// The links in the block.
    pub links: Vec<BlockLink>,
    /// Whether the block stays. A block that is removed in part becomes several.
    pub kept: bool,
    /// The post that the block is in: of a forum, a comment section, or questions and answers. JSON has the key only
    /// if there is a post.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub post: Option<BlockPost>,
}

/// The post that a block is in.
#[non_exhaustive]
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct BlockPost {
    /// The number of the post on the page, from 1 on.
    pub number: usize,
    /// The number of the post that contains this one, as a post contains the replies to it.
    pub within: Option<usize>,
    /// The name of the author.
    pub author: String,
    /// The day, as the page states it for machines, or else as it shows it to readers.
    pub date: String,
    /// Whether the block is not what the post says, but its author, its day, or the link to answer it. It is not in JSON.
    #[serde(skip)]
    pub is_head: bool,
}

/// The kind of a block.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockKind {
    /// A heading.
    Heading,
    /// Running text, and all text to which no other kind applies.
    Paragraph,
    /// An item of a list, or the part of an item between lists inside it.
    ListItem,
    /// A table of data, as lines of cells separated by tabs. Tables used for layout are not blocks.
    Table,
    /// Preformatted text.
    Code,
    /// A quotation.
    Quote,
    /// The caption of a figure or a table.
    Caption,
}

impl BlockKind {
    /// Returns the name that is used in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BlockKind::Heading => "heading",
            BlockKind::Paragraph => "paragraph",
            BlockKind::ListItem => "list-item",
            BlockKind::Table => "table",
            BlockKind::Code => "code",
            BlockKind::Quote => "quote",
            BlockKind::Caption => "caption",
        }
    }
}

impl fmt::Display for BlockKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A link in a block.
#[non_exhaustive]
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct BlockLink {
    /// The text of the link; if the link spans several blocks, only the text in this one.
    pub text: String,
    /// The target; absolute if the page's address is known.
    pub url: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_pairs_in_json() {
        let block = Block {
            kind: BlockKind::ListItem,
            level: None,
            range: 3..9,
            text: "Tides".to_owned(),
            links: Vec::new(),
            kept: true,
            post: None,
        };
        let json = serde_json::to_string(&block).unwrap();
        assert!(json.contains("\"range\":[3,9]"), "{json}");
        assert_eq!(serde_json::from_str::<Block>(&json).unwrap(), block);
    }
}
