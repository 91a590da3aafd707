//! Our layout of a site on disk: `site.json`, `pages/NAME.html`, and gold beside the pages.
//!
//! `gold/NAME.txt` is the text that should stay, `gold/NAME.values.json` the strings that must, and
//! `neutral/NAME.txt` the text that may; each is optional. `site.json` may say `collection`, `charset`, `sections`, `pages`
//! (each with `name` and `path`) and `gold_selectors`, which replace the gold texts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Value, json};
use walkdir::WalkDir;

use super::{
    gold, sections,
    selector::{Chooser, Selectors},
    site::{Gold, Page, Site},
};
use crate::files;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Facts {
    collection: Option<String>,
    #[serde(alias = "encoding")]
    charset: Option<String>,
    charset_by_page: Option<IgnoredAny>,
    sections: Option<usize>,
    /// A list of pages with their paths, or a number.
    pages: Value,
    gold_selectors: Option<Selectors>,
}

#[derive(Deserialize)]
struct Listed {
    name: String,
    path: String,
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Returns whether a folder is a site in our layout.
pub fn is_site(folder: &Path) -> bool {
    folder.join("site.json").is_file() && folder.join("pages").is_dir()
}

/// Reads a site.
pub fn load(folder: &Path) -> anyhow::Result<Site> {
    let path = folder.join("site.json");
    let facts: Facts = files::json(&path)?;
    // Pages would be read in another encoding than they are in.
    ensure!(facts.charset_by_page.is_none(), "{}: charset_by_page is not supported", path.display());
    let name = file_name(folder);
    let collection = facts.collection.unwrap_or_else(|| folder.parent().map_or_else(String::new, file_name));
    let chooser = facts.gold_selectors.as_ref().map(Chooser::new).transpose()?;
    let listed: Vec<Listed> = serde_json::from_value(facts.pages.clone()).unwrap_or_default();
    let paths: BTreeMap<&str, &str> = listed.iter().map(|page| (page.name.as_str(), page.path.as_str())).collect();
    let mut pages = Vec::new();
    for entry in WalkDir::new(folder.join("pages")).min_depth(1).max_depth(1).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension().is_none_or(|extension| extension != "html" && extension != "htm") || !path.is_file() {
            continue;
        }
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let bytes = files::read(&path)?;
        let gold = match &chooser {
            Some(chooser) => selected(chooser, &bytes, facts.charset.as_deref()),
            None => read_gold(folder, &name)?,
        };
        pages.push(Page { name, bytes, charset: facts.charset.clone(), section: None, gold });
    }
    let site_paths: Vec<String> = pages
        .iter()
        .map(|page| paths.get(page.name.as_str()).map_or_else(|| page.name.replace("__", "/"), |&path| path.to_owned()))
        .collect();
    for (page, section) in std::iter::zip(&mut pages, sections::of(&site_paths, facts.sections)) {
        page.section = section;
    }
    Ok(Site { name, collection, category: None, pages })
}

/// Writes a site as a folder of its name. Regions are not written: texts and values say the same of its pages.
///
/// # Errors
///
/// Those of writing files.
pub fn write(root: &Path, site: &Site) -> anyhow::Result<()> {
    let folder = root.join(&site.name);
    let put = |name: String, content: &[u8]| {
        let path = folder.join(name);
        let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
        (parent.and_then(|()| fs::write(&path, content))).with_context(|| format!("cannot write {}", path.display()))
    };
    put("site.json".to_owned(), json!({ "collection": site.collection }).to_string().as_bytes())?;
    for Page { name, bytes, gold, .. } in &site.pages {
        put(format!("pages/{name}.html"), bytes)?;
        if let Some(text) = &gold.text {
            put(format!("gold/{name}.txt"), text.as_bytes())?;
        }
        if let Some(values) = &gold.values {
            put(format!("gold/{name}.values.json"), json!(values).to_string().as_bytes())?;
        }
        if let Some(text) = &gold.neutral {
            put(format!("neutral/{name}.txt"), text.as_bytes())?;
        }
    }
    Ok(())
}

