//! MathML, written from formulas that are known, and the TeX that comes of it.

use dom::Dom;
use proptest::{collection::vec, prelude::*, sample::select};
use render::{MarkdownOptions, Regions};

fn markdown(page: &str) -> String {
    render::markdown(&Dom::parse(page), &Regions::new(), &MarkdownOptions::new()).unwrap()
}

#[track_caller]
fn check(inside: &str, expected: &str) {
    assert_eq!(markdown(&format!("<math>{inside}</math>")), expected);
}

/// A formula is written once, however often programs write it for browsers.
#[test]
fn formulas_are_found_once() {
    let mathml =
        "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x^2</annotation></semantics></math>";
    let drawn = "<span class=katex><span class=katex-html><i class=mathnormal>2x</i></span></span>";
    for (page, expected) in [
        (mathml, "$x^2$"),
        ("<math display=block alttext='x^2'><mi>x</mi></math>", "$$x^2$$"),
        (
            &format!(
                "<span class=katex-display><span class=katex><span class=katex-mathml>{mathml}</span>\
                 <span class=katex-html>x2</span></span></span>"
            ),
            "$$x^2$$",
        ),
        (
            "<span class=MathJax_Preview>x</span><span class=MathJax><math><mi>x</math></span>\
             <script type=math/tex>x^2 % comment\n+1</script>",
            "$x^2 +1$",
        ),
        (&format!("<mjx-container display=true><mjx-math></mjx-math>{mathml}</mjx-container>"), "$$x^2$$"),
        (
            "<span class=mwe-math-element><span><math alttext='{\\displaystyle x^2}'></math></span>\
             <img class=mwe-math-fallback-image-inline alt='{\\displaystyle x^2}'></span>",
            "$x^2$",
        ),
        ("<span class=math-container>$x^2$</span>", "$x^2$"),
        ("<math display=block><mi>x</mi><mo>=</mo><mn>1</mn></math>", "$$x = 1$$"),
        ("<div class='math notranslate'>\\[x^2\\]</div>", "$$x^2$$"),
        (&format!("<span data-math='x^2'>{drawn}</span>"), "$x^2$"),
        (&format!("<div data-latex='x^2'>{drawn}</div>"), "$$x^2$$"),
        ("<span class=ztext-math data-tex='x^2'></span>", "$x^2$"),
        (&format!("<span class=ql-formula data-value='x^2'>{drawn}</span>"), "$x^2$"),
        ("<span class=math data-math=inline>\\(x^2\\)</span>", "$x^2$"),
        // An image shows a formula by its class, or by the program that draws it.
        ("<img class='latex aligncenter' src=a.png alt=x^2>", "$x^2$"),
        ("<img src='https://latex.codecogs.com/svg.image?x%5E2' alt=x^2>", "$x^2$"),
        ("<!-- math --><img class=photo src=a.png alt=x^2>", "![x^2](a.png)"),
        // Scripts make formulas of text.
        ("<script src=/MathJax.js></script>a \\(x\\) b $$y$$ c", "a $x$ b\n\n$$y$$\n\nc"),
        ("<script src=/MathJax.js></script>$5 and \\(x", "$5 and \\\\(x"),
        ("<p>math \\(x\\)", "math \\\\(x\\\\)"),
    ] {
        assert_eq!(markdown(page), expected, "{page}");
    }
}

/// `[a $b]:c$` is the definition of a link, not a formula.
#[test]
fn formulas_define_nothing() {
    let formula = "<math><annotation encoding=application/x-tex>b]:c</annotation></math>";
    assert_eq!(markdown(&format!("<p>[a {formula}")), "[a <code>b]\\:c</code>");
    assert_eq!(markdown(&format!("<p>a {formula}")), "a $b]:c$");
}

#[test]
fn the_elements_of_mathml() {
    check("<mi>x</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac>", "$x = \\frac{1}{2}$");
    check(
        "<munderover><mo>∑</mo><mrow><mi>n</mi><mo>=</mo><mn>1</mn></mrow><mi>∞</mi></munderover><msup><mi>n</mi><mrow><mo>-</mo><mn>2</mn></mrow></msup>",
        "$\\sum_{n = 1}^{\\infty}n^{-2}$",
    );
    check("<mover><mi>x</mi><mo>→</mo></mover>", "$\\vec{x}$");
    check("<munder><mi>lim</mi><mi>n</mi></munder><mi>α</mi><mi>x</mi>", "$\\lim_n\\alpha x$");
    check(
        "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>",
        "$\\begin{matrix} 1 & 2 \\\\ 3 \\end{matrix}$",
    );
    check("<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>", "${}_6^{14}C$");
    check("<mfenced open='{' separators=';'><mi>a</mi><mi>b</mi></mfenced>", "$\\{a; b)$");
    check("<mtext>if 5%</mtext><mspace width=1em></mspace><mi>x</mi>", "$\\text{if 5\\%}\\,x$");
    check("<mroot><mi>x</mi><mn>3</mn></mroot><msqrt><mi>a</mi><mi>b</mi></msqrt>", "$\\sqrt[{3}]{x}\\sqrt{ab}$");
    check("<mi mathvariant=double-struck>R</mi><mi>max</mi>", "$\\mathbb{R}\\max$");
    check("<semantics><mi>x</mi><annotation encoding=application/x-tex>y</annotation></semantics>", "$y$");
}

