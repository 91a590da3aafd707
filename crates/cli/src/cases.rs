//! Cases of tests that stand in text files.

/// Returns the parts of each case of a file: a case is a line, and ` => ` stands between its parts. A line that begins
/// with `# ` says what the cases below it show.
pub(crate) fn cases<const N: usize>(file: &str) -> impl Iterator<Item = [&str; N]> {
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.map(|line| <[&str; N]>::try_from(line.split(" => ").collect::<Vec<_>>()).unwrap())
}
