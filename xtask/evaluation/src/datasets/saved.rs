//! A folder of saved pages, and one CSS selector that says where their content is.

use std::path::Path;

use super::{
    layout,
    selector::{Chooser, Rule, Selectors},
    site::Site,
};

/// Reads the pages of a folder as one site.
pub(crate) fn load(folder: &Path, selector: &str) -> anyhow::Result<Site> {
    let selectors = Selectors { content: vec![Rule::Css(selector.to_owned())], ..Selectors::default() };
    let chooser = Chooser::new(&selectors)?;
    let pages = super::pages(folder, |_, bytes| Ok(layout::selected(&chooser, bytes, None)))?;
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
    use std::fs;

    use super::*;

    #[test]
    fn one_selector_is_enough() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("a.html"), "<nav>Home</nav><main>Knots</main>").unwrap();
        let site = load(root.path(), "main").unwrap();
        assert_eq!(site.pages[0].gold.text.as_deref(), Some("Knots"));
        assert!(load(root.path(), "main[").is_err());
    }
}
