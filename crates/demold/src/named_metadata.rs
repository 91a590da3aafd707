//! Metadata in elements that a user names by selectors.

use dom::{Dom, NodeId, NodeKind};
use metadata::{Metadata, Source, first_date};
use select::{ElementMatcher, Selector};

/// The longest value that is read from an element, in bytes. No title or name is longer. Chosen: by eye.
const MAX_VALUE: usize = 1_000;

/// The most authors that are read from a page. Chosen: by eye.
const MAX_AUTHORS: usize = 50;

/// Where a page has its metadata. Earlier selectors come before later ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct MetadataSelectors {
    pub(crate) title: Vec<Selector>,
    pub(crate) author: Vec<Selector>,
    pub(crate) date: Vec<Selector>,
}

/// What the named elements of a page say. Empty where nothing is named or found.
#[derive(Clone, Debug, Default)]
pub(crate) struct NamedMetadata {
    title: Option<String>,
    authors: Vec<String>,
    /// Texts of which the first that has a date counts.
    dates: Vec<String>,
}

impl MetadataSelectors {
    pub(crate) fn is_empty(&self) -> bool {
        self.title.is_empty() && self.author.is_empty() && self.date.is_empty()
    }

    /// Reads what the named elements of a page say.
    pub(crate) fn read(&self, dom: &Dom<'_>) -> NamedMetadata {
        let matcher = ElementMatcher::new(dom);
        let values = |selectors: &[Selector], limit: usize| -> Vec<String> {
            // A list that matches nothing leaves it to the next one.
            let found = selectors.iter().map(|selector| {
                let nodes = matcher.select(selector).into_iter();
                nodes.map(|node| value(dom, node)).filter(|value| !value.is_empty()).take(limit).collect::<Vec<_>>()
            });
            found.into_iter().find(|values| !values.is_empty()).unwrap_or_default()
        };
        NamedMetadata {
            title: values(&self.title, 1).pop(),
            authors: values(&self.author, MAX_AUTHORS),
            dates: values(&self.date, MAX_AUTHORS),
        }
    }
}

impl NamedMetadata {
    /// Replaces what was found otherwise.
    pub(crate) fn apply(&self, metadata: &mut Metadata, url: Option<&str>) {
        if let Some(title) = &self.title {
            metadata.title = Some(title.clone());
            metadata.sources.title = Some(Source::Selector);
        }
        if !self.authors.is_empty() {
            metadata.authors.clone_from(&self.authors);
            metadata.sources.authors = Some(Source::Selector);
        }
        let date = |text: &String| first_date(text, metadata.language.as_deref(), url);
        if let Some(date) = self.dates.iter().find_map(date) {
            metadata.published = Some(date);
            metadata.sources.published = Some(Source::Selector);
        }
    }
}

/// Returns what an element says: its attribute for machines, as of `<meta>` and `<time>`, or else its text.
fn value(dom: &Dom<'_>, node: NodeId) -> String {
    let attributes = ["content", "datetime"];
    let for_machines = attributes.into_iter().find_map(|name| dom.attribute(node, name));
    if let Some(value) = for_machines.filter(|value| !value.trim().is_empty()) {
        return squeezed(&value);
    }
    let mut text = String::new();
    for inner in dom.descendants(node) {
        match dom.kind(inner) {
            NodeKind::Text if !dom.parent(inner).is_some_and(|parent| dom.tag(parent).is_hidden()) => {
                text.push_str(&dom.text(inner));
            }
            NodeKind::Element if dom.tag(inner).is_block() => text.push(' '),
            _ => {}
        }
        if text.len() > MAX_VALUE {
            break;
        }
    }
    squeezed(&text)
}

/// Returns a text with single spaces between its words, up to [`MAX_VALUE`].
fn squeezed(text: &str) -> String {
    let mut squeezed = String::new();
    for word in text.split_whitespace() {
        if squeezed.len() + word.len() >= MAX_VALUE {
            break;
        }
        if !squeezed.is_empty() {
            squeezed.push(' ');
        }
        squeezed.push_str(word);
    }
    squeezed
}

#[cfg(test)]
mod tests {
    use metadata::Source;

    use crate::{Input, Learner, Overrides};

    #[test]
    fn named_elements_say_what_the_page_is() {
        let page = "<html lang=de><title>Seite 5</title><meta name=who content='Eva Mond'><h1>Ebbe</h1>\
            <p class=top>Der <b>Wind</b>\n dreht<p class=by>Ann Lee<p class=by>Bo Ek<p id=when>Stand: 3.4.2026";
        let read = |overrides: Overrides| {
            let input = Input::from(page).url("https://a.example/");
            Learner::new().clean_alone(input).overridden(&overrides).metadata()
        };
        let named = || Overrides::new().title(".none").unwrap().title(".top").unwrap();
        let found = read(named().author(".by").unwrap().date("#when").unwrap());
        assert_eq!(found.title.as_deref(), Some("Der Wind dreht"));
        assert_eq!(found.authors, ["Ann Lee", "Bo Ek"]);
        assert_eq!(found.published.as_deref(), Some("2026-04-03"));
        let sources = found.sources;
        assert_eq!([sources.title, sources.authors, sources.published], [Some(Source::Selector); 3]);
        assert_eq!(read(Overrides::new().author("[name=who]").unwrap()).authors, ["Eva Mond"]);
        // What is not there changes nothing.
        let missing = read(Overrides::new().title(".none").unwrap().date("h1").unwrap());
        assert_eq!(missing, read(Overrides::new()));
    }
}
