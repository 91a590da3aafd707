use std::cell::Cell;

use dom::Dom;
use proptest::prelude::*;

use super::engine;
use crate::{ElementMatcher, Selector};

thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Counts an element that a pass over the page comes to.
pub(super) fn count_step() {
    STEPS.set(STEPS.get() + 1);
}

fn n_steps(selector: &str, dom: &Dom<'_>) -> usize {
    let selector = Selector::parse(selector).unwrap();
    STEPS.set(0);
    let _ = ElementMatcher::new(dom).select(&selector);
    STEPS.get()
}

/// Selectors for which an engine that looks around each element takes the square of some page, or more.
const SELECTORS: &str = include_str!("selectors.txt");

#[test]
fn each_part_of_a_selector_takes_a_bounded_number_of_passes() {
    for piece in ["<p>x", "<div>", "<div><p>x</p>", "<p></p><i>x</i>", "<div><p>x</div>"] {
        let dom = Dom::parse(piece.repeat(1_000));
        for selector in SELECTORS.lines() {
            let n_parts = 1 + selector.matches([' ', ':', '(', ',']).count();
            let (n_steps, limit) = (n_steps(selector, &dom), 4 * n_parts * dom.len());
            assert!(n_steps <= limit, "{selector} in {piece}: {n_steps} steps, more than {limit}");
        }
    }
}

/// Compares with the engine of browsers.
#[track_caller]
fn check(selector: &str, page: &str) {
    let dom = Dom::parse(page);
    let selector = Selector::parse(selector).unwrap();
    let matcher = ElementMatcher::new(&dom);
    assert_eq!(matcher.select(&selector), engine::select(&dom, None, &selector), "{} in {page}", selector.text());
    for scope in matcher.select(&Selector::parse("div").unwrap()) {
        let expected = engine::select(&dom, Some(scope), &selector);
        assert_eq!(matcher.select_in(scope, &selector), expected, "{} in {page}", selector.text());
    }
}

#[test]
fn the_engine_of_browsers_finds_the_same() {
    let page = "<h2>1</h2><p>2</p><div><p class=x>3</p><p></p><h2>4</h2><div><p>5</p><i>6</i><p>7</p></div></div><p>8";
    for selector in SELECTORS.lines() {
        check(selector, page);
    }
}

/// Selectors of few names, so that many match.
fn selectors() -> impl Strategy<Value = String> {
    const SIMPLE: &str = "*|p|i|div|.x|#y|[class]|[class~=x]|[CLASS='X' i]|:empty|:root|:scope|:first-child|:last-child|\
        :only-child|:nth-child(2n+1)|:nth-child(-n + 2)|:nth-last-child(2)|:first-of-type|:nth-of-type(2n)|\
        :nth-last-of-type(1)|:only-of-type|:is(:hover, p)|:is()";
    let simple = prop::sample::select(SIMPLE.split('|').collect::<Vec<_>>());
    let combinator = || prop::sample::select(vec![" ", " > ", " + ", " ~ "]);
    let leaf = simple.prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let inner = inner.boxed();
        let relative =
            (combinator(), inner.clone()).prop_map(|(combinator, selector)| format!("{combinator}{selector}"));
        let chain = (inner.clone(), combinator(), inner.clone());
        prop_oneof![
            3 => chain.prop_map(|(left, combinator, right)| format!("{left}{combinator}{right}")),
            // A type comes first.
            2 => (inner.clone(), inner.clone()).prop_map(|(left, right)| match right.chars().next() {
                Some(':' | '.' | '#' | '[') => format!("{left}{right}"),
                _ => format!("{right}:is({left})"),
            }),
            1 => (inner.clone(), inner.clone()).prop_map(|(left, right)| format!(":is({left}, {right})")),
            1 => inner.clone().prop_map(|selector| format!(":not({selector})")),
            1 => inner.prop_map(|selector| format!(":nth-child(2n + 1 of {selector})")),
            2 => relative.prop_map(|selector| format!(":has({selector})")),
        ]
    })
}

proptest! {
    #[test]
    fn the_engine_of_browsers_finds_the_same_in_any_page(
        selector in selectors(),
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "<p>", "</p>", "<div>", "</div>", "<i class=x>", "</i>", "<div class='X x' id=y>", "t", "<!-- c -->",
                "<svg>", "</svg>", "<table>", "<td>",
            ]),
            0..24,
        ),
    ) {
        // A `:has()` in another one is no selector.
        if Selector::parse(&selector).is_ok() {
            check(&selector, &pieces.concat());
        }
    }
}
