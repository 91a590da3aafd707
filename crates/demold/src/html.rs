//! A cleaned page as HTML: as it was, or written anew.

use std::borrow::Cow;

use cleaner::{Regions, plain};
use dom::Dom;
use render::MarkdownOptions;

use crate::{Cleaned, Input, plain_page::of_plain_text, reading::DeclaredEncoding};

impl Cleaned<'_> {
    /// Returns the page as HTML that is still well nested: an element is
    /// removed only if everything in it is.
    ///
    /// A UTF-8 page from which nothing is removed comes back byte for byte. A
    /// page in another charset comes back as UTF-8, and declares it.
    pub fn html(&self) -> Cow<'_, str> {
        self.html_without(self.regions())
    }

    /// Returns [`html`](Cleaned::html) without its [image elements](render::image_elements). What a
    /// style sheet, a script, a frame, an `object` or the `poster` of a video loads stays.
    pub fn html_without_images(&self) -> Cow<'_, str> {
        match self.dom() {
            Some(dom) => self.html_without(&self.regions().union(&render::image_elements(dom))),
            None => self.html(),
        }
    }

    fn html_without(&self, regions: &Regions) -> Cow<'_, str> {
        match self.dom() {
            Some(dom) => self.marked(render::html(dom, regions)),
            None => Cow::Owned(plain(self.source(), regions)),
        }
    }

    /// Returns the page with exactly the regions cut out, whatever that does to
    /// its elements.
    ///
    /// Nothing else changes in a UTF-8 page. A page in another charset comes
    /// back as UTF-8, like all text here, and its declaration is changed to say
    /// so; [`raw_bytes`](Cleaned::raw_bytes) cuts such a page in its own
    /// charset.
    pub fn raw(&self) -> Cow<'_, str> {
        self.marked(cleaner::cut(self.source(), self.regions()))
    }

    /// Returns the page's own bytes with exactly the regions cut out, in the
    /// charset that it came in. `page` must be the page that was cleaned.
    ///
    /// If the page is in ISO-2022-JP, from which no part can be cut, or if
    /// `page` is a different page, this is [`raw`](Cleaned::raw).
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::{Input, Learner, Overrides};
    ///
    /// let page = Input::new(b"<nav>Men\xFC</nav><p>Caf\xE9</p>").charset("latin1");
    /// let cleaned = Learner::new().clean_alone(page);
    /// let cleaned = cleaned.overridden(&Overrides::new().keep("p")?.drop("nav")?);
    /// assert_eq!(*cleaned.raw_bytes(page), *b"<p>Caf\xE9</p>");
    /// # Ok::<(), demold::Error>(())
    /// ```
    pub fn raw_bytes<'b>(&self, page: impl Into<Input<'b>>) -> Cow<'b, [u8]> {
        let page = page.into();
        let edges: Vec<usize> = (self.regions().iter()).flat_map(|region| [region.start, region.end]).collect();
        // Positions are the page's own in most pages, which are UTF-8.
        let edges = if self.source().as_bytes() == page.bytes() {
            Some(edges)
        } else {
            let source = page.decoded();
            let is_same = source.text() == self.source();
            is_same.then(|| source.origins(page.bytes(), &edges)).flatten()
        };
        let Some(edges) = edges else {
            return Cow::Owned(self.raw().into_owned().into_bytes());
        };
        if edges.is_empty() {
            return Cow::Borrowed(page.bytes());
        }
        let mut kept = Vec::with_capacity(page.bytes().len());
        let mut done = 0;
        for edge in edges.chunks_exact(2) {
            kept.extend_from_slice(&page.bytes()[done..edge[0]]);
            done = edge[1];
        }
        kept.extend_from_slice(&page.bytes()[done..]);
        Cow::Owned(kept)
    }

    /// Returns the page as HTML in which nothing runs or hides, and nothing but images loads,
    /// written anew from its tree: see [`render::sanitized`].
    pub fn sanitized(&self) -> String {
        self.sanitized_with(&MarkdownOptions::new())
    }

    /// Returns [`sanitized`](Cleaned::sanitized) HTML, written as the options say. Addresses are
    /// resolved against the page's own address, unless the options name another base.
    pub fn sanitized_with(&self, options: &MarkdownOptions) -> String {
        let options = match self.page().url().filter(|_| options.get_base().is_none()) {
            Some(url) => &options.clone().base(url),
            None => options,
        };
        match self.dom() {
            Some(dom) if self.regions().is_empty() => render::sanitized(dom, options),
            Some(dom) => {
                let page = render::html(dom, self.regions());
                render::sanitized(&Dom::parse(page), options)
            }
            None => {
                let page = of_plain_text(self.source(), self.regions());
                render::sanitized(&Dom::parse(page), options)
            }
        }
    }

    /// Restores what a whole page has: its byte order mark, or a charset
    /// declaration that is now true.
    fn marked<'b>(&self, html: Cow<'b, str>) -> Cow<'b, str> {
        match (self.page().declared_encoding(), html) {
            (DeclaredEncoding::None, html) => html,
            (DeclaredEncoding::Bom, html) => Cow::Owned(format!("\u{feff}{html}")),
            (DeclaredEncoding::Declaration, Cow::Borrowed(html)) => render::declare_utf8(html),
            (DeclaredEncoding::Declaration, Cow::Owned(html)) => Cow::Owned(render::declare_utf8(&html).into_owned()),
        }
    }
}
