//! SWDE's format: pages numbered 0000, 0001, …, and for each attribute a file of values by page number.
//!
//! `groundtruth/VERTICAL/VERTICAL-SITE-ATTRIBUTE.txt` has two lines of header, then for each page its number, the
//! number of values, and the values, separated by tabs; `<NULL>` is not a value. Pages lie in
//! `webpages/VERTICAL/VERTICAL-SITE(2000)/0000.htm`. A single site may instead have `pages` and `groundtruth` in its
//! own folder.

use std::collections::BTreeMap;
use std::path::Path;

use super::site::{Gold, Site};
use crate::files;

/// Returns whether a folder holds the whole collection.
pub(crate) fn is_collection(folder: &Path) -> bool {
    folder.join("webpages").is_dir() && folder.join("groundtruth").is_dir()
}

/// Returns whether a folder is a single site.
pub(crate) fn is_site(folder: &Path) -> bool {
    folder.join("pages").is_dir() && folder.join("groundtruth").is_dir()
}

/// Reads all sites of the collection.
pub(crate) fn load_collection(folder: &Path) -> anyhow::Result<Vec<Site>> {
    let mut sites = Vec::new();
    for vertical in super::folders(&folder.join("webpages"))? {
        let truth = folder.join("groundtruth").join(super::file_name(&vertical));
        for pages in super::folders(&vertical)? {
            let folder = super::file_name(&pages);
            let name = folder.split('(').next().unwrap_or_default();
            sites.push(load(name, &pages, &truth)?);
        }
    }
    Ok(sites)
}

/// Reads one site.
pub(crate) fn load(name: &str, pages: &Path, truth: &Path) -> anyhow::Result<Site> {
    let values = values(name, truth)?;
    let found = super::pages(pages, |name, _| Ok(Gold { values: values.get(name).cloned(), ..Gold::default() }))?;
    Ok(Site {
        name: name.to_owned(),
        collection: "swde".to_owned(),
        language: "en".to_owned(),
        category: name.split_once('-').map(|(vertical, _)| vertical.to_owned()),
        pages: found,
    })
}

/// Returns the values of every page.
fn values(site: &str, truth: &Path) -> anyhow::Result<BTreeMap<String, Vec<String>>> {
    let mut values: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in super::files(truth, &["txt"])? {
        if !super::file_name(&path).starts_with(&format!("{site}-")) {
            continue;
        }
        let bytes = files::read(&path)?;
        for line in String::from_utf8_lossy(&bytes).lines().skip(2) {
            let mut fields = line.split('\t');
            let (Some(page), Some(_)) = (fields.next(), fields.next()) else {
                continue;
            };
            let own = values.entry(page.to_owned()).or_default();
            own.extend(fields.filter(|value| !value.is_empty() && *value != "<NULL>").map(str::to_owned));
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_read() {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("webpages/book/book-a(2)/0000.htm", "<p>One"),
            ("webpages/book/book-a(2)/0001.htm", "<p>Two"),
            ("groundtruth/book/book-a-title.txt", "book\ta\ttitle\n2\t2\t2\n0000\t1\tOne\n0001\t2\tTwo\tToo\n"),
            ("groundtruth/book/book-a-price.txt", "book\ta\tprice\n2\t1\t1\n0000\t1\t$2\n0001\t1\t<NULL>\n"),
            ("groundtruth/book/book-ab-title.txt", "book\tab\ttitle\n1\t1\t1\n0000\t1\tOther\n"),
        ] {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        assert!(is_collection(root.path()));
        let sites = load_collection(root.path()).unwrap();
        assert_eq!((sites.len(), sites[0].name.as_str()), (1, "book-a"));
        assert_eq!(sites[0].category.as_deref(), Some("book"));
        let golds: Vec<_> = sites[0].pages.iter().map(|page| page.gold.values.clone().unwrap()).collect();
        assert_eq!(golds, [vec!["$2", "One"], vec!["Two", "Too"]]);
    }
}
