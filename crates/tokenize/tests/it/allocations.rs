//! Turning tokens into symbols allocates nothing for a token.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
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
        let tokens = tokenize::scan(&source);
        calls(|| drop(tokenizer.read_tokens(&source, tokens, &vocabulary)))
    };
    // Two buffers and the two vectors of the result, as they grow.
    let (few, many) = (own(100), own(10_000));
    assert!(few < 30, "{few} allocations for 100 items");
    assert!(many - few <= 10, "{few} allocations for 100 items, {many} for 10,000");
}
