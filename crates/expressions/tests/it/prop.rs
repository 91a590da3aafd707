use expressions::{Config, Expressions, Piece, Separator};
use proptest::{collection::vec, prelude::*, sample::select};
use regex::Regex;

use super::naive;

/// Tokens that some of the patterns match and some do not, and every character
/// that means something in a regular expression.
const TOKENS: &[&str] = &["a", "b", "7", "12", "a7", "a.b", "7a7", "b12é", "\\s+", "(|^)$", "[-]", "é", "{2}?*#&~"];
const PATTERNS: &[&str] = &["[0-9]+", "[ab]", "[a-z0-9]+", "a|12", r"[^\s7]+"];
const SPACES: &[&str] = &[" ", "\n", " \t ", "\u{a0}"];

fn simple() -> impl Strategy<Value = Piece<'static>> {
    prop_oneof![
        3 => select(TOKENS).prop_map(Piece::Literal),
        1 => select(PATTERNS).prop_map(Piece::Pattern),
    ]
}

fn piece() -> impl Strategy<Value = Piece<'static>> {
    prop_oneof![
        3 => simple(),
        1 => vec(simple(), 1..4).prop_map(Piece::Parts),
    ]
}

fn strings() -> impl Strategy<Value = Vec<Vec<Piece<'static>>>> {
    vec(vec(piece(), 1..4), 0..8)
}

fn page() -> impl Strategy<Value = String> {
    (vec((select(TOKENS), select(SPACES)), 0..30), any::<bool>()).prop_map(|(tokens, space)| {
        let page: String = tokens.into_iter().flat_map(|(token, space)| [token, space]).collect();
        if space { format!(" {page}") } else { page.trim_end().to_owned() }
    })
}

fn expressions(strings: &[Vec<Piece<'_>>]) -> Expressions {
    Expressions::from_pieces(Separator::white_space(), strings).unwrap()
}

proptest! {
    #[test]
    fn both_engines_cover_what_the_twin_covers(strings in strings(), page in page()) {
        let expected = naive::regions(&strings, &page);
        for by_byte in [false, true] {
            let matcher = Config::new().by_byte(by_byte).build(&expressions(&strings)).unwrap();
            prop_assert_eq!(&matcher.regions(&page).unwrap(), &expected, "{}", by_byte);
            // What was learned on one page does not change the next.
            prop_assert_eq!(&matcher.regions(&page).unwrap(), &expected, "{}", by_byte);
        }
    }

    #[test]
    fn an_expression_matches_its_text_and_generalizes_over_patterns_only(
        tokens in vec("\\S{1,6}", 1..6),
        spaces in vec(select(SPACES), 6),
        mutable in vec(any::<bool>(), 6),
        other in "\\S{1,6}",
        at in 0..6usize,
    ) {
        // Any characters at all; numbers stand for the mutable tokens.
        let tokens: Vec<_> = tokens
            .into_iter()
            .zip(&mutable)
            .map(|(token, &mutable)| if mutable { "42".to_owned() } else { token })
            .collect();
        let pieces: Vec<_> = tokens
            .iter()
            .zip(&mutable)
            .map(|(token, &mutable)| if mutable { Piece::Pattern("[0-9]+") } else { Piece::Literal(token) })
            .collect();
        let line = expressions(std::slice::from_ref(&pieces)).lines()[0].clone();
        let regex = Regex::new(&format!(r"\A(?:{line})\z")).unwrap();
        let text = |tokens: &[String]| {
            let parts = tokens.iter().zip(&spaces).flat_map(|(token, space)| [space, token.as_str()]);
            parts.collect::<String>()
        };
        prop_assert!(regex.is_match(&text(&tokens)), "{}", line);

        let mut others = tokens.clone();
        let at = at % others.len();
        others[at] = other;
        let expected = naive::matches(&pieces[at], &others[at]);
        prop_assert_eq!(regex.is_match(&text(&others)), expected, "{}", line);
    }

    #[test]
    fn files_are_read_as_written(strings in strings(), comment in "[a-z\n#]{0,12}") {
        let written = expressions(&strings);
        let file = written.to_file(&comment);
        prop_assert_eq!(&Expressions::from_file(&file).unwrap(), &written);
        prop_assert_eq!(&Expressions::from_file(&file).unwrap().to_file(&comment), &file);
    }
}
