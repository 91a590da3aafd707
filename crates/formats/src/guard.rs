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

/// Calls a decoder, and returns `damaged` if it panics. Its state must not be used after that.
#[cfg(any(test, feature = "parquet"))]
pub(crate) fn guarded<T, E>(damaged: E, decode: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    catch_panic(decode).unwrap_or(Err(damaged))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        let quiet = |decode: fn() -> Result<u8, &'static str>| guarded("damaged", decode);
        assert_eq!(quiet(|| Ok(u8::from(is_guarded()))), Ok(1));
        assert_eq!(quiet(|| Err("given")), Err("given"));
        assert_eq!(quiet(|| [].get(1).copied().unwrap()), Err("damaged"));
        assert!(!is_guarded());
    }
}
