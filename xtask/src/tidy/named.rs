//! Files and environment variables that documents name.

use std::collections::BTreeSet;

use pulldown_cmark::{Event, Options, Parser};

/// The beginning of our variables' names, in two halves, so that this file names none.
const VARIABLES: &str = concat!("DEMOLD", "_");

/// Returns what a document names as Rust files, or as our environment variables.
fn names(text: &str) -> Vec<String> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES);
    let spans = events.filter_map(|event| match event {
        Event::Code(span) => Some(span.to_string()),
        _ => None,
    });
    spans
        .filter(|span| !span.contains([' ', '*', '<']))
        .filter(|span| span.ends_with(".rs") || span.starts_with(VARIABLES))
        .collect()
}

/// Says which names of a document are those of nothing. A file may be named without the folders that it is in.
pub(super) fn missing(text: &str, files: &BTreeSet<String>, code: &str) -> Vec<String> {
    let is_file = |name: &str| {
        let end = format!("/{name}");
        files.contains(name) || files.iter().any(|file| file.ends_with(&end))
    };
    names(text)
        .into_iter()
        .filter(|name| match name.strip_suffix(".rs") {
            Some(_) => !is_file(name),
            // A longer name that begins like it is another one.
            None => !code.contains(&format!("\"{name}\"")),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_nothing_are_found() {
        let files = ["crates/a/src/b.rs".to_owned()].into();
        let (known, unknown) = (format!("{VARIABLES}A"), format!("{VARIABLES}B"));
        let code = format!("env::var_os(\"{known}\")");
        let text =
            format!("`b.rs`, `src/b.rs`, `c.rs`, `x/b.rs`, `cargo run b.rs`, `{known}` or `{unknown}`\n\n    `d.rs`\n");
        assert_eq!(missing(&text, &files, &code), ["c.rs", "x/b.rs", &unknown]);
    }
}
