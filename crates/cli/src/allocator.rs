//! Where the program's memory comes from.
//!
//! A crawl of many small sites makes and drops many small things: with mimalloc a run over 100,000 pages of 8,700 sites takes
//! .81 to .88 of the time on a processor that it takes with the GNU C library's allocator, at a peak of 361 MB in place
//! of 309.
//! Large pages take as long with either, with musl's 1.4 times as long (docs/figures/performance.md).
//!
//! mimalloc would ask for pages of 2 MB, with which large pages take .75 to .9 of the time where the system has such pages
//! at hand, 1.5 times where a virtual machine has to get them from its host, and all take a third more memory. So it does
//! not ask, and gets them where the system gives them to everybody.

#![expect(unsafe_code)]

use std::ffi::c_long;

use libmimalloc_sys::{mi_option_set_default, mi_option_t};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// `mi_option_purge_delay` of mimalloc 2: the package does not name it.
const PURGE_DELAY: mi_option_t = 15;

/// After how many milliseconds memory that is free is given back. By default it is after 10, and what the next page needs
/// is handed out anew: three times as many page faults in a crawl, and 6 % of a run over manuals.
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
