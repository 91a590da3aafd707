//! The settings of the normalization, and the vocabulary.

use std::thread;

use tokenize::{Attributes, Normalize, Tokenizer, Vocabulary};

/// The forms of a page, joined by a bar.
#[track_caller]
fn check(normalize: Normalize, source: &str, expected: &str) {
    let draft = normalize.build().draft(source);
    assert_eq!(draft.forms().collect::<Vec<_>>().join("|"), expected);
}

const PAGE: &str = "<P ID=Top Class='B  a' >Fish &AMP;  Chips<!-- X  y --></P >";

#[test]
fn forms_are_normalized() {
    check(Normalize::new(), PAGE, "<p class=\"b a\" id=\"top\">|fish &amp; chips|<!-- x y -->|</p>");
}

#[test]
fn spelling_does_not_change_a_form() {
    for spellings in [
        &["<my-widget>", "<MY-Widget>", "<my-widget >"][..],
        &["<a class=\"b c\" id>", "<A /id=''\n\tCLASS = 'b\n c'>", "<a  Id=\"\" class=\"b\tc\" >"],
        &["<a title=\"x&amp;y\">", "<a TITLE='x&#38;y'>"],
        &["<a title='é&quot;<'>", "<a title=\"&eacute;&quot;<\">", "<a title='&eacute;\"<'>"],
        &["</p>", "</P >", "</p x=y>"],
        &["x&amp;y", "X&#38;y", "x&#x26;Y", "x&AMP;y"],
        &["x&lt;y", "x&#60;y", "x&LT;y"],
        &["x y", "x\n y", "x\ty", "x\r\ny"],
        &["xé", "x&eacute;", "x&#233;", "XÉ"],
        &["x\u{A0}y", "x&nbsp;y", "x&#160;y"],
        &["<!--a  b-->", "<!-- a\nb -->", "<!--a b--!>"],
    ] {
        let draft = Tokenizer::default().draft(spellings[0]);
        let expected = draft.forms().next().unwrap();
        spellings.iter().for_each(|spelling| check(Normalize::new(), spelling, expected));
    }
}

#[test]
fn some_attributes() {
    let only = Normalize::new().attributes(Attributes::Only(vec!["CLASS".into()]));
    check(only, "<p id=a class=b>", "<p class=\"b\">");
    check(Normalize::new().attributes(Attributes::None), "<p id=a class=b><path d=x />", "<p>|<path/>");
}

#[test]
fn mutable_patterns() {
    check(Normalize::new(), "<b>5 &number;</b>", "<b>|5 &amp;number;|</b>");
    let mutable = Normalize::new().mutable(true);
    check(mutable.clone(), "<b title=5>There were 5 of them</b>", "<b title=\"5\">|there were &number; of them|</b>");
    // A placeholder of a form is one again, and a value is left alone.
    check(mutable.clone(), "<b>5 &number;</b>", "<b>|5 &number;|</b>");
    check(mutable, "<script>5</script>", "<script>|<script>5|</script>");
}

#[test]
fn equal_source_of_another_kind_is_another_form() {
    let forms = "<title>|a|</title>|<style>|<style>a|</style>|a|<xmp>|<xmp>a|</xmp>";
    check(Normalize::new(), "<title>a</title><style>a</style>a<xmp>a</xmp>", forms);
}

#[test]
fn vocabulary_numbers_from_zero() {
    let mut vocabulary = Vocabulary::new();
    assert!(vocabulary.is_empty());
    assert_eq!((vocabulary.intern("a"), vocabulary.intern(""), vocabulary.intern("a")), (0, 1, 0));
    assert_eq!((vocabulary.get("a"), vocabulary.get(""), vocabulary.get("b")), (Some(0), Some(1), None));
    assert_eq!((vocabulary.form(1), vocabulary.form(2), vocabulary.form(u32::MAX)), (Some(""), None, None));
    assert_eq!(vocabulary.forms().collect::<Vec<_>>(), ["a", ""]);
}

#[test]
fn threads_do_not_change_symbols() {
    let sources: Vec<_> = (0..64).map(|i| format!("<p id={}>{}<p id={}>", i % 7, i % 11, i % 3)).collect();
    let tokenizer = Tokenizer::default();
    let mut one = Vocabulary::new();
    let expected: Vec<_> = sources.iter().map(|source| one.adopt(tokenizer.draft(source))).collect();

    let drafts: Vec<_> = thread::scope(|scope| {
        let tokenizer = &tokenizer;
        let threads: Vec<_> = sources.iter().map(|source| scope.spawn(move || tokenizer.draft(source))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let mut two = Vocabulary::new();
    let found: Vec<_> = drafts.into_iter().map(|draft| two.adopt(draft)).collect();
    assert_eq!(found, expected);
    assert!(one.forms().eq(two.forms()));
}
