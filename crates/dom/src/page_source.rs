//! What a tree is made of: text that somebody else has, or that is shared.

use std::{borrow::Cow, ops::Deref, sync::Arc};

/// The source of a page, borrowed or shared.
///
/// A shared one lives as long as the last who keeps it, and is not copied for them: a crawler, the trees of its pages and
/// their readers can have one text between them.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use dom::{Dom, PageSource};
///
/// let page = Arc::new("<p>Rain".to_owned());
/// let dom = Dom::parse(Arc::clone(&page)).into_owned();
/// assert!(std::ptr::eq(dom.source(), page.as_str()));
///
/// let borrowed = PageSource::from("<p>Rain");
/// assert_eq!(*borrowed, *dom.source());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PageSource<'s> {
    /// It is borrowed.
    Borrowed(&'s str),
    /// It is kept by this, and by others.
    Shared(Arc<String>),
}

impl PageSource<'_> {
    /// Copies the text if it is borrowed, so that it can be kept.
    #[must_use]
    pub fn into_owned(self) -> PageSource<'static> {
        PageSource::Shared(match self {
            PageSource::Borrowed(text) => Arc::new(text.to_owned()),
            PageSource::Shared(text) => text,
        })
    }

    /// Returns the text by value. It is copied if it is borrowed, or if somebody else has it as well.
    #[must_use]
    pub fn into_string(self) -> String {
        match self {
            PageSource::Borrowed(text) => text.to_owned(),
            PageSource::Shared(text) => Arc::unwrap_or_clone(text),
        }
    }

    /// Returns how many bytes of memory it takes, whoever else has it.
    pub(crate) fn memory(&self) -> usize {
        match self {
            PageSource::Borrowed(_) => 0,
            PageSource::Shared(text) => text.capacity(),
        }
    }
}

impl Deref for PageSource<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            PageSource::Borrowed(text) => text,
            PageSource::Shared(text) => text,
        }
    }
}

impl<'s> From<&'s str> for PageSource<'s> {
    fn from(text: &'s str) -> PageSource<'s> {
        PageSource::Borrowed(text)
    }
}

impl<'s> From<&'s String> for PageSource<'s> {
    fn from(text: &'s String) -> PageSource<'s> {
        PageSource::Borrowed(text)
    }
}

impl From<String> for PageSource<'_> {
    fn from(text: String) -> Self {
        PageSource::Shared(Arc::new(text))
    }
}

impl From<Arc<String>> for PageSource<'_> {
    fn from(text: Arc<String>) -> Self {
        PageSource::Shared(text)
    }
}

impl<'s> From<Cow<'s, str>> for PageSource<'s> {
    fn from(text: Cow<'s, str>) -> PageSource<'s> {
        match text {
            Cow::Borrowed(text) => PageSource::from(text),
            Cow::Owned(text) => PageSource::from(text),
        }
    }
}