/// Applies selectors to a page.
fn selected(chooser: &Chooser, bytes: &[u8], charset: Option<&str>) -> Gold {
    let source = tokenize::decode(bytes, charset);
    let source = source.text();
    let tokens = tokenize::scan(source);
    let regions = chooser.regions(source, &tokens);
    Gold {
        text: Some(gold::text(source, &regions)),
        neutral: Some(gold::neutral_text(source, &regions)).filter(|text| !text.is_empty()),
        values: None,
        regions: Some(regions),
    }
}

fn read_gold(folder: &Path, name: &str) -> anyhow::Result<Gold> {
    // Gold may be of any origin: bytes that are not UTF-8 are replaced, not fatal.
    let text = |path: &str| match fs::read(folder.join(path)) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {path}")),
    };
    let values = match text(&format!("gold/{name}.values.json"))? {
        Some(json) => {
            let value = serde_json::from_str(&json).with_context(|| format!("gold/{name}.values.json is damaged"))?;
            Some(strings(&value))
        }
        None => None,
    };
    Ok(Gold {
        text: text(&format!("gold/{name}.txt"))?,
        neutral: text(&format!("neutral/{name}.txt"))?,
        values,
        regions: None,
    })
}

/// Returns the strings of a list, or of an object's lists, in order; numbers as they are printed.
fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(strings).collect(),
        Value::Object(fields) => fields.values().flat_map(strings).collect(),
        Value::Null => Vec::new(),
        other => vec![other.to_string()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn a_site_that_is_written_is_read_again() {
        let root = tempfile::tempdir().unwrap();
        for site in crate::datasets::generated::twins(0).unwrap() {
            super::write(root.path(), &site).unwrap();
            let again = load(&root.path().join(&site.name)).unwrap();
            assert_eq!((&again.name, &again.collection), (&site.name, &site.collection));
            let known = |site: &Site| {
                let pages = site.pages.iter().map(|page| {
                    let Gold { text, neutral, values, .. } = page.gold.clone();
                    (page.name.clone(), (page.bytes.clone(), [text, neutral], values))
                });
                pages.collect::<BTreeMap<_, _>>()
            };
            assert!(known(&again) == known(&site), "{}", site.name);
        }
    }

    #[test]
    fn gold_lies_beside_the_pages() {
        let root = tempfile::tempdir().unwrap();
        let site = root.path().join("shop");
        write(&site, "site.json", r#"{ "language": "en", "encoding": "utf-8", "pages": 2 }"#);
        write(&site, "pages/a.html", "<p>one");
        write(&site, "pages/b.html", "<p>two");
        write(&site, "gold/a.txt", "one");
        write(&site, "neutral/a.txt", "menu");
        write(&site, "gold/b.values.json", r#"{ "price": ["$2"], "name": "two" }"#);
        let site = load(&site).unwrap();
        assert_eq!((site.name.as_str(), site.pages.len()), ("shop", 2));
        assert_eq!(site.pages[0].charset.as_deref(), Some("utf-8"));
        assert_eq!(site.pages[0].gold.text.as_deref(), Some("one"));
        assert_eq!(site.pages[0].gold.neutral.as_deref(), Some("menu"));
        let mut values = site.pages[1].gold.values.clone().unwrap();
        values.sort_unstable();
        assert_eq!(values, ["$2", "two"]);
    }

    #[test]
    fn selectors_replace_the_texts() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "site.json", r#"{ "gold_selectors": { "content": ["p"], "neutral": ["i"] } }"#);
        write(root.path(), "pages/a.html", "<b>menu</b><p>one <i>two</i></p>");
        let site = load(root.path()).unwrap();
        assert_eq!(site.pages[0].gold.text.as_deref(), Some("one"));
        assert_eq!(site.pages[0].gold.neutral.as_deref(), Some("two"));
    }

    #[test]
    fn damage_is_told() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "site.json", "{");
        write(root.path(), "pages/a.html", "");
        let complaint = || format!("{:#}", load(root.path()).unwrap_err());
        assert!(complaint().contains("site.json is damaged"), "{}", complaint());
        write(root.path(), "site.json", r#"{ "charset_by_page": {} }"#);
        assert!(complaint().contains("site.json: charset_by_page is not supported"), "{}", complaint());
    }
}
