//! Files and environment variables that documents name.

use std::collections::BTreeSet;

use pulldown_cmark::{Event, Options, Parser};

/// The beginning of our variables' names, in two halves, so that this file names none.
const VARIABLES: &str = concat!("DEMOLD", "_");

/// Says which Rust files and environment variables of ours a document names that there are not. A file may be named
/// without the folders that it is in.
pub(super) fn missing(text: &str, files: &BTreeSet<String>, code: &str) -> Vec<String> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES);
    let spans = events.filter_map(|event| match event {
        Event::Code(span) if !span.contains([' ', '*', '<']) => Some(span.to_string()),
        _ => None,
    });
    let is_missing = |name: &String| {
        let end = format!("/{name}");
        let is_file = || files.contains(name) || files.iter().any(|file| file.ends_with(&end));
        // A longer name that begins like a variable is another one.
        name.ends_with(".rs") && !is_file() || name.starts_with(VARIABLES) && !code.contains(&format!("\"{name}\""))
    };
    spans.filter(is_missing).collect()
}

/// The folders of the repository whose paths texts name. What programs write there is not in it.
const FOLDERS: [&str; 5] = ["crates/", "docs/", "xtask/src/", "xtask/train/", "xtask/evaluation/"];

/// Returns whether the paths that a file names are checked: manifests, scripts and comments of sources. In documents
/// that is done by [`missing`].
pub(super) fn is_read(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    [".toml", ".py", ".rs", ".yml"].iter().any(|end| name.ends_with(end)) || ["NOTICE", "run"].contains(&name)
}

/// Returns the paths of files and folders that a text names, from the root of the repository, and that there are not.
/// Of sources only comments count: strings may name what a test makes.
pub(super) fn missing_paths(file: &str, text: &str, files: &BTreeSet<String>) -> Vec<String> {
    let is_source = file.ends_with(".rs");
    let lines = text.lines().filter(|line| !is_source || line.trim_start().starts_with("//"));
    let words = lines
        .flat_map(|line| line.split(|letter: char| !letter.is_ascii_graphic() || "`'\"()[]<>,;:|".contains(letter)));
    let paths = words.map(|word| word.trim_end_matches(['.', '/'])).filter(|word| {
        // Patterns, and paths of which a part is to be put in, are none.
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
        FOLDERS.iter().any(|folder| word.starts_with(folder)) && word.chars().all(is_plain)
    });
    let is_there = |path: &&str| {
        let folder = format!("{path}/");
        files.contains(*path) || files.range(folder.clone()..).next().is_some_and(|file| file.starts_with(&folder))
    };
    paths.filter(|path| !is_there(path)).map(str::to_owned).collect()
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

    #[test]
    fn paths_of_nothing_are_found() {
        let files = ["crates/a/src/b.rs".to_owned()].into();
        let text = "See crates/a/src/b.rs, `crates/a/src/` and crates/a; not crates/b/src/b.rs. All of crates/*/src.\n";
        assert_eq!(missing_paths("NOTICE", text, &files), ["crates/b/src/b.rs"]);
        assert!(missing_paths("x.rs", &format!("let x = \"{text}\";"), &files).is_empty());
        assert_eq!(missing_paths("x.rs", "  // As crates/c has it.", &files), ["crates/c"]);
    }
}
