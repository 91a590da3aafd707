//! A folder of the user's: whatever it holds in one of the known formats becomes sites.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};

use super::{cleaneval, layout, saved, site::Site, swde, wcxb};

/// How deep sites may lie under the folder.
const DEEPEST: usize = 3;

/// Reads all sites under a folder.
///
/// A folder is, in this order: a site of SWDE; a site in our layout; the collection of SWDE; WCXB; pairs of folders of
/// CleanEval; with a selector, saved pages; else its folders are looked at.
///
/// # Errors
///
/// If there is no site, or one cannot be read.
pub fn load(folder: &Path, selector: Option<&str>) -> anyhow::Result<Vec<Site>> {
    ensure!(folder.is_dir(), "there is no folder {}", folder.display());
    let mut sites = Vec::new();
    collect(folder, selector, DEEPEST, &mut sites)?;
    if sites.is_empty() {
        bail!(
            "no site found under {}: see docs/figures/evaluation.md for the formats{}",
            folder.display(),
            if selector.is_none() { "; for saved pages, give --selector" } else { "" }
        );
    }
    sites.sort_by(|a, b| (&a.collection, &a.name).cmp(&(&b.collection, &b.name)));
    Ok(sites)
}

fn collect(folder: &Path, selector: Option<&str>, depth: usize, sites: &mut Vec<Site>) -> anyhow::Result<()> {
    if swde::is_site(folder) {
        let name = super::file_name(folder);
        sites.push(swde::load(&name, &folder.join("pages"), &folder.join("groundtruth"))?);
        return Ok(());
    }
    if layout::is_site(folder) {
        sites.push(layout::load(folder)?);
        return Ok(());
    }
    if swde::is_collection(folder) {
        sites.extend(swde::load_collection(folder)?);
        return Ok(());
    }
    if wcxb::is_collection(folder) {
        sites.extend(wcxb::load(folder)?);
        return Ok(());
    }
    let pairs: Vec<(PathBuf, PathBuf)> = cleaneval::pairs(folder)?;
    if !pairs.is_empty() {
        for (pages, gold) in pairs {
            sites.push(cleaneval::load(&pages, &gold)?);
        }
        return Ok(());
    }
    if let Some(selector) = selector
        && !super::files(folder, &["html", "htm"])?.is_empty()
    {
        sites.push(saved::load(folder, selector)?);
        return Ok(());
    }
    if depth > 0 {
        for inner in super::folders(folder)? {
            collect(&inner, selector, depth - 1, sites)?;
        }
    }
    Ok(())
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
            ("y/b/pages/0000.htm", ""),
            ("y/b/groundtruth/b-title.txt", ""),
            ("z/en_original/1.html", ""),
            ("z/en_cleaned/1.txt", ""),
            ("w/metadata.json", r#"{ "files": {} }"#),
            ("w/ground-truth/0.json", ""),
            ("saved/1.html", "<p>x"),
        ] {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let names = |selector| -> Vec<String> {
            load(root.path(), selector).unwrap().into_iter().map(|site| site.name).collect()
        };
        assert_eq!(names(None), ["en", "b", "a"]);
        assert_eq!(names(Some("p")), ["en", "saved", "b", "a"]);
        assert!(load(&root.path().join("saved"), None).is_err());
        assert!(load(&root.path().join("absent"), None).is_err());
    }
}
