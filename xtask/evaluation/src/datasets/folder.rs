//! A folder of the user's: whatever it holds in one of the known formats becomes sites.

use std::path::Path;

use anyhow::ensure;
use walkdir::WalkDir;

use super::{layout, site::Site, wcxb};

/// How deep sites may lie under the folder.
const DEEPEST: usize = 3;

/// Reads all sites under a folder: those in our layout, and WCXB.
///
/// # Errors
///
/// If there is no site, or one cannot be read.
pub fn load(folder: &Path) -> anyhow::Result<Vec<Site>> {
    ensure!(folder.is_dir(), "there is no folder {}", folder.display());
    let mut sites = Vec::new();
    let mut walk = WalkDir::new(folder).max_depth(DEEPEST).follow_links(true).sort_by_file_name().into_iter();
    while let Some(entry) = walk.next() {
        let entry = entry?;
        if layout::is_site(entry.path()) {
            sites.push(layout::load(entry.path())?);
        } else if wcxb::is_collection(entry.path()) {
            sites.extend(wcxb::load(entry.path())?);
        } else {
            continue;
        }
        walk.skip_current_dir();
    }
    ensure!(
        !sites.is_empty(),
        "no site found under {}: see docs/figures/evaluation.md for the formats",
        folder.display()
    );
    sites.sort_by(|a, b| (&a.collection, &a.name).cmp(&(&b.collection, &b.name)));
    Ok(sites)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn formats_are_told_apart() {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("x/a/site.json", "{}"),
            ("x/a/pages/1.html", ""),
            ("x/a/pages/site.json", ""),
            ("x/y/z/b/site.json", "{}"),
            ("x/y/z/b/pages/1.html", ""),
            ("w/metadata.json", r#"{ "files": { "7": { "page_type": "forum" } } }"#),
            ("w/ground-truth/7.json", r#"{ "ground_truth": { "main_content": "one", "publish_date": "2025-01-02" } }"#),
            ("saved/1.html", "<p>x"),
        ] {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        // A page that is listed is missing.
        assert!(load(root.path()).is_err());
        fs::create_dir(root.path().join("w/html")).unwrap();
        let page = fs::File::create(root.path().join("w/html/7.html.gz")).unwrap();
        flate2::write::GzEncoder::new(page, flate2::Compression::default()).finish().unwrap();
        let sites = load(root.path()).unwrap();
        let names: Vec<&str> = sites.iter().map(|site| site.name.as_str()).collect();
        assert_eq!(names, ["7", "a"]);
        assert_eq!(
            (sites[0].category.as_deref(), sites[0].pages[0].gold.text.as_deref()),
            (Some("forum"), Some("one"))
        );
        assert!(load(&root.path().join("saved")).is_err());
        assert!(load(&root.path().join("absent")).is_err());
    }
}
