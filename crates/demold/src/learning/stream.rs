//! Templates that grow with a stream of pages.

use std::collections::{HashSet, VecDeque};

#[cfg(feature = "papers")]
use crate::methods::{ByCluster, distill, map};
use crate::{DecodedPage, Error, Input, Learner, Method, PageSummary, Site};

/// The pages whose mean fit is compared with that of the earlier ones. Chosen: by eye.
const RECENT: usize = 16;

/// The pages before these that are needed to tell what is usual. Chosen: by eye.
const LEAST_EARLIER: usize = 16;

/// The share of the usual fit below which the recent pages have drifted away. Chosen: by eye.
const DRIFTED: f64 = 0.5;

/// Learns the template of a site from pages that come one by one. No page is read again, and none is kept.
///
/// * [`Method::Classify`] keeps the summaries of the pages that a [`Learner`] would draw of all pages so far. Its
///   template is the one that [`learn`](Learner::learn) finds in all of these pages.
/// * [`Method::Distill`] keeps one merged sequence for each power of two, [`Method::Map`] the union of all pages. All
///   pages count, not a sample of them, and there is one template for all kinds of pages. The pages' different texts are
///   kept, once each: [`restart`](TemplateStream::restart) drops them.
/// * [`Method::Mine`] needs all pages at once, and has no stream.
///
/// Each page is compared with the template of the pages before it. If the last pages fit it far worse than the
/// earlier ones did, the site has [drifted](TemplateStream::has_drifted): it looks different now. Whether to
/// [restart](TemplateStream::restart) then is up to the caller.
///
/// # Examples
///
/// ```
/// use demold::{Learner, TemplateStream};
///
/// let mut stream = TemplateStream::new(Learner::new())?;
/// for text in ["Ash trees are tall.", "Elms grow by rivers.", "Firs stay green all year."] {
///     stream.add(&format!("<nav>Home | Trees</nav><p>{text}</p><footer>Imprint</footer>"))?;
/// }
/// let cleaned = stream.site()?.clean("<nav>Home | Trees</nav><p>Oaks live long.</p><footer>Imprint</footer>")?;
/// assert_eq!(cleaned.text(), "Oaks live long.");
/// # Ok::<(), demold::Error>(())
/// ```
#[derive(Debug)]
pub struct TemplateStream {
    learner: Learner,
    state: State,
    /// The texts of the pages, by their numbers, unless copies count.
    seen: HashSet<u64>,
    n_pages: usize,
    /// The template of a part of the pages, with which new ones are compared.
    known: Option<Site>,
    /// The number of pages at which that template is learned again.
    next: usize,
    fits: Fits,
}

/// What is kept of the pages.
#[derive(Debug)]
enum State {
    /// Summaries with the ranks and the numbers of the texts of their pages, in the order of the ranks.
    Summaries(Vec<(u64, u64, PageSummary)>),
    #[cfg(feature = "papers")]
    Distill(Box<distill::Growing>),
    #[cfg(feature = "papers")]
    Map(Box<map::Growing>),
}

/// What is known about a page that was added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival {
    /// How well the template of the pages before it fits; `None` for the first pages.
    pub fit: Option<f64>,
    /// Whether it shows the same text as an earlier page, and so teaches nothing.
    pub is_copy: bool,
}

impl State {
    fn new(learner: &Learner) -> Result<State, Error> {
        match learner.get_method() {
            #[cfg(feature = "papers")]
            Method::Distill if learner.alignment == crate::TokenScoring::Equality => {
                Ok(State::Distill(Box::new(distill::Growing::new(learner)?)))
            }
            #[cfg(feature = "papers")]
            Method::Map => Ok(State::Map(Box::new(map::Growing::new(learner)?))),
            Method::Classify => Ok(State::Summaries(Vec::new())),
            #[cfg(feature = "papers")]
            method @ (Method::Mine | Method::Distill) => Err(Error::NoStream { method }),
        }
    }
}

impl TemplateStream {
    /// Begins without pages.
    ///
    /// # Errors
    ///
    /// [`Error::NoStream`] for [`Method::Mine`], and for alignments of [`Method::Distill`] other than by equality; the
    /// method's own error if its settings are invalid.
    pub fn new(learner: Learner) -> Result<TemplateStream, Error> {
        learner.check()?;
        Ok(TemplateStream {
            state: State::new(&learner)?,
            learner,
            seen: HashSet::new(),
            n_pages: 0,
            known: None,
            next: 2,
            fits: Fits::default(),
        })
    }

