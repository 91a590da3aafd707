//! A page, decoded once and made a tree once.

mod declared_encoding;

use std::{
    borrow::Cow,
    iter::zip,
    ptr,
    sync::{Arc, OnceLock},
};

use classify::Evidence;
use dom::{Dom, PageSource};
use metadata::{Facts, Signs};
use tokenize::{Fingerprint, Source, Token};

pub(crate) use self::declared_encoding::DeclaredEncoding;
use crate::Input;

/// A page whose bytes are decoded. That is all it takes to know whether the page is drawn; a [`Reading`] of it is made
/// only if more is asked.
#[derive(Clone, Debug)]
pub struct DecodedPage<'a> {
    source: Source<'a>,
    url: Option<Cow<'a, str>>,
    is_text: bool,
    /// A part of the fingerprint, if the rank was asked for.
    source_number: OnceLock<u64>,
}

impl<'a> DecodedPage<'a> {
    /// Decodes a page.
    ///
    /// # Complexity
    ///
    /// Linear in the page. UTF-8 is checked and borrowed.
    #[must_use]
    pub fn of(page: impl Into<Input<'a>>) -> DecodedPage<'a> {
        let input = page.into();
        DecodedPage {
            source: input.decoded(),
            url: input.get_url().map(Cow::Borrowed),
            is_text: input.get_plain_text(),
            source_number: OnceLock::new(),
        }
    }

    /// Returns the page's [rank](Fingerprint::rank) in a draw with this seed.
    #[must_use]
    pub fn rank(&self, seed: u64) -> u64 {
        let number = || Fingerprint::source_of(self.source.text());
        Fingerprint::new(*self.source_number.get_or_init(number), 0).rank(seed)
    }

    /// Finds what the [ranks](DecodedPage::rank) of these pages depend on, for all of them at once, which is
    /// [faster](Fingerprint::sources_of) than for one after the other.
    ///
    /// # Complexity
    ///
    /// Linear in the sources.
    pub fn number(pages: &[&DecodedPage<'_>]) {
        let sources: Vec<&str> = pages.iter().map(|page| page.source.text()).collect();
        for (page, number) in zip(pages, Fingerprint::sources_of(&sources)) {
            // What is known already is the same.
            let _ = page.source_number.set(number);
        }
    }

    /// Reads the page.
    #[must_use]
    pub fn read(self) -> Reading<'a> {
        // Taken first: the text leaves the rest of the source behind.
        let declared_encoding = DeclaredEncoding::of(&self.source, self.is_text);
        let text = self.source.into_text();
        let content = if self.is_text {
            Content::PlainText { text, tree: OnceLock::new() }
        } else {
            Content::Page(Dom::parse(text))
        };
        Reading::new(content, declared_encoding, self.url, self.source_number)
    }
}

/// One page as everything here sees it: its decoded source, what a rendering of it must declare, and its tree.
///
/// Whatever takes a page takes a `Reading`, and bytes and strings convert into one. A page that is asked about more than
/// once, by several templates for example, is read once and passed by reference. What only some methods look at is
/// found when it is first asked for, and kept.
///
/// Cheap to clone: the clones share what was read.
///
/// # Examples
///
/// ```
/// use demold::{Learner, Reading};
///
/// let pages = ["ash", "elm", "fir"].map(|tree| format!("<nav>Home</nav><p>All of the {tree}."));
/// let site = Learner::new().learn(&pages)?;
/// let page = Reading::from("<nav>Home</nav><p>All of the oak.");
/// assert_eq!(site.fit(&page)?, 1.0);
/// assert_eq!(site.clean(&page)?.text(), "All of the oak.");
/// # Ok::<(), demold::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    inner: Arc<Inner<'a>>,
    /// Not a part of what was read, so that one page can be known by several addresses.
    url: Option<Cow<'a, str>>,
    /// Whether whoever cleans the page wants the reasons.
    explain: bool,
}

#[derive(Clone, Debug)]
struct Inner<'a> {
    content: Content<'a>,
    declared_encoding: DeclaredEncoding,
    tokens: OnceLock<Vec<Token>>,
    evidence: OnceLock<Evidence>,
    /// What metadata is read from, for learning what the site's pages have in common and for cleaning.
    facts: OnceLock<Arc<Facts>>,
    /// The two parts of the fingerprint.
    source_number: OnceLock<u64>,
    text_number: OnceLock<u64>,
}

