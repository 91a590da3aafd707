//! What sites are called.

/// Returns the key as it is shown to people.
pub(crate) fn shown(key: &str) -> &str {
    match key {
        "" => "the pages without a host",
        key => key,
    }
}
