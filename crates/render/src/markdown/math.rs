//! Formulas, each written once as the TeX that it was made from.

mod containers;

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use self::containers::container;
use super::{mathml, words::Line};
use crate::cuts::Cuts;

/// A formula in TeX, on one line.
#[derive(Debug, PartialEq)]
pub(crate) struct Formula {
    pub(crate) tex: String,
    pub(crate) is_display: bool,
    /// Whether the TeX is made of the page's words. If the regions remove some of them, it is not used.
    pub(crate) is_made: bool,
}

/// The role of an element for the formulas of a page.
#[derive(Debug, PartialEq)]
enum Role {
    /// It is a formula, with everything in it.
    Formula(Formula),
    /// It repeats the formula next to it.
    Repetition,
}

/// The number of nodes of a formula that are searched for something better than its symbols. Programs write a formula
/// up to three times for browsers, and its source at the end. Chosen: by eye.
const MAX_NODES: usize = 4096;

/// The kinds of formulas that a page may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Math {
    /// Whether it may have formulas in elements.
    has_elements: bool,
    /// Whether scripts make formulas of TeX in its text.
    has_text: bool,
    /// Whether these scripts read single dollar signs, too.
    has_dollars: bool,
}

impl Math {
    pub(crate) fn of(source: &str) -> Math {
        let bytes = source.as_bytes();
        let has = |words: &str| memchr::memmem::find(bytes, words.as_bytes()).is_some();
        // Whatever sets formulas has one of these in a name: `math`, `MathJax`, KaTeX's
        // `renderMathInElement`. Scripts compute with `Math.floor` and the like.
        let has_elements = memchr::memmem::find_iter(bytes, "ath").any(|at| match bytes[..at] {
            [.., b'm'] => true,
            [.., b'M'] => bytes.get(at + 3) != Some(&b'.'),
            _ => false,
        });
        let has_text =
            has_elements && (has("MathJax.js") || has("mathjax@") || has("/mathjax/") || has("renderMathInElement"));
        Math {
            has_elements,
            has_text,
            has_dollars: has_text
                && ["['$','$']", "['$', '$']", "[\"$\",\"$\"]", "[\"$\", \"$\"]"].iter().any(|pair| has(pair)),
        }
    }

    /// Returns whether an element is a formula or a part of one.
    #[inline]
    fn role(self, dom: &Dom<'_>, node: NodeId) -> Option<Role> {
        if !self.has_elements {
            return None;
        }
        match dom.tag(node) {
            Tag::MATH => math(dom, node).map(Role::Formula),
            Tag::SCRIPT => script(dom, node).map(Role::Formula),
            Tag::SPAN | Tag::DIV | Tag::P | Tag::OTHER | Tag::NOBR => container(dom, node),
            _ => None,
        }
    }

    /// Writes the formula that an element is, if the regions do not hold it, and returns whether the element is one or a
    /// part of one. It is none if its TeX is made of words of which the regions hold some.
    pub(crate) fn write(self, dom: &Dom<'_>, cuts: &mut Cuts<'_>, node: NodeId, line: &mut impl Line) -> bool {
        match self.role(dom, node) {
            None => return false,
            Some(Role::Formula(formula)) if formula.is_made && cuts.touch(&dom.extent(node)) => return false,
            Some(Role::Formula(formula)) if !cuts.cover(&dom.extent(node)) => line.formula(&formula),
            Some(_) => {}
        }
        true
    }

    /// Returns whether formulas are looked for in texts.
    pub(super) fn reads_text(self) -> bool {
        self.has_text
    }

    /// Splits a text where a script would find formulas. Every second part is one.
    ///
    /// Returns `None` if there are no formulas.
    pub(super) fn split(self, text: &str) -> Option<Vec<TextPart<'_>>> {
        if !self.has_text || !text.contains(['\\', '$']) {
            return None;
        }
        let mut parts = Vec::new();
        let mut rest = text;
        let mut from = 0;
        while let Some(len) = rest[from..].find(['\\', '$']) {
            let at = from + len;
            match self.delimited(&rest[at..]) {
                Some((len, formula)) => {
                    parts.push(TextPart::Text(&rest[..at]));
                    parts.push(TextPart::Formula(formula));
                    rest = &rest[at + len..];
                    from = 0;
                }
                // An unclosed pair of dollar signs is not two single ones.
                None => from = at + if rest[at..].starts_with("$$") { 2 } else { 1 },
            }
        }
        if parts.is_empty() {
            return None;
        }
        parts.push(TextPart::Text(rest));
        Some(parts)
    }

    /// Returns the formula that a text begins with, and its length in bytes with the marks around it.
    fn delimited(self, text: &str) -> Option<(usize, Formula)> {
        let dollars = if self.has_dollars { 4 } else { 3 };
        delimited(text, &DELIMITERS[..dollars])
    }
}

/// A piece of running text.
#[derive(Debug, PartialEq)]
pub(super) enum TextPart<'t> {
    Text(&'t str),
    Formula(Formula),
}

