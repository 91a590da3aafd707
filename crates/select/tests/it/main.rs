//! What selectors match, and which are refused.

use dom::Dom;
use select::{ElementMatcher, Error, Selector};

/// In the file, ⟦ and ⟧ stand around what a selector finds.
#[test]
fn elements_are_found() {
    for case in include_str!("selectors.txt").lines().filter(|case| !case.is_empty() && !case.starts_with("# ")) {
        let (selector, marked) = case.split_once(" => ").unwrap();
        let page = marked.replace(['⟦', '⟧'], "");
        let dom = Dom::parse(&*page);
        let mut found = page.clone();
        for element in ElementMatcher::new(&dom).select(&Selector::parse(selector).unwrap()).into_iter().rev() {
            let extent = dom.extent(element);
            found.insert(extent.end, '⟧');
            found.insert(extent.start, '⟦');
        }
        assert_eq!(found, marked, "{selector}");
    }
}

#[test]
fn what_is_no_selector_is_named() {
    // With the number of the character at which the parser gives up.
    for (wrong, expected) in [
        ("", 1),
        ("p >", 4),
        ("..x", 2),
        ("p::before", 3),
        ("a:hover", 3),
        ("[x=]", 4),
        ("a:nth-child(x)", 14),
        ("x|y", 2),
    ] {
        let Err(Error::Syntax { given, column }) = Selector::parse(wrong) else {
            panic!("{wrong:?} is a selector");
        };
        assert_eq!((&*given, column), (wrong, expected));
    }
}

#[test]
fn wide_and_deep_pages_are_matched() {
    let wide = "<p>".repeat(50_000);
    let dom = Dom::parse(&*wide);
    let last = Selector::parse("p:nth-child(50000), p:last-child, p + p:nth-of-type(50000)").unwrap();
    assert_eq!(ElementMatcher::new(&dom).select(&last).len(), 1);
    let deep = "<div>".repeat(50_000);
    let dom = Dom::parse(&*deep);
    let nested = Selector::parse("div > div > div").unwrap();
    assert_eq!(ElementMatcher::new(&dom).select(&nested).len(), 49_998);
}

/// Selectors whose depth is a given number, and pages that they look through to the end.
fn deep_selectors(depth: usize) -> Vec<String> {
    let nested = |open: &str| open.repeat(depth) + "i" + &")".repeat(depth);
    let chained = |combinator: &str| vec!["*"; depth + 1].join(combinator);
    vec![
        nested(":not("),
        nested(":is("),
        nested(":is(i, :where(:not(").replacen('(', "(b, ", 1),
        nested(":nth-child(2n + 1 of "),
        chained(" "),
        chained(">"),
        chained(" + "),
        chained("/**/ ~ /**/"),
        "a:not(".repeat(depth / 2) + "b > i" + &")".repeat(depth / 2),
        "* > :is(".repeat(depth / 2) + "b" + &")".repeat(depth / 2),
    ]
}

#[test]
fn deep_selectors_are_refused() {
    for depth in [1_000, 100_000] {
        for selector in deep_selectors(depth) {
            let refused = Selector::parse(&selector);
            let Err(Error::TooDeep { column, limit }) = refused else {
                panic!("{} is read", &selector[..40]);
            };
            assert_eq!(limit, Selector::MAX_DEPTH);
            assert!((50..2_000).contains(&column), "{column}");
        }
    }
    // What is closed, or not closed at all, is no exception.
    let wide = ":not(.a)".repeat(10_000) + ", " + &vec!["a b > c"; 10_000].join(", ");
    assert!(Selector::parse(&wide).is_ok());
    for open in ["(", "[", "{", ":not(", "\")\":is("] {
        assert!(Selector::parse(&open.repeat(100_000)).is_err());
    }
}

#[test]
fn the_deepest_selectors_need_little_stack() {
    let page = "<b>".repeat(200) + &"<i></i>".repeat(200);
    let work = move || {
        let dom = Dom::parse(&*page);
        let mut read = 0;
        for selector in deep_selectors(Selector::MAX_DEPTH as usize) {
            if let Ok(selector) = Selector::parse(&selector) {
                let _ = ElementMatcher::new(&dom).select(&selector);
                read += 1;
            }
        }
        read
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    let read = thread.spawn(work).unwrap().join().unwrap();
    assert_eq!(read, 8);
}
