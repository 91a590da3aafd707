//! CleanEval's format: pages in one folder, gold texts of the same names in another.
//!
//! A gold text may begin with a line `URL: …`, and marks its blocks by `<p>`, `<h>` and `<l>`, which are not words. The
//! folders are `X_original` and `X_cleaned` as CleanEval has them, or `original` and `cleaned`.

use std::fs;
use std::path::{Path, PathBuf};

use super::site::{Gold, Site};

/// Returns the pairs of folders, pages first, that a folder holds.
pub(crate) fn pairs(folder: &Path) -> anyhow::Result<Vec<(PathBuf, PathBuf)>> {
    Ok(super::folders(folder)?
        .into_iter()
        .filter_map(|pages| {
            let name = super::file_name(&pages);
            let gold = pages.with_file_name(format!("{}cleaned", name.strip_suffix("original")?));
            gold.is_dir().then_some((pages, gold))
        })
        .collect())
}

/// Reads a pair of folders as one site.
pub(crate) fn load(pages: &Path, gold: &Path) -> anyhow::Result<Site> {
    let found = super::pages(pages, |name, _| {
        let text = ["txt", "html"]
            .iter()
            .flat_map(|extension| [format!("{name}.{extension}"), format!("{name}-cleaned.{extension}")])
            .find_map(|file| fs::read(gold.join(file)).ok())
            .map(|bytes| plain(&String::from_utf8_lossy(&bytes)));
        Ok(Gold { text, ..Gold::default() })
    })?;
    Ok(Site {
        name: super::file_name(pages).trim_end_matches("original").trim_end_matches('_').to_owned(),
        collection: "cleaneval".to_owned(),
        language: String::new(),
        category: None,
        pages: found,
    })
}

/// Takes out what marks the text and is not part of it.
fn plain(text: &str) -> String {
    let mut lines = text.trim_start_matches('\u{feff}').lines().peekable();
    lines.next_if(|line| line.trim_start().starts_with("URL:"));
    let mut plain = String::with_capacity(text.len());
    for line in lines {
        let mut line = line.trim();
        if let Some(rest) = line.strip_prefix('<')
            && let Some((mark, rest)) = rest.split_once('>')
            && matches!(mark.trim_start_matches('/'), "p" | "h" | "l" | "P" | "H" | "L")
        {
            line = rest.trim_start();
        }
        plain.push_str(line);
        plain.push('\n');
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_no_text() {
        assert_eq!(plain("URL: http://a.example\n\n<h>Title\n<p> Text <b>\n</p>\n"), "\nTitle\nText <b>\n\n");
    }

    #[test]
    fn folders_are_paired() {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in [("en_original/1.html", "<p>a"), ("en_cleaned/1.txt", "<p>a"), ("zh_original/1.html", "")] {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let pairs = pairs(root.path()).unwrap();
        assert_eq!(pairs.len(), 1);
        let site = load(&pairs[0].0, &pairs[0].1).unwrap();
        assert_eq!(site.name, "en");
        assert_eq!(site.pages[0].gold.text.as_deref(), Some("a\n"));
    }
}