const DELIMITERS: [(&str, &str, bool); 4] =
    [("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true), ("$", "$", false)];

/// The length in bytes of the longest formula in running text. A mark without another one this near was never closed.
/// Chosen: by eye.
const MAX_TEX: usize = 4096;

fn delimited(text: &str, delimiters: &[(&str, &str, bool)]) -> Option<(usize, Formula)> {
    delimiters.iter().find_map(|&(open, close, is_display)| {
        let inside = text.strip_prefix(open)?;
        // Bounding the search keeps pages with many unclosed marks linear. The bound must not split a character.
        let near = (0..=MAX_TEX.min(inside.len())).rev().find(|&end| inside.is_char_boundary(end))?;
        let end = inside[..near].find(close)?;
        let formula = formula(&inside[..end], is_display)?;
        Some((open.len() + end + close.len(), formula))
    })
}

/// Returns TeX on one line, without the delimiters and style commands around it.
fn formula(tex: &str, is_display: bool) -> Option<Formula> {
    let mut line = String::with_capacity(tex.len());
    // A comment extends to the end of its line, so it has to go before the lines are joined.
    for part in tex.lines() {
        for word in without_comment(part).split_whitespace() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    let mut tex = line.as_str();
    // MediaWiki wraps every formula so.
    for style in ["{\\displaystyle ", "{\\textstyle "] {
        if let Some(inside) = tex.strip_prefix(style).and_then(|tex| tex.strip_suffix('}')) {
            tex = inside.trim();
        }
    }
    let marks = [("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$")];
    for (open, close) in marks {
        if let Some(inside) = tex.strip_prefix(open).and_then(|tex| tex.strip_suffix(close)) {
            tex = inside.trim();
            break;
        }
    }
    (!tex.is_empty()).then(|| Formula { tex: tex.to_owned(), is_display, is_made: false })
}

/// Returns a line of TeX without its comment, which begins with a per cent sign.
fn without_comment(line: &str) -> &str {
    let mut signs = line.match_indices('%');
    // After a backslash, the sign is text.
    let comment = signs.find(|&(at, _)| !line[..at].ends_with('\\'));
    comment.map_or(line, |(at, _)| &line[..at])
}

/// Returns the formula of a `math` element: its annotation, or else its alternative text, or else TeX from its
/// elements.
fn math(dom: &Dom<'_>, node: NodeId) -> Option<Formula> {
    let mut is_display = false;
    let mut alternative = None;
    for attribute in dom.attributes(node) {
        match &*attribute.adjusted_name() {
            "display" => is_display = attribute.value() == "block",
            "mode" => is_display |= attribute.value() == "display",
            "alttext" | "data-latex" => alternative = Some(attribute.value().into_owned()),
            _ => {}
        }
    }
    match annotation(dom, node).or(alternative) {
        Some(tex) => formula(&tex, is_display),
        None => Some(Formula { is_made: true, ..formula(&mathml::tex(dom, node)?, is_display)? }),
    }
}

fn annotation(dom: &Dom<'_>, above: NodeId) -> Option<String> {
    let below = dom.descendants(above).take(MAX_NODES);
    let annotation = below.filter(|&node| {
        dom.namespace(node) == Namespace::MathMl && dom.tag(node) == Tag::OTHER && dom.name(node) == "annotation"
    });
    let mut of_tex = annotation.filter(|&node| {
        dom.attribute(node, "encoding").is_some_and(|encoding| encoding.to_ascii_lowercase().contains("tex"))
    });
    of_tex.next().map(|node| texts(dom, node))
}

fn texts(dom: &Dom<'_>, node: NodeId) -> String {
    let below = dom.descendants(node).take(MAX_NODES);
    let texts = below.filter(|&node| dom.kind(node) == NodeKind::Text);
    texts.map(|node| dom.text(node)).collect()
}

/// Returns the formula in a script for MathJax 2: `<script type="math/tex; mode=display">`.
fn script(dom: &Dom<'_>, node: NodeId) -> Option<Formula> {
    let kind = dom.attribute(node, "type")?;
    let kind = kind.trim().to_ascii_lowercase();
    if !kind.starts_with("math/tex") {
        return None;
    }
    let tex = dom.text(dom.first_child(node)?);
    formula(&tex, kind.contains("mode=display"))
}

/// Returns the formula that an image shows: its alternative text, if its class or the program that draws it is one of
/// formulas. Blogs and wikis show formulas so.
pub(super) fn of_image(class: &str, address: &str, text: &str) -> Option<Formula> {
    let is_tex = |class: &str| {
        matches!(class, "latex" | "tex" | "math" | "mwe-math-fallback-image-inline" | "mwe-math-fallback-image-display")
    };
    const PROGRAMS: [&str; 7] =
        ["codecogs.com/", "/latex.php?", "/equation?tex=", "/mathtex.cgi?", "/mimetex.cgi?", "/math/render/", "?tex="];
    let is_drawn = || PROGRAMS.iter().any(|program| address.contains(program));
    if !class.split_ascii_whitespace().any(is_tex) && !is_drawn() {
        return None;
    }
    formula(text, class.contains("display"))
}
