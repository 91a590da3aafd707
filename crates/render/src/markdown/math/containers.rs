//! Elements in which programs put formulas: KaTeX, MathJax, MediaWiki, and those that scripts read.

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use super::{DELIMITERS, Formula, MAX_NODES, Role, delimited, formula, math, script};

/// Returns the role of an element that programs or authors put around formulas.
pub(super) fn container(dom: &Dom<'_>, node: NodeId) -> Option<Role> {
    if dom.tag(node) == Tag::OTHER {
        if dom.namespace(node) != Namespace::Html || dom.name(node) != "mjx-container" {
            return None;
        }
        let is_display = dom.attribute(node, "display").is_some_and(|value| value == "true");
        return inner(dom, node, is_display).map(Role::Formula);
    }
    // Each of the names below has one of these in it, and few other tags do.
    let tag = &dom.source().as_bytes()[dom.start_tag(node)?];
    if !tag.windows(3).any(|letters| matches!(letters, b"ath" | b"tex" | b"mjx" | b"ula")) {
        return None;
    }
    if let Some(formula) = in_attribute(dom, node) {
        return Some(Role::Formula(formula));
    }
    let class = dom.attribute(node, "class")?;
    for class in class.split_ascii_whitespace() {
        match class {
            "katex-display" | "mwe-math-element-block" => {
                return inner_of(dom, node, true).map(Role::Formula);
            }
            "katex" | "mwe-math-element" | "mwe-math-element-inline" => {
                return inner_of(dom, node, false).map(Role::Formula);
            }
            "MathJax_Preview" => return Some(Role::Repetition),
            "MathJax"
            | "MathJax_Display"
            | "MathJax_SVG"
            | "MathJax_SVG_Display"
            | "MathJax_CHTML"
            | "mjx-chtml"
            | "MathJax_MathML" => {
                return set_by_mathjax(dom, node, class.contains("Display"));
            }
            "math" | "math-container" | "arithmatex" | "tex" | "latex" | "MathJax_Process" | "mathjax" | "math-tex"
            | "tex2jax_process" => return written_out(dom, node),
            _ => {}
        }
    }
    None
}

/// Returns the formula of the `math` element inside, if that has one.
fn inner_of(dom: &Dom<'_>, node: NodeId, is_display: bool) -> Option<Formula> {
    let mut below = dom.descendants(node).take(MAX_NODES);
    let inner = below.find(|&node| dom.tag(node) == Tag::MATH)?;
    let mut formula = math(dom, inner)?;
    formula.is_display |= is_display;
    Some(formula)
}

/// As [`inner_of`], or else the formula in a `data` attribute of the element.
fn inner(dom: &Dom<'_>, node: NodeId, is_display: bool) -> Option<Formula> {
    inner_of(dom, node, is_display).or_else(|| {
        let formula = in_attribute(dom, node)?;
        Some(Formula { is_display, ..formula })
    })
}

/// Returns the formula in a `data` attribute of an element, which is what its content was made from.
fn in_attribute(dom: &Dom<'_>, node: NodeId) -> Option<Formula> {
    let (mut tex, mut value, mut class) = (None, None, None);
    for attribute in dom.attributes(node) {
        match &*attribute.adjusted_name() {
            "data-latex" | "data-tex" | "data-math" | "data-formula" | "data-katex" => {
                tex = tex.or(Some(attribute.value()));
            }
            "data-value" => value = Some(attribute.value()),
            "class" => class = Some(attribute.value()),
            _ => {}
        }
    }
    let class = class.unwrap_or_default();
    // The name of this attribute says nothing by itself.
    let tex = tex.or_else(|| value.filter(|_| class.contains("formula")))?;
    // A word is a setting, such as `inline`.
    let is_word = tex.len() > 1 && tex.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_display = dom.tag(node) == Tag::DIV || class.contains("display") || class.contains("block");
    (!is_word).then(|| formula(&tex, is_display)).flatten()
}

/// Returns the role of an element in which MathJax 2 shows a formula. The script that the formula was made from
/// follows it, and then counts instead. Without a script, the element may contain the MathML that screen readers
/// read.
fn set_by_mathjax(dom: &Dom<'_>, node: NodeId, is_display: bool) -> Option<Role> {
    let mut next = Some(node);
    for _ in 0..4 {
        next = next.and_then(|node| dom.next_sibling(node));
        if next.is_some_and(|next| script(dom, next).is_some()) {
            return Some(Role::Repetition);
        }
    }
    inner(dom, node, is_display).map(Role::Formula)
}

/// Returns the formula if an element holds nothing but TeX between the marks that scripts look for.
fn written_out(dom: &Dom<'_>, node: NodeId) -> Option<Role> {
    let only = dom.first_child(node)?;
    // Equal ends mean that the first child is the last node below, and so the only one.
    if dom.subtree_end(only) != dom.subtree_end(node) || dom.kind(only) != NodeKind::Text {
        return None;
    }
    let text = dom.text(only);
    let text = text.trim();
    let (len, formula) = delimited(text, &DELIMITERS)?;
    (len == text.len()).then_some(Role::Formula(formula))
}
