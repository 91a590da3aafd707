//! Names of classes, elements and files.

/// Returns whether a name is on a list that has a space between two names.
pub(crate) fn is_one_of(name: &str, list: &str) -> bool {
    list.split(' ').any(|one| one == name)
}
