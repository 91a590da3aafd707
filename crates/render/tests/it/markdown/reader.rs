//! The words that a parser of Markdown finds.

use dom::{Dom, NodeKind};
use pulldown_cmark::{BlockQuoteKind, Event, Options, Parser, Tag, TagEnd};
use render::Regions;

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_MATH
        | Options::ENABLE_GFM
}

/// Returns the name that readers show for a kind of callout.
fn name(kind: BlockQuoteKind) -> &'static str {
    match kind {
        BlockQuoteKind::Note => "Note",
        BlockQuoteKind::Tip => "Tip",
        BlockQuoteKind::Important => "Important",
        BlockQuoteKind::Warning => "Warning",
        BlockQuoteKind::Caution => "Caution",
    }
}

/// Returns the text that a page of this Markdown shows, without alternative texts and formulas.
pub(crate) fn shown(markdown: &str) -> String {
    let mut text = String::new();
    let mut n_images = 0;
    let mut html = String::new();
    for event in Parser::new_ext(markdown, options()) {
        if !matches!(event, Event::Html(_)) && !html.is_empty() {
            text.push('\n');
            text.push_str(&text_of(&std::mem::take(&mut html)));
            text.push('\n');
        }
        match event {
            Event::Start(Tag::Image { .. }) => n_images += 1,
            Event::End(TagEnd::Image) => n_images -= 1,
            _ if n_images > 0 => {}
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::FootnoteReference(label) => text.push_str(&label),
            Event::Html(part) => html.push_str(&part),
            Event::InlineHtml(tag) if &*tag == "<br>" => text.push('\n'),
            Event::InlineHtml(_) => {}
            Event::SoftBreak | Event::HardBreak | Event::Rule => text.push('\n'),
            Event::Start(Tag::BlockQuote(Some(kind))) => {
                text.extend(["\n", name(kind), "\n"]);
            }
            Event::Start(tag) if !is_inline(&tag.to_end()) => text.push('\n'),
            Event::End(tag) if !is_inline(&tag) => text.push('\n'),
            _ => {}
        }
    }
    text.push_str(&text_of(&html));
    text
}

fn is_inline(tag: &TagEnd) -> bool {
    matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link)
}

fn text_of(html: &str) -> String {
    let dom = Dom::parse(html);
    let has_text = dom.nodes().any(|node| dom.kind(node) == NodeKind::Text);
    if has_text { render::text(&dom, &Regions::new()) } else { String::new() }
}

/// Returns the words of a text in which none is parted by the signs of powers, indices and notes.
///
/// Markdown keeps these as tags, so that only the letters and digits compare if there are any.
pub(crate) fn compared(text: &str, page: &str) -> Vec<String> {
    let words = words(text);
    let page = page.to_ascii_lowercase();
    if ["<sup", "<sub", "href=#", "href=\"#", "href='#"].iter().any(|sign| page.contains(sign)) {
        vec![words.concat()]
    } else {
        words.into_iter().map(str::to_owned).collect()
    }
}

/// Returns the runs of letters and digits in a text.
pub(crate) fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}
