//! What a browser's parser makes of a page: errors and text.

#[allow(dead_code, reason = "nobody here asks for comments and attributes")]
#[path = "../../../dom/tests/it/twin.rs"]
mod twin;

use self::twin::Kind;

/// What was found in a page.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) errors: Vec<String>,
    /// The text in document order; scripts and styles left out.
    pub(crate) text: String,
}

pub(crate) fn parse(html: &str) -> Parsed {
    let twin = twin::parse(html);
    let (nodes, errors) = (twin.nodes.into_inner(), twin.errors.into_inner());
    let mut text = String::new();
    let mut stack = vec![0];
    while let Some(at) = stack.pop() {
        match &nodes[at].kind {
            Kind::Text(found) => text.push_str(found),
            Kind::Element { name, .. } if matches!(&*name.local, "script" | "style") => {}
            _ => stack.extend(nodes[at].children.iter().rev()),
        }
    }
    Parsed { errors, text }
}

#[test]
fn faults_are_seen_and_text_is_read() {
    let good = parse("<!DOCTYPE html><title>a</title><script>b</script><p>c &amp; d</p>");
    assert_eq!(good.errors, Vec::<String>::new());
    assert_eq!(good.text, "ac & d");
    assert!(!parse("<!DOCTYPE html><title>a</title><p>c</b></p>").errors.is_empty());
}
