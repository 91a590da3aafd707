//! A folder of saved pages, and one CSS selector that says where their content is.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

use super::{
    layout,
    selector::{Chooser, Rule, Selectors},
    site::{Page, Site},
};

/// Reads the pages of a folder as one site.
pub(crate) fn load(folder: &Path, selector: &str) -> anyhow::Result<Site> {
    let selectors = Selectors {
        content: vec![Rule::Css(selector.to_owned())],
        ..Selectors::default()
    };
    let chooser = Chooser::new(&selectors)?;
    let mut pages = Vec::new();
    for path in super::files(folder, &["html", "htm"])? {
        let name = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let gold = layout::selected(&chooser, &bytes, None);
        pages.push(Page {
            name,
            bytes,
            charset: None,
            section: None,
            gold,
        });
    }
    Ok(Site {
        name: super::file_name(folder),
        collection: "saved".to_owned(),
        language: String::new(),
        category: None,
        pages,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_selector_is_enough() {
        let root = tempfile::tempdir().unwrap();
        fs::write(
            root.path().join("a.html"),
            "<nav>Home</nav><main>Knots</main>",
        )
        .unwrap();
        let site = load(root.path(), "main").unwrap();
        assert_eq!(site.pages[0].gold.text.as_deref(), Some("Knots"));
        assert!(load(root.path(), "main[").is_err());
    }
}