    /// Adds a page.
    ///
    /// # Complexity
    ///
    /// [`Method::Classify`]: linear in the page. [`Method::Distill`]: one alignment on average. [`Method::Map`]: one
    /// mapping. The template with which pages are compared is learned again each time that the number of pages has
    /// doubled.
    ///
    /// # Errors
    ///
    /// The method's own error if a limit is exceeded. The page is then left out.
    pub fn add<'a>(&mut self, page: impl Into<Input<'a>>) -> Result<Arrival, Error> {
        let decoded = DecodedPage::of(page);
        let rank = decoded.rank(self.learner.get_seed());
        let page = decoded.read();
        let fit = self.known.as_ref().map(|site| site.fit(&page)).transpose()?;
        let text = page.text_number();
        let copies = self.learner.get_copies();
        let is_copy = !self.seen.insert(text);
        match &mut self.state {
            State::Summaries(kept) => {
                let at = kept.partition_point(|(other, _, _)| *other < rank);
                // Of copies the one with the lowest rank is drawn.
                let earlier = kept.iter().position(|(_, other, _)| *other == text).filter(|_| !copies);
                if at < self.learner.get_drawn() && earlier.is_none_or(|earlier| at <= earlier) {
                    if let Some(earlier) = earlier {
                        kept.remove(earlier);
                    }
                    kept.insert(at, (rank, text, page.summarize(self.learner.get_metadata())));
                    kept.truncate(self.learner.get_drawn());
                }
            }
            #[cfg(feature = "papers")]
            State::Distill(growing) if copies || !is_copy => growing.add(&page)?,
            #[cfg(feature = "papers")]
            State::Map(growing) if copies || !is_copy => growing.add(&page)?,
            #[cfg(feature = "papers")]
            State::Distill(_) | State::Map(_) => {}
        }
        self.n_pages += 1;
        self.fits.extend(fit);
        if self.n_pages >= self.next {
            self.known = Some(self.site()?);
            self.next = self.n_pages.saturating_mul(2);
        }
        Ok(Arrival { fit, is_copy })
    }

    /// Returns the number of pages that were added, copies included.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.n_pages
    }

    /// Learns the template of the pages so far.
    ///
    /// # Errors
    ///
    /// [`Error::NoPages`] if there are none; the method's own error if a limit is exceeded.
    pub fn site(&self) -> Result<Site, Error> {
        if self.n_pages == 0 {
            return Err(Error::NoPages);
        }
        match &self.state {
            State::Summaries(kept) => {
                let summaries: Vec<PageSummary> = kept.iter().map(|(_, _, summary)| summary.clone()).collect();
                self.learner.learn_summaries(&summaries, self.n_pages)
            }
            #[cfg(feature = "papers")]
            State::Distill(growing) => Ok(self.grown(ByCluster::one(growing.template()?))),
            #[cfg(feature = "papers")]
            State::Map(growing) => Ok(self.grown(ByCluster::one(growing.template()?))),
        }
    }

    #[cfg(feature = "papers")]
    fn grown(&self, templates: ByCluster) -> Site {
        let n_used = templates.used_pages().unwrap_or(self.n_pages);
        self.learner.site(self.learner.get_method(), templates, Default::default(), n_used, self.n_pages)
    }

    /// Returns whether the last 16 pages fit the template of the pages before them less than half as well as the
    /// earlier pages did. With fewer than 32 pages, nothing is known yet.
    #[must_use]
    pub fn has_drifted(&self) -> bool {
        self.fits.have_fallen()
    }

    /// Forgets all pages. The next ones are learned from as if they were the first.
    ///
    /// # Errors
    ///
    /// None in practice, since the settings were checked before.
    pub fn restart(&mut self) -> Result<(), Error> {
        *self = TemplateStream::new(self.learner.clone())?;
        Ok(())
    }
}

/// The fits of the last pages, and the mean of those before them.
#[derive(Debug, Default)]
struct Fits {
    recent: VecDeque<f64>,
    earlier: f64,
    n_earlier: usize,
}

impl Fits {
    fn extend(&mut self, fit: Option<f64>) {
        let Some(fit) = fit else { return };
        self.recent.push_back(fit);
        if self.recent.len() > RECENT
            && let Some(first) = self.recent.pop_front()
        {
            self.earlier += first;
            self.n_earlier += 1;
        }
    }

