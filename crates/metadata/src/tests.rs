//! Cases in files of text.

/// Returns the cases of a file: the heading in brackets above, a text, and what becomes of it.
pub(crate) fn cases(file: &str) -> impl Iterator<Item = [&str; 3]> {
    let mut heading = "";
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).filter_map(move |line| {
        if let Some(found) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            heading = found;
            return None;
        }
        let (text, expected) = line.split_once(" =>").unwrap();
        Some([heading, text, expected.trim_start()])
    })
}
