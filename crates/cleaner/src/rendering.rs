//! What the regions leave of a tree: as a page, text, Markdown, or TEI.

mod work;

mod layout;
mod dropped;
mod gone;

mod raw;

mod pieces;
mod copies;
mod implied_ends;
mod plan;
mod html;
mod image_elements;
mod charset;
mod html_options;
mod sanitized;

mod chunks;
mod lines;
mod linear;
mod text;

mod posts;

mod markdown;

mod blocks;

mod tei;

pub use self::{
    blocks::{Block, BlockKind, BlockLink, BlockPost, blocks, plain_blocks},
    charset::declare_utf8,
    html::html,
    html_options::HtmlOptions,
    image_elements::image_elements,
    markdown::{MarkdownOptions, markdown},
    raw::raw,
    sanitized::sanitized,
    tei::{TeiHeader, plain_tei, tei},
    text::text,
};
