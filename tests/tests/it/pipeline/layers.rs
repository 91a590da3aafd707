//! The sources of the product have layers: a module imports only from those that stand above it in `lib.rs`.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

/// Returns a text without comments and without the tests at its end, on one line.
fn code(text: &str) -> String {
    let text = text.split("\nmod tests {").next().unwrap_or(text);
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join(" ")
}

/// Returns the paths behind each `crate::` in code, with a list in braces taken apart.
fn paths(code: &str) -> impl Iterator<Item = &str> {
    code.match_indices("crate::").flat_map(|(at, prefix)| {
        let rest = &code[at + prefix.len()..];
        let Some(list) = rest.strip_prefix('{') else {
            return vec![rest.split(';').next().unwrap_or(rest)];
        };
        let (mut depth, mut start, mut found) = (0, 0, Vec::new());
        for (at, letter) in list.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => {
                    found.push(list[start..at].trim());
                    start = at + 1;
                    if letter == '}' {
                        break;
                    }
                }
                _ => {}
            }
        }
        found
    })
}

/// Returns the words of a path or list.
fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty())
}

/// Returns the files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn each_module_imports_only_what_stands_above() {
    for crate_name in ["cli", "pipeline", "demold", "render"] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates").join(crate_name).join("src");
        let root = code(&fs::read_to_string(source.join("lib.rs")).unwrap());
        let modules: Vec<&str> = root.split("mod ").skip(1).filter_map(|rest| rest.split(';').next()).collect();
        let place = |module: &str| modules.iter().position(|other| *other == module);
        // What the root offers comes from its modules.
        let mut exports = HashMap::new();
        for path in paths(&root) {
            let mut names = names(path);
            let module = names.next().unwrap_or_default();
            exports.extend(names.map(|name| (name, module)));
        }
        let mut n_imports = 0;
        for file in files(&source) {
            let first = file.strip_prefix(&source).unwrap().components().next().unwrap();
            let own = Path::new(&first).with_extension("");
            if file.ends_with("tests.rs") || place(own.to_str().unwrap()).is_none() {
                continue;
            }
            let text = code(&fs::read_to_string(&file).unwrap());
            // In these files `super` is the root, and would lead to any module.
            let is_of_root = file.parent() == Some(&*source);
            assert!(!(is_of_root && text.contains("super::")), "{} imports by `super`", file.display());
            for head in paths(&text).filter_map(|path| names(path).next()) {
                let used = exports.get(head).copied().unwrap_or(head);
                assert!(place(used) <= place(own.to_str().unwrap()), "{} uses {used}", file.display());
                n_imports += usize::from(place(used).is_some());
            }
        }
        assert!(n_imports > 60, "{crate_name}: {n_imports} imports are too few to be all");
    }
}
