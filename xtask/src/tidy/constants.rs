//! Whether every constant that is a number says where the number comes from.
//!
//! A constant counts if its type consists of numbers, such as `usize`, `[f32; 3]`, `RangeInclusive<i16>` or `Duration`,
//! and its value has a number in it. Its documentation then ends with `Chosen: …` (a measurement, a source, or "by
//! eye") or, if there was no choice, with `Set by: …` (a format, a standard, the length of a table). Constants without
//! documentation share that of the constant on the line above.
//!
//! These do not count: bits (`1 << 3` as a `u8` or `u16`), arrays of bytes, which are tables of letters and marks of
//! formats, tables that a block computes, and the constants of tests.

/// The words that a type of numbers is made of. `u8` counts alone, and not in arrays.
const NUMERIC: [&str; 16] = [
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f32",
    "f64",
    "Duration",
    "RangeInclusive",
];

/// The words that such a type may have as well.
const BESIDE: [&str; 4] = ["std", "ops", "time", "Range"];

/// Returns the number of constants in a file, and says which of them have no reason. Files that are no sources of a crate
/// have none.
pub(super) fn faults(file: &str, code: &str) -> (usize, Vec<String>) {
    let is_source = file.starts_with("crates/") && file.split('/').nth(2) == Some("src");
    if !is_source || file.ends_with("/tests.rs") || file.contains("/tests/") {
        return (0, Vec::new());
    }
    let all = constants(code);
    let unexplained = all.iter().filter(|constant| !has_reason(&constant.documentation));
    let faults = unexplained.map(|constant| {
        format!("{file}, line {}: {} ends with no `Chosen: …` or `Set by: …`", constant.line, constant.name)
    });
    (all.len(), faults.collect())
}

/// Returns whether a documentation says where a number comes from.
fn has_reason(documentation: &str) -> bool {
    ["Chosen: ", "Set by: "].iter().any(|mark| documentation.contains(mark))
}

/// A constant that is a number.
#[derive(Debug, PartialEq, Eq)]
struct Constant<'a> {
    /// From 1.
    line: usize,
    name: &'a str,
    documentation: String,
}

/// Returns the constants of a source that count. The source is formatted by `rustfmt`.
fn constants(code: &str) -> Vec<Constant<'_>> {
    let lines: Vec<&str> = code.lines().map(str::trim).collect();
    let mut found = Vec::new();
    let (mut documentation, mut shared) = (String::new(), String::new());
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        at += 1;
        if line == "#[cfg(test)]" && lines.get(at).is_some_and(|next| next.starts_with("mod ") && next.ends_with('{')) {
            break;
        }
        if let Some(text) = line.strip_prefix("///") {
            documentation.push_str(text.trim_end());
            continue;
        }
        if line.starts_with("#[") {
            continue;
        }
        let documentation = std::mem::take(&mut documentation);
        let Some((name, rest)) = item(line) else {
            shared.clear();
            continue;
        };
        if !documentation.is_empty() {
            shared = documentation;
        }
        let first = at;
        let mut definition = rest.to_owned();
        while !definition.ends_with(';') && at < lines.len() {
            definition.push(' ');
            definition.push_str(lines[at]);
            at += 1;
        }
        let is_choice = definition.split_once(" = ").is_some_and(|(of, value)| is_numeric(of) && is_choice(of, value));
        if is_choice {
            found.push(Constant { line: first, name, documentation: shared.clone() });
        }
    }
    found
}

/// Returns the name of the constant that a line begins to define, and what follows its colon.
fn item(line: &str) -> Option<(&str, &str)> {
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let rest = ["const ", "static "].iter().find_map(|kind| line.strip_prefix(kind))?;
    let (name, rest) = rest.split_once(": ")?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    is_name.then_some((name, rest))
}

/// Returns whether a type consists of numbers.
fn is_numeric(of: &str) -> bool {
    // Lengths of arrays are numbers, or other constants.
    let is_length = |word: &str| word.bytes().all(|byte| !byte.is_ascii_lowercase());
    let is_known = |word: &str| NUMERIC.contains(&word) || BESIDE.contains(&word) || is_length(word);
    words(of).any(|word| NUMERIC.contains(&word)) && words(of).all(is_known) && !of.contains("[u8")
}

/// Returns whether a value is a number that somebody wrote there, and no bit.
fn is_choice(of: &str, value: &str) -> bool {
    let is_bit = ["u8", "u16"].contains(&of) && value.starts_with("1 << ") && words(value).count() == 2;
    let has_number = words(value).any(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    has_number && !is_bit && !value.starts_with('{')
}

/// Returns the names and numbers in a piece of code.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(code: &str) -> Vec<&str> {
        constants(code).into_iter().map(|constant| constant.name).collect()
    }

    #[test]
    fn numbers_count_and_nothing_else_does() {
        let code = "const A: usize = 3;\npub(crate) const B: [f32; 2] = [\n    0.5,\n    1.5,\n];\n\
            pub static C: std::ops::RangeInclusive<i16> = 1990..=2100;\n    const D: Duration = Duration::from_secs(2);\n\
            const E: u8 = 30;\nconst F: usize = 4 * A;\nconst G: u64 = 1 << 20;\nconst H: [usize; A] = [1; A];\n";
        assert_eq!(names(code), ["A", "B", "C", "D", "E", "F", "G", "H"]);
        let code = "const A: u8 = 1 << 3;\nconst B: &str = \"3\";\nconst C: [u8; 2] = [0x1f, 0x8b];\n\
            const D: [(&str, u32); 1] = [(\"a\", 3)];\nconst E: u32 = u32::MAX;\nconst F: usize = TABLE.len();\n\
            static G: [u64; 256] = {\n    let x = 3;\n};\nconst fn h(n: usize) -> usize {\nlet I: usize = 3;\n\
            const J: Hints = Hints::bit(3);\n#[cfg(test)]\nmod tests {\n    const K: usize = 3;\n}\n";
        assert_eq!(names(code), [""; 0]);
    }

    #[test]
    fn documentation_is_shared_by_neighbours() {
        let code = "/// Long. Chosen: by\n/// eye.\n#[rustfmt::skip]\nconst A: u32 = 3;\nconst B: u32 = 4;\n\nconst C: u32 = 5;\n\
            /// Else.\nconst D: u32 = 6;\n/// Seven. Set by: a week.\nconst E: u32 = 7;\nfn f() {}\nconst F: u32 = 8;\n";
        let reasons: Vec<(&str, bool)> =
            constants(code).iter().map(|constant| (constant.name, has_reason(&constant.documentation))).collect();
        let expected = [("A", true), ("B", true), ("C", false), ("D", false), ("E", true), ("F", false)];
        assert_eq!(reasons, expected);
        assert_eq!(constants(code)[0].line, 4);
    }

    #[test]
    fn sources_have_no_number_without_a_reason() {
        let code = "/// Long. Chosen: by eye.\nconst A: usize = 3;\n\n/// Long.\nconst B: usize = 3;\n";
        let (n_constants, found) = faults("crates/a/src/b/c.rs", code);
        assert_eq!((n_constants, found.len()), (2, 1));
        assert!(found[0].starts_with("crates/a/src/b/c.rs, line 5: B"), "{found:?}");
        for file in ["crates/a/src/b/tests.rs", "crates/a/tests/it/src/b.rs", "crates/a/benches/b.rs", "xtask/src/b.rs"]
        {
            assert_eq!(faults(file, code), (0, Vec::new()));
        }
    }
}
