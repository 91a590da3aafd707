//! TeX from the presentation elements of MathML, for formulas that come without their TeX.

mod signs;
mod terms;

use dom::{Dom, Namespace, NodeId, NodeKind};

use self::terms::Term;

/// The number of nodes above which a formula is written as its symbols. Chosen: by eye.
const MAX_NODES: usize = 4096;
/// The depth above which a formula is written as its symbols. Chosen: by eye.
const MAX_DEPTH: usize = 64;
/// The length of TeX in bytes above which a formula is written as its symbols. Chosen: by eye.
const MAX_TEX: usize = 1 << 16;

/// An element that is being read.
struct Open {
    node: NodeId,
    end: usize,
    /// The terms of the children that have ended.
    terms: Vec<Term>,
    /// The text directly in it, if it is a token such as `mi`.
    text: Option<String>,
}

/// Returns what a `math` element shows as TeX; `None` if it is empty or too large.
///
/// Annotations are not read. Of the elements that are not in MathML Core, only `mfenced`, `menclose` and `maction`
/// have a meaning here; of the others, the content is written.
///
/// # Complexity
///
/// Linear in the formula, times its depth, both of which are limited. Nothing recurses.
pub(super) fn tex(dom: &Dom<'_>, math: NodeId) -> Option<String> {
    let last = dom.subtree_end(math);
    if MAX_NODES < last - math.index() {
        return None;
    }
    let mut open = vec![Open::new(dom, math)];
    let mut at = math.index() + 1;
    loop {
        while let Some(ended) = open.pop_if(|element| element.end <= at) {
            let term = ended.finish(dom);
            // Each level copies the TeX of its children, so that the bound on the length also bounds the work.
            if MAX_TEX < term.tex.len() {
                return None;
            }
            match open.last_mut() {
                Some(around) => around.terms.push(term),
                None => return Some(term.tex).filter(|tex| !tex.trim().is_empty()),
            }
        }
        let node = dom.get(at)?;
        at += 1;
        match dom.kind(node) {
            NodeKind::Element if dom.hides(node) => at = dom.subtree_end(node),
            NodeKind::Element if dom.namespace(node) == Namespace::MathMl => {
                if open.len() == MAX_DEPTH {
                    return None;
                }
                open.push(Open::new(dom, node));
            }
            NodeKind::Text | NodeKind::RawText => {
                let text = dom.text(node);
                let around = open.last_mut()?;
                match &mut around.text {
                    Some(token) => token.push_str(&text),
                    None if text.trim().is_empty() => {}
                    None => around.terms.push(Term::words(&text)),
                }
            }
            _ => {}
        }
    }
}

impl Open {
    fn new(dom: &Dom<'_>, node: NodeId) -> Open {
        let is_token = matches!(dom.name(node), "mi" | "mn" | "mo" | "mtext" | "ms");
        Open { node, end: dom.subtree_end(node), terms: Vec::new(), text: is_token.then(String::new) }
    }

    fn finish(mut self, dom: &Dom<'_>) -> Term {
        let name = dom.name(self.node);
        let attribute = |name: &str| dom.attribute(self.node, name);
        if let Some(text) = self.text {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let variant = attribute("mathvariant");
            return match name {
                "mi" => Term::identifier(&text, variant.as_deref()),
                "mn" => Term::number(&text, variant.as_deref()),
                "mo" => Term::operator(&text),
                _ => Term::words(&text),
            };
        }
        let mut terms = std::mem::take(&mut self.terms);
        match (name, terms.len()) {
            ("mfrac", 2) => {
                // A fraction without a line is a binomial coefficient or the like.
                let is_bare = attribute("linethickness").is_some_and(|width| is_zero(&width));
                Term::fraction(&terms[0], &terms[1], is_bare)
            }
            ("msqrt", _) => Term::root(&Term::row(&terms), None),
            ("mroot", 2) => Term::root(&terms[0], Some(&terms[1])),
            ("msub", 2) => Term::scripts(&terms[0], Some(&terms[1]), None),
            ("msup", 2) => Term::scripts(&terms[0], None, Some(&terms[1])),
            ("msubsup", 3) => Term::scripts(&terms[0], Some(&terms[1]), Some(&terms[2])),
            ("munder", 2) => Term::limits(&terms[0], Some(&terms[1]), None),
            ("mover", 2) => Term::limits(&terms[0], None, Some(&terms[1])),
            ("munderover", 3) => Term::limits(&terms[0], Some(&terms[1]), Some(&terms[2])),
            ("mmultiscripts", 1..) => Term::multiscripts(&terms),
            ("mprescripts", _) => Term::prescripts(),
            ("mtd", _) => Term::row(&terms),
            ("mtr" | "mlabeledtr", _) => Term::cells(&terms),
            ("mtable", _) => Term::table(&terms),
            ("mspace", _) => {
                let width = attribute("width");
                Term::space(width.is_none_or(|width| width.starts_with('-') || is_zero(&width)))
            }
            ("mphantom", _) => Term::command("\\phantom", &Term::row(&terms)),
            ("menclose", _) => {
                let notation = attribute("notation").unwrap_or_default();
                let has = |name: &str| notation.split_ascii_whitespace().any(|one| one == name);
                let inside = Term::row(&terms);
                if has("box") || has("roundedbox") {
                    Term::command("\\boxed", &inside)
                } else if has("radical") {
                    Term::root(&inside, None)
                } else {
                    inside
                }
            }
            ("mfenced", _) => Term::fenced(
                &terms,
                attribute("open").as_deref().unwrap_or("("),
                attribute("close").as_deref().unwrap_or(")"),
                attribute("separators").as_deref().unwrap_or(","),
            ),
            // Only one of the children is shown, and only the first is the formula.
            ("maction" | "semantics", 1..) => terms.swap_remove(0),
            _ => Term::row(&terms),
        }
    }
}

fn is_zero(length: &str) -> bool {
    let number = length.trim_end_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '%');
    number.trim().parse() == Ok(0.0)
}
