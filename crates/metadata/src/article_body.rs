//! The text of an article that is in its JSON-LD.

use dom::{Dom, NodeId};

use crate::json_ld::{Things, types};

/// Returns the text of the article that scripts with JSON-LD describe: the first `articleBody`. That of a job is none.
///
/// # Complexity
///
/// Linear in the scripts.
///
/// # Examples
///
/// ```
/// let page = r#"<script type="application/ld+json">{"@type": "NewsArticle", "articleBody": "They rose."}</script>"#;
/// let dom = dom::Dom::parse(page);
/// let scripts = dom.nodes().filter(|&node| dom.tag(node) == dom::Tag::SCRIPT);
/// assert_eq!(metadata::article_body(&dom, scripts).as_deref(), Some("They rose."));
/// ```
#[must_use]
pub fn article_body(dom: &Dom<'_>, scripts: impl IntoIterator<Item = NodeId>) -> Option<String> {
    let mut things = Things::default();
    for script in scripts {
        // Few scripts have one, and all others need not be parsed.
        if memchr::memmem::find(&dom.source().as_bytes()[dom.extent(script)], b"articleBody").is_some() {
            let text: String = dom.children(script).map(|text| dom.text(text)).collect();
            things.read(&text);
        }
    }
    let top = things.top();
    let mut bodies = top.iter().filter(|thing| !types(thing).any(|name| name == "JobPosting"));
    bodies
        .find_map(|thing| thing.get("articleBody")?.as_str().filter(|body| !body.trim().is_empty()).map(str::to_owned))
}
