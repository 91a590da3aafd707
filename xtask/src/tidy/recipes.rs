//! Whether the recipes of CONTRIBUTING.md are complete: each lists the files that name all formats, or all fields.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{Event, Options, Parser};

/// The document with the recipes.
const DOCUMENT: &str = "CONTRIBUTING.md";

/// The endings of files that may be on a list. Pages, logs and locks of dependencies are not.
const READ: [&str; 9] = [".1", ".md", ".py", ".pyi", ".rs", ".snap", ".toml", ".ts", ".txt"];

/// A recipe for one more of several things that have names.
struct Recipe {
    heading: &'static str,
    /// The source that names all of them, the line before the first name, and what is before each name on its line.
    source: &'static str,
    beginning: &'static str,
    before: &'static str,
    /// How many files its table may have: those that change by hand.
    most: usize,
}

const RECIPES: [Recipe; 3] = [
    Recipe {
        heading: "### A format of output",
        source: "crates/pipeline/src/records/format.rs",
        beginning: "const TABLE: ",
        before: "name: \"",
        most: 6,
    },
    Recipe {
        heading: "### A field of the metadata",
        source: "crates/metadata/src/metadata.rs",
        beginning: "metadata! {",
        before: "pub ",
        most: 5,
    },
    Recipe {
        heading: "### A field of records",
        source: "crates/demold/src/record.rs",
        beginning: "record! {",
        before: "pub ",
        most: 6,
    },
];

/// Returns whether the names in a file are looked for.
pub(super) fn is_read(file: &str) -> bool {
    READ.iter().any(|end| file.ends_with(end)) && !file.starts_with("docs/figures/")
}

/// Says what is wrong with the recipes. `texts` are the files that [are read](is_read), `files` are all files.
pub(super) fn faults(texts: &BTreeMap<String, String>, files: &BTreeSet<String>) -> Vec<String> {
    let text = |file: &str| texts.get(file).map_or("", String::as_str);
    let words: BTreeMap<&String, BTreeSet<String>> = texts.iter().map(|(file, text)| (file, words(text))).collect();
    let mut faults = Vec::new();
    for recipe in &RECIPES {
        let listed = paths(text(DOCUMENT), recipe.heading);
        let names = names(text(recipe.source), recipe);
        if listed.is_empty() || names.is_empty() {
            faults.push(format!("{DOCUMENT}: {:?} lists no files, or {} no names", recipe.heading, recipe.source));
            continue;
        }
        let n_by_hand = paths(&rows(text(DOCUMENT)), recipe.heading).len();
        if n_by_hand > recipe.most {
            let (heading, most) = (recipe.heading, recipe.most);
            faults.push(format!("{DOCUMENT}: the table of {heading:?} has {n_by_hand} files, and may have {most}"));
        }
        let is_there = |path: &str| {
            files.contains(path)
                || files.iter().any(|file| file.starts_with(&format!("{}/", path.trim_end_matches('/'))))
        };
        let gone = listed.iter().filter(|path| !is_there(path));
        faults.extend(gone.map(|path| format!("{DOCUMENT}: {path} is not in the tree, by {:?}", recipe.heading)));
        let others = words.iter().filter(|(file, _)| !listed.contains(**file) && **file != DOCUMENT);
        let unlisted = others.filter(|(_, words)| 4 * names.intersection(words).count() >= 3 * names.len());
        faults.extend(
            unlisted.map(|(file, _)| format!("{file}: it is not on the list of {:?} in {DOCUMENT}", recipe.heading)),
        );
    }
    faults
}

/// Returns the headings of a document and, of its tables, the first column.
fn rows(document: &str) -> String {
    let first =
        |line: &str| line.strip_prefix('|').and_then(|row| row.split('|').next()).map(|cell| format!("{cell}\n"));
    let lines = document.lines();
    lines.filter_map(|line| first(line).or_else(|| line.starts_with('#').then(|| format!("{line}\n")))).collect()
}

