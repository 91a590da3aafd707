//! WebMainBench, a benchmark of pages of many sites with their main content ([arXiv 2511.23119](https://arxiv.org/abs/2511.23119)).
//!
//! It is one file of JSON Lines. Each line has a page (`html`), its main content as HTML (`main_html`) and as Markdown
//! (`convert_main_content`), and what kind of page it is (`meta`). The labels of the annotators, `cc-select` on elements
//! of the page, are cut out before anything else sees it.

use std::{
    fs::File,
    io::{BufRead as _, BufReader},
    path::Path,
    sync::LazyLock,
};

use anyhow::Context as _;
use regex::Regex;
use serde::Deserialize;

use super::site::{self, Gold, Site};

/// The name of the collection.
pub const COLLECTION: &str = "webmainbench";

/// A page of the benchmark.
#[derive(Clone, Debug)]
pub struct Page {
    pub id: String,
    pub html: String,
    /// The main content.
    pub main_html: String,
    /// The same as Markdown, which the benchmark compares with.
    pub markdown: String,
    pub language: String,
    /// `simple`, `mid` or `hard`.
    pub level: String,
    /// `Article`, `Forum`, …
    pub style: String,
}

#[derive(Deserialize)]
struct Line {
    track_id: String,
    html: String,
    #[serde(default)]
    main_html: String,
    #[serde(default)]
    convert_main_content: String,
    #[serde(default)]
    meta: Meta,
}

#[derive(Default, Deserialize)]
struct Meta {
    #[serde(default)]
    language: Option<String>,
    #[serde(default)]
    level: Option<String>,
    #[serde(default)]
    style: Option<String>,
}

static LABEL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"(?i)\s+cc-select\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)"#).expect("it is well-formed"));

/// Reads all pages.
pub fn read(file: &Path) -> anyhow::Result<Vec<Page>> {
    let failed = || format!("cannot read {}", file.display());
    let lines = BufReader::new(File::open(file).with_context(failed)?).lines();
    let mut pages = Vec::new();
    for (number, line) in lines.enumerate() {
        let line = line.with_context(failed)?;
        if line.trim().is_empty() {
            continue;
        }
        let line: Line =
            serde_json::from_str(&line).with_context(|| format!("{}, line {}", file.display(), number + 1))?;
        pages.push(Page {
            id: line.track_id,
            html: LABEL.replace_all(&line.html, "").into_owned(),
            main_html: LABEL.replace_all(&line.main_html, "").into_owned(),
            markdown: line.convert_main_content,
            language: line.meta.language.unwrap_or_default(),
            level: line.meta.level.unwrap_or_default(),
            style: line.meta.style.unwrap_or_default(),
        });
    }
    Ok(pages)
}

/// Returns the pages as sites, each of one page, with the kind of page for a category. The gold is the text of the main
/// content.
pub fn sites(pages: &[Page]) -> Vec<Site> {
    let text = |html: &str| render::text(&dom::Dom::parse(html), &cleaner::Regions::new());
    let of = |page: &Page| Site {
        name: page.id.clone(),
        collection: COLLECTION.to_owned(),
        language: page.language.clone(),
        category: Some(page.style.clone()).filter(|style| !style.is_empty()),
        pages: vec![site::Page {
            name: page.id.clone(),
            bytes: page.html.clone().into_bytes(),
            charset: Some("utf-8".to_owned()),
            section: None,
            gold: Gold { text: Some(text(&page.main_html)), ..Gold::default() },
        }],
    };
    pages.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_pages_without_labels() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bench.jsonl");
        let line = serde_json::json!({
            "track_id": "one",
            "url": "https://a.example/",
            "html": "<nav>Home</nav><p cc-select=\"true\" class=x>Rain.</p><p CC-SELECT=true>Wind.</p>",
            "main_html": "<p cc-select=\"true\">Rain.</p>",
            "convert_main_content": "Rain.\n",
            "meta": { "language": "en", "level": "mid", "style": "Article", "table": [] },
        });
        let bare = serde_json::json!({ "track_id": "two", "html": "<p>x", "meta": { "level": null } });
        std::fs::write(&file, format!("{line}\n\n{bare}\n")).unwrap();
        let pages = read(&file).unwrap();
        assert_eq!(pages[0].html, "<nav>Home</nav><p class=x>Rain.</p><p>Wind.</p>");
        assert_eq!((pages[0].level.as_str(), pages[0].markdown.as_str()), ("mid", "Rain.\n"));
        assert_eq!((pages[1].id.as_str(), pages[1].level.as_str()), ("two", ""));
        let sites = sites(&pages);
        assert_eq!(sites[0].category.as_deref(), Some("Article"));
        assert_eq!(sites[0].pages[0].gold.text.as_deref().map(str::trim), Some("Rain."));
        assert_eq!(sites[1].category, None);

        std::fs::write(&file, "{}\n").unwrap();
        assert!(format!("{:#}", read(&file).unwrap_err()).contains("line 1"));
    }
}
