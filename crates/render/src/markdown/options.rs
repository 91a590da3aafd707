/// How [`markdown`](crate::markdown()) writes a page, and [`tei`](crate::tei()) and [`sanitized`](crate::sanitized()) do.
///
/// # Examples
///
/// ```
/// use render::{MarkdownOptions, Regions};
///
/// let dom = dom::Dom::parse("<p>See <a href='/x'>this</a>.<img src=i.png>");
/// let options = MarkdownOptions::new().base("https://a.org/b/").images(false);
/// let markdown = render::markdown(&dom, &Regions::new(), &options)?;
/// assert_eq!(markdown, "See [this](https://a.org/x).");
/// # Ok::<(), render::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct MarkdownOptions {
    links: bool,
    images: bool,
    base: Option<String>,
}

impl MarkdownOptions {
    /// Returns the defaults: links and images, with the addresses that the page has.
    pub fn new() -> MarkdownOptions {
        MarkdownOptions { links: true, images: true, base: None }
    }

    /// Sets whether links have addresses; otherwise only their text is written.
    /// Default: `true`.
    pub fn links(mut self, links: bool) -> MarkdownOptions {
        self.links = links;
        self
    }

    /// Sets whether images are written. Default: `true`.
    pub fn images(mut self, images: bool) -> MarkdownOptions {
        self.images = images;
        self
    }

    /// Sets the address of the page, which makes the addresses of links and images absolute; the
    /// page's `base` element takes precedence. Anything but an absolute address is ignored.
    /// Default: none.
    pub fn base(mut self, url: impl Into<String>) -> MarkdownOptions {
        self.base = Some(url.into());
        self
    }

    /// Returns whether links have addresses.
    pub fn get_links(&self) -> bool {
        self.links
    }

    /// Returns whether images are written.
    pub fn get_images(&self) -> bool {
        self.images
    }

    /// Returns the address of the page.
    pub fn get_base(&self) -> Option<&str> {
        self.base.as_deref()
    }
}

impl Default for MarkdownOptions {
    fn default() -> MarkdownOptions {
        MarkdownOptions::new()
    }
}
