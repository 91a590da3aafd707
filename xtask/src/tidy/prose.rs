//! How much of the code is explained, and whether a public name stands for types of several crates.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::ensure;

/// The least number of lines of comments within code for 100 lines of code, in the sources of the crates.
const COMMENTS_MIN: usize = 3;

/// Every crate has these, and they are used with the name of the crate.
const QUALIFIED: [&str; 2] = ["Config", "Error"];

/// Crates whose types have the names of what they show to other languages.
const BINDINGS: [&str; 2] = ["js", "python"];

/// What the sources of all crates hold.
#[derive(Debug, Default)]
pub(super) struct Prose {
    code: usize,
    comments: usize,
    /// The crates that have a public type of each name.
    names: BTreeMap<String, BTreeSet<String>>,
}

impl Prose {
    /// Counts a file, if it is a source of a crate.
    pub(super) fn add(&mut self, file: &str, code: &str) {
        let Some((name, rest)) = file.strip_prefix("crates/").and_then(|file| file.split_once('/')) else {
            return;
        };
        if !rest.starts_with("src/") {
            return;
        }
        for line in code.lines().map(str::trim) {
            // Documentation is neither: it says what, and these say why.
            if line.is_empty() || line.starts_with("///") || line.starts_with("//!") {
                continue;
            }
            if line.starts_with("//") {
                self.comments += 1;
            } else {
                self.code += 1;
            }
            if let Some(public) = public_type(line).filter(|_| !BINDINGS.contains(&name)) {
                self.names.entry(public.to_owned()).or_default().insert(name.to_owned());
            }
        }
    }

    /// Prints the figures.
    ///
    /// # Errors
    ///
    /// If there are too few comments, or if several crates have a public type of one name.
    pub(super) fn print(&self) -> anyhow::Result<()> {
        let tenths = 1000 * self.comments / self.code.max(1);
        println!("{}.{} lines of comments for 100 lines of code in crates/*/src", tenths / 10, tenths % 10);
        ensure!(tenths >= 10 * COMMENTS_MIN, "the code has fewer than {COMMENTS_MIN} lines of comments for 100");
        let several =
            self.names.iter().filter(|(name, crates)| crates.len() > 1 && !QUALIFIED.contains(&name.as_str()));
        let several: Vec<String> = several
            .map(|(name, crates)| format!("{name} ({})", crates.iter().cloned().collect::<Vec<_>>().join(", ")))
            .collect();
        ensure!(several.is_empty(), "several crates have public types of these names: {}", several.join("; "));
        Ok(())
    }
}

/// Returns the name of the public type that a line defines.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ")?;
    let name = ["struct ", "enum ", "trait ", "type "].iter().find_map(|kind| rest.strip_prefix(kind))?;
    name.split(|letter: char| !letter.is_alphanumeric()).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_names_are_counted() {
        let mut prose = Prose::default();
        let code = "/// A kind.\npub enum Kind<T> {\n    // Why.\n    A(T),\n}\n\npub(crate) struct Own;\n";
        prose.add("crates/a/src/lib.rs", code);
        prose.add("crates/a/tests/it.rs", code);
        prose.add("crates/b/src/kind.rs", "pub struct Kind;");
        assert_eq!((prose.code, prose.comments), (5, 1));
        assert_eq!(prose.names["Kind"].len(), 2);
        let error = prose.print().unwrap_err().to_string();
        assert_eq!(error, "several crates have public types of these names: Kind (a, b)");
        let mut prose = Prose::default();
        prose.add("crates/a/src/lib.rs", code);
        prose.add("crates/js/src/kind.rs", "pub struct Kind;");
        assert!(prose.print().is_ok());
        prose.add("crates/b/src/lib.rs", &"x;\n".repeat(40));
        assert!(prose.print().is_err());
    }
}
