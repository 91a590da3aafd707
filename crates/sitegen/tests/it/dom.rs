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
    let mut text = String::new();
    let mut stack = vec![0];
    while let Some(at) = stack.pop() {
        match &twin.nodes[at].kind {
            Kind::Text(found) => text.push_str(found),
            Kind::Element { name, .. } if matches!(&*name.local, "script" | "style") => {}
            _ => stack.extend(twin.nodes[at].children.iter().rev()),
        }
    }
    Parsed { errors: twin.errors, text }
}
