//! The named character references of the HTML standard (section 13.5), from `names.txt`.
//!
//! Each line of the file has a name without its `&` and `;`, a question mark if the name is a reference without a
//! semicolon too, a space, and the characters that the name stands for. A tab is written as `\t`, a line feed as
//! `\n`. Names are in byte order.

use std::sync::LazyLock;

/// Names and their characters, in byte order, for binary search.
type Names = Vec<(&'static str, &'static str)>;

/// All names. With a semicolon each of them is a reference.
pub(crate) static NAMED: LazyLock<Names> = LazyLock::new(|| lines().map(|(name, chars, _)| (name, chars)).collect());

/// The names that are references without a semicolon, too.
pub(crate) static LEGACY: LazyLock<Names> = LazyLock::new(|| {
    let legacy = lines().filter(|&(_, _, is_legacy)| is_legacy);
    legacy.map(|(name, chars, _)| (name, chars)).collect()
});

/// Returns the name of each line, its characters, and whether it is a reference without a semicolon.
fn lines() -> impl Iterator<Item = (&'static str, &'static str, bool)> {
    let lines = include_str!("names.txt").split_terminator('\n');
    lines.filter_map(|line| {
        let (name, chars) = line.split_once(' ')?;
        let chars = match chars {
            "\\t" => "\t",
            "\\n" => "\n",
            chars => chars,
        };
        Some(match name.strip_suffix('?') {
            Some(name) => (name, chars, true),
            None => (name, chars, false),
        })
    })
}
