//! The lists of words by which the evidence is read: files to read and to discuss.
//!
//! A list has one word per line, sorted, below a heading that says what the words mean: `[consent]`. A heading may be
//! repeated. Lines that begin with `#` are comments.

/// Pairs each word of a list with its heading.
///
/// # Errors
///
/// A sentence that names the line that breaks the rules: a heading that is not one of `headings`, a word without
/// one, words out of order or with characters other than small letters, digits and underscores; or that names a
/// missing heading.
pub(crate) fn read<'a>(list: &'a str, headings: &[&str]) -> Result<Vec<(&'a str, &'a str)>, String> {
    let mut words: Vec<(&str, &str)> = Vec::new();
    let mut heading = None;
    let mut last = "";
    for line in list.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            if !headings.contains(&name) {
                return Err(format!("no rule reads the heading [{name}]"));
            }
            // The order begins anew below each heading.
            (heading, last) = (Some(name), "");
            continue;
        }
        let Some(heading) = heading else {
            return Err(format!("{line:?} stands under no heading"));
        };
        // Letters of scripts without case are their own lower case.
        let is_small = |c: char| c == '_' || (c.is_alphanumeric() && c.to_lowercase().eq([c]));
        if !line.chars().all(is_small) {
            return Err(format!("{line:?} is not a word of small letters"));
        }
        if line <= last {
            return Err(format!("{line:?} stands behind {last:?}"));
        }
        words.push((heading, line));
        last = line;
    }
    match headings.iter().find(|&&name| !words.iter().any(|&(heading, _)| heading == name)) {
        Some(missing) => Err(format!("no word stands under [{missing}]")),
        None => Ok(words),
    }
}

/// Reads a list of this crate.
///
/// # Panics
///
/// If the list breaks the rules: each is read by a test.
pub(crate) fn own<'a>(list: &'a str, headings: &[&str]) -> Vec<(&'a str, &'a str)> {
    read(list, headings).unwrap_or_else(|error| panic!("a list of this crate is wrong: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(list: &str, error: &str) {
        assert_eq!(read(list, &["one", "two"]), Err(error.to_owned()));
    }

    #[test]
    fn words_have_a_heading() {
        let list = "# Remark\n[one]\na\nb\n\n[two]\na\n[one]\na\n";
        let words = [("one", "a"), ("one", "b"), ("two", "a"), ("one", "a")];
        assert_eq!(read(list, &["one", "two"]), Ok(words.to_vec()));
    }

    #[test]
    fn mistakes_are_errors() {
        check("[oen]\na\n[two]\na\n", "no rule reads the heading [oen]");
        check("[one]\na\n", "no word stands under [two]");
        check("a\n[one]\n", "\"a\" stands under no heading");
        check("[one]\nb\na\n", "\"a\" stands behind \"b\"");
        check("[one]\na\na\n", "\"a\" stands behind \"a\"");
        check("[one]\nCookie\n", "\"Cookie\" is not a word of small letters");
    }
}