#[test]
fn what_is_cut_is_written_as_symbols() {
    let page = "<p>so <math><mi>x</mi><mo>=</mo><mi>y</mi></math>";
    let at = page.find("<mi>y").unwrap();
    let regions = Regions::from_ranges(std::iter::once(at..at + 10));
    let found = render::markdown(&Dom::parse(page), &regions, &MarkdownOptions::new()).unwrap();
    assert_eq!(found, "so x=");
}

#[test]
fn large_formulas_are_written_as_symbols() {
    assert_eq!(markdown(&format!("<math>{}<mi>x", "<mrow>".repeat(100))), "x");
    assert_eq!(markdown(&format!("<math>{}", "<mi>x</mi>".repeat(5000))), "x".repeat(5000));
}

/// A formula.
#[derive(Clone, Debug)]
enum Expression {
    Token(&'static str, &'static str, &'static str),
    Row(Vec<Expression>),
    Fraction(Box<[Expression; 2]>),
    Root(Box<Expression>),
    Scripts(Box<[Expression; 3]>),
}

use Expression::{Fraction, Root, Row, Scripts, Token};

impl Expression {
    fn mathml(&self) -> String {
        let all = |parts: &[Expression]| parts.iter().map(Expression::mathml).collect::<String>();
        match self {
            Token(name, text, _) => format!("<{name}>{text}</{name}>"),
            Row(parts) => format!("<mrow> {}\n</mrow>", all(parts)),
            Fraction(parts) => format!("<mfrac>{}</mfrac>", all(&parts[..])),
            Root(inside) => format!("<msqrt>{}</msqrt>", inside.mathml()),
            Scripts(parts) => format!("<msubsup>{}</msubsup>", all(&parts[..])),
        }
    }

    /// The same in TeX, with braces around everything.
    fn tex(&self) -> String {
        match self {
            Token(_, _, tex) => format!("{{{tex}}}"),
            Row(parts) => parts.iter().map(Expression::tex).collect(),
            Fraction(parts) => format!("\\frac{{{}}}{{{}}}", parts[0].tex(), parts[1].tex()),
            Root(inside) => format!("\\sqrt{{{}}}", inside.tex()),
            Scripts(parts) => {
                let [base, low, high] = parts.each_ref().map(Expression::tex);
                format!("{{{base}}}_{{{low}}}^{{{high}}}")
            }
        }
    }
}

fn expressions() -> impl Strategy<Value = Expression> {
    let tokens = select(
        &[
            Token("mi", "x", "x"),
            Token("mi", "π", "\\pi"),
            Token("mi", "sin", "\\sin"),
            Token("mn", "42", "42"),
            Token("mo", "+", "+"),
            Token("mo", "≤", "\\le"),
            Token("mtext", "so", "\\text{so}"),
        ][..],
    );
    tokens.prop_recursive(5, 30, 3, |inner| {
        let two = [inner.clone(), inner.clone()];
        let three = [inner.clone(), inner.clone(), inner.clone()];
        prop_oneof![
            vec(inner.clone(), 1..4).prop_map(Row),
            two.prop_map(|parts| Fraction(Box::new(parts))),
            inner.prop_map(|inside| Root(Box::new(inside))),
            three.prop_map(|parts| Scripts(Box::new(parts))),
        ]
    })
}

/// What TeX is made of, whatever groups it.
fn without_groups(tex: &str) -> String {
    let tex = tex.replace("\\ ", "");
    tex.chars().filter(|&letter| !"{} ".contains(letter)).collect()
}

/// What belongs to the command, root, fraction or script at each brace.
fn is_grouped(tex: &str) -> bool {
    let mut depth = 0_i32;
    let depths = tex.chars().map(|letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        depth
    });
    depths.min().is_none_or(|least| least >= 0) && depth == 0
}

proptest! {
    #[test]
    fn formulas_say_what_they_are_made_of(expression in expressions()) {
        let found = markdown(&format!("<math>{}</math>", expression.mathml()));
        let tex = found.trim_matches('$');
        prop_assert_eq!(without_groups(tex), without_groups(&expression.tex()), "{}", tex);
        prop_assert!(is_grouped(tex), "{}", tex);
    }

    #[test]
    fn formulas_read_back(expression in expressions()) {
        use pulldown_cmark::{Event, Options, Parser};
        let found = markdown(&format!("<p>a<math>{}</math>b", expression.mathml()));
        let events = Parser::new_ext(&found, Options::ENABLE_MATH);
        let formulas: Vec<String> = events
            .filter_map(|event| match event {
                Event::InlineMath(tex) => Some(tex.to_string()),
                _ => None,
            })
            .collect();
        prop_assert_eq!(formulas.len(), 1, "{}", found);
        prop_assert_eq!(format!("a${}$b", formulas[0]), found.clone());
    }
}
