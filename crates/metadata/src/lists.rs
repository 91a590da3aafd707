//! Lists of words and phrases, which stand in files of text. `publications`, `changes` and `other_days` have a format
//! of their own, see `dates/announced.rs`.

use std::sync::LazyLock;

/// The entries of a list. They are separated by commas and line ends.
pub(crate) type List = LazyLock<Vec<&'static str>>;

/// Returns the list of this name in the folder `lists`.
macro_rules! list {
    ($name:literal) => {
        std::sync::LazyLock::new(|| {
            let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lists/", $name, ".txt"));
            text.split([',', '\n']).map(str::trim).filter(|entry| !entry.is_empty()).collect()
        })
    };
}
pub(crate) use list;
