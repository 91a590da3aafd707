//! The sources of the product have layers, and no file of them is part of a circle.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// From the bottom up; modules in the same line may not use each other.
type Layers = &'static [&'static [&'static str]];

/// The layers of the command.
const COMMAND: Layers = &[
    &["terminal", "files"],
    &["options"],
    &["plan"],
    &["pages"],
    &["templates"],
    &["screen"],
    &["cleaned"],
    &["output"],
    &["commands"],
    &["run"],
];

/// The layers of batch cleaning.
const PIPELINE: Layers = &[
    &["obstacle"],
    &["error", "limited", "dates", "group", "declared_hosts", "copies", "duplicates", "sketch", "spill"],
    &["store"],
    &["sample"],
    &["observer", "pages"],
    &["files"],
    &["templates"],
    &["cleaned"],
    &["records"],
    &["output"],
    &["run"],
    &["written"],
];

/// The layers of cleaning pages in memory.
const DEMOLD: Layers = &[
    &["method", "threads", "input", "page_summary", "words", "scripted", "plain_page", "tei", "named_metadata"],
    &["block", "language"],
    &["error", "reading", "stand_in", "comment"],
    &["named", "sample", "learner", "overrides"],
    &["methods", "rules"],
    &["template"],
    &["file", "cleaned", "compare"],
    &["html", "xml", "record", "site", "expressions"],
    &["restore"],
    &["idioms", "learning"],
];

/// The layers of rendering.
const RENDER: Layers = &[
    &["error", "cuts", "layout", "dropped", "charset", "address", "copies", "image_elements", "html_options"],
    &["chunks", "invisible", "linear", "posts"],
    &["work", "media", "pieces", "lines"],
    &["implied_ends", "sanitized", "gone", "embedded"],
    &["plan", "text"],
    &["html", "markdown"],
    &["blocks"],
    &["tei"],
];

fn source(crate_name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates").join(crate_name).join("src")
}

/// The sources of a crate.
#[derive(Default)]
struct Sources {
    /// The text of each module by its path, such as `output::sink`. Modules of tests are left out.
    modules: BTreeMap<String, String>,
    /// The module that each name comes from that the root of the crate offers.
    exports: BTreeMap<String, String>,
}

fn sources(crate_name: &str) -> Sources {
    let source = source(crate_name);
    let mut found = Sources::default();
    let mut folders = vec![source.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let relative = path.strip_prefix(&source).unwrap().with_extension("");
            let name = relative.to_str().unwrap().replace(['/', '\\'], "::");
            let text = fs::read_to_string(&path).unwrap();
            match &*name {
                "main" => {}
                "lib" => found.exports = exports(&text),
                name if name.ends_with("tests") => {}
                _ => _ = found.modules.insert(name, text),
            }
        }
    }
    found
}

/// Returns a text without comments and without the tests at its end, on one line.
fn code(text: &str) -> String {
    let text = text.split("\nmod tests {").next().unwrap_or(text);
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join(" ")
}

/// Returns the paths and lists that follow a prefix in code, with the list in braces taken apart.
fn paths<'c>(code: &'c str, prefix: &str) -> impl Iterator<Item = &'c str> {
    code.match_indices(prefix).flat_map(move |(at, prefix)| {
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(rest) => heads(rest),
            None => vec![rest.split(';').next().unwrap_or(rest)],
        }
    })
}

/// Returns the module that each name comes from that the root of a crate offers.
fn exports(root: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for path in paths(&code(root), "use crate::") {
        let mut names = path.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty());
        let module = names.next().unwrap_or_default();
        found.extend(names.map(|name| (name.to_owned(), module.to_owned())));
    }
    found
}

