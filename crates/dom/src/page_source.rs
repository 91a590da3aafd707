//! The text that a tree is built from, borrowed or shared.

use std::{borrow::Cow, ops::Deref, sync::Arc};

/// The source of a page, borrowed or shared.
///
/// A shared source lives until its last owner is dropped, and no owner copies it: a crawler, the trees of its pages
/// and their readers can use the same text.
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
    /// The text is borrowed.
    Borrowed(&'s str),
    /// The text is counted by reference, and may have other owners.
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

    /// Returns the text by value. It is copied if it is borrowed or has other owners.
    #[must_use]
    pub fn into_string(self) -> String {
        match self {
            PageSource::Borrowed(text) => text.to_owned(),
            PageSource::Shared(text) => Arc::unwrap_or_clone(text),
        }
    }

    /// Returns how many bytes of memory the text takes: 0 if it is borrowed, all of it if it is shared.
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
