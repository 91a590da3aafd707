//! The lists of words by which the evidence is read: files to read and to discuss.
//!
//! A list has one word per line, sorted, below a heading that says what the words mean: `[consent]`. A heading may be
//! repeated. Lines that begin with `#` are comments.

/// Pairs each word of a list of this crate with its heading, which must be one of `headings`. Below each of these there
/// must be a word.
pub(crate) fn read<'a>(list: &'a str, headings: &[&str]) -> Vec<(&'a str, &'a str)> {
    let mut words: Vec<(&str, &str)> = Vec::new();
    let mut heading = None;
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')), heading) {
            (Some(name), _) => {
                assert!(headings.contains(&name), "no rule reads the heading [{name}]");
                heading = Some(name);
            }
            (None, Some(heading)) => words.push((heading, line)),
            (None, None) => panic!("{line:?} stands under no heading"),
        }
    }
    for heading in headings {
        assert!(words.iter().any(|(under, _)| under == heading), "no word stands under [{heading}]");
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_a_heading() {
        let list = "# Remark\n[one]\na\nb\n\n[two]\na\n[one]\na\n";
        assert_eq!(read(list, &["one", "two"]), [("one", "a"), ("one", "b"), ("two", "a"), ("one", "a")]);
    }

    #[test]
    fn lists_are_of_small_letters_and_sorted_below_each_heading() {
        // Letters of scripts without case are their own lower case.
        let is_small = |c: char| c == '_' || (c.is_alphanumeric() && c.to_lowercase().eq([c]));
        for list in [
            include_str!("lists/names.txt"),
            include_str!("lists/notices.txt"),
            include_str!("lists/properties.txt"),
            include_str!("lists/roles.txt"),
            include_str!("lists/tags.txt"),
            include_str!("lists/types.txt"),
        ] {
            for words in format!("\n{list}").split("\n[").skip(1) {
                let words: Vec<&str> =
                    words.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
                assert!(!words.is_empty() && words.is_sorted_by(|one, next| one < next), "{words:?}");
                assert!(words.iter().all(|word| word.chars().all(is_small)), "{words:?}");
            }
        }
    }
}
