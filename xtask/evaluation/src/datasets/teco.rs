//! TECO, the benchmark of Alarte and Silva for template detection (<https://mist.dsic.upv.es/teco>): sites as they were
//! saved, each with one page whose elements say what they are by their classes.
//!
//! `TECO_mainContent` is the content, `TECO_notTemplate` what is no template; what is that and no content is neutral.
//! The classes are cut out of the page before anything else sees it, or methods would learn the gold from the tags.

use std::path::{Path, PathBuf};

use cleaner::Regions;
use dom::{Dom, NodeId, NodeKind};
use regex::bytes::Regex;
use walkdir::WalkDir;

use super::{
    gold,
    selector::{Chooser, Rule, Selectors},
    site::{Gold, GoldRegions, Page, Site},
};
use crate::files;

/// What the names of all labels begin with.
const LABEL: &str = "TECO_";

const CONTENT: &str = ".TECO_mainContent";
const NOT_TEMPLATE: &str = ".TECO_notTemplate";

/// A labelled page and the pages of its site, sorted.
#[derive(Debug, PartialEq)]
struct Found {
    folder: PathBuf,
    pages: Vec<PathBuf>,
}

/// Reads the sites under a folder; there may be none.
///
/// A site is the outermost folder with a single labelled page in it, or a folder with several of its own. Its name is
/// its path under the folder, and its category the folder that it lies in.
pub(crate) fn load(folder: &Path) -> anyhow::Result<Vec<Site>> {
    let label = Regex::new("class\\s*=[^>]*TECO_(mainContent|notTemplate)")?;
    let (mut labelled, mut pages) = (Vec::new(), Vec::new());
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let path = entry?.into_path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_file() && matches!(extension, Some("html" | "htm")) {
            if label.is_match(&files::read(&path)?) {
                labelled.push(path.clone());
            }
            pages.push(path);
        }
    }
    let mut found = Vec::new();
    collect(folder, &labelled, &pages, &mut found);
    found.iter().map(|found| site(folder, found)).collect()
}

fn collect(folder: &Path, labelled: &[PathBuf], pages: &[PathBuf], found: &mut Vec<Found>) {
    let under = |path: &&PathBuf| path.starts_with(folder);
    let has_own = labelled.iter().any(|path| path.parent() == Some(folder));
    match labelled.iter().filter(under).count() {
        0 => {}
        1 => found.push(Found { folder: folder.to_owned(), pages: pages.iter().filter(under).cloned().collect() }),
        _ if has_own => {
            found.push(Found { folder: folder.to_owned(), pages: pages.iter().filter(under).cloned().collect() })
        }
        _ => {
            let depth = folder.components().count() + 1;
            let mut inner: Vec<PathBuf> =
                labelled.iter().filter(under).map(|path| path.components().take(depth).collect()).collect();
            inner.dedup();
            for folder in inner {
                collect(&folder, labelled, pages, found);
            }
        }
    }
}

fn site(root: &Path, found: &Found) -> anyhow::Result<Site> {
    let name = |path: &Path, base: &Path| {
        let path = path.strip_prefix(base).unwrap_or(path);
        path.to_string_lossy().replace(['/', '\\'], "__")
    };
    let pages = found
        .pages
        .iter()
        .map(|path| {
            let stem = path.with_extension("");
            Ok(page(&name(&stem, &found.folder), &files::read(path)?))
        })
        .collect::<anyhow::Result<_>>()?;
    let own = name(&found.folder, root);
    let category = found.folder.parent().filter(|_| !own.is_empty());
    Ok(Site {
        name: if own.is_empty() { super::file_name(root) } else { own },
        collection: "teco".to_owned(),
        language: String::new(),
        category: category.map(super::file_name),
        pages,
    })
}

/// Returns a page without its labels, and its gold if it had any.
fn page(name: &str, bytes: &[u8]) -> Page {
    let source = tokenize::decode(bytes, None).into_text().into_string();
    let dom = Dom::parse(&*source);
    let labels = Regions::from_ranges(dom.nodes().flat_map(|node| labels(&dom, node)));
    let mut gold = Gold::default();
    if !labels.is_empty() {
        let regions = moved(&regions(&source), &labels);
        let cut = cleaner::cut(&source, &labels);
        gold = Gold {
            text: Some(gold::text(&cut, &regions)),
            neutral: Some(gold::neutral_text(&cut, &regions)).filter(|text| !text.is_empty()),
            values: None,
            regions: Some(regions),
        };
    }
    Page {
        name: name.to_owned(),
        bytes: cleaner::cut(&source, &labels).into_owned().into_bytes(),
        charset: Some("utf-8".to_owned()),
        section: None,
        gold,
    }
}

/// Returns the template and what is neither template nor content, of a source with labels.
fn regions(source: &str) -> GoldRegions {
    let tokens = tokenize::scan(source);
    let template_unless = |selectors: &[&str]| {
        let selectors = Selectors {
            content: selectors.iter().map(|&css| Rule::Css(css.to_owned())).collect(),
            ..Selectors::default()
        };
        let chooser = Chooser::new(&selectors).expect("the selectors are tested");
        chooser.regions(source, &tokens)
    };
    let (own, more) = (template_unless(&[CONTENT]), template_unless(&[CONTENT, NOT_TEMPLATE]));
    let not_content = own.not_content();
    let template = more.template.intersection(&not_content);
    GoldRegions { neutral: not_content.intersection(&template.complement(source.len())), template }
}

