//! What is learned from a page, without the page.

use std::{mem, sync::Arc};

use classify::Evidence;
use metadata::Signs;
use tokenize::Fingerprint;

/// What [`Method::Classify`](crate::Method::Classify) learns from a page: its evidence, and what its metadata may share
/// with that of other pages.
///
/// It is for those who have no room for the [`Reading`](crate::Reading)s of a sample: a summary takes one to two bytes for each byte of most
/// pages, and less if they are mostly script. A [`Learner`](crate::Learner) [makes](crate::Learner::summarize) it and
/// [learns](crate::Learner::learn_summaries) from it, and whoever [reads](crate::Reading::with_summary) the page once more need not look
/// for the evidence again.
///
/// Cheap to clone.
///
/// # Examples
///
/// ```
/// use demold::{Learner, Reading};
///
/// let pages = ["ash", "elm", "fir"].map(|tree| format!("<nav>Home</nav><p>All of the {tree}."));
/// let learner = Learner::new();
/// let summaries: Vec<_> = (pages.iter()).filter_map(|page| learner.summarize(&Reading::from(page))).collect();
/// let site = learner.learn_summaries(&summaries, pages.len())?;
/// assert_eq!(site.to_json(), learner.learn(&pages)?.to_json());
/// # Ok::<(), demold::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PageSummary {
    pub(crate) evidence: Arc<Evidence>,
    /// Only if metadata is learned.
    pub(crate) signs: Option<Arc<Signs>>,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) is_text: bool,
}

impl PageSummary {
    /// Returns what identifies the page.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// Returns about how many bytes of memory this takes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let signs = self.signs.as_ref().map_or(0, |signs| signs.memory());
        mem::size_of::<PageSummary>() + self.evidence.memory() + signs
    }
}
