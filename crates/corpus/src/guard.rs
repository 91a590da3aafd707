//! Decoders that panic at some damages, where they should fail.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
};

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is in a decoder whose panics become errors.
///
/// A program's panic hook has nothing to say about them: what is damaged is reported with its place.
#[must_use]
pub fn is_guarded() -> bool {
    IS_GUARDED.get()
}

/// Runs a decoder. After a panic its state must not be used again.
pub(crate) fn guarded<T, E>(damaged: E, decode: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let outer = IS_GUARDED.replace(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    IS_GUARDED.set(outer);
    decoded.unwrap_or(Err(damaged))
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
