//! One page as it comes in.

use std::sync::Arc;

use tokenize::Source;

/// One page: its bytes, and what its source said about them.
///
/// Strings and byte slices convert into an `Input`, so most callers never name
/// this type.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    bytes: &'a [u8],
    /// The same bytes, if whoever reads them may keep a share of them.
    shared: Option<&'a Arc<String>>,
    charset: Option<&'a str>,
    url: Option<&'a str>,
    is_text: bool,
}

impl<'a> Input<'a> {
    /// Returns a page about which nothing but the bytes is known.
    pub fn new(bytes: &'a [u8]) -> Input<'a> {
        Input { bytes, shared: None, charset: None, url: None, is_text: false }
    }

    /// Returns a page of which others have a share: a [`Reading`](crate::Reading) of it that is
    /// [kept](crate::Reading::into_owned) takes another one, and copies nothing. Nothing is known about it but that it is
    /// UTF-8, which need not be what it says.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use demold::{Input, Reading};
    ///
    /// let page = Arc::new("<p>Rain".to_owned());
    /// let reading = Reading::of(Input::shared(&page)).into_owned();
    /// assert!(std::ptr::eq(reading.source(), page.as_str()));
    /// ```
    pub fn shared(text: &'a Arc<String>) -> Input<'a> {
        Input { shared: Some(text), ..Input::new(text.as_bytes()) }
    }

    /// Sets the charset that the server declared. It takes precedence over what
    /// the page declares, but not over a byte order mark. Default: none.
    #[must_use]
    pub fn charset(mut self, label: &'a str) -> Input<'a> {
        self.charset = Some(label);
        self
    }

    /// Sets the address of the page, or another name for it. It ends up in
    /// [`Record`](crate::Record), and if it is an address, it makes those in
    /// Markdown absolute. It has no influence on what is removed. Default:
    /// none.
    #[must_use]
    pub fn url(mut self, url: &'a str) -> Input<'a> {
        self.url = Some(url);
        self
    }

    /// Sets whether the page is plain text without markup. Only expressions
    /// find anything in such pages. Default: false.
    #[must_use]
    pub fn plain_text(mut self, yes: bool) -> Input<'a> {
        self.is_text = yes;
        self
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Decodes the page.
    pub(crate) fn decoded(&self) -> Source<'a> {
        match self.shared {
            Some(text) => tokenize::decode_shared(text, self.charset),
            None => tokenize::decode(self.bytes, self.charset),
        }
    }

    /// Returns the declared charset.
    pub fn get_charset(&self) -> Option<&'a str> {
        self.charset
    }

    /// Returns whether the page is plain text.
    pub fn get_plain_text(&self) -> bool {
        self.is_text
    }

    /// Returns the address.
    pub fn get_url(&self) -> Option<&'a str> {
        self.url
    }
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(bytes: &'a [u8]) -> Input<'a> {
        Input::new(bytes)
    }
}

impl<'a> From<&'a Vec<u8>> for Input<'a> {
    fn from(bytes: &'a Vec<u8>) -> Input<'a> {
        Input::new(bytes)
    }
}

impl<'a> From<&'a str> for Input<'a> {
    fn from(text: &'a str) -> Input<'a> {
        // A string is already decoded, whatever its own markup declares.
        Input::new(text.as_bytes()).charset("utf-8")
    }
}

impl<'a> From<&&'a str> for Input<'a> {
    fn from(text: &&'a str) -> Input<'a> {
        Input::from(*text)
    }
}

impl<'a> From<&'a String> for Input<'a> {
    fn from(text: &'a String) -> Input<'a> {
        Input::from(text.as_str())
    }
}

impl<'a> From<&Input<'a>> for Input<'a> {
    fn from(input: &Input<'a>) -> Input<'a> {
        *input
    }
}
