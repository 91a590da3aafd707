//! Replacing patterns inside of tokens, held to a twin that tries every piece of a token.

use proptest::{collection::vec, prelude::*, sample};
use suffixarray_miner::{Lexer, Lexicon, Patterns, Word, WordPart};

/// A part of a token with the text or pattern in it.
type Piece = (bool, String);

/// The leftmost piece that some pattern matches as a whole, of those the longest, of those the first pattern.
fn naive(patterns: &[String], token: &str) -> Vec<Piece> {
    let whole: Vec<regex::Regex> =
        patterns.iter().map(|pattern| regex::Regex::new(&format!(r"\A(?:{pattern})\z")).unwrap()).collect();
    let first = |text: &str| whole.iter().position(|regex| regex.is_match(text));
    if let Some(number) = first(token) {
        return vec![(true, patterns[number].clone())];
    }
    let (mut pieces, mut literal, mut at) = (Vec::new(), String::new(), 0);
    while at < token.len() {
        let ends = (at + 1..=token.len()).rev();
        let mut matches = ends.filter_map(|end| {
            let matching = whole.iter().position(|regex| regex.is_match(&token[at..end]) && !regex.is_match(""))?;
            Some((end, matching))
        });
        match matches.next() {
            Some((end, number)) => {
                if !literal.is_empty() {
                    pieces.push((false, std::mem::take(&mut literal)));
                }
                pieces.push((true, patterns[number].clone()));
                at = end;
            }
            None => {
                literal.push_str(&token[at..=at]);
                at += 1;
            }
        }
    }
    if !literal.is_empty() {
        pieces.push((false, literal));
    }
    pieces
}

/// What the lexicon makes of the token, with neighbouring literals joined.
fn ours(patterns: Patterns, token: &str) -> Vec<Piece> {
    let mut lexicon = Lexicon::new(Lexer::new(patterns));
    let symbol = lexicon.read(token)[0];
    let mut pieces: Vec<Piece> = Vec::new();
    match lexicon.word(symbol).unwrap() {
        Word::Literal(text) => pieces.push((false, text.to_owned())),
        Word::Pattern(pattern) => pieces.push((true, pattern.to_owned())),
        Word::Parts(spelling) => {
            for part in spelling.parts() {
                match (part, pieces.last_mut()) {
                    (WordPart::Literal(text), Some((false, last))) => last.push_str(text),
                    (WordPart::Literal(text), _) => pieces.push((false, text.to_owned())),
                    (WordPart::Pattern(pattern), _) => pieces.push((true, pattern.to_owned())),
                }
            }
            let form = spelling.form().to_owned();
            assert_eq!(lexicon.intern_form(&form), Some(symbol));
        }
    }
    pieces
}

#[track_caller]
fn check(patterns: &[&str], token: &str, expected: &str) {
    let list = patterns.iter().map(|pattern| (*pattern).to_owned());
    let list = Patterns::new(list.collect()).unwrap().inside().unwrap();
    let pieces = ours(list, token).into_iter();
    let found: String = pieces.map(|(is_pattern, text)| if is_pattern { format!("«{text}»") } else { text }).collect();
    assert_eq!(found, expected);
}

const PATTERNS: &[&str] = &[
    "[ab]",
    "[ab]{2}",
    "a+b?",
    "(a|ab)(c|b)",
    "[ab]{1,2}c",
    "c*",
    "(ab|a)c*",
    "b|ba",
    "-+",
    r"\{0",
    r"0\}",
    r"[^a]+b",
];

proptest! {
    #[test]
    fn pieces_are_the_naive_ones(
        patterns in vec(sample::select(PATTERNS).prop_map(str::to_owned), 0..5),
        token in r"[abc{}\\0\-]{1,9}",
    ) {
        let list = Patterns::new(patterns.clone()).unwrap().inside().unwrap();
        prop_assert_eq!(ours(list, &token), naive(&patterns, &token));
    }

    #[test]
    fn pieces_of_the_thesis_are_the_naive_ones(token in r"[A-C1-3aby<>/=.,:$()@\-]{1,12}|<b>(May|20|2nd|hrs|U\.S\.|By){1,3}</b>") {
        for list in [Patterns::thesis(), Patterns::modern()] {
            let patterns = list.as_slice().to_vec();
            prop_assert_eq!(ours(list.inside().unwrap(), &token), naive(&patterns, &token));
        }
    }
}

#[test]
fn the_example_of_the_thesis() {
    check(&["[0-9]+"], "24", "«[0-9]+»");
    check(&["[0-9]+"], "<b>100</b>", "<b>«[0-9]+»</b>");
    check(&["[0-9]+"], "20yo", "«[0-9]+»yo");
    check(&["[0-9]+"], "yo", "yo");
}

#[test]
fn the_leftmost_wins_then_the_longest_then_the_first() {
    check(&["bc", "ab"], "abc", "«ab»c");
    check(&["a", "a|ab"], "abx", "«a|ab»x");
    check(&["Mon", "Mon|Monday"], "Mondays", "«Mon|Monday»s");
    check(&["[ab]", "a"], "ax", "«[ab]»x");
    check(&["x*"], "axx", "axx");
    check(&["x*", "a"], "xxa", "xx«a»");
}

/// Behind the limit the rest of a token stays as it is, so that one of any length takes linear time.
#[test]
fn a_token_has_a_limit_of_replacements() {
    let list = || Patterns::new(vec!["1|1[12]*3".to_owned()]).unwrap().inside().unwrap();
    let pieces = ours(list(), &"1".repeat(200_000));
    assert_eq!(pieces.len(), 64 + 1);
    assert_eq!(pieces[64], (false, "1".repeat(200_000 - 64)));
    assert_eq!(ours(list(), &"1".repeat(64)).len(), 64);
}
