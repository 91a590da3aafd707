//! Catches panics of code that should return an error, but panics on some input.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
};

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether this thread runs code whose panics become errors.
///
/// A panic hook need not report these panics: the damage is reported with its place.
#[must_use]
pub fn is_guarded() -> bool {
    IS_GUARDED.get()
}

/// Calls `work` on input of unknown origin, and turns a panic into an error. State that `work` changed must not be
/// used after a panic.
///
/// # Errors
///
/// The message of the panic.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // Calls may be nested, and the inner one must not end the guard of the outer one.
    let outer = IS_GUARDED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(outer);
    done.map_err(|panic| {
        // The payload of `panic!` is a `String` with arguments, and a `&str` without.
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        text.unwrap_or("without a message").to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        assert_eq!(catch_panic(is_guarded), Ok(true));
        assert_eq!(catch_panic(|| panic!("it is {}", 1)), Err::<(), _>("it is 1".to_owned()));
        assert!(!is_guarded());
    }
}
