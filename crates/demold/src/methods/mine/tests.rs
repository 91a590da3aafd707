use suffixarray_miner::{Lexer, Patterns};

use crate::{Learner, Method, Site};

/// Of the second pattern the form of `x5` is the very text.
const PATTERNS: [&str; 2] = ["[0-9]+", "x{0}"];

fn patterns() -> Patterns {
    Patterns::new(PATTERNS.map(str::to_owned).into()).unwrap()
}

/// Learns from pages whose prices stand within tags.
fn learn(patterns: Patterns) -> Site {
    let words = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let pages = words.map(|word| {
        let price = 100 + word.as_bytes()[0];
        format!("<p>Only <b>{price}</b> until the fair ends. {word} {word}{word} as x5 as it is")
    });
    let learner = Learner::new().method(Method::Mine).words(true);
    learner.lexer(Lexer::new(patterns)).learn(&pages).unwrap()
}

#[test]
fn patterns_inside_of_words_survive_a_file() {
    let page = "<p>Only <b>7</b> until the fair ends. k kk as x8 as it is";
    let site = learn(patterns().inside().unwrap());
    assert_eq!(site.clean(page).unwrap().text(), "k kk");
    let json = site.to_json();
    assert!(json.contains("x{0}"), "{json}");
    let read = Site::from_json(&json).unwrap();
    assert_eq!(read.to_json(), json);
    assert_eq!(read.clean(page).unwrap().text(), "k kk");
    let shown = site.template().outline().to_string();
    assert!(shown.contains("<b>[0-9]+</b>"), "{shown}");

    let whole = learn(patterns()).clean(page).unwrap().text();
    assert!(whole.contains("Only 7"), "{whole}");
}

#[test]
fn forms_that_are_none_are_damage() {
    let json = learn(patterns().inside().unwrap()).to_json();
    for (form, other) in
        [("<b>{0}</b>", "<b>{2}</b>"), ("<b>{0}</b>", "<b></b>"), ("\"parts\": [", "\"parts\": [4000,")]
    {
        let damaged = json.replacen(form, other, 1);
        assert_ne!(damaged, json, "{form}");
        assert!(Site::from_json(&damaged).is_err(), "{other}");
    }
}

#[test]
fn the_paper_counts_all_pages() {
    let pages: Vec<String> = (0..70).map(|n| format!("<p>as it is w{n}</p>")).collect();
    let learned = |learner: Learner| {
        let site = learner.learn(&pages).unwrap();
        site.template().provenance().pages
    };
    assert_eq!(learned(Learner::paper(Method::Mine)), 70);
    assert_eq!(learned(Learner::paper(Method::Mine).pages(9)), 9);
    assert_eq!(learned(Learner::new().method(Method::Mine)), 64);
}

/// The colon of `on:` is a pattern of the thesis, and its printed expressions have it as it is (section 5.2).
#[test]
fn in_the_paper_a_pattern_matches_a_whole_word() {
    let pages: Vec<String> = (0..6).map(|n| format!("Published on: {n}7 by <b>{n}00</b> w{n}")).collect();
    let site = Learner::paper(Method::Mine).learn(&pages).unwrap();
    let shown = site.template().outline().to_string();
    for form in ["on:", "[0-9,.]+"] {
        assert!(shown.lines().any(|line| line.trim() == form), "{form}: {shown}");
    }
    assert!(!shown.contains("<b>"), "{shown}");
}

#[test]
fn in_the_paper_gaps_are_counted_between_separators() {
    let page = |own: &str| format!("one two three {own} four five six");
    let pages = ["a", "b", "c", "d", "e"].map(page);
    let text = |width: usize, own: &str| {
        let site = Learner::paper(Method::Mine).merge_gaps(width).learn(&pages).unwrap();
        let read = Site::from_json(&site.to_json()).unwrap();
        read.clean(&page(own)).unwrap().text()
    };
    assert_eq!(text(2, "ÄÖ"), "ÄÖ");
    assert_eq!(text(3, "ÄÖ"), "");
    assert_eq!(text(4, "Ä  Ö"), "Ä Ö");
    assert_eq!(text(5, "Ä  Ö"), "");
    let site = Learner::paper(Method::Mine).merge_gaps(2).drop_islands(16).learn(&pages).unwrap();
    assert_eq!(site.clean("x four five six one two three y").unwrap().text(), "x y");
}

#[test]
fn gaps_are_merged_between_pieces_that_are_large() {
    let page = |own: &str| format!("<p>one two three four</p> {own} <p>five six seven eight</p>");
    let pages = ["a", "b", "c", "d", "e"].map(page);
    let text = |learner: Learner| {
        let site = learner.method(Method::Mine).words(true).learn(&pages).unwrap();
        let read = Site::from_json(&site.to_json()).unwrap();
        read.clean(&page("ÄÖ")).unwrap().text()
    };
    assert_eq!(text(Learner::new().merge_gaps(4)), "ÄÖ");
    assert_eq!(text(Learner::new().merge_gaps(5)), "");
    assert_eq!(text(Learner::new().merge_gaps(5).merge_beside(25)), "");
    assert_eq!(text(Learner::new().merge_gaps(5).merge_beside(26)), "ÄÖ");
}

#[test]
fn one_of_a_thing_is_singular() {
    let pages = ["<p>a b c</p>", "<p>a b c</p>"];
    let site = Learner::paper(Method::Mine).learn(&pages).unwrap();
    let summary = site.template().summary();
    assert_eq!(summary, "mine: a template of 1 string of 3 different tokens, from 2 of 2 pages (seed 0)");
}
