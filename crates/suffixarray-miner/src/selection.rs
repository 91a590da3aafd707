use crate::Error;

/// In how many documents a string must be to count as template.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CutOff {
    /// Splits the histogram in two (thesis, section 3.2, step 9). With fewer
    /// than [`CutOff::LEAST_DOCUMENTS`] documents the histogram is meaningless,
    /// and with strings in fewer than two bins it has only one mode; then it is
    /// [`CutOff::FALLBACK`] of the documents.
    Bimodal,
    /// This many documents.
    Fixed(u32),
    /// This share of the documents, in (0, 1], rounded up; at least 2 of them.
    Share(f64),
}

impl CutOff {
    /// The least number of documents whose histogram is cut in two.
    pub const LEAST_DOCUMENTS: u32 = 5;

    /// The share of the documents that replaces a meaningless cut.
    pub const FALLBACK: f64 = 0.3;
}

/// Which of the maximal strings are template.
///
/// Two are ready-made: [`Selection::paper`] is the thesis's, and
/// [`Selection::steady`] is our own, and the default.
///
/// # Examples
///
/// ```
/// use suffixarray_miner::{CutOff, Selection};
///
/// let selection = Selection::paper().min_tokens(4).cut_off(CutOff::Share(0.5));
/// assert_eq!(selection.get_min_tokens(), 4);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Selection {
    min_tokens: u32,
    min_documents: u32,
    cut_off: CutOff,
    drop_enclosed: bool,
    max_repetition: Option<f64>,
    max_mutable: Option<f64>,
}

impl Selection {
    /// Returns the thesis's own rule: strings of two tokens or more, in two
    /// documents or more, above the bimodal cut.
    pub fn paper() -> Selection {
        Selection {
            min_tokens: 2,
            min_documents: 2,
            cut_off: CutOff::Bimodal,
            drop_enclosed: false,
            max_repetition: None,
            max_mutable: None,
        }
    }

    /// Returns our rule: strings of 3 tokens or more, in at least 4 of 10
    /// documents, found no more than twice in each of them on average, and at
    /// most half mutable.
    ///
    /// A template is on a page once or twice; what occurs again and again on a
    /// page is the form of the content itself: the rows of a table, the items
    /// of a list. Nor does a share depend on the shape of a histogram, which
    /// means little for few pages and is skewed by large parts of a site with a
    /// template of their own. On the tokens of documentation and news it kept
    /// more of the content than the paper's rule and left no more of the
    /// template. On ten pages of records, where a value on four of them counts
    /// as template, the paper's rule loses fewer values.
    pub fn steady() -> Selection {
        Selection {
            min_tokens: 3,
            min_documents: 2,
            cut_off: CutOff::Share(0.4),
            drop_enclosed: false,
            max_repetition: Some(2.0),
            max_mutable: Some(0.5),
        }
    }

    /// Sets the least number of tokens. At least 1.
    pub fn min_tokens(mut self, tokens: u32) -> Selection {
        self.min_tokens = tokens;
        self
    }

    /// Sets the least number of documents, which also applies to the histogram.
    /// At least 1.
    pub fn min_documents(mut self, documents: u32) -> Selection {
        self.min_documents = documents;
        self
    }

    /// Sets how the least number of documents for a template is determined. It
    /// is never below [`Selection::min_documents`].
    pub fn cut_off(mut self, cut_off: CutOff) -> Selection {
        self.cut_off = cut_off;
        self
    }

    /// Sets whether strings that stand only inside one longer string go, before
    /// the histogram, although they stand at several places of it. Default:
    /// false, also in [`Selection::paper`].
    ///
    /// The thesis wants no string that "appears only where" a longer one does.
    /// Strings that always stand at the same place of a longer one are never
    /// mined; this is the other reading. A string at more than 64 places of the
    /// longer one stays.
    pub fn drop_enclosed(mut self, yes: bool) -> Selection {
        self.drop_enclosed = yes;
        self
    }

    /// Sets how often a string may occur in each document that has it, on
    /// average: term frequency over document frequency. At least 1; `None` for
    /// no limit. It does not affect the histogram.
    pub fn max_repetition(mut self, times: Option<f64>) -> Selection {
        self.max_repetition = times;
        self
    }

