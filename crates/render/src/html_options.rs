/// How [`sanitized`](crate::sanitized()) writes a page.
///
/// # Examples
///
/// ```
/// use render::HtmlOptions;
///
/// let dom = dom::Dom::parse("<p>See <a href=/x>this</a>.<img src=i.png>");
/// let options = HtmlOptions::new().base("https://a.org/b/").images(false);
/// let page = render::sanitized(&dom, &options);
/// assert!(page.contains("<p>See <a href=\"https://a.org/x\" rel=\"noopener nofollow\">this</a>.</p>"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct HtmlOptions {
    images: bool,
    base: Option<String>,
}

impl HtmlOptions {
    /// Returns the defaults: images, and the addresses that the page has.
    pub fn new() -> HtmlOptions {
        HtmlOptions { images: true, base: None }
    }

    /// Sets whether images are written. Default: `true`.
    pub fn images(mut self, images: bool) -> HtmlOptions {
        self.images = images;
        self
    }

    /// Sets the address of the page, which makes the addresses of links and images absolute; the
    /// page's `base` element takes precedence. Anything but an absolute address is ignored.
    /// Default: none.
    pub fn base(mut self, url: impl Into<String>) -> HtmlOptions {
        self.base = Some(url.into());
        self
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

impl Default for HtmlOptions {
    fn default() -> HtmlOptions {
        HtmlOptions::new()
    }
}
