//! Cases of tests that stand in text files.

/// What stands for characters that are hard to see, and for nothing at all.
const SIGNS: [(&str, &str); 4] = [("⏎", "\n"), ("⇥", "\t"), ("␣", " "), ("∅", "")];

/// Returns the parts of each case of a file: a case is a line, and ` => ` stands between its parts. A line that begins
/// with `# ` says what the cases below it show.
pub(crate) fn cases<const N: usize>(file: &str) -> impl Iterator<Item = [String; N]> {
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.map(|line| {
        let meant = |part: &str| SIGNS.iter().fold(part.to_owned(), |part, (sign, text)| part.replace(sign, text));
        let parts: Vec<String> = line.split(" => ").map(meant).collect();
        <[String; N]>::try_from(parts).unwrap_or_else(|_| panic!("{line:?} is no case"))
    })
}
