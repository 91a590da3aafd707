//! Lists of words with a space between two.

/// Returns whether a name is on a list. The comparison is exact: names stand in the letter case of the list.
pub(crate) fn is_one_of(name: &str, list: &str) -> bool {
    list.split(' ').any(|one| one == name)
}
