//! What kind of page a page is, and whose: by kinds the trainer weighs pages, and by owners it holds them back.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::Context as _;
use serde::Deserialize;
use serde_json::Value;

const ARTICLE: &str = "article";
const DOCUMENTATION: &str = "documentation";
const FORUM: &str = "forum";
const QUESTION: &str = "question";
const LIST: &str = "list";
const SHOP: &str = "shop";
const RECORD: &str = "record";
/// Pages of companies and societies, and start pages.
const COMPANY: &str = "company";
const WIKI: &str = "wiki";

/// Returns the kind of a page of WCXB, by the name that the benchmark gives it.
pub(super) fn of_wcxb(name: &str) -> &'static str {
    match name {
        "collection" => LIST,
        "service" => COMPANY,
        _ => by_name(name).unwrap_or(ARTICLE),
    }
}

/// Returns the kind that a name of a collection means, if it is known.
fn by_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "article" | "blog" | "news" => ARTICLE,
        "doc" | "docs" | "documentation" | "reference" => DOCUMENTATION,
        "forum" => FORUM,
        "qa" | "question" | "tracker" | "ticket" => QUESTION,
        "list" | "listing" => LIST,
        "product" | "shop" => SHOP,
        "museum" | "profile" | "record" => RECORD,
        "church" | "company" | "hospital" | "ngo" | "page" | "personal" | "popular" | "portal" | "random"
        | "school" => COMPANY,
        "wiki" => WIKI,
        _ => return None,
    })
}

/// Returns the kind of most pages of a collection whose sites do not say theirs.
fn of_collection(name: &str) -> &'static str {
    match name {
        "blocks" => COMPANY,
        "debdocs" => DOCUMENTATION,
        "courts" | "recipes" | "swde" => RECORD,
        "product" => SHOP,
        _ => ARTICLE,
    }
}

/// What the file site.json of a site says of the kinds of its pages, and of its owner.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Facts {
    kind: Option<String>,
    /// The kinds of pages, by their names.
    kinds: BTreeMap<String, String>,
    /// A list of pages, some with their kinds, or a number.
    pages: Value,
    /// Where the site is from: OWNER/NAME.
    repository: Option<String>,
}

impl Facts {
    /// Reads what a site says in its folder; without a file site.json, that is nothing.
    pub(super) fn read(folder: &Path) -> anyhow::Result<Facts> {
        let path = folder.join("site.json");
        if !path.is_file() {
            return Ok(Facts::default());
        }
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} is damaged", path.display()))
    }

    /// Returns who has made the site, if that is known.
    pub(super) fn owner(&self) -> Option<&str> {
        self.repository.as_deref().and_then(|repository| repository.split_once('/')).map(|(owner, _)| owner)
    }

    /// Returns the kind of a page: what is said of the page, else of its site, else of its collection.
    pub(super) fn kind(&self, collection: &str, page: &str) -> &'static str {
        let listed = || {
            let pages = self.pages.as_array()?;
            pages.iter().find(|of| of["name"] == page)?["kind"].as_str()
        };
        let of_page = self.kinds.get(page).map(String::as_str).or_else(listed).and_then(by_name);
        let of_site = || self.kind.as_deref().and_then(by_name);
        of_page.or_else(of_site).unwrap_or_else(|| of_collection(collection))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_more_than_its_site() {
        let facts: Facts = serde_json::from_str(
            r#"{"kind": "forum", "kinds": {"a": "list"}, "pages": [{"name": "b", "kind": "list"}, {"name": "c"}],
            "repository": "owner/name"}"#,
        )
        .unwrap();
        assert_eq!(["a", "b", "c", "d"].map(|page| facts.kind("blocks", page)), [LIST, LIST, FORUM, FORUM]);
        assert_eq!(facts.owner(), Some("owner"));
        let nothing = Facts::default();
        assert_eq!(["blocks", "daniel"].map(|name| nothing.kind(name, "a")), [COMPANY, ARTICLE]);
        assert_eq!(nothing.owner(), None);
    }
}
