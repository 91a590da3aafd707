//! What the regions leave of a tree: a page, text, Markdown.

mod charset;
mod fallback;
mod html;
mod lines;
mod pieces;
mod plan;
mod raw;
mod text;
mod visibility;

pub use self::{charset::declare_utf8, fallback::fallbacks, html::html, raw::raw, text::text};

pub(crate) use self::lines::without_empty_lines;

/// For the renderer that goes by tokens still.
pub(crate) fn is_declaring_tag(meta: &str) -> bool {
    let dom = dom::Dom::parse(meta);
    dom.nodes().any(|node| charset::is_declaration(&dom, node))
}
