//! html5ever's tree of a page, as the oracle of what a browser makes of it.

#[allow(dead_code, reason = "nobody here asks for comments and attributes")]
#[path = "../../../dom/tests/it/twin.rs"]
mod twin;

use self::twin::{Kind, Node};

/// What is not visible, and what breaks lines: the lists that the text of a
/// page is defined by, spelled out once more.
const HIDDEN: &str = "\
    script style template head title iframe noframes noembed svg canvas audio video datalist textarea";
const BLOCK: &str = "\
    address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset \
    figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu \
    nav ol optgroup option p plaintext pre search section select summary table tbody td tfoot th thead tr ul xmp";

fn is_one_of(name: &str, names: &str) -> bool {
    names.split(' ').any(|one| one == name)
}

/// A parsed page.
pub(crate) struct Browser {
    nodes: Vec<Node>,
    /// What the parser complained about, in order.
    pub(crate) errors: Vec<String>,
}

impl Browser {
    pub(crate) fn parse(html: &str) -> Browser {
        let twin = twin::parse(html);
        Browser { nodes: twin.nodes, errors: twin.errors }
    }

    /// The visible text: blocks on lines of their own, white space collapsed.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut text = String::new();
        let mut stack = vec![(0, false)];
        while let Some((at, ended)) = stack.pop() {
            let node = &self.nodes[at];
            let name = match &node.kind {
                Kind::Text(found) => {
                    text.push_str(found);
                    continue;
                }
                Kind::Element { name, .. } => &*name.local,
                _ => "",
            };
            if is_one_of(name, HIDDEN) {
                continue;
            }
            if is_one_of(name, BLOCK) {
                text.push('\u{1}');
                if ended {
                    continue;
                }
                stack.push((at, true));
            }
            stack.extend(node.children.iter().rev().map(|&child| (child, false)));
        }
        let lines = text.split('\u{1}').map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// The elements that tags made or the parser implied, nested: a way to
    /// compare trees.
    pub(crate) fn outline(&self) -> String {
        let mut out = String::new();
        let mut stack = vec![(0, false)];
        while let Some((at, ended)) = stack.pop() {
            let node = &self.nodes[at];
            if ended {
                out.push(')');
                continue;
            }
            if let Kind::Element { name, .. } = &node.kind {
                out.extend(["(", &*name.local]);
                stack.push((at, true));
            }
            stack.extend(node.children.iter().rev().map(|&child| (child, false)));
        }
        out
    }
}

#[test]
fn the_oracle_reads_pages() {
    let page = Browser::parse("<!doctype html><title>x</title><p>a &amp; b<table><tr><td>c<td> d\n e</table>f");
    assert_eq!(page.lines(), ["a & b", "c", "d e", "f"]);
    assert_eq!(page.outline(), "(html(head(title))(body(p)(table(tbody(tr(td)(td))))))");
    assert!(page.errors.is_empty(), "{:?}", page.errors);
    assert_eq!(Browser::parse("<p></b>").errors.len(), 2);
}
