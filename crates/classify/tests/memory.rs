//! How much memory it takes to judge a page: at most so many bytes for each of its own.

use classify::{Config, Evidence, dom::Dom};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The length of the pages. Chosen: all of them take a few seconds.
const BYTES: usize = 200_000;
/// The most bytes of memory for each byte of a page; with reasons, the features of the page are kept.
const MOST: usize = 64;
/// What a page takes whatever its length: the rows of features of a thousand lines, and 10,000 elements that repeat a tag.
const FIXED: usize = 6 << 20;

/// What the pages repeat, and what comes before.
const SHAPES: [(&str, &str); 19] = [
    ("<p>", "a<br>"),
    ("<p>", "1<br>"),
    ("<title>a</title><p>", "a<br>"),
    ("<table><tr>", "<td>c"),
    ("<table>", "<tr><td>1"),
    ("<table>", "x<tr>"),
    ("", "<table><tr><td>x"),
    ("", "<b><p>x"),
    ("", "<a>x<p>"),
    ("", "<i>x"),
    ("", "<b>"),
    ("", "<p>"),
    ("", "<p>x"),
    ("", "<p>&lt"),
    ("", "<h2>x"),
    ("<ul>", "<li>x"),
    ("<dl>", "<dt>a<dd>b"),
    ("", "<a href=x>y</a>"),
    ("", "<!---->"),
];

/// One test, since the allocator counts what the whole process takes.
#[test]
fn short_lines_take_a_bounded_number_of_bytes() {
    // The trees are read before.
    judge("<p>x", true);
    for (start, piece) in SHAPES {
        let page = start.to_owned() + &piece.repeat(BYTES / piece.len());
        for explain in [false, true] {
            let before = ALLOCATOR.current_usage();
            ALLOCATOR.reset_peak_usage();
            judge(&page, explain);
            let peak = ALLOCATOR.peak_usage() - before;
            assert!(peak <= FIXED + MOST * page.len(), "{piece}, {explain}: {peak} bytes for {}", page.len());
        }
    }
}

fn judge(page: &str, explain: bool) {
    let dom = Dom::parse(page);
    let _ = Config::new().judge_alone(&dom, &Evidence::read(&dom), explain);
}
