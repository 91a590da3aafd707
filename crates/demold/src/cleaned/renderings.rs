//! What is left of a page, as text, Markdown, TEI and blocks.

use std::borrow::Cow;

use cleaner::{Regions, plain};
use dom::Dom;
use render::MarkdownOptions;

use super::Cleaned;
use crate::{Error, JudgedBlock, plain_page::of_plain_text, tei};

/// What is removed from a document that stands in for a body.
static NOTHING: Regions = Regions::new();

impl Cleaned<'_> {
    /// Returns the document that is shown, with what is removed from it: the page's own, or what stands in for its body.
    /// Plain text has none.
    fn shown(&self) -> Option<(&Dom<'_>, &Regions)> {
        match self.stand_in() {
            Some(inner) => Some((inner, &NOTHING)),
            None => self.page.dom().map(|dom| (dom, &self.found.regions)),
        }
    }

    /// Returns the visible text, each block on a line of its own.
    ///
    /// If a page has no running text, this is the text of the article that it describes in JSON-LD (`articleBody`), if
    /// there is one; of a page of frames it is what the page says where frames are not known. The same holds for Markdown,
    /// TEI and blocks.
    ///
    /// # Complexity
    ///
    /// Linear in the page. It is rendered once, whoever asks for it.
    pub fn text(&self) -> String {
        let render = || match self.shown() {
            Some((dom, regions)) => render::text(dom, regions),
            None => plain(self.source(), &self.found.regions),
        };
        self.made.text.get_or_init(render).clone()
    }

    /// Returns the page as Markdown, with links and images. Their addresses are
    /// absolute if the page's own address is known.
    ///
    /// # Errors
    ///
    /// [`Error::Rendering`] if it would be longer than 4 MiB and 16 times the page.
    pub fn markdown(&self) -> Result<String, Error> {
        self.markdown_with(&MarkdownOptions::new())
    }

    /// Returns the page as Markdown, written as the options say. Addresses are
    /// resolved against the page's own address, unless the options name another
    /// base. Plain text becomes a listing, because its own signs are no markup.
    ///
    /// # Errors
    ///
    /// As [`markdown`](Cleaned::markdown).
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::{Input, Learner, MarkdownOptions};
    ///
    /// let page = |name: &str| format!("<nav>Home</nav><p><a href=/{name}>All of {name}</a>.");
    /// let site = Learner::new().learn(&["ash", "elm", "fir"].map(page))?;
    /// let oak = page("oak");
    /// let cleaned = site.clean(Input::new(oak.as_bytes()).url("https://example.org/trees"))?;
    /// assert_eq!(cleaned.markdown()?, "[All of oak](https://example.org/oak).");
    ///
    /// let options = MarkdownOptions::new().links(false);
    /// assert_eq!(cleaned.markdown_with(&options)?, "All of oak.");
    /// # Ok::<(), demold::Error>(())
    /// ```
    pub fn markdown_with(&self, options: &MarkdownOptions) -> Result<String, Error> {
        let options = self.based(options);
        let found = match self.shown() {
            Some((dom, regions)) => render::markdown(dom, regions, &options),
            None => {
                let page = of_plain_text(self.source(), &self.found.regions);
                render::markdown(&Dom::parse(page), &Regions::new(), &options)
            }
        };
        found.map_err(Error::Rendering)
    }

    /// Returns the options with the page's own address, unless they have another one.
    fn based<'o>(&self, options: &'o MarkdownOptions) -> Cow<'o, MarkdownOptions> {
        match self.page.url().filter(|_| options.get_base().is_none()) {
            Some(url) => Cow::Owned(options.clone().base(url)),
            None => Cow::Borrowed(options),
        }
    }

    /// Returns the page as a document of TEI P5, the XML of linguists' corpora: its
    /// [`metadata`](Cleaned::metadata) in the header, and [what is left of it](render::tei) as the body.
    ///
    /// # Errors
    ///
    /// As [`markdown`](Cleaned::markdown).
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::Learner;
    ///
    /// let page = "<title>Tides</title><h1>Tides</h1><p>They rose and fell, as they do twice a day.";
    /// let tei = Learner::new().clean_alone(page).tei()?;
    /// assert!(tei.contains("<titleStmt>\n<title>Tides</title>"));
    /// assert!(tei.contains("<head rend=\"h1\">Tides</head>\n<p>They rose"));
    /// # Ok::<(), demold::Error>(())
    /// ```
    pub fn tei(&self) -> Result<String, Error> {
        self.tei_with(&MarkdownOptions::new())
    }

    /// Returns [`tei`](Cleaned::tei) with or without links and images, as the options of Markdown say.
    ///
    /// # Errors
    ///
    /// As [`markdown`](Cleaned::markdown).
    pub fn tei_with(&self, options: &MarkdownOptions) -> Result<String, Error> {
        let header = tei::header(self.metadata(), self.page.url());
        let Some((dom, regions)) = self.shown() else {
            return Ok(render::plain_tei(self.source(), &self.found.regions, &header));
        };
        render::tei(dom, regions, &header, &self.based(options)).map_err(Error::Rendering)
    }

    /// Returns the page's blocks in order, removed ones included. Plain text is one block for each paragraph that
    /// stays.
    ///
    /// # Complexity
    ///
    /// Linear in the page.
    ///
    /// # Errors
    ///
    /// As [`markdown`](Cleaned::markdown).
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::{BlockKind, Learner};
    ///
    /// let page = |name: &str| format!("<nav>Home</nav><h1>The {name}</h1><p>All of the {name}.");
    /// let site = Learner::new().learn(&["ash", "elm", "fir"].map(page))?;
    /// let oak = page("oak");
    /// let cleaned = site.clean(&oak)?;
    /// let blocks = cleaned.blocks()?;
    /// assert!(!blocks[0].block.kept && blocks[0].reason.is_some());
    /// assert_eq!((blocks[1].block.kind, blocks[1].block.level), (BlockKind::Heading, Some(1)));
    /// assert_eq!(blocks[2].block.text, "All of the oak.");
    /// # Ok::<(), demold::Error>(())
    /// ```
    pub fn blocks(&self) -> Result<Vec<JudgedBlock>, Error> {
        let mut blocks = match self.shown() {
            Some((dom, regions)) => render::blocks(dom, regions, self.page.url()).map_err(Error::Rendering)?,
            None => render::plain_blocks(self.source(), &self.found.regions),
        };
        if self.stand_in().is_some() {
            // They have no place in the page that they could be found at.
            blocks.iter_mut().for_each(|block| block.range = 0..0);
        }
        Ok(JudgedBlock::all(blocks, &self.found.removals))
    }
}
