//! Pages whose text is not in their body, but in another place of the page.
//!
//! * News sites that scripts build describe an article in JSON-LD, with its text.
//! * A page of frames has a text for browsers without frames.

use classify::Evidence;
use cleaner::Regions;
use dom::{Dom, NodeId, NodeKind, Tag};

use crate::plain_page::paragraphs;

/// A line of this many characters is running text. Chosen: fifteen words of English.
const RUNNING: usize = 80;

/// A text about frames of at most this many characters asks for another browser. Chosen: by eye.
const LONGEST_PLEA: usize = 200;

/// Returns whether a page is one of frames: their text is in other pages.
pub(crate) fn is_of_frames(dom: &Dom<'_>) -> bool {
    let html = dom.children(dom.root()).find(|&node| dom.tag(node) == Tag::HTML);
    html.is_some_and(|html| dom.children(html).any(|node| dom.tag(node) == Tag::FRAMESET))
}

/// Returns the document that stands in for the body of a page without running text of its own.
pub(crate) fn stand_in(dom: &Dom<'_>, regions: &Regions, evidence: Option<&Evidence>) -> Option<Dom<'static>> {
    let html = if is_of_frames(dom) {
        without_frames(dom)?
    } else {
        let body = metadata::article_body(dom, scripts(dom, evidence)).filter(|body| has_running_text(body))?;
        // Few pages have one, and only of these the text is rendered to see what it is like.
        if has_running_text(&render::text(dom, regions)) {
            return None;
        }
        if body.contains("<p>") { body } else { paragraphs(&body) }
    };
    Some(Dom::parse(html))
}

/// Returns the scripts with JSON-LD, from the evidence of the page if that is known.
fn scripts(dom: &Dom<'_>, evidence: Option<&Evidence>) -> Vec<NodeId> {
    let is_script = |node: &NodeId| dom.tag(*node) == Tag::SCRIPT;
    if let Some(evidence) = evidence {
        return evidence.declarations().filter_map(|at| dom.get(at)).filter(is_script).collect();
    }
    let is_data = |node: &NodeId| dom.attribute(*node, "type").is_some_and(|kind| kind.contains("ld+json"));
    dom.nodes().filter(is_script).filter(is_data).collect()
}

fn has_running_text(text: &str) -> bool {
    text.lines().any(|line| line.trim().chars().nth(RUNNING - 1).is_some())
}

/// Returns what a page of frames shows where frames are not known.
fn without_frames(dom: &Dom<'_>) -> Option<String> {
    let is_part = |node: &NodeId| {
        let is_text = matches!(dom.kind(*node), NodeKind::RawText | NodeKind::Text);
        is_text && dom.parent(*node).is_some_and(|parent| dom.tag(parent) == Tag::NOFRAMES)
    };
    let html: String = dom.nodes().filter(is_part).map(|node| dom.text(node)).collect();
    let text = render::text(&Dom::parse(&html), &Regions::new());
    let is_plea = text.chars().count() <= LONGEST_PLEA && text.to_lowercase().contains("frame");
    (!text.is_empty() && !is_plea).then_some(html)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: &str, expected: Option<&str>) {
        let dom = Dom::parse(page);
        let found = stand_in(&dom, &Regions::new(), None).map(|dom| render::text(&dom, &Regions::new()));
        assert_eq!(found.as_deref(), expected, "{page}");
        let again = stand_in(&dom, &Regions::new(), Some(&Evidence::read(&dom)));
        assert_eq!(again.is_some(), expected.is_some(), "{page}");
    }

    const BODY: &str =
        "They rose and fell twice a day, as the moon told them to, and nobody on the quay was ever late.";

    #[test]
    fn the_text_of_an_article_is_in_its_description() {
        let article = |kind: &str, body: &str| {
            format!("<script type=application/ld+json>{{\"@type\":\"{kind}\",\"articleBody\":\"{body}\"}}</script>")
        };
        let page = format!("{}<div id=app>Loading</div>", article("NewsArticle", &format!("{BODY}\\n\\nThen a & b.")));
        check(&page, Some(&format!("{BODY}\nThen a & b.")));
        check(&format!("{}<p>Wait", article("Article", &format!("<p>{BODY}<p>End"))), Some(&format!("{BODY}\nEnd")));
        check(&format!("{page}<p>{BODY}"), None);
        check(&format!("{}<p>Wait", article("JobPosting", BODY)), None);
        check(&format!("{}<p>Wait", article("Article", "Short.")), None);
    }

    #[test]
    fn a_page_of_frames_has_a_text_for_others() {
        let frames = |inside: &str| format!("<frameset><frame src=a><noframes>{inside}</noframes></frameset>");
        check(&frames("<body><h1>Tides</h1><p>High &amp; low."), Some("Tides\nHigh & low."));
        check(&frames("Your browser shows no frames."), None);
        check(&frames(""), None);
        check("<p>a<noframes>b</noframes>", None);
    }
}
