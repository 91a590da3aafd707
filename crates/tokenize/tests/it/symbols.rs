//! Every switch of the normalization, and the vocabulary.

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
fn all_switches_on() {
    check(Normalize::new(), PAGE, "<p class=\"b a\" id=\"top\">|fish &amp; chips|<!-- x y -->|</p>");
}

#[test]
fn letter_case_kept() {
    let normalize = Normalize::new().lower_case(false);
    check(normalize, PAGE, "<P Class=\"B a\" ID=\"Top\">|Fish &amp; Chips|<!-- X y -->|</P>");
}

#[test]
fn white_space_kept() {
    let normalize = Normalize::new().white_space(false);
    check(normalize, PAGE, "<p class=\"b  a\" id=\"top\">|fish &amp;  chips|<!-- x  y -->|</p>");
}

#[test]
fn attributes_not_sorted() {
    let normalize = Normalize::new().sort_attributes(false);
    check(normalize, "<p b a=1 B=2 c>", "<p b a=\"1\" c>");
}

#[test]
fn references_kept() {
    let normalize = Normalize::new().references(false);
    check(normalize, "<a href='?a&amp;b\"'>&Lt; &amp; & < x", "<a href=\"?a&amp;b&quot;\">|&lt; &amp; & &lt; x");
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
    check(mutable.clone(), "<script>5</script>", "<script>|<script>5|</script>");
    check(mutable.references(false), "There were 5 &#160; of them", "there were &number; &#160; of them");
}

#[test]
fn settings_are_returned() {
    let normalize = Normalize::new().mutable(true).attributes(Attributes::None);
    let tokenizer = Tokenizer::new(normalize.clone());
    assert_eq!(*tokenizer.normalize(), normalize);
    assert!(normalize.get_mutable() && normalize.get_lower_case() && normalize.get_white_space());
    assert!(normalize.get_references() && normalize.get_sort_attributes());
    assert_eq!(*normalize.get_attributes(), Attributes::None);
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
        let threads: Vec<_> = sources
            .chunks(16)
            .map(|chunk| {
                let tokenizer = tokenizer.clone();
                scope.spawn(move || chunk.iter().map(|source| tokenizer.draft(source)).collect::<Vec<_>>())
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let mut two = Vocabulary::new();
    let found: Vec<_> = drafts.into_iter().map(|draft| two.adopt(draft)).collect();
    assert_eq!(found, expected);
    assert!(one.forms().eq(two.forms()));
}

#[cfg(feature = "serde")]
#[test]
fn settings_can_be_stored() {
    let normalize = Normalize::new().mutable(true).attributes(Attributes::Only(vec!["id".into()]));
    let stored = serde_json::to_string(&normalize).unwrap();
    let expected = "{\"lower_case\":true,\"white_space\":true,\"sort_attributes\":true,\"references\":true,\
                    \"attributes\":{\"only\":[\"id\"]},\"mutable\":true}";
    assert_eq!(stored, expected);
    assert_eq!(serde_json::from_str::<Normalize>(&stored).unwrap(), normalize);
    assert_eq!(serde_json::from_str::<Normalize>("{}").unwrap(), Normalize::new());
    assert!(serde_json::from_str::<Normalize>("{\"colour\":true}").is_err());
}
