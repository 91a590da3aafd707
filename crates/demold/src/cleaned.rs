//! One page without its template.

use std::borrow::Cow;

use ::expressions::plain;
use cleaner::Regions;
use consensus::Removal;
use dom::Dom;
use tokenize::Token;

use crate::{Overrides, Record};

/// A page and the regions of its template.
///
/// Positions are bytes of [`source`](Cleaned::source): the page decoded to
/// UTF-8, without a byte order mark.
#[derive(Clone, Debug)]
pub struct Cleaned<'a> {
    pub(crate) source: tokenize::Source<'a>,
    pub(crate) tokens: Vec<Token>,
    pub(crate) regions: Regions,
    pub(crate) removals: Vec<Removal>,
    pub(crate) fit: f64,
    pub(crate) url: Option<&'a str>,
    /// Plain text has no tokens, and is rendered without asking for any.
    pub(crate) is_text: bool,
}

impl Cleaned<'_> {
    /// Returns the decoded page.
    pub fn source(&self) -> &str {
        self.source.text()
    }

    /// Returns the template's part of the page.
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// Returns which parts were removed by what evidence, in the order of the
    /// page. Only [`Method::Consensus`](crate::Method::Consensus) has reasons
    /// to give; the other methods' one reason is that pages share the part.
    pub fn removals(&self) -> &[Removal] {
        &self.removals
    }

    /// Returns how much of the template was found in the page, from 0 to 1.
    /// A low value says that the page is of another kind, or of another site.
    pub fn fit(&self) -> f64 {
        self.fit
    }

    /// Returns the share of the page's bytes that are template, from 0 to 1;
    /// 0 for an empty page.
    pub fn removed_share(&self) -> f64 {
        match self.source().len() {
            0 => 0.0,
            length => self.regions.total() as f64 / length as f64,
        }
    }

    /// Changes what is removed to what a user asks for, whichever method found
    /// the template. Plain text has no elements, and stays as it is.
    ///
    /// # Complexity
    ///
    /// That of parsing the page, and of matching each selector with each
    /// element.
    #[must_use]
    pub fn overridden(mut self, overrides: &Overrides) -> Self {
        if !self.is_text {
            let dom = Dom::parse(self.source.text());
            overrides.apply(&dom, &mut self.regions, &mut self.removals);
        }
        self
    }

    /// Returns the page as HTML that is still a tree: an element goes only
    /// when everything in it goes.
    ///
    /// A UTF-8 page of which nothing is removed comes back byte for byte. A
    /// page in another charset comes back as UTF-8, and says so.
    pub fn html(&self) -> Cow<'_, str> {
        if self.is_text {
            return Cow::Owned(plain(self.source(), &self.regions));
        }
        self.marked(cleaner::html(self.source(), &self.tokens, &self.regions))
    }

    /// Returns the page with exactly the regions cut out, whatever that does
    /// to its elements.
    pub fn raw(&self) -> Cow<'_, str> {
        self.marked(cleaner::raw(self.source(), &self.regions))
    }

    /// Returns the visible text, each block on a line of its own.
    pub fn text(&self) -> String {
        if self.is_text {
            return plain(self.source(), &self.regions);
        }
        cleaner::text(self.source(), &self.tokens, &self.regions)
    }

    /// Returns the page as Markdown.
    pub fn markdown(&self) -> String {
        if self.is_text {
            return plain(self.source(), &self.regions);
        }
        cleaner::markdown(self.source(), &self.tokens, &self.regions)
    }

    /// Returns what the next program in line wants to know.
    pub fn record(&self) -> Record {
        Record {
            url: self.url.map(str::to_owned),
            regions: self.regions.clone(),
            removed_share: self.removed_share(),
            text: self.text(),
            removals: self.removals.clone(),
        }
    }

    /// Makes a page of the whole again: with its byte order mark, or with a
    /// charset declaration that is now true.
    fn marked<'b>(&self, html: Cow<'b, str>) -> Cow<'b, str> {
        if self.source.encoding() != "UTF-8" && !self.is_text {
            return match html {
                Cow::Borrowed(html) => cleaner::declare_utf8(html),
                Cow::Owned(html) => Cow::Owned(cleaner::declare_utf8(&html).into_owned()),
            };
        }
        if self.source.bom().is_empty() {
            return html;
        }
        Cow::Owned(format!("\u{feff}{html}"))
    }
}
