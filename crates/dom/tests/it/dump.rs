//! Trees in the notation of html5lib-tests.

use std::borrow::Cow;

use dom::{Dom, Namespace, NodeId, NodeKind};
use html5ever::{Attribute, ns};

use super::twin::{Kind, Twin};

/// Adds a line about what stands at a level.
fn line(out: &mut String, level: usize, content: &str) {
    *out += &format!("| {}{content}\n", "  ".repeat(level));
}

/// Adds an element, and returns the level of what is in it.
fn element<A: AsRef<str>, V: AsRef<str>>(
    out: &mut String,
    level: usize,
    name: &str,
    mut attributes: Vec<(A, V)>,
) -> usize {
    line(out, level, &format!("<{name}>"));
    attributes.sort_by(|one, other| one.0.as_ref().encode_utf16().cmp(other.0.as_ref().encode_utf16()));
    for (name, value) in attributes {
        line(out, level + 1, &format!("{}=\"{}\"", name.as_ref(), value.as_ref()));
    }
    if name == "template" {
        line(out, level + 1, "content");
    }
    level + 1 + usize::from(name == "template")
}

/// Writes a tree.
pub(crate) fn dump(dom: &Dom<'_>) -> String {
    let mut out = String::new();
    // Each open element with the level of what is in it.
    let mut open: Vec<(NodeId, usize)> = Vec::new();
    let mut text = String::new();
    for node in dom.descendants(dom.root()) {
        while open.last().is_some_and(|&(last, _)| !dom.contains(last, node)) {
            flush(&mut out, &mut text, &open);
            open.pop();
        }
        // Neighbouring texts are one node in the standard's tree.
        if !matches!(dom.kind(node), NodeKind::Text | NodeKind::RawText) {
            flush(&mut out, &mut text, &open);
        }
        let level = open.last().map_or(0, |&(_, level)| level);
        match dom.kind(node) {
            NodeKind::Element => {
                let prefix = match dom.namespace(node) {
                    Namespace::Html => "",
                    Namespace::Svg => "svg ",
                    Namespace::MathMl => "math ",
                };
                let inner = element(&mut out, level, &format!("{prefix}{}", dom.name(node)), attributes(dom, node));
                open.push((node, inner));
            }
            NodeKind::Comment => line(&mut out, level, &format!("<!-- {} -->", dom.comment(node))),
            NodeKind::Doctype => {
                let doctype = dom.doctype(node).expect("the node is one");
                let (public, system) = (doctype.public_id.unwrap_or_default(), doctype.system_id.unwrap_or_default());
                let ids = if (&*public, &*system) == ("", "") {
                    String::new()
                } else {
                    format!(" \"{public}\" \"{system}\"")
                };
                line(&mut out, level, &format!("<!DOCTYPE {}{ids}>", doctype.name));
            }
            _ => text.push_str(&dom.text(node)),
        }
    }
    flush(&mut out, &mut text, &open);
    out
}

fn flush(out: &mut String, text: &mut String, open: &[(NodeId, usize)]) {
    if !text.is_empty() {
        line(out, open.last().map_or(0, |&(_, level)| level), &format!("\"{text}\""));
        text.clear();
    }
}

fn attributes<'d>(dom: &'d Dom<'_>, node: NodeId) -> Vec<(Cow<'d, str>, Cow<'d, str>)> {
    let is_foreign = dom.namespace(node) != Namespace::Html;
    let attributes = dom.attributes(node).map(|attribute| {
        let name = attribute.adjusted_name();
        (if is_foreign { spaced(name) } else { name }, attribute.value())
    });
    attributes.collect()
}

/// Writes the names of foreign attributes that have a namespace.
fn spaced(name: Cow<'_, str>) -> Cow<'_, str> {
    const WITH_NAMESPACE: &str = "xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show xlink:title xlink:type \
                                  xml:lang xml:space xmlns:xlink";
    match &*name {
        "xmlns" => Cow::Borrowed("xmlns xmlns"),
        _ if WITH_NAMESPACE.split(' ').any(|other| other == name) => Cow::Owned(name.replacen(':', " ", 1)),
        _ => name,
    }
}

/// Writes html5ever's tree.
pub(crate) fn dump_twin(Twin { nodes, .. }: &Twin) -> String {
    let mut out = String::new();
    // Without recursion, since pages nest deep.
    let mut stack: Vec<(usize, usize)> = nodes[0].children.iter().rev().map(|&id| (id, 0)).collect();
    while let Some((id, level)) = stack.pop() {
        match &nodes[id].kind {
            Kind::Element { name, attributes } => {
                let prefix = match name.ns {
                    ns!(svg) => "svg ",
                    ns!(mathml) => "math ",
                    _ => "",
                };
                let attributes = attributes.iter().map(spelled).collect();
                let inner = element(&mut out, level, &format!("{prefix}{}", name.local), attributes);
                stack.extend(nodes[id].children.iter().rev().map(|&child| (child, inner)));
            }
            Kind::Text(text) => line(&mut out, level, &format!("\"{text}\"")),
            Kind::Comment(text) => line(&mut out, level, &format!("<!-- {text} -->")),
            Kind::Doctype(text) => line(&mut out, level, &format!("<!DOCTYPE {text}>")),
        }
    }
    out
}

fn spelled(attribute: &Attribute) -> (String, &str) {
    let prefix = match attribute.name.ns {
        ns!(xlink) => "xlink ",
        ns!(xml) => "xml ",
        ns!(xmlns) => "xmlns ",
        _ => "",
    };
    (format!("{prefix}{}", attribute.name.local), &attribute.value)
}
