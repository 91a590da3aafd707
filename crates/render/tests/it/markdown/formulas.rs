//! MathML, written from formulas that are known, and the TeX that comes of it.

use proptest::{collection::vec, prelude::*, sample::select};

use super::markdown;

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
