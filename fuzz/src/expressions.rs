//! Files of expressions: what is read can be written, and finds what lies in the page.

use expressions::{Config, Expressions};

use crate::seeds;

/// Reads expressions and matches them.
pub(crate) fn run(data: &[u8]) {
    let file = String::from_utf8_lossy(data);
    let Ok(list) = Expressions::from_file(&file) else {
        return;
    };
    let again = Expressions::from_file(&list.to_file("again")).expect("what was written can be read");
    assert_eq!(again, list);
    // The limit is small: building is what takes time.
    let Ok(matcher) = Config::new().size_limit(1 << 20).build(&list) else {
        return;
    };
    let automaton = Config::new().by_byte(true).size_limit(1 << 20).build(&list);
    for page in seeds::site().iter().chain(&[&*file]) {
        let Ok(regions) = matcher.regions(page) else {
            continue;
        };
        for range in regions.iter() {
            assert!(page.get(range.clone()).is_some(), "{range:?} of {page:?}");
        }
        if let Ok(Ok(twin)) = automaton.as_ref().map(|automaton| automaton.regions(page)) {
            assert_eq!(regions, twin, "{file:?} on {page:?}");
        }
        let _ = expressions::plain(page, &regions);
    }
}
