//! One page without its template.

mod renderings;

use std::{
    borrow::Cow,
    sync::{Arc, OnceLock},
};

use classify::Removal;
use cleaner::Regions;
use dom::Dom;
use metadata::Metadata;

use crate::{
    Overrides, Reading, Template, methods::Found, named_metadata::NamedMetadata, scripted::is_filled_by_scripts,
    stand_in, words::Words,
};

/// A page and the regions of its template.
///
/// Positions are bytes of [`source`](Cleaned::source): the page decoded to
/// UTF-8, without a byte order mark.
#[derive(Clone, Debug)]
pub struct Cleaned<'a> {
    page: Reading<'a>,
    found: Found,
    made: Made,
    /// The template of its site, if it helps with metadata.
    template: Option<Arc<Template>>,
    /// What the elements say that the user names for metadata.
    named: Option<Box<NamedMetadata>>,
}

/// What was made of a page when it was first asked for.
#[derive(Clone, Debug, Default)]
struct Made {
    /// The words of the page and those that stay.
    words: OnceLock<Words>,
    /// The visible text.
    text: OnceLock<String>,
    /// The document that stands in for a body without text.
    stand_in: OnceLock<Option<Box<Dom<'static>>>>,
    /// What the page says about itself.
    metadata: OnceLock<Metadata>,
}

impl<'a> Cleaned<'a> {
    /// Combines what was given and what was found.
    pub(crate) fn new(page: Reading<'a>, found: Found, template: Option<Arc<Template>>) -> Cleaned<'a> {
        Cleaned { page, found, made: Made::default(), template, named: None }
    }

    /// Notes the words of the page, which were counted already.
    pub(crate) fn with_words(mut self, words: Option<Words>) -> Cleaned<'a> {
        self.made.words = words.map_or_else(OnceLock::new, OnceLock::from);
        self
    }

    /// Returns the page as it was read.
    pub fn page(&self) -> &Reading<'a> {
        &self.page
    }
}

