//! The sources of the command and of the crate below it have layers, and no file of them is part of a circle.

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
    &["error", "limited", "group", "declared_hosts", "sample", "copies", "duplicates", "sketch"],
    &["observer", "pages"],
    &["files"],
    &["templates"],
    &["cleaned"],
    &["records"],
    &["output"],
    &["run"],
    &["written"],
];

fn source(crate_name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates").join(crate_name).join("src")
}

/// Returns the modules of a crate, as paths such as `output::sink`, with their text.
fn modules(crate_name: &str) -> BTreeMap<String, String> {
    let source = source(crate_name);
    let mut found = BTreeMap::new();
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
            if !["main", "lib"].contains(&&*name) {
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

/// Returns the modules that a file uses by `crate::` or `super::`, with the
/// list in braces taken apart.
fn uses(name: &str, text: &str, all: &BTreeMap<String, String>) -> BTreeSet<String> {
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join(" ");
    let parent = name.rsplit_once("::").map_or("", |(parent, _)| parent);
    let mut found = BTreeSet::new();
    for (start, base) in [("crate::", ""), ("super::", parent)] {
        for (at, _) in code.match_indices(start) {
            let rest = &code[at + start.len()..];
            let list = match rest.strip_prefix('{') {
                Some(rest) => heads(rest),
                None => vec![rest],
            };
            for part in list {
                let words = part.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
                let path = words.map(str::trim).next().unwrap_or_default();
                let path = match base {
                    "" => path.to_owned(),
                    base => format!("{base}::{path}"),
                };
                // The longest part of the path that is a module.
                let mut module = path.as_str();
                while !all.contains_key(module) {
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
    let modules = modules(crate_name);
    let level = |name: &str| {
        let layer = name.split("::").next().unwrap();
        let found = all.iter().position(|layers| layers.contains(&layer));
        found.unwrap_or_else(|| panic!("{name} is in no layer"))
    };
    let mut n_uses = 0;
    for (name, text) in &modules {
        for used in uses(name, text, &modules) {
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
}

#[test]
fn options_are_looked_at_once() {
    // The parser of the command line, and what describes it to shells.
    let readers = ["plan", "run", "commands::completions", "commands::man"];
    let modules = modules("cli");
    for (name, text) in &modules {
        let is_reader = readers.contains(&name.as_str()) || name.starts_with("plan::");
        // Tests type options as people do.
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let mut used = uses(name, code, &modules).into_iter();
        let used = used.find(|used| used.split("::").next() == Some("options"));
        let is_option = name.split("::").next() == Some("options");
        assert!(is_reader || is_option || used.is_none(), "{name} uses {used:?}");
    }
}

#[track_caller]
fn check_circles(crate_name: &str) {
    let modules = modules(crate_name);
    let mut left: BTreeMap<&str, BTreeSet<String>> =
        modules.iter().map(|(name, text)| (name.as_str(), uses(name, text, &modules))).collect();
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
    check_circles("cli");
    check_circles("pipeline");
}

#[test]
fn the_reader_of_imports_sees_them() {
    let all: BTreeMap<String, String> =
        ["a", "a::b", "a::c", "d", "d::e"].map(|name| (name.to_owned(), String::new())).into();
    let text = "use super::c::X;\nuse crate::{\n    d::{e::Y, Z},\n    a,\n};\n// crate::nothing\n";
    let found: Vec<String> = uses("a::b", text, &all).into_iter().collect();
    assert_eq!(found, ["a::c", "d"]);
}