/// Returns the bytes of an element's labels: names of classes, or the whole attribute if there are no others.
fn labels(dom: &Dom<'_>, node: NodeId) -> Vec<std::ops::Range<usize>> {
    if dom.kind(node) != NodeKind::Element {
        return Vec::new();
    }
    let source = dom.source();
    let Some(class) = dom.attributes(node).find(|attribute| attribute.name() == "class") else {
        return Vec::new();
    };
    let value = class.value_range();
    let mut words = Vec::new();
    let mut at = value.start;
    for word in source[value.clone()].split(|c: char| c.is_ascii_whitespace()) {
        if !word.is_empty() {
            words.push(at..at + word.len());
        }
        at += word.len() + 1;
    }
    let is_label = |word: &std::ops::Range<usize>| source[word.clone()].starts_with(LABEL);
    if !words.iter().any(is_label) {
        return Vec::new();
    }
    if words.iter().all(is_label) {
        let before = source[..class.name_range().start].trim_ascii_end().len();
        let is_quoted = source[..value.start].ends_with(['"', '\'']);
        let whole = before..value.end + usize::from(is_quoted);
        return Vec::from([whole]);
    }
    let first_kept = words.iter().position(|word| !is_label(word)).unwrap_or(0);
    let cut = |(at, word): (usize, &std::ops::Range<usize>)| {
        if at < first_kept { word.start..words[at + 1].start } else { words[at - 1].end..word.end }
    };
    words.iter().enumerate().filter(|(_, word)| is_label(word)).map(cut).collect()
}

/// Returns regions of a source as those of the source without what was cut.
fn moved(regions: &GoldRegions, cut: &Regions) -> GoldRegions {
    let before = |at: usize| -> usize {
        let cut = cut.iter().take_while(|range| range.start < at);
        cut.map(|range| range.end.min(at) - range.start).sum()
    };
    let shift = |regions: &Regions| {
        Regions::from_ranges(
            regions.iter().map(|range| range.start - before(range.start)..range.end - before(range.end)),
        )
    };
    GoldRegions { template: shift(&regions.template), neutral: shift(&regions.neutral) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A page with labels where `main` and `other` stand, or with nothing there.
    fn html(own: &str, main: &str, other: &str) -> String {
        let class = |name: &str| match name {
            "" => String::new(),
            name => format!(" class=\"{name}\""),
        };
        format!(
            "<!DOCTYPE html><body><ul class=menu><li>Home<li>News</ul>\
             <div{}><div class=\"post wide{}\"><h1>{own}</h1><p>About {own}, at length.</div>\
             <p>One comment on {own}.</div><p{}>Imprint</p>",
            class(other),
            if main.is_empty() { String::new() } else { format!(" {main}") },
            class(""),
        )
    }

    #[test]
    fn labels_are_gold_and_nobody_sees_them() {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("media/a.org/index.html", html("rope", "TECO_mainContent", "TECO_notTemplate TECO_mainMenu")),
            ("media/a.org/more/page.htm", html("bread", "", "")),
            ("media/a.org/more/style.css", "p {}".to_owned()),
            ("media/b.org/deep/key.html", html("glass", "TECO_mainContent", "TECO_notTemplate")),
            ("forum/c.org/key.html", html("paper", "TECO_mainContent", "")),
        ] {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let sites = load(root.path()).unwrap();
        let names: Vec<&str> = sites.iter().map(|site| site.name.as_str()).collect();
        assert_eq!(names, ["forum", "media__a.org", "media__b.org"]);
        let site = &sites[1];
        assert_eq!(site.category.as_deref(), Some("media"));
        let pages: Vec<&str> = site.pages.iter().map(|page| page.name.as_str()).collect();
        assert_eq!(pages, ["index", "more__page"]);
        // To the byte what the page would be without labels.
        let key = &site.pages[0];
        assert_eq!(String::from_utf8_lossy(&key.bytes), html("rope", "", ""));
        assert_eq!(key.gold.text.as_deref(), Some("rope\nAbout rope, at length."));
        assert_eq!(key.gold.neutral.as_deref(), Some("One comment on rope."));
        let source = key.source();
        let template = &key.gold.regions.as_ref().unwrap().template;
        let template: String = template.iter().map(|range| &source.text()[range]).collect();
        assert!(template.contains("Home<li>News") && template.contains("Imprint"), "{template}");
        assert!(!template.contains("rope"), "{template}");
        assert_eq!(site.pages[1].gold.text, None);
        assert_eq!(site.pages[1].bytes, html("bread", "", "").into_bytes());
    }

    #[test]
    fn labels_are_cut_wherever_they_stand() {
        for (labelled, plain) in [
            ("<p class=\"TECO_mainContent\">x", "<p>x"),
            ("<p class=TECO_mainContent id=a>x", "<p id=a>x"),
            ("<p id=a class='TECO_mainContent TECO_notTemplate2'>x", "<p id=a>x"),
            ("<p class=\"TECO_notTemplate a TECO_mainContent  b\">x", "<p class=\"a  b\">x"),
            ("<p class=\"a TECO_mainContent\">x", "<p class=\"a\">x"),
            ("<p class=a>TECO_mainContent", "<p class=a>TECO_mainContent"),
        ] {
            let page = page("x", labelled.as_bytes());
            assert_eq!(String::from_utf8_lossy(&page.bytes), plain);
            assert_eq!(page.gold.text.is_some(), labelled != plain);
        }
    }

    #[test]
    fn a_folder_of_one_site_is_that_site() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("d.org");
        fs::create_dir(&folder).unwrap();
        assert!(load(&folder).unwrap().is_empty());
        fs::write(folder.join("key.html"), html("wool", "TECO_mainContent", "")).unwrap();
        let sites = load(&folder).unwrap();
        assert_eq!((sites.len(), sites[0].name.as_str()), (1, "d.org"));
        assert_eq!(sites[0].category, None);
    }
}