impl Cleaned<'_> {
    /// Returns the decoded page.
    pub fn source(&self) -> &str {
        self.page.source()
    }

    /// Returns the page's tree; plain text has none.
    pub fn dom(&self) -> Option<&Dom<'_>> {
        self.page.dom()
    }

    /// Returns the template's part of the page.
    pub fn regions(&self) -> &Regions {
        &self.found.regions
    }

    /// Returns which parts were removed and why, in page order. Only
    /// [`Method::Classify`](crate::Method::Classify) has different reasons;
    /// for the other methods the only reason is that pages share the part. If the page was cleaned
    /// [without reasons](Reading::explain), only what [overrides](Cleaned::overridden) drop is here.
    pub fn removals(&self) -> &[Removal] {
        &self.found.removals
    }

    /// Returns how much of the template was found in the page, from 0 to 1.
    /// A low value means that the page is of another kind, or of another site.
    pub fn fit(&self) -> f64 {
        self.found.fit
    }

    /// Returns whether the page was judged by its own evidence alone: nothing
    /// is known of its site, or the site's template would have left nothing.
    pub fn is_alone(&self) -> bool {
        self.found.is_alone
    }

    /// Returns how good the result is expected to be, from 0 to 1: the F1 of the words that stay that
    /// [`Method::Classify`](crate::Method::Classify) expects by its probabilities. Other methods expect nothing.
    /// [Overrides](Cleaned::overridden) do not change it.
    pub fn confidence(&self) -> Option<f64> {
        self.found.confidence
    }

    /// Returns the [name of the trees](classify::Forest::id) that judged the page, if the method has any.
    pub fn model(&self) -> Option<&str> {
        self.found.model.as_deref()
    }

    /// Returns whether almost nothing is left: no word at all, or less than 3 %
    /// of 50 words or more. A page that had no words to begin with is not empty
    /// in this sense.
    ///
    /// # Complexity
    ///
    /// Linear in the page.
    pub fn is_empty(&self) -> bool {
        self.words().are_lost() && self.stand_in().is_none()
    }

    /// Returns whether the page has hardly any text, because scripts put it there in a browser: it has scripts, and an
    /// empty element for them to fill, such as `<div id="root">`, or a `noscript` element that asks for them.
    ///
    /// # Complexity
    ///
    /// Linear in the page up to its first words.
    ///
    /// # Examples
    ///
    /// ```
    /// let page = "<title>Tides</title><div id=root></div><script src=/app.js></script>";
    /// assert!(demold::Learner::new().clean_alone(page).is_filled_by_scripts());
    /// ```
    pub fn is_filled_by_scripts(&self) -> bool {
        self.page.dom().is_some_and(is_filled_by_scripts) && self.stand_in().is_none()
    }

    /// Returns whether the page consists of frames: its text is in other pages. What it says where frames are not known
    /// is its text here, unless that only asks for another browser.
    ///
    /// # Examples
    ///
    /// ```
    /// let page = "<frameset><frame src=menu.html><frame src=main.html></frameset>";
    /// assert!(demold::Learner::new().clean_alone(page).is_of_frames());
    /// ```
    pub fn is_of_frames(&self) -> bool {
        self.page.dom().is_some_and(stand_in::is_of_frames)
    }

    /// Returns the document that stands in for the body, if that has no running text: what a page of frames says where
    /// frames are not known, or the text of an article in JSON-LD.
    fn stand_in(&self) -> Option<&Dom<'static>> {
        let find =
            || stand_in::stand_in(self.page.dom()?, &self.found.regions, self.page.known_evidence()).map(Box::new);
        self.made.stand_in.get_or_init(find).as_deref()
    }

    /// Returns the share of the page's bytes that are template, from 0 to 1;
    /// 0 for an empty page.
    pub fn removed_share(&self) -> f64 {
        match self.source().len() {
            0 => 0.0,
            length => self.found.regions.total() as f64 / length as f64,
        }
    }

    /// Applies a user's overrides to what is removed, whichever method found
    /// the template. What belongs to a kept or dropped element [follows it](classify::Structures): the rest of a row, the
    /// term of a definition, the heading of a section. Plain text has no elements, and stays as it is.
    ///
    /// # Complexity
    ///
    /// Each selector is matched with each element.
    #[must_use]
    pub fn overridden(mut self, overrides: &Overrides) -> Self {
        let Some(dom) = self.page.dom() else { return self };
        if !overrides.metadata.is_empty() {
            self.named = Some(Box::new(overrides.metadata.read(dom)));
            self.made.metadata = OnceLock::new();
        }
        if !overrides.changes_nothing() {
            overrides.apply(dom, self.page.evidence(), &mut self.found.regions, &mut self.found.removals);
            // It was made without what is kept or dropped now.
            self.made = Made::default();
        }
        self
    }

    /// Applies what a user's rules say of the page's site, as [`overridden`](Cleaned::overridden) does. The site is that of
    /// the [address](Cleaned::address). The rules are the user's, so that a page which declares another site's address
    /// gets nothing but selectors that match nothing in it.
    #[cfg(feature = "rules")]
    #[must_use]
    pub fn ruled(self, rules: &crate::Rules) -> Self {
        // Without an address of its own, the page's metadata would have to be read.
        let address = if rules.depend_on_address() { self.address() } else { None };
        self.overridden(&rules.overrides(address.as_deref()))
    }

    /// Returns what the page says about itself: title, authors, dates, language and more, each with its
    /// source.
    ///
    /// The title is without what the site's titles share, and the language is that of the text that is left.
    /// Plain text has no metadata.
    ///
    /// # Complexity
    ///
    /// Linear in the page. It is read once, whoever asks for it.
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::{Learner, Source};
    ///
    /// let page = "<title>Tides | The Coast</title><h1>Tides</h1><p>By <a rel=author>Ann Lee</a><p>They rose.";
    /// let cleaned = Learner::new().clean_alone(page);
    /// let found = cleaned.metadata();
    /// assert_eq!(found.title.as_deref(), Some("Tides"));
    /// assert_eq!(found.authors, ["Ann Lee"]);
    /// assert_eq!(found.sources.authors, Some(Source::Link));
    /// ```
    pub fn metadata(&self) -> Metadata {
        self.known_metadata().clone()
    }

    fn known_metadata(&self) -> &Metadata {
        self.made.metadata.get_or_init(|| self.page.dom().map_or_else(Metadata::default, |dom| self.read_metadata(dom)))
    }

    fn read_metadata(&self, dom: &Dom<'_>) -> Metadata {
        // Of a text that nobody has asked for, the beginning is enough.
        let start = || match self.stand_in() {
            Some(_) => self.text(),
            None => render::start_of_text(dom, &self.found.regions, metadata::MetadataOptions::ENOUGH_TEXT),
        };
        let text = self.made.text.get().map_or_else(|| Cow::Owned(start()), |text| Cow::Borrowed(text.as_str()));
        let mut options = metadata::MetadataOptions::new().text(&text).facts(self.page.facts());
        if let Some(url) = self.page.url() {
            options = options.url(url);
        }
        if let Some(template) = &self.template {
            options = options.site(template.metadata());
        }
        let mut metadata = metadata::read(dom, &options);
        if let Some(named) = &self.named {
            named.apply(&mut metadata, self.page.url());
        }
        metadata
    }

    /// Returns the page's own address, or else the canonical one that it declares. Names that are no addresses do not
    /// count.
    pub fn address(&self) -> Option<String> {
        let own = self.page.url().filter(|url| url.contains("://"));
        own.map(str::to_owned).or_else(|| self.known_metadata().canonical_url.clone())
    }

    fn words(&self) -> Words {
        *self.made.words.get_or_init(|| match self.page.dom() {
            Some(dom) => Words::of_page(dom, &self.found.regions, self.page.known_evidence()),
            None => Words::of_text(self.source(), &self.found.regions),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The language is that of the text, of which only the beginning is rendered if nothing else needs it.
    #[test]
    fn the_beginning_of_a_text_tells_its_language() {
        let sentence = "Die Flut kam und ging, und mit ihr die Boote, die auf der See waren. ";
        for n_sentences in [1, 20, 29, 30, 31, 200] {
            let page = format!("<html lang=en><h1>Boote</h1><p>{}<p>Ende.", sentence.repeat(n_sentences));
            let (beginning, whole) = (crate::extract(&page), crate::extract(&page));
            assert!(!whole.text().is_empty());
            assert_eq!(beginning.metadata(), whole.metadata(), "{n_sentences}");
        }
    }

    #[test]
    fn what_was_found_before_overrides_is_found_again() {
        let page = "<title>Tides</title><nav>Home</nav><p>They rose and fell, as they do twice a day.<b id=own>Low</b>";
        let check = |overrides: Overrides, text: &str, title: &str| {
            let cleaned = crate::Site::nothing().clean(page).unwrap();
            assert_eq!((cleaned.text().lines().count(), cleaned.metadata().title.as_deref()), (2, Some("Tides")));
            let cleaned = cleaned.overridden(&overrides);
            assert_eq!((cleaned.text().as_str(), cleaned.metadata().title.as_deref()), (text, Some(title)));
        };
        let all = "Home\nThey rose and fell, as they do twice a day.Low";
        check(Overrides::new().drop("nav").unwrap(), all.strip_prefix("Home\n").unwrap(), "Tides");
        check(Overrides::new().title("#own").unwrap(), all, "Low");
    }
}