    /// Sets which share of a string's tokens may be mutable, in (0, 1]; `None`
    /// for no limit. It does not affect the histogram.
    ///
    /// A string of nothing but numbers and dates is found everywhere, and would
    /// delete prices.
    pub fn max_mutable(mut self, share: Option<f64>) -> Selection {
        self.max_mutable = share;
        self
    }

    /// Returns the least number of tokens.
    pub fn get_min_tokens(&self) -> u32 {
        self.min_tokens
    }

    /// Returns the least number of documents.
    pub fn get_min_documents(&self) -> u32 {
        self.min_documents
    }

    /// Returns how the least number of documents for a template is determined.
    pub fn get_cut_off(&self) -> CutOff {
        self.cut_off
    }

    /// Returns whether strings that stand only inside one longer string go.
    pub fn get_drop_enclosed(&self) -> bool {
        self.drop_enclosed
    }

    /// Returns how often a string may occur in each document that has it.
    pub fn get_max_repetition(&self) -> Option<f64> {
        self.max_repetition
    }

    /// Returns which share of a string's tokens may be mutable.
    pub fn get_max_mutable(&self) -> Option<f64> {
        self.max_mutable
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        let least = |setting, given: f64, least: f64| {
            if least <= given {
                Ok(())
            } else {
                Err(Error::TooSmall { setting, given, least })
            }
        };
        let share = |setting, given: f64| {
            if given > 0.0 && given <= 1.0 {
                Ok(())
            } else {
                Err(Error::Share { setting, given })
            }
        };
        least("min_tokens", f64::from(self.min_tokens), 1.0)?;
        least("min_documents", f64::from(self.min_documents), 1.0)?;
        match self.cut_off {
            CutOff::Bimodal => {}
            CutOff::Fixed(documents) => least("cut_off", f64::from(documents), 1.0)?,
            CutOff::Share(given) => share("cut_off", given)?,
        }
        self.max_repetition
            .map_or(Ok(()), |times| least("max_repetition", times, 1.0))?;
        self.max_mutable.map_or(Ok(()), |given| share("max_mutable", given))
    }
}

impl Default for Selection {
    fn default() -> Selection {
        Selection::steady()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the thesis says, and what our rule was measured with.
    #[test]
    fn the_rules_are_pinned() {
        let paper = Selection::paper();
        assert_eq!((paper.min_tokens, paper.min_documents), (2, 2));
        assert_eq!(paper.cut_off, CutOff::Bimodal);
        assert!(!paper.drop_enclosed);
        assert_eq!((paper.max_repetition, paper.max_mutable), (None, None));
        let steady = Selection::steady();
        assert_eq!((steady.min_tokens, steady.min_documents), (3, 2));
        assert_eq!(steady.cut_off, CutOff::Share(0.4));
        assert!(!steady.drop_enclosed);
        assert_eq!(steady.max_repetition, Some(2.0));
        assert_eq!(steady.max_mutable, Some(0.5));
        assert_eq!((CutOff::LEAST_DOCUMENTS, CutOff::FALLBACK), (5, 0.3));
    }

    #[test]
    fn senseless_settings_are_refused() {
        let paper = Selection::paper;
        assert_eq!(paper().check(), Ok(()));
        assert_eq!(Selection::steady().check(), Ok(()));
        for bad in [
            paper().min_tokens(0),
            paper().min_documents(0),
            paper().cut_off(CutOff::Fixed(0)),
            paper().max_repetition(Some(0.9)),
            paper().max_repetition(Some(f64::NAN)),
        ] {
            assert!(matches!(bad.check(), Err(Error::TooSmall { .. })), "{bad:?}");
        }
        for bad in [
            paper().cut_off(CutOff::Share(0.0)),
            paper().cut_off(CutOff::Share(1.1)),
            paper().cut_off(CutOff::Share(f64::NAN)),
            paper().max_mutable(Some(-0.5)),
        ] {
            assert!(matches!(bad.check(), Err(Error::Share { .. })), "{bad:?}");
        }
    }
}