/// Returns the paths in spans of code below a heading, up to the next heading.
fn paths(document: &str, heading: &str) -> BTreeSet<String> {
    let lines = document.lines().skip_while(|line| *line != heading).skip(1).take_while(|line| !line.starts_with('#'));
    let section = lines.collect::<Vec<_>>().join("\n");
    let spans = Parser::new_ext(&section, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Code(span) => Some(span.to_string()),
        _ => None,
    });
    spans.filter(|span| !span.contains(' ') && (span.contains('/') || span.ends_with(".md"))).collect()
}

/// Returns the names that a source has for a recipe, without capitals and underscores.
fn names(source: &str, recipe: &Recipe) -> BTreeSet<String> {
    let lines = source.lines().map(str::trim).skip_while(|line| !line.starts_with(recipe.beginning)).skip(1);
    let rows = lines.take_while(|line| !["];", "}"].contains(line));
    rows.filter_map(|line| line.strip_prefix(recipe.before)?.split(['"', ':']).next()).map(plain).collect()
}

/// Returns the words of a text, in the same form.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    // Each word is copied once, and not as often as it occurs.
    words.collect::<BTreeSet<_>>().into_iter().map(plain).collect()
}

fn plain(word: &str) -> String {
    word.replace('_', "").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the faults of a tree with one more file. The first recipe has these names, each other one its own.
    fn check(more: (&str, &str), list: &str) -> Vec<String> {
        let names = ["text", "html", "site_name", "tei"];
        let mut texts: BTreeMap<String, String> = RECIPES
            .iter()
            .zip(["", "b", "c"])
            .map(|(recipe, end)| {
                let rows = names.map(|name| format!("    {}{name}{end}\",\n", recipe.before)).concat();
                (recipe.source.to_owned(), format!("x\n{}x = [\n{rows}];\n\"more\"\n", recipe.beginning))
            })
            .collect();
        let sections = RECIPES.map(|recipe| format!("{}\n\n`{}`{list}\n", recipe.heading, recipe.source));
        texts.insert(DOCUMENT.to_owned(), sections.concat() + "### Else\n\n`no/file.rs`\n");
        texts.insert(more.0.to_owned(), more.1.to_owned());
        let files = texts.keys().cloned().collect();
        faults(&texts, &files)
    }

    #[test]
    fn files_that_name_most_are_listed() {
        assert_eq!(check(("a/b.rs", "Text, Tei"), ", `a/`, `cargo test a/c`"), [""; 0]);
        for text in ["text html site_name", "Format::Text, Format::Html, sitename"] {
            let found = check(("a/b.rs", text), "");
            assert!(found.len() == 1 && found[0].contains("a/b.rs: it is not on the list"), "{found:?}");
            assert_eq!(check(("a/b.rs", text), " and `a/b.rs`"), [""; 0]);
        }
        assert_eq!(check(("a/b.rs", "text, texts, html5"), ""), [""; 0]);
    }

    #[test]
    fn a_table_has_no_more_files_than_it_may() {
        let table = |n: usize| (0..n).map(|nth| format!("\n| `a/{nth}.rs` | as in `a/x.rs` |")).collect::<String>();
        let too_many = |n| check(("a/b.rs", ""), &table(n)).iter().filter(|fault| fault.contains("may have")).count();
        assert_eq!((too_many(5), too_many(6), too_many(7)), (0, 1, 3));
    }

    #[test]
    fn listed_files_exist() {
        let found = check(("a/b.rs", ""), " or `a/c.rs`");
        assert_eq!(found.len(), RECIPES.len(), "{found:?}");
        assert!(found[0].contains("a/c.rs is not in the tree"), "{found:?}");
        let found = faults(&BTreeMap::new(), &BTreeSet::new());
        assert!(found.len() == RECIPES.len() && found[0].contains("lists no files"), "{found:?}");
    }
}
