//! Reading allocates nothing for a token beyond what lol_html does.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use lol_html::{
    DocumentContentHandlers, HtmlRewriter, Settings,
    html_content::{Comment, Doctype, TextChunk},
};
use tokenize::{Tokenizer, Vocabulary};

/// The system's allocator, counting the calls of each thread.
struct Counting;

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

#[expect(unsafe_code, reason = "an allocator can't be written otherwise")]
// SAFETY: every call is handed to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: the caller's promises are those that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above, and `block` is from `System`.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn calls(f: impl FnOnce()) -> usize {
    let before = CALLS.get();
    f();
    CALLS.get() - before
}

/// lol_html with the handlers that `scan` sets, doing nothing.
fn lol_html(source: &str) {
    let handlers = DocumentContentHandlers::default()
        .text(|_: &mut TextChunk<'_>| Ok(()))
        .comments(|_: &mut Comment<'_>| Ok(()))
        .doctype(|_: &mut Doctype<'_>| Ok(()));
    let settings = Settings::new()
        .with_strict(false)
        .append_document_content_handler(handlers);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(source.as_bytes()).unwrap();
    rewriter.end().unwrap();
}

/// Tokens of every kind, no two of the same source.
fn page(n_items: usize) -> String {
    let item = |i: usize| {
        format!(
            "<div id={i} class='x y' title=\"a&amp;b\">Text &nbsp; {i}</div {i}><my-tag {i}><!-- {i} -->\
             <script>var x = {i};</script><svg><![CDATA[{i}]]></svg>"
        )
    };
    (0..n_items).map(item).collect()
}

#[test]
fn reading_does_not_allocate_for_each_token() {
    let tokenizer = Tokenizer::default();
    let mut vocabulary = Vocabulary::new();
    vocabulary.adopt(tokenizer.draft(&page(50)));
    let own = |n_items| {
        let source = page(n_items);
        let theirs = calls(|| lol_html(&source));
        let all = calls(|| drop(tokenizer.read(&source, &vocabulary)));
        all - theirs
    };
    // Two buffers and the two vectors of the result, as they grow.
    let (few, many) = (own(100), own(10_000));
    assert!(few < 30, "{few} allocations for 100 items");
    assert!(
        many - few <= 10,
        "{few} allocations for 100 items, {many} for 10,000"
    );
}
