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
// SAFETY: every call is handed to the system's allocator as it is. A block that grows is allocated anew, and counts.
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
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn reading_does_not_allocate_for_each_token() {
    let (tokenizer, mut vocabulary) = (Tokenizer::default(), Vocabulary::new());
    vocabulary.adopt(tokenizer.draft("<p>x"));
    let [few, many] = [100, 10_000].map(|n_items| {
        // No two texts, comments and start tags of the same source.
        let item = |i: usize| format!("<p a={i}>&lt;{i}</p><!--{i}--><script>{i}</script><svg><![CDATA[{i}]]></svg>");
        let source: String = (0..n_items).map(item).collect();
        let tokens = tokenize::scan(&source);
        let before = CALLS.get();
        drop(tokenizer.read_tokens(&source, tokens, &vocabulary));
        CALLS.get() - before
    });
    assert!(few < 30 && many <= few + 10, "{few} allocations for 100 items, {many} for 10,000");
}
