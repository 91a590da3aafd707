//! Pages whose text is not in them: scripts put it there in a browser.

use dom::{Dom, NodeKind, Tag};

/// A page with more words than this has a text of its own: scripts add to it. Chosen: by eye.
const MAX_WORDS: usize = 40;

/// What scripts name the element that they fill, in its id.
const ROOTS: &[&str] = &[
    "root",
    "app",
    "application",
    "app-root",
    "approot",
    "react-root",
    "reactroot",
    "__next",
    "__nuxt",
    "___gatsby",
    "main-app",
    "q-app",
    "svelte",
    "vue-app",
    "ember-app",
    "mount",
    "app-container",
    "app-wrapper",
    "app-mount",
    "spa",
];

/// Returns whether scripts fill a page: it has scripts, hardly any text, and an empty element that scripts fill, or a
/// `noscript` element that asks for them.
///
/// Looks at no more of the page than its first words, if it has any.
pub(crate) fn is_filled_by_scripts(dom: &Dom<'_>) -> bool {
    let (mut n_words, mut has_script, mut has_root) = (0, false, false);
    let mut at = 0;
    while let Some(node) = dom.get(at) {
        at += 1;
        match dom.kind(node) {
            NodeKind::Element => {
                let tag = dom.tag(node);
                has_script |= tag == Tag::SCRIPT;
                if tag == Tag::NOSCRIPT {
                    has_root |= asks_for_scripts(dom, at, dom.subtree_end(node));
                    at = dom.subtree_end(node);
                    continue;
                }
                // Bundlers put their scripts into the head.
                if dom.hides(node) && tag != Tag::HEAD || tag == Tag::TITLE {
                    at = dom.subtree_end(node);
                    continue;
                }
                has_root |= is_root(dom, node);
            }
            NodeKind::Text => {
                n_words += dom.text(node).split_whitespace().take(MAX_WORDS + 1).count();
                if n_words > MAX_WORDS {
                    return false;
                }
            }
            _ => {}
        }
    }
    has_script && has_root
}

/// Returns whether this is an element that scripts fill: by its id, or because its name is that of a component.
fn is_root(dom: &Dom<'_>, node: dom::NodeId) -> bool {
    if dom.tag(node) == Tag::OTHER && dom.name(node).contains('-') {
        return dom.name(node).ends_with("-root") || dom.name(node).ends_with("-app");
    }
    let id = dom.attribute(node, "id").unwrap_or_default();
    let is_block = matches!(dom.tag(node), Tag::DIV | Tag::MAIN | Tag::SECTION | Tag::BODY);
    is_block && ROOTS.iter().any(|root| id.eq_ignore_ascii_case(root))
}

/// Returns whether a text among these nodes is about JavaScript.
fn asks_for_scripts(dom: &Dom<'_>, from: usize, to: usize) -> bool {
    let texts = (from..to.min(from + 64)).filter_map(|at| dom.get(at));
    let mut texts = texts.filter(|&node| matches!(dom.kind(node), NodeKind::Text | NodeKind::RawText));
    texts.any(|node| dom.text(node).to_ascii_lowercase().contains("javascript"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: &str, expected: bool) {
        assert_eq!(is_filled_by_scripts(&Dom::parse(page)), expected, "{page}");
    }

    #[test]
    fn empty_roots_are_filled_by_scripts() {
        for root in [
            "<div id=root></div>",
            "<div id='app'>Loading …</div>",
            "<app-root></app-root>",
            "<body><noscript>You need to enable JavaScript.</noscript><div></div>",
        ] {
            check(&format!("<title>Tides</title>{root}<script src=a.js></script>"), true);
            check(&format!("<title>Tides</title><script src=a.js></script>{root}"), true);
            check(&format!("<title>Tides</title>{root}"), false);
            let text = "Gulls nest on the roof. ".repeat(10);
            check(&format!("{root}<script src=a.js></script><p>{text}"), false);
        }
    }

    #[test]
    fn short_pages_have_their_text() {
        check("<p>Closed today.<script>count()</script>", false);
        check("", false);
    }
}
