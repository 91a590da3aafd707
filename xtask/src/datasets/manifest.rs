//! Manifests: which packages hold which pages, and where in them the gold is.
//!
//! `datasets/NAME.toml` is one collection. Its fields are described in docs/figures/evaluation.md.

use std::path::Path;

use anyhow::{Context as _, ensure};
use evaluation::datasets::selector::{Chooser, Selectors};
use regex::Regex;
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    /// What the collection is, in a sentence.
    #[expect(dead_code, reason = "people read it")]
    about: String,
    /// The most pages of a site.
    pub(crate) sample: usize,
    /// Pages whose gold has fewer words are no use.
    pub(crate) least_words: usize,
    pub(crate) site: Vec<Entry>,
}

/// One site of a manifest.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// The Debian package that ships the pages.
    pub(crate) package: String,
    /// What made the pages.
    pub(crate) generator: String,
    pub(crate) language: String,
    /// The charset that the pages are served with.
    pub(crate) charset: String,
    pub(crate) license: String,
    /// The folder of the pages inside the package.
    pub(crate) root: String,
    /// Patterns of paths under the root; `*` crosses slashes.
    pub(crate) pages: Vec<String>,
    #[serde(default)]
    pub(crate) skip: Vec<String>,
    /// Bytes that a page must have, to leave out pages of another kind.
    #[serde(default)]
    pub(crate) must_contain: Option<String>,
    #[serde(default)]
    pub(crate) most_bytes: Option<u64>,
    /// How many folders of the path name the section of a page; none if the site has no sections.
    #[serde(default)]
    pub(crate) sections: Option<usize>,
    #[serde(default)]
    pub(crate) note: String,
    #[serde(flatten)]
    pub(crate) gold: Selectors,
}

impl Manifest {
    /// Reads `datasets/NAME.toml` and checks it.
    pub(crate) fn load(root: &Path, name: &str) -> anyhow::Result<Manifest> {
        let path = root.join("datasets").join(format!("{name}.toml"));
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("there is no manifest {}", path.display()))?;
        Manifest::parse(&text).with_context(|| format!("cannot use {}", path.display()))
    }

    fn parse(text: &str) -> anyhow::Result<Manifest> {
        let manifest: Manifest = toml::from_str(text)?;
        ensure!(manifest.sample > 0, "the sample must have pages");
        for (at, entry) in manifest.site.iter().enumerate() {
            let is_new = manifest.site[..at].iter().all(|other| other.name != entry.name);
            ensure!(is_new, "two sites are called {}", entry.name);
            Chooser::new(&entry.gold).with_context(|| format!("in site {}", entry.name))?;
        }
        Ok(manifest)
    }
}

impl Entry {
    /// Returns whether a path under the root is one of the site's pages.
    pub(crate) fn wants(&self, path: &str) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, path));
        any(&self.pages) && !any(&self.skip)
    }
}

/// Returns whether the whole path matches the pattern: `*` stands for any characters, slashes included, and `?` for one.
fn matches(pattern: &str, path: &str) -> bool {
    let pattern = regex::escape(pattern).replace(r"\*", ".*").replace(r"\?", ".");
    Regex::new(&format!("(?s)^{pattern}$")).is_ok_and(|pattern| pattern.is_match(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_manifest_is_sound() {
        for entry in Manifest::load(&crate::root(), "debdocs").unwrap().site {
            assert!(!entry.gold.content.is_empty(), "{}", entry.name);
            assert!(!entry.root.starts_with('/') && !entry.root.ends_with('/'), "{}", entry.name);
        }
    }

    #[test]
    fn stars_cross_slashes() {
        for (pattern, path, is_match) in [
            ("*.html", "a/b.html", true),
            ("*.html", "a/b.htm", false),
            ("*.html", "a/bxhtml", false),
            ("cpp/*.html", "c/x.html", false),
            ("*/index.html", "index.html", false),
            ("chap?.html", "chap7.html", true),
            ("chap?.html", "chap.html", false),
            ("a*b*c", "aXbXbXd", false),
        ] {
            assert_eq!(matches(pattern, path), is_match, "{pattern} on {path}");
        }
    }

    #[test]
    fn pages_are_chosen_by_patterns() {
        let manifest = Manifest::parse(
            "about = 'x'\nsample = 2\nleast_words = 1\n[[site]]\nname = 'a'\npackage = 'a-doc'\n\
             generator = 'g'\nlanguage = 'en'\ncharset = 'utf-8'\nlicense = 'MIT'\nroot = 'usr/a'\n\
             pages = ['*.html']\nskip = ['*index.html']\ncontent = ['main']",
        )
        .unwrap();
        let entry = &manifest.site[0];
        assert!(entry.wants("x/y.html"));
        assert!(!entry.wants("x/index.html"));
        assert!(!entry.wants("x.css"));
    }
}
