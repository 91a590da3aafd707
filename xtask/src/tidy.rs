//! `cargo xtask tidy`: what does not belong in the tree.

mod book;
mod constants;
mod figures;
mod named;
mod prose;
mod recipes;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, bail};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Files that name the version of all crates too, which Cargo does not write there, and the line that does.
const VERSIONED: [(&str, &str); 2] = [
    ("CITATION.cff", concat!("version: ", env!("CARGO_PKG_VERSION"))),
    ("crates/js/package.json", concat!("  \"version\": \"", env!("CARGO_PKG_VERSION"), "\",")),
];

pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .context("cannot run git")?;
    let files: BTreeSet<String> = String::from_utf8(listed.stdout)?
        .split_terminator('\0')
        // What was deleted and not yet committed is listed too.
        .filter(|file| root.join(file).is_file())
        .map(str::to_owned)
        .collect();
    if files.is_empty() {
        bail!("git lists no files in {}", root.display());
    }
    // What is no text is only listed.
    let tree: BTreeMap<&str, String> =
        files.iter().filter_map(|file| Some((file.as_str(), fs::read_to_string(root.join(file)).ok()?))).collect();
    let of = |end: &'static str| tree.iter().filter(move |(file, _)| file.ends_with(end));
    let texts: BTreeMap<String, String> = of(".md").map(|(file, text)| ((*file).to_owned(), text.clone())).collect();
    let all_code: String = of(".rs").chain(of(".py")).map(|(_, code)| code.as_str()).collect();
    let reasons = texts.get("docs/unsafe.md").map_or("", String::as_str);
    let anchors = tree.get(figures::ANCHORS).context(figures::ANCHORS)?;
    let mut faults = [book::faults(&texts), figures::faults(anchors, &texts)?].concat();
    let (mut n_links, mut n_constants, mut prose) = (0, 0, prose::Prose::default());
    for (&file, text) in &tree {
        let mut found = Vec::new();
        if file.ends_with(".snap") {
            found.extend(orphan(root, file, text).map(|why| format!("an orphan snapshot, {why}")));
        }
        if file.ends_with(".md") {
            for link in links(text) {
                n_links += 1;
                found.extend(dead(file, &link, &files, &texts).map(|why| format!("the link {link} is dead, {why}")));
            }
            let missing = named::missing(text, &files, &all_code);
            found.extend(missing.into_iter().map(|name| format!("it names {name}, which there is not")));
        }
        if file.ends_with(".rs") {
            prose.add(file, text);
            let (n_here, without_reason) = constants::faults(file, text)?;
            n_constants += n_here;
            found.extend(without_reason);
            found.extend(unexplained(file, text, reasons).map(|why| format!("{why}, by docs/unsafe.md")));
        }
        if named::is_read(file) {
            let missing = named::missing_paths(file, text, &files);
            found.extend(missing.into_iter().map(|path| format!("it names {path}, which there is not")));
        }
        let version = VERSIONED.iter().filter(|(versioned, _)| *versioned == file);
        let absent = version.filter(|(_, line)| !text.lines().any(|other| other == *line));
        found.extend(absent.map(|(_, line)| format!("no line {line:?}, which is the crates' version")));
        faults.extend(found.iter().map(|fault| format!("{file}: {fault}")));
    }
    let named = tree.iter().filter(|(file, _)| recipes::is_read(file));
    let named = named.map(|(file, text)| ((*file).to_owned(), text.clone())).collect();
    faults.extend(recipes::faults(&named, &files));
    println!("{} files, {n_links} links, {n_constants} numbers", files.len());
    prose.print()?;
    if !faults.is_empty() {
        bail!("the tree is not tidy:\n  {}", faults.join("\n  "));
    }
    Ok(())
}

/// Says what is wrong where a file makes an exception for unsafe code and the list of reasons does not name it, or the
/// other way round.
fn unexplained(file: &str, code: &str, reasons: &str) -> Option<&'static str> {
    // In two halves, so that this file does not name the lint.
    let has_exception = code.contains(concat!("unsafe", "_code"));
    match (has_exception, reasons.contains(&format!("`{file}`"))) {
        (true, false) => Some("it has unsafe code without a reason"),
        (false, true) => Some("it has no unsafe code"),
        _ => None,
    }
}

