//! A block: its kind, and its text.

use std::{fmt, ops::Range};

use serde::{Deserialize, Serialize};

/// A piece of a page that has lines of its own.
#[non_exhaustive]
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// The level of a heading, 1 to 6.
    pub level: Option<u8>,
    /// Its bytes in the page's source, from the first byte of its text to the last. With `serde` a pair,
    /// like regions.
    #[serde(with = "cleaner::pair")]
    pub range: Range<usize>,
    /// Its text, with single white space, except in code and between the lines
    /// and cells of a table.
    pub text: String,
    /// The links in it.
    pub links: Vec<BlockLink>,
    /// Whether it stays. A block that is removed in part becomes several.
    pub kept: bool,
    /// The post that it is in: of a forum, of comments, of answers. In JSON it is only there if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub post: Option<BlockPost>,
}

/// The post that a block is in.
#[non_exhaustive]
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct BlockPost {
    /// Its number on the page, from 1 on.
    pub number: usize,
    /// The number of the post that it is in, as answers are in what they answer.
    pub within: Option<usize>,
    /// Who wrote it.
    pub author: String,
    /// The day, as the page tells machines, or else readers.
    pub date: String,
}

/// The kind of a block.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockKind {
    /// A heading.
    Heading,
    /// Running text, and whatever is nothing else.
    Paragraph,
    /// An item of a list, or the part of one between lists inside it.
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
    /// The linked words; of a link over several blocks, those in this one.
    pub text: String,
    /// Where it leads; absolute if the page's address is known.
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
