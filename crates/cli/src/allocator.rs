//! Where the program's memory comes from.
//!
//! Half of what a run over large pages costs the system is to hand out memory, 4 KB at a time: a fifth of all of its time.
//! mimalloc asks for pages of 2 MB, which Linux gives where it is asked (`transparent_hugepage/enabled` is `madvise` or
//! `always`, as nearly everywhere). Beside the GNU C library's allocator a run takes .75 to .92 times as long, and at its
//! peak 1.3 to 1.5 times the memory, less beyond 300 MB; without such pages it takes as long. That of musl gives large
//! pieces back at once: a run took 1.4 times as long as with the GNU C library (docs/figures/performance.md).

#![expect(unsafe_code)]

use std::ffi::c_long;

use libmimalloc_sys::{mi_option_set_default, mi_option_t};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// `mi_option_purge_delay` of mimalloc 2: the package does not name it.
const PURGE_DELAY: mi_option_t = 15;

/// After how many milliseconds memory that is free is given back. By default it is after 10, and what the next page needs
/// is handed out anew: 3 to 5 % of a run.
const MILLISECONDS: c_long = 1_000;

/// Gives memory back later than mimalloc does by default, unless `MIMALLOC_PURGE_DELAY` says when.
pub(crate) fn keep_free_memory() {
    // Sound: it writes a number into a table of the library, which no other thread reads, since there is none yet.
    unsafe { mi_option_set_default(PURGE_DELAY, MILLISECONDS) }
}

#[cfg(test)]
mod tests {
    use libmimalloc_sys::mi_option_get;

    use super::*;

    #[test]
    fn the_option_is_the_delay() {
        // Of the options around it none is 10 by default.
        let get = |option| unsafe { mi_option_get(option) };
        assert_eq!([14, PURGE_DELAY, 16].map(get), [1, 10, 0]);
        keep_free_memory();
        assert_eq!([14, PURGE_DELAY, 16].map(get), [1, MILLISECONDS, 0]);
    }
}