/// Says why no test can have a snapshot: its source is gone, or names neither it nor its input.
fn orphan(root: &Path, file: &str, snapshot: &str) -> Option<String> {
    let field = |name: &str| {
        let lines = snapshot.lines().skip(1).take_while(|line| *line != "---");
        lines.filter_map(|line| line.strip_prefix(name)).map(|value| value.trim().to_owned()).next()
    };
    let Some(source) = field("source: ") else {
        return Some("without a source".to_owned());
    };
    let Ok(code) = fs::read_to_string(root.join(&source)) else {
        return Some(format!("{source} is gone"));
    };
    if let Some(input) = field("input_file: ")
        && !root.join(&input).exists()
    {
        return Some(format!("{input} is gone"));
    }
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let stem = stem.split('@').next().unwrap_or_default();
    let name = stem.rsplit("__").next().unwrap_or_default();
    // Of several snapshots in one test the second is called after the first.
    let name = name.trim_end_matches(|last: char| last.is_ascii_digit()).trim_end_matches('-');
    // One test may have a snapshot for each of several things, and make its name of theirs.
    let made = name.rsplit_once('-').map(|(first, _)| format!("{first}-{{"));
    let is_made = made.is_some_and(|made| code.contains(&made));
    (!code.contains(name) && !is_made).then(|| format!("{source} does not say {name:?}"))
}

/// Returns the targets of a text's links and pictures.
fn links(text: &str) -> Vec<String> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES);
    let targets = events.filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.to_string()),
        _ => None,
    });
    targets.collect()
}

/// Says why a link within the repository leads nowhere. Others are not followed.
fn dead(from: &str, link: &str, files: &BTreeSet<String>, texts: &BTreeMap<String, String>) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = match path {
        "" => from.to_owned(),
        path => resolved(from, path),
    };
    let is_folder = || files.iter().any(|file| file.starts_with(&format!("{}/", target.trim_end_matches('/'))));
    if !files.contains(&target) && !is_folder() {
        return Some(format!("{target} is not in the tree"));
    }
    let text = texts.get(&target).filter(|_| !anchor.is_empty())?;
    (!anchors(text).contains(anchor)).then(|| format!("{target} has no such heading"))
}

/// Returns the path that a link in a file leads to, from the root of the repository.
fn resolved(from: &str, link: &str) -> String {
    let mut path = PathBuf::from(from);
    path.pop();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    path.to_string_lossy().replace('\\', "/")
}

/// Returns what headings are linked by: their words in lower case, joined by hyphens.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let words = heading.take().unwrap_or_default().to_lowercase();
                let kept = words.chars().filter(|any| any.is_alphanumeric() || matches!(any, ' ' | '-' | '_'));
                let anchor: String = kept.map(|any| if any == ' ' { '-' } else { any }).collect();
                let mut unique = anchor.clone();
                let mut nth = 0;
                while !anchors.insert(unique.clone()) {
                    nth += 1;
                    unique = format!("{anchor}-{nth}");
                }
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            _ => {}
        }
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unsafe_has_its_reason() {
        let exception = concat!("#![expect(unsafe", "_code)]");
        let reasons = "| `a.rs` | because |";
        for (file, code, is_fault) in
            [("a.rs", exception, false), ("b.rs", exception, true), ("a.rs", "", true), ("b.rs", "", false)]
        {
            assert_eq!(unexplained(file, code, reasons).is_some(), is_fault, "{file}");
        }
    }

    #[test]
    fn dead_links_are_found() {
        let guide = "# Read me: `first`\n\n## Twice\n\n## Twice\n\n[a](../b.md) ![p](p.svg) `[no](no.md)`";
        let texts: BTreeMap<String, String> =
            [("docs/a.md", guide), ("b.md", "")].map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        let files = ["docs/a.md", "b.md", "docs/p.svg"].map(str::to_owned).into();
        assert_eq!(links(guide), ["../b.md", "p.svg"]);
        for (link, is_dead) in [
            ("../b.md", false),
            ("p.svg", false),
            ("../docs", false),
            ("#read-me-first", false),
            ("a.md#twice-1", false),
            ("https://a.example/x", false),
            ("b.md", true),
            ("#thrice", true),
        ] {
            assert_eq!(dead("docs/a.md", link, &files, &texts).is_some(), is_dead, "{link}");
        }
    }
}