    fn have_fallen(&self) -> bool {
        if self.n_earlier < LEAST_EARLIER || self.recent.len() < RECENT {
            return false;
        }
        let usual = self.earlier / self.n_earlier as f64;
        self.recent.iter().sum::<f64>() / (RECENT as f64) < DRIFTED * usual
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(frame: &str, text: usize) -> String {
        format!(
            "<nav>{frame} home | {frame} news</nav><h1>Story {text}</h1><p>All of story number {text} is told here, \
             {text} times.</p><footer>Printed by the {frame} press</footer>"
        )
    }

    /// For the default, the template is that of all pages, at every point of the stream.
    #[test]
    fn a_stream_is_what_all_its_pages_give() {
        for copies in [false, true] {
            let learner = Learner::new().pages(5).seed(3).copies(copies);
            let mut stream = TemplateStream::new(learner.clone()).unwrap();
            let mut pages = Vec::new();
            for number in 0..40 {
                // Every third one is a copy, in other bytes.
                let text = page("the", number - number % 3 % 2);
                pages.push(if number % 3 == 1 { format!("{text}<!-- {number} -->") } else { text });
                let arrival = stream.add(pages.last().unwrap()).unwrap();
                assert_eq!(arrival.is_copy, number % 3 == 1);
                assert_eq!(arrival.fit.is_some(), number >= 2);
                let expected = learner.learn(&pages).unwrap();
                assert_eq!(stream.site().unwrap().to_json(), expected.to_json(), "{number}");
            }
            assert_eq!(stream.pages(), 40);
        }
    }

    #[cfg(feature = "papers")]
    #[test]
    fn the_methods_of_papers_grow_where_they_can() {
        for learner in [
            Learner::new().method(Method::Distill),
            Learner::paper(Method::Distill),
            Learner::new().method(Method::Map),
            Learner::paper(Method::Map),
        ] {
            let mut stream = TemplateStream::new(learner).unwrap();
            for number in 0..12 {
                stream.add(&page("the", number)).unwrap();
            }
            let site = stream.site().unwrap();
            let text = site.clean(&page("the", 77)).unwrap().text();
            assert!(text.contains("story number 77") && !text.contains("press"), "{text}");
            assert_eq!(site.template().provenance().pages, 12);
            assert_eq!(Site::from_json(&site.to_json()).unwrap().to_json(), site.to_json());
        }
        let mine = TemplateStream::new(Learner::new().method(Method::Mine));
        assert!(matches!(mine, Err(Error::NoStream { method: Method::Mine })));
    }

    #[test]
    fn drift_is_noticed_and_a_restart_forgets() {
        for method in Method::ALL.iter().copied().filter(|method| method.name() != "mine") {
            let mut stream = TemplateStream::new(Learner::new().method(method)).unwrap();
            for number in 0..40 {
                stream.add(&page("the old", number)).unwrap();
                assert!(!stream.has_drifted(), "{method}: {number}");
            }
            let other = |number: usize| {
                format!("<table><tr><td>{number}a {number}b<td>{number}c</table><ul><li>x{number}<li>y{number}</ul>")
            };
            let mut when = None;
            for number in 0..24 {
                stream.add(&other(number)).unwrap();
                if stream.has_drifted() && when.is_none() {
                    when = Some(number);
                }
            }
            assert!(when.is_some_and(|when| when >= 4), "{method}: {when:?}");
            stream.restart().unwrap();
            assert_eq!((stream.pages(), stream.has_drifted()), (0, false));
            assert!(matches!(stream.site(), Err(Error::NoPages)));
        }
    }

    #[test]
    fn fits_are_compared_by_hand() {
        let mut fits = Fits::default();
        (0..32).for_each(|_| fits.extend(Some(0.5)));
        assert!(!fits.have_fallen());
        // The mean of eight times .5 and eight times 0 is a quarter: half of the usual, and not below it.
        (0..8).for_each(|_| fits.extend(Some(0.0)));
        assert!(!fits.have_fallen());
        fits.extend(Some(0.0));
        assert!(fits.have_fallen());
        fits.extend(None);
        assert_eq!(fits.recent.len(), RECENT);
        let mut few = Fits::default();
        (0..15).for_each(|_| few.extend(Some(1.0)));
        (0..16).for_each(|_| few.extend(Some(0.0)));
        assert!(!few.have_fallen());
    }
}
