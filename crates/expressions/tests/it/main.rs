//! Expressions: their file, what they match, and the thesis's own example.

mod dialects;
mod naive;
mod prop;

use expressions::{
    Config, Error, Expressions,
    Piece::{self, Literal, Pattern},
    Separator, plain,
};

fn words(strings: &[&[Piece<'static>]]) -> Expressions {
    Expressions::from_pieces(Separator::white_space(), strings).unwrap()
}

/// Lays expressions on a page, token by token and byte by byte, and checks what stays.
#[track_caller]
fn check(expressions: &Expressions, page: &str, expected: &str) {
    for by_byte in [false, true] {
        let matcher = Config::new().by_byte(by_byte).build(expressions).unwrap();
        assert_eq!(plain(page, &matcher.regions(page).unwrap()), expected, "{by_byte}");
    }
}

#[test]
fn carriage_returns_end_lines_and_are_no_part_of_them() {
    let unix = Expressions::from_file("# separator: \\s+\na\nb").unwrap();
    for file in ["# separator: \\s+\r\na\r\nb\r", "a\r\r\nb\r\n\r"] {
        let found = Expressions::from_file(file).unwrap();
        assert_eq!(found, unix, "{file:?}");
        assert_eq!(Expressions::from_file(&found.to_file("")).unwrap(), unix);
    }
}

/// Patterns inside of tokens, as the thesis replaces them.
#[test]
fn tokens_have_patterns_in_them() {
    let price = || Piece::Parts(vec![Literal("<b>"), Pattern("[0-9]+|none"), Literal("</b>")]);
    let expressions = Expressions::from_pieces(Separator::white_space(), [[Literal("for"), price()]]).unwrap();
    assert_eq!(expressions.lines()[0], r"(\s+|^)for\s+<b>(?:[0-9]+|none)</b>(\s+|$)");
    check(&expressions, "for <b>100</b> a for <b>none</b>", "a");
    check(&expressions, "for <b></b> none</b>", "for <b></b> none</b>");
    let empty = Expressions::from_pieces(Separator::white_space(), [[Piece::Parts(vec![])]]);
    assert!(matches!(empty, Err(Error::Piece { .. })), "{empty:?}");
}

#[test]
fn the_examples_of_section_3_4() {
    let hello = [Literal("hello!"), Literal("How"), Literal("are"), Literal("you?")];
    let age = [Literal("I'm"), Pattern("[0-9]+"), Literal("years"), Literal("old")];
    let expressions = words(&[&hello, &age]);
    assert_eq!(expressions.lines()[0], r"(\s+|^)hello!\s+How\s+are\s+you\?(\s+|$)");
    assert_eq!(expressions.lines()[1], r"(\s+|^)I'm\s+[0-9]+\s+years\s+old(\s+|$)");
    check(&expressions, "hello! How\nare  you? Fine. I'm 25 years old", "Fine.");
    check(&expressions, "hello! How are you Fine. I'm 25a years old", "hello! How are you Fine. I'm 25a years old");
}

/// The thesis prints `you?`, in which the question mark makes the `u` optional.
#[test]
fn an_expression_that_is_not_escaped_does_not_match_its_text() {
    let printed = Expressions::from_file(r"hello!\s+How\s+are\s+you?\s+").unwrap();
    check(&printed, "hello! How are you? Fine.", "hello! How are you? Fine.");
    check(&printed, "hello! How are you Fine.", "Fine.");
}

#[test]
fn the_example_of_section_3_4_1() {
    // Cutting out the short one first would leave `a b` of `a a b b`.
    let expressions =
        words(&[&[Literal("a"), Literal("b")], &[Literal("a"), Literal("a"), Literal("b"), Literal("b")]]);
    check(&expressions, "x a a b b y", "x y");
    check(&expressions, "x a a b c", "x a c");
    for file in ["aabb\nab", "ab\naabb"] {
        check(&Expressions::from_file(file).unwrap(), "x aabb y", "x y");
    }
}

#[test]
fn neighbours_share_their_space() {
    let expressions = words(&[&[Literal("read"), Literal("more")]]);
    check(&expressions, "It rained. read more read more", "It rained.");
    check(&expressions, "read more", "");
    check(&expressions, "read moreread more", "read moreread more");
    check(&expressions, "", "");
}

#[test]
fn other_separators_and_scripts() {
    let separator = Separator::of_token_pattern(r"[^-\s]+").unwrap();
    let pieces = [Literal("読む"), Literal("é"), Pattern("[α-ω]+")];
    let expressions = Expressions::from_pieces(separator, [pieces]).unwrap();
    assert_eq!(expressions.lines(), [r"([-\s]+|^)読む[-\s]+é[-\s]+[α-ω]+([-\s]+|$)"]);
    check(&expressions, "x 読む-é - λόγος y", "x 読む-é - λόγος y");
    check(&expressions, "x 読む-é - λογος y", "x y");
}

/// As printed, an expression consumes the separators beside it, so that these are no part of a gap.
#[test]
fn in_the_print_separators_belong_to_the_match() {
    let expressions = words(&[&[Literal("A")], &[Literal("C")]]);
    for by_byte in [false, true] {
        let check = |page: &str, config: Config, expected: &[&str]| {
            let matcher = config.by_byte(by_byte).build(&expressions).unwrap();
            let regions = matcher.regions(page).unwrap();
            let pieces: Vec<&str> = regions.iter().map(|range| &page[range]).collect();
            assert_eq!(pieces, expected, "{by_byte} {page}");
        };
        let printed = || Config::new().consume_separators(true);
        check("A b C", Config::new().merge_gaps(3), &["A", "C"]);
        check("A b C", Config::new().merge_gaps(4), &["A b C"]);
        check("A b C", printed().merge_gaps(1), &["A", "C"]);
        check("A b C", printed().merge_gaps(2), &["A b C"]);
        // Inside of a gap separators count.
        check(" A  b b  C d", printed().merge_gaps(3), &["A", "C"]);
        check(" A  b b  C d", printed().merge_gaps(4), &["A  b b  C"]);
        // The separators on both sides count for a match too.
        check("b A  b C", printed().drop_islands(4), &["A"]);
        check("b A C b", printed(), &["A C"]);
        check("", printed(), &[]);
    }
}

#[test]
fn gaps_are_merged_and_islands_dropped_on_request() {
    let expressions = words(&[&[Literal("a")], &[Literal("large")]]);
    let check = |page: &str, config: Config, expected: &[&str]| {
        let regions = config.build(&expressions).unwrap().regions(page).unwrap();
        let pieces: Vec<&str> = regions.iter().map(|range| &page[range]).collect();
        assert_eq!(pieces, expected, "{page}");
    };
    let page = "a ÄÖÜ a ÄÖÜÄ large";
    check(page, Config::new(), &["a", "a", "large"]);
    check(page, Config::new().merge_gaps(5), &["a", "a", "large"]);
    check(page, Config::new().merge_gaps(6), &["a ÄÖÜ a", "large"]);
    check(page, Config::new().merge_gaps(7), &[page]);
    // Only between two pieces that are large themselves.
    check(page, Config::new().merge_gaps(7).merge_beside(2), &["a", "a", "large"]);
    check(page, Config::new().drop_islands(2), &["large"]);
    // Islands are measured after gaps are merged.
    check("x a x large x a x a x", Config::new().merge_gaps(4).drop_islands(2), &["a x large x a x a"]);
}

#[test]
fn lines_of_others_match_what_they_match() {
    let file = "# mine\nab*c\n(?i)Advert\\w+:.*\n(\\s+|^)z|y(\\s+|$)\n";
    let expressions = Expressions::from_file(file).unwrap();
    assert_eq!(expressions.lines().len(), 3);
    check(&expressions, "1 xabbbcx 2", "1 xx 2");
    check(&expressions, "1 ADVERTISEMENT: all of it", "1");
}

#[test]
fn patterns_that_could_leave_their_token_are_matched_by_byte() {
    let expressions = words(&[&[Literal("1"), Pattern("a.c"), Literal("2")]]);
    check(&expressions, "x 1 a c 2 y", "x y");
    // These have a group around them, and stay inside of it.
    let expressions = words(&[&[Pattern("a|b"), Pattern("(?i)c"), Literal("d")]]);
    check(&expressions, "a C d . b c D . a b d", ". b c D . a b d");
}

#[test]
fn bad_pieces_and_files_are_refused() {
    let one = |piece| Expressions::from_pieces(Separator::white_space(), [[piece]]);
    for piece in ["", "a b", "\n"] {
        assert!(matches!(one(Literal(piece)), Err(Error::Piece { .. })), "{piece:?}");
    }
    for pattern in ["(", "a)(b", "a\nb"] {
        assert!(matches!(one(Pattern(pattern)), Err(Error::Piece { .. })), "{pattern:?}");
    }
    let error = Expressions::from_file("# x\n\na\n(b").unwrap_err();
    assert_eq!(error.to_string(), "line 4 is not a regular expression: error: unclosed group");
    let error = Expressions::from_file("# separator: a|b").unwrap_err();
    assert_eq!(error.to_string(), "`a|b` is not a repeated class of characters");
}

#[test]
fn sizes_are_bounded() {
    let many: Vec<_> = (0..2_000).map(|number| [number.to_string()]).collect();
    let pieces = many.iter().map(|[text]| [Literal(text)]);
    let expressions = Expressions::from_pieces(Separator::white_space(), pieces).unwrap();
    for by_byte in [false, true] {
        let config = Config::new().by_byte(by_byte);
        assert!(config.clone().build(&expressions).is_ok());
        let error = config.size_limit(20_000).build(&expressions).unwrap_err();
        assert!(matches!(error, Error::TooLarge { limit: 20_000, .. }), "{error}");
    }
    let pattern = words(&[&[Pattern("(?:[a-z]*x[a-z]{20})")]]);
    let error = Config::new().size_limit(100_000).build(&pattern).unwrap_err();
    assert!(matches!(error, Error::TooLarge { .. }), "{error}");
}

#[test]
fn nothing_blows_up() {
    // Each of a thousand places begins a match that ends at each later one.
    let expressions = Expressions::from_file("a.*a").unwrap();
    let matcher = Config::new().build(&expressions).unwrap();
    assert!(matcher.regions(&"a".repeat(300)).is_ok());
    let error = matcher.regions(&"a".repeat(100_000)).unwrap_err();
    assert_eq!(error, Error::TooMuchWork { limit: 1_600_000 });
    // With tokens it is linear in the page: at most a thousand nodes in a set.
    let long = vec![Literal("a"); 1_000];
    let expressions = Expressions::from_pieces(Separator::white_space(), [long]).unwrap();
    let page = "a ".repeat(3_000);
    let regions = Config::new().build(&expressions).unwrap().regions(&page).unwrap();
    assert_eq!(plain(&page, &regions), "");
}

#[test]
fn lists_of_one_separator_are_joined() {
    let site = |separator: &str, word: &str| {
        let expressions = Expressions::from_file(&format!("# separator: {separator}\n{word}\n"));
        expressions.unwrap()
    };
    let all = Expressions::join([site(r"\s+", "b"), site(r"\s+", "a"), site(r"\s+", "b")]).unwrap();
    assert_eq!(all.lines(), ["b", "a"]);
    let mut kept = all.clone();
    kept.retain(|line| line == "a");
    assert_eq!(kept, site(r"\s+", "a"));
    assert_ne!(kept, site(r"[\s]+", "a"));
    let error = Expressions::join([site(r"\s+", "a"), site(r"[\-\s]+", "a")]).unwrap_err();
    assert_eq!(error, Error::Separator { given: r"[\-\s]+".to_owned() });
}

#[test]
fn equal_strings_make_one_line() {
    let expressions = words(&[&[Literal("a")], &[], &[Pattern("a|b")], &[Literal("a")]]);
    assert_eq!(expressions.lines(), [r"(\s+|^)a(\s+|$)", r"(\s+|^)(?:a|b)(\s+|$)"]);
}