/// Returns the modules that a file uses by `crate::` or `super::`, also through the root of the crate.
fn uses(name: &str, text: &str, all: &Sources) -> BTreeSet<String> {
    let code = code(text);
    let parent = name.rsplit_once("::").map_or("", |(parent, _)| parent);
    let mut found = BTreeSet::new();
    for (start, base) in [("crate::", ""), ("super::", parent)] {
        for path in paths(&code, start) {
            let words = path.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
            let path = words.map(str::trim).next().unwrap_or_default();
            let path = match base {
                "" => all.exports.get(path).map_or(path, String::as_str).to_owned(),
                base => format!("{base}::{path}"),
            };
            // The longest part of the path that is a module.
            let mut module = path.as_str();
            while !all.modules.contains_key(module) {
                module = module.rsplit_once("::").map_or("", |(front, _)| front);
                if module.is_empty() {
                    break;
                }
            }
            // What a parent offers comes from its children.
            if !module.is_empty() && module != name && !name.starts_with(&format!("{module}::")) {
                found.insert(module.to_owned());
            }
        }
    }
    found
}

/// Returns what begins each part of a list in braces, up to its end.
fn heads(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                found.push(list[start..at].trim());
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

#[track_caller]
fn check_layers(crate_name: &str, all: Layers, n_least: usize) {
    let sources = sources(crate_name);
    let level = |name: &str| {
        let layer = name.split("::").next().unwrap();
        let found = all.iter().position(|layers| layers.contains(&layer));
        found.unwrap_or_else(|| panic!("{name} is in no layer"))
    };
    let mut n_uses = 0;
    for (name, text) in &sources.modules {
        for used in uses(name, text, &sources) {
            let is_same = name.split("::").next() == used.split("::").next();
            assert!(is_same || level(&used) < level(name), "{name} uses {used}");
            n_uses += 1;
        }
    }
    assert!(n_uses > n_least, "{n_uses} imports are too few to be all");
}

#[test]
fn each_layer_imports_only_what_stands_below() {
    check_layers("cli", COMMAND, 60);
    check_layers("pipeline", PIPELINE, 60);
    check_layers("demold", DEMOLD, 60);
    check_layers("render", RENDER, 60);
}

#[test]
fn options_are_looked_at_once() {
    // The parser of the command line, and what describes it to shells.
    let readers = ["plan", "run", "commands::completions", "commands::man"];
    let sources = sources("cli");
    for (name, text) in &sources.modules {
        let is_reader = readers.contains(&name.as_str()) || name.starts_with("plan::");
        let mut used = uses(name, text, &sources).into_iter();
        let used = used.find(|used| used.split("::").next() == Some("options"));
        let is_option = name.split("::").next() == Some("options");
        assert!(is_reader || is_option || used.is_none(), "{name} uses {used:?}");
    }
}

#[track_caller]
fn check_circles(crate_name: &str) {
    let sources = sources(crate_name);
    let mut left: BTreeMap<&str, BTreeSet<String>> =
        sources.modules.iter().map(|(name, text)| (name.as_str(), uses(name, text, &sources))).collect();
    // Files that use nothing that is left are taken away, until none is.
    while !left.is_empty() {
        let free: Vec<&str> = left
            .iter()
            .filter(|(_, uses)| !uses.iter().any(|used| left.contains_key(used.as_str())))
            .map(|(name, _)| *name)
            .collect();
        assert!(!free.is_empty(), "these are in a circle: {left:#?}");
        left.retain(|name, _| !free.contains(name));
    }
}

#[test]
fn no_file_is_in_a_circle() {
    ["cli", "pipeline", "demold", "render"].into_iter().for_each(check_circles);
}

#[test]
fn the_reader_of_imports_sees_them() {
    let exports = exports("pub use crate::{\n    a::Offered,\n    d::{Other, e::Third},\n};\npub use other::Name;\n");
    let expected = [("Offered", "a"), ("Other", "d"), ("Third", "d"), ("e", "d")];
    assert_eq!(exports, expected.map(|(name, module)| (name.to_owned(), module.to_owned())).into());
    let modules = ["a", "a::b", "a::c", "d", "d::e", "f"].map(|name| (name.to_owned(), String::new())).into();
    let all = Sources { modules, exports };
    let text = "use super::c::X;\nuse crate::{\n    d::{e::Y, Z},\n    a,\n};\n// crate::nothing\n";
    let found: Vec<String> = uses("a::b", text, &all).into_iter().collect();
    assert_eq!(found, ["a::c", "d"]);
    let text = "use crate::Third;\n#[cfg(test)]\nmod tests {\n    use crate::a;\n}\n";
    assert_eq!(uses("f", text, &all), ["d".to_owned()].into());
}
