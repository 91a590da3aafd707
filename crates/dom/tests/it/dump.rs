//! Trees in the notation of html5lib-tests.

use std::borrow::Cow;

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};
use html5ever::{Attribute, ns};

use super::twin::{Kind, Twin};

/// Writes a tree.
pub(crate) fn dump(dom: &Dom<'_>) -> String {
    let mut out = String::new();
    // How far each open element indents what is in it.
    let mut open: Vec<(NodeId, usize)> = Vec::new();
    let mut text = String::new();
    let mut text_level = 0;
    for node in dom.descendants(dom.root()) {
        let is_text = matches!(dom.kind(node), NodeKind::Text | NodeKind::RawText);
        while open.last().is_some_and(|&(last, _)| !dom.contains(last, node)) {
            flush(&mut out, &mut text, text_level);
            open.pop();
        }
        let level = open.last().map_or(0, |&(_, level)| level);
        if !is_text {
            flush(&mut out, &mut text, text_level);
        }
        match dom.kind(node) {
            NodeKind::Element => {
                line(&mut out, level, &format!("<{}{}>", prefix(dom.namespace(node)), dom.name(node)));
                attributes(&mut out, dom, node, level + 1);
                let mut inner = level + 1;
                if dom.tag(node) == Tag::TEMPLATE && dom.namespace(node) == Namespace::Html {
                    line(&mut out, inner, "content");
                    inner += 1;
                }
                open.push((node, inner));
            }
            NodeKind::Comment => line(&mut out, level, &format!("<!-- {} -->", dom.comment(node))),
            NodeKind::Doctype => doctype(&mut out, dom, node, level),
            _ => {
                text_level = level;
                text.push_str(&dom.text(node));
            }
        }
    }
    flush(&mut out, &mut text, text_level);
    out
}

/// Neighbouring texts are one node in the standard's tree.
fn flush(out: &mut String, text: &mut String, level: usize) {
    if !text.is_empty() {
        line(out, level, &format!("\"{text}\""));
        text.clear();
    }
}

fn line(out: &mut String, level: usize, content: &str) {
    out.push_str("| ");
    out.extend(std::iter::repeat_n("  ", level));
    out.push_str(content);
    out.push('\n');
}

fn doctype(out: &mut String, dom: &Dom<'_>, node: NodeId, level: usize) {
    let doctype = dom.doctype(node).expect("the node is one");
    let (public, system) = (doctype.public_id.unwrap_or_default(), doctype.system_id.unwrap_or_default());
    let name = &doctype.name;
    if public.is_empty() && system.is_empty() {
        line(out, level, &format!("<!DOCTYPE {name}>"));
    } else {
        line(out, level, &format!("<!DOCTYPE {name} \"{public}\" \"{system}\">"));
    }
}

fn prefix(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::Html => "",
        Namespace::Svg => "svg ",
        Namespace::MathMl => "math ",
    }
}

fn attributes(out: &mut String, dom: &Dom<'_>, node: NodeId, level: usize) {
    let is_foreign = dom.namespace(node) != Namespace::Html;
    let mut list: Vec<(Cow<'_, str>, Cow<'_, str>)> = dom
        .attributes(node)
        .map(|attribute| {
            let name = attribute.adjusted_name();
            let name = if is_foreign { spaced(name) } else { name };
            (name, attribute.value())
        })
        .collect();
    list.sort_by(|one, other| one.0.encode_utf16().cmp(other.0.encode_utf16()));
    for (name, value) in list {
        line(out, level, &format!("{name}=\"{value}\""));
    }
}

/// Writes the names of foreign attributes that have a namespace.
fn spaced(name: Cow<'_, str>) -> Cow<'_, str> {
    let has_namespace = matches!(
        &*name,
        "xlink:actuate"
            | "xlink:arcrole"
            | "xlink:href"
            | "xlink:role"
            | "xlink:show"
            | "xlink:title"
            | "xlink:type"
            | "xml:lang"
            | "xml:space"
            | "xmlns:xlink"
    );
    match &*name {
        "xmlns" => Cow::Borrowed("xmlns xmlns"),
        _ if has_namespace => Cow::Owned(name.replacen(':', " ", 1)),
        _ => name,
    }
}

/// Writes html5ever's tree.
pub(crate) fn dump_twin(twin: &Twin) -> String {
    let nodes = &twin.nodes;
    let mut out = String::new();
    // Without recursion, since pages nest deep.
    let mut stack: Vec<(usize, usize)> = nodes[0].children.iter().rev().map(|&id| (id, 0)).collect();
    while let Some((id, level)) = stack.pop() {
        let indent = "  ".repeat(level);
        match &nodes[id].kind {
            Kind::Element { name, attributes, .. } => {
                let prefix = match name.ns {
                    ns!(svg) => "svg ",
                    ns!(mathml) => "math ",
                    _ => "",
                };
                out += &format!("| {indent}<{prefix}{}>\n", name.local);
                let mut list: Vec<(String, &str)> = attributes.iter().map(spelled).collect();
                list.sort_by(|one, other| one.0.encode_utf16().cmp(other.0.encode_utf16()));
                for (name, value) in list {
                    out += &format!("| {indent}  {name}=\"{value}\"\n");
                }
                let mut inner = level + 1;
                if name.ns == ns!(html) && &*name.local == "template" {
                    out += &format!("| {indent}  content\n");
                    inner += 1;
                }
                stack.extend(nodes[id].children.iter().rev().map(|&child| (child, inner)));
            }
            Kind::Text(text) => out += &format!("| {indent}\"{text}\"\n"),
            Kind::Comment(text) => out += &format!("| {indent}<!-- {text} -->\n"),
            Kind::Doctype(text) => out += &format!("| {indent}<!DOCTYPE {text}>\n"),
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