/// What the bytes of a page are.
#[derive(Clone, Debug)]
pub(crate) enum Content<'a> {
    /// HTML: its tree, which includes the source.
    Page(Dom<'a>),
    /// Text without markup.
    PlainText {
        text: PageSource<'a>,
        /// The text as if it were HTML, for methods that know nothing else.
        tree: OnceLock<Box<Dom<'static>>>,
    },
}

/// What the evidence takes for each node of a page's tree, in bytes. Chosen: 36 to 48 bytes were measured on manuals of
/// 2 to 9 MB, whose learning takes little beside it.
const EVIDENCE_PER_NODE: usize = 40;

impl<'a> Reading<'a> {
    fn new(
        content: Content<'a>,
        declared_encoding: DeclaredEncoding,
        url: Option<Cow<'a, str>>,
        source_number: OnceLock<u64>,
    ) -> Reading<'a> {
        Reading {
            inner: Arc::new(Inner {
                content,
                declared_encoding,
                tokens: OnceLock::new(),
                evidence: OnceLock::new(),
                facts: OnceLock::new(),
                source_number,
                text_number: OnceLock::new(),
            }),
            url,
            explain: true,
        }
    }

    /// Reads a page. It is the same as `Reading::from(page)`.
    ///
    /// # Complexity
    ///
    /// Linear in the page.
    #[must_use]
    pub fn of(page: impl Into<Input<'a>>) -> Reading<'a> {
        DecodedPage::of(page).read()
    }

    /// Returns the decoded page.
    #[must_use]
    pub fn source(&self) -> &str {
        match &self.inner.content {
            Content::Page(dom) => dom.source(),
            Content::PlainText { text, .. } => text,
        }
    }

    /// Returns the page's tree; plain text has none.
    #[must_use]
    pub fn dom(&self) -> Option<&Dom<'a>> {
        match &self.inner.content {
            Content::Page(dom) => Some(dom),
            Content::PlainText { .. } => None,
        }
    }

    /// Returns the page's address, if it is known.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Returns the same page with this address, which takes the place of what [`Input::url`] said.
    #[must_use]
    pub fn at(self, url: Option<&'a str>) -> Reading<'a> {
        Reading { url: url.map(Cow::Borrowed), ..self }
    }

    /// Sets whether cleaning finds the reasons why parts go, which are the [removals](crate::Cleaned::removals) of the
    /// cleaned page. Without them all else is the same, and with [`Method::Classify`](crate::Method::Classify) cleaning
    /// takes 2 to 8 % less time. Default: true.
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::{Learner, Reading};
    ///
    /// let site = Learner::new().learn(&["ash", "elm", "fir"].map(|tree| format!("<nav>Home</nav><p>All of the {tree}.")))?;
    /// let page = Reading::from("<nav>Home</nav><p>All of the oak.");
    /// let (explained, other) = (site.clean(&page)?, site.clean(page.explain(false))?);
    /// assert_eq!(explained.regions(), other.regions());
    /// assert!(!explained.removals().is_empty() && other.removals().is_empty());
    /// # Ok::<(), demold::Error>(())
    /// ```
    #[must_use]
    pub fn explain(self, explain: bool) -> Reading<'a> {
        Reading { explain, ..self }
    }

    /// Returns whether cleaning finds the reasons.
    pub(crate) fn explains(&self) -> bool {
        self.explain
    }

    /// Copies what is borrowed and not [shared](Input::shared), so that the reading can be kept for longer than the page's bytes.
    ///
    /// # Complexity
    ///
    /// Linear in the source, if it is borrowed; nothing is read again. If there are clones, the tree is copied as well.
    #[must_use]
    pub fn into_owned(self) -> Reading<'static> {
        let inner = Arc::unwrap_or_clone(self.inner);
        let content = match inner.content {
            Content::Page(dom) => Content::Page(dom.into_owned()),
            Content::PlainText { text, tree } => Content::PlainText { text: text.into_owned(), tree },
        };
        Reading {
            inner: Arc::new(Inner {
                content,
                declared_encoding: inner.declared_encoding,
                tokens: inner.tokens,
                evidence: inner.evidence,
                facts: inner.facts,
                source_number: inner.source_number,
                text_number: inner.text_number,
            }),
            url: self.url.map(|url| Cow::Owned(url.into_owned())),
            explain: self.explain,
        }
    }

    /// Returns this reading if it is one of these bytes, and otherwise reads them: a file that was read may have changed
    /// since.
    ///
    /// # Complexity
    ///
    /// Linear in the page: bytes are compared, and those that are not UTF-8 decoded first.
    #[must_use]
    pub fn reuse_or_read<'p>(self, page: impl Into<Input<'p>>) -> Reading<'p>
    where
        'a: 'p,
    {
        let input = page.into();
        let is_text = input.get_plain_text();
        let is_alike = self.is_plain_text() == is_text;
        let is_utf8 = self.declared_encoding() == DeclaredEncoding::None;
        let (own, other) = (self.source().as_bytes(), input.bytes());
        // What both have a share of need not be compared.
        if is_alike && is_utf8 && (ptr::eq(own, other) || own == other) {
            return self.at(input.get_url());
        }
        let decoded = DecodedPage::of(input);
        let is_same = is_alike
            && self.source() == decoded.source.text()
            && self.declared_encoding() == DeclaredEncoding::of(&decoded.source, is_text);
        if is_same { self.at(input.get_url()) } else { decoded.read() }
    }

    /// Returns about how many bytes of memory the reading takes once the default method has learned from it: its
    /// source, its tree, and the evidence. For most pages it is four to seven times their length.
    #[must_use]
    pub fn memory(&self) -> usize {
        match &self.inner.content {
            Content::Page(dom) => dom.memory() + dom.len() * EVIDENCE_PER_NODE,
            Content::PlainText { text, .. } => text.len(),
        }
    }

    /// Returns whether the page is plain text.
    #[must_use]
    pub fn is_plain_text(&self) -> bool {
        matches!(self.inner.content, Content::PlainText { .. })
    }

    /// Returns what identifies the page: its source, and what it shows.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new(self.source_number(), self.text_number())
    }

    fn source_number(&self) -> u64 {
        let number = || Fingerprint::source_of(self.source());
        *self.inner.source_number.get_or_init(number)
    }

    /// Returns the number of the text that the page shows, that of its [fingerprint](Reading::fingerprint): pages that
    /// have the same one are copies.
    #[must_use]
    pub fn text_number(&self) -> u64 {
        *(self.inner.text_number).get_or_init(|| match self.dom() {
            Some(dom) => Fingerprint::text_of(dom),
            None => Fingerprint::text_of_plain(self.source()),
        })
    }

    /// Returns the page's tree. That of plain text takes it for HTML.
    pub(crate) fn tree(&self) -> &Dom<'_> {
        match &self.inner.content {
            Content::Page(dom) => dom,
            Content::PlainText { text, tree } => tree.get_or_init(|| Box::new(Dom::parse(text.clone().into_owned()))),
        }
    }

    /// Returns what a rendering of the page must declare.
    pub(crate) fn declared_encoding(&self) -> DeclaredEncoding {
        self.inner.declared_encoding
    }

    /// Returns the page's tokens.
    #[cfg(feature = "papers")]
    pub(crate) fn tokens(&self) -> &[Token] {
        let tokens = &self.inner.tokens;
        tokens.get_or_init(|| tokenize::tokens(self.tree()))
    }

    /// Returns what the page brings to the evidence of its site.
    pub(crate) fn evidence(&self) -> &Evidence {
        self.inner.evidence.get_or_init(|| Evidence::read(self.tree()))
    }

    /// Returns the same, if anybody has asked for it.
    pub(crate) fn known_evidence(&self) -> Option<&Evidence> {
        self.inner.evidence.get()
    }

    /// Returns what metadata is read from.
    pub(crate) fn facts(&self) -> &Facts {
        self.inner.facts.get_or_init(|| Arc::new(Facts::read(self.tree())))
    }

    /// Returns what the page's metadata may share with that of other pages of its site.
    pub(crate) fn signs(&self) -> Signs {
        Signs::of(self.tree(), self.facts())
    }
}

impl<'a, T: Into<Input<'a>>> From<T> for Reading<'a> {
    fn from(page: T) -> Reading<'a> {
        Reading::of(page)
    }
}

impl<'a> From<&Reading<'a>> for Reading<'a> {
    fn from(reading: &Reading<'a>) -> Reading<'a> {
        reading.clone()
    }
}

#[cfg(test)]
mod tests;
