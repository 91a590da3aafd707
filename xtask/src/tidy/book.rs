//! The book in `docs`: all pages are in it, and links stay within it.

use std::collections::BTreeMap;

use super::{links, resolved};

const SUMMARY: &str = "docs/SUMMARY.md";

/// Says which pages of `docs` the book leaves out, and which of its links would be dead in the built book.
pub(super) fn faults(texts: &BTreeMap<String, String>) -> Vec<String> {
    let Some(summary) = texts.get(SUMMARY) else {
        return vec![format!("{SUMMARY} is gone")];
    };
    let chapters: Vec<String> = links(summary).iter().map(|link| resolved(SUMMARY, link)).collect();
    let mut faults = Vec::new();
    let pages = texts.iter().filter(|(file, _)| file.starts_with("docs/") && *file != SUMMARY);
    for (file, text) in pages {
        if !chapters.contains(file) {
            faults.push(format!("{file}: {SUMMARY} does not list it"));
        }
        for link in links(text) {
            let path = link.split('#').next().unwrap_or_default();
            let is_local = !path.is_empty() && !path.contains("://") && !path.starts_with("mailto:");
            if is_local && !resolved(file, path).starts_with("docs/") {
                faults.push(format!("{file}: the link {link} leads out of the book"));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_listed_and_links_stay_inside() {
        let texts = [
            (SUMMARY, "[A](a.md)\n\n- [B](figures/b.md)"),
            ("README.md", "[a](docs/a.md) [licence](LICENSE)"),
            ("docs/a.md", "[b](figures/b.md#x) [c](https://c.example/) [a](#a)"),
            ("docs/figures/b.md", "[a](../a.md) [out](../../README.md)"),
            ("docs/lost.md", ""),
        ];
        let texts = texts.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(
            faults(&texts.into()),
            [
                "docs/figures/b.md: the link ../../README.md leads out of the book",
                "docs/lost.md: docs/SUMMARY.md does not list it",
            ]
        );
    }
}
