//! JSON Lines: every line is a page, or is said to be none.

use formats::{At, JsonlPages, ReaderOptions};

/// Reads lines.
pub(crate) fn run(data: &[u8]) {
    let options = ReaderOptions::new().max_page(64 << 10);
    let mut last = 0;
    let mut n_items = 0;
    for item in JsonlPages::new(data, "file", &options) {
        let place = match &item {
            Ok(page) => &page.place,
            Err(skipped) => &skipped.place,
        };
        let At::Line(line) = place.at else {
            panic!("{place} is no line");
        };
        assert!(last < line, "lines come in order");
        last = line;
        n_items += 1;
    }
    let is_blank = |line: &&[u8]| line.iter().all(u8::is_ascii_whitespace);
    let n_lines = data.split(|&byte| byte == b'\n').filter(|line| !is_blank(line)).count();
    assert_eq!(n_items, n_lines, "every line is counted");
}
