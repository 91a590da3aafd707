//! Formulas, each written once as the TeX that it was made from.

mod containers;

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use self::containers::container;
use super::mathml;

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
pub(crate) enum Role {
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
    pub(crate) fn role(self, dom: &Dom<'_>, node: NodeId) -> Option<Role> {
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

    /// Returns whether text may hold formulas.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The formulas of a page, displayed ones between two dollar signs.
    fn formulas(page: &str) -> Vec<String> {
        let dom = Dom::parse(page);
        let math = Math::of(page);
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(node) = dom.get(at) {
            at += 1;
            let role = math.role(&dom, node);
            if role.is_some() {
                at = dom.subtree_end(node);
            }
            if let Some(Role::Formula(Formula { tex, is_display, .. })) = role {
                let marks = if is_display { "$$" } else { "$" };
                found.push(format!("{marks}{tex}{marks}"));
            }
        }
        found
    }

    #[test]
    fn formulas_are_found_once() {
        let mathml = "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x^2\
                      </annotation></semantics></math>";
        let check = |page: &str, expected: &str| {
            assert_eq!(formulas(page), [expected], "{page}");
        };
        check(mathml, "$x^2$");
        check("<math display=block alttext='x^2'><mi>x</mi></math>", "$$x^2$$");
        check(
            &format!(
                "<span class=katex-display><span class=katex><span class=katex-mathml>{mathml}</span>\
                 <span class=katex-html>x2</span></span></span>"
            ),
            "$$x^2$$",
        );
        check(
            "<span class=MathJax_Preview>x</span><span class=MathJax><math><mi>x</math></span>\
             <script type=math/tex>x^2 % comment\n+1</script>",
            "$x^2 +1$",
        );
        check(&format!("<mjx-container display=true><mjx-math></mjx-math>{mathml}</mjx-container>"), "$$x^2$$");
        check(
            "<span class=mwe-math-element><span><math alttext='{\\displaystyle x^2}'></math></span>\
             <img class=mwe-math-fallback-image-inline alt='{\\displaystyle x^2}'></span>",
            "$x^2$",
        );
        check("<span class=math-container>$x^2$</span>", "$x^2$");
        check(
            "<math display=block><mi>x</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>",
            "$$x = \\frac{1}{2}$$",
        );
        check("<div class='math notranslate'>\\[x^2\\]</div>", "$$x^2$$");
        let drawn = "<span class=katex><span class=katex-html><i class=mathnormal>2x</i></span></span>";
        check(&format!("<span data-math='x^2'>{drawn}</span>"), "$x^2$");
        check(&format!("<div data-latex='x^2'>{drawn}</div>"), "$$x^2$$");
        check("<span class=ztext-math data-tex='x^2'></span>", "$x^2$");
        check(&format!("<span class=ql-formula data-value='x^2'>{drawn}</span>"), "$x^2$");
        check("<span class=math data-math=inline>\\(x^2\\)</span>", "$x^2$");
    }

    #[test]
    fn images_show_formulas_by_their_class() {
        let found = of_image("latex aligncenter", "a.png", "x^2").unwrap();
        assert_eq!((&*found.tex, found.is_display), ("x^2", false));
        let address = "https://latex.codecogs.com/svg.image?x%5E2";
        assert_eq!(of_image("", address, "x^2").map(|formula| formula.tex).as_deref(), Some("x^2"));
        assert_eq!(of_image("photo", "a.png", "x^2"), None);
    }

    #[test]
    fn text_has_formulas_where_scripts_make_them() {
        let split = |text: &str| {
            let math = Math::of("<script src=/MathJax.js></script>");
            let parts = math.split(text).unwrap_or_default();
            let parts = parts.into_iter().map(|part| match part {
                TextPart::Text(text) => text.to_owned(),
                TextPart::Formula(formula) => format!("<{}>", formula.tex),
            });
            parts.collect::<String>()
        };
        assert_eq!(split("a \\(x\\) b $$y$$ c"), "a <x> b <y> c");
        assert_eq!(split("$5 and \\(x"), "");
        assert!(Math::of("<p>math").split("\\(x\\)").is_none());
    }
}
