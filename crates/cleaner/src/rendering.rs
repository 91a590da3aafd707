//! What the regions leave of a tree: a page, text, Markdown.

mod charset;
mod dropped;
mod fallback;
mod html;
mod lines;
mod markdown;
mod pieces;
mod plan;
mod raw;
mod text;
mod visibility;

pub use self::{
    charset::declare_utf8,
    fallback::fallbacks,
    html::html,
    markdown::{MarkdownOptions, markdown},
    raw::raw,
    text::text,
};
