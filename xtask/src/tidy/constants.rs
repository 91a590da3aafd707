//! Whether every constant that is a number says where the number comes from.
//!
//! A constant counts if its type consists of numbers, such as `usize`, `[f32; 3]`, `RangeInclusive<i16>` or `Duration`,
//! and its value has a number in it. Its documentation then ends with `Chosen: …` (a measurement, a source, or "by
//! eye") or, if there was no choice, with `Set by: …` (a format, a standard, the length of a table). Constants without
//! documentation share that of the constant on the line above.
//!
//! These do not count: bits (`1 << 3` as a `u8` or `u16`), arrays of bytes, which are tables of letters and marks of
//! formats, tables that a block computes, and the constants of tests.

use regex::Regex;

/// The beginning of a constant in a formatted source: its name, and what follows the colon.
const CONSTANT: &str = r"^(?:pub(?:\(.*?\))? )?(?:const|static) ([A-Z0-9_]+): (.*)";

/// A type of numbers. Lengths of arrays are numbers, or other constants.
const NUMERIC: &str =
    r"^(?:[^a-z]|\b(?:std|ops|time|Range|RangeInclusive|Duration|[ui](?:8|16|32|64|128|size)|f32|f64)\b)*$";

/// Returns the number of constants in a file, and says which of them have no reason. Files that are no sources of a crate
/// have none.
pub(super) fn faults(file: &str, code: &str) -> anyhow::Result<(usize, Vec<String>)> {
    let is_source = file.starts_with("crates/") && file.split('/').nth(2) == Some("src");
    if !is_source || file.ends_with("/tests.rs") || file.contains("/tests/") {
        return Ok((0, Vec::new()));
    }
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let (constant, numeric, number) = (Regex::new(CONSTANT)?, Regex::new(NUMERIC)?, Regex::new(r"\b\d")?);
    let bit = Regex::new(r"^u(8|16) = 1 << \d+;$")?;
    let (mut n_constants, mut faults) = (0, Vec::new());
    let (mut documentation, mut shared) = (String::new(), String::new());
    let mut lines = (1..).zip(code.lines().map(str::trim));
    while let Some((at, line)) = lines.next() {
        if let Some(text) = line.strip_prefix("///") {
            documentation.push_str(text);
            continue;
        }
        if line.starts_with("#[") {
            continue;
        }
        let documentation = std::mem::take(&mut documentation);
        let Some(found) = constant.captures(line) else {
            shared.clear();
            continue;
        };
        if !documentation.is_empty() {
            shared = documentation;
        }
        let mut definition = found[2].to_owned();
        while !definition.ends_with(';')
            && let Some((_, more)) = lines.next()
        {
            definition += " ";
            definition += more;
        }
        let (of, value) = definition.split_once(" = ").unwrap_or((&definition, ""));
        let is_numeric = numeric.is_match(of) && of.contains(|letter: char| letter.is_ascii_lowercase());
        let is_choice = number.is_match(value) && !value.starts_with('{') && !bit.is_match(&definition);
        if !is_numeric || of.contains("[u8") || !is_choice {
            continue;
        }
        n_constants += 1;
        if !shared.contains("Chosen: ") && !shared.contains("Set by: ") {
            let name = &found[1];
            faults.push(format!("line {at}: {name} ends with no `Chosen: …` or `Set by: …`"));
        }
    }
    Ok((n_constants, faults))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_have_no_number_without_a_reason() {
        let reasons = "/// Long. Chosen: by\n/// eye.\n#[rustfmt::skip]\nconst A: u32 = 3;\nconst B: [f32; 2] = [\n    0.5,\n];\n\n\
            pub(crate) static C: std::ops::RangeInclusive<i16> = 1..=2;\n/// Else.\n    const D: Duration = Duration::from_secs(2);\n\
            /// Seven. Set by: a week.\nconst E: [[u32; A]; 2] = [[7; A]; 2];\nfn f() {}\nconst F: usize = 4 * A;\n";
        let no_choices = "const A: u8 = 1 << 3;\nconst B: &str = \"3\";\nconst C: [u8; 2] = [0x1f, 0x8b];\n\
            const D: [(&str, u32); 1] = [(\"a\", 3)];\nconst E: u32 = u32::MAX;\nconst F: usize = TABLE.len();\n\
            static G: [u64; 256] = {\n    let x = 3;\n};\nconst fn h(n: usize) -> usize {\nlet I: usize = 3;\n\
            const J: Hints = Hints::bit(3);\n#[cfg(test)]\nmod tests {\n    const K: usize = 3;\n}\n";
        let check = |file: &str, code: &str, n: usize, unexplained: &[&str]| {
            let (n_constants, found) = faults(file, code).unwrap();
            let names: Vec<&str> = found.iter().filter_map(|fault| fault.split(' ').nth(2)).collect();
            assert_eq!((n_constants, &names[..]), (n, unexplained), "{file}");
            found
        };
        let found = check("crates/a/src/b/c.rs", reasons, 6, &["C", "D", "F"]);
        assert!(found[0].starts_with("line 9: C"), "{found:?}");
        check("crates/a/src/b.rs", no_choices, 0, &[]);
        for file in ["crates/a/src/b/tests.rs", "crates/a/tests/it/src/b.rs", "crates/a/benches/b.rs", "xtask/src/b.rs"]
        {
            check(file, reasons, 0, &[]);
        }
    }
}
