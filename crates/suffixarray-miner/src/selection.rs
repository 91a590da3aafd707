use crate::Error;

/// The number of documents that a string must be in to count as template.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CutOff {
    /// Splits the histogram in two (thesis, section 3.2, step 9).
    ///
    /// With fewer than [`CutOff::LEAST_DOCUMENTS`] documents the histogram is meaningless, and with strings in fewer
    /// than two bins it has only one mode. In both cases [`CutOff::FALLBACK`] of the documents is taken.
    Bimodal,
    /// A fixed number of documents.
    Fixed(u32),
    /// A share of the documents, in (0, 1], rounded up; at least 2 documents.
    Share(f64),
}

impl CutOff {
    /// The least number of documents for which the histogram is split. Chosen: by eye.
    pub const LEAST_DOCUMENTS: u32 = 5;

    /// The share of the documents that is required if the histogram cannot be split. Chosen: by eye.
    pub const FALLBACK: f64 = 0.3;
}

/// A rule that selects the maximal strings that are template.
///
/// Two rules are predefined: [`Selection::paper`] is the one of the thesis, and [`Selection::steady`] is our own, and
/// the default.
///
/// # Examples
///
/// ```
/// use suffixarray_miner::{CutOff, Selection};
///
/// let selection = Selection::paper().min_tokens(4).cut_off(CutOff::Share(0.5));
/// assert_ne!(selection, Selection::paper());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Selection {
    pub(crate) min_tokens: u32,
    pub(crate) min_documents: u32,
    pub(crate) cut_off: CutOff,
    pub(crate) drop_enclosed: bool,
    pub(crate) max_repetition: Option<f64>,
    pub(crate) max_mutable: Option<f64>,
}

impl Selection {
    /// Returns the rule of the thesis: strings of at least two tokens, in at least two documents, above the bimodal
    /// cut.
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

    /// Returns our rule: strings of at least 3 tokens, in at least 40 % of the documents, that occur at most twice on
    /// average in each of these, and of which at most half is mutable.
    ///
    /// A template is on a page once or twice. Strings that are repeated on a page are the form of the content itself:
    /// the rows of a table, the items of a list. A share, unlike a bimodal cut, does not depend on the shape of a
    /// histogram, which means little for few pages and is skewed if large parts of a site have a template of their
    /// own. On the tokens of documentation and news this rule kept more of the content than the paper's and left no
    /// more of the template. On ten pages of records, where a value on four of them counts as template, the paper's
    /// rule loses fewer values.
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

    /// Sets the least number of tokens of a string. At least 1.
    pub fn min_tokens(mut self, tokens: u32) -> Selection {
        self.min_tokens = tokens;
        self
    }

    /// Sets the least number of documents with a string. Strings in fewer documents are not in the histogram either.
    /// At least 1.
    pub fn min_documents(mut self, documents: u32) -> Selection {
        self.min_documents = documents;
        self
    }

    /// Sets how the least number of documents for a template is determined. The result is never below
    /// [`Selection::min_documents`].
    pub fn cut_off(mut self, cut_off: CutOff) -> Selection {
        self.cut_off = cut_off;
        self
    }

    /// Sets whether strings are dropped that stand only inside one longer string, at several places of it. They are
    /// dropped before the histogram is made. Default: false, also in [`Selection::paper`].
    ///
    /// The thesis excludes strings that "appear only where" a longer one does. Strings that always stand at the same
    /// place of a longer one are never mined; this is the other reading. A string at more than 64 places of the
    /// longer one stays.
    pub fn drop_enclosed(mut self, yes: bool) -> Selection {
        self.drop_enclosed = yes;
        self
    }

    /// Sets the highest average number of occurrences in the documents that have a string: term frequency over
    /// document frequency. At least 1; `None` for no limit. It does not affect the histogram.
    pub fn max_repetition(mut self, times: Option<f64>) -> Selection {
        self.max_repetition = times;
        self
    }

    /// Sets the largest share of a string's tokens that may be mutable, in (0, 1]; `None` for no limit. It does not
    /// affect the histogram.
    ///
    /// A string that consists of numbers and dates only is found everywhere. As template it would remove prices.
    pub fn max_mutable(mut self, share: Option<f64>) -> Selection {
        self.max_mutable = share;
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        let least = |setting, given: f64, least: f64| {
            // NaN fails both comparisons, so that it is refused as well.
            if least <= given {
                return Ok(());
            }
            Err(Error::Setting { setting, reason: format!("at least {least}, got {given}") })
        };
        let share = |setting, given: f64| {
            if given > 0.0 && given <= 1.0 {
                return Ok(());
            }
            Err(Error::Setting { setting, reason: format!("more than 0 and at most 1, got {given}") })
        };
        least("min_tokens", f64::from(self.min_tokens), 1.0)?;
        least("min_documents", f64::from(self.min_documents), 1.0)?;
        match self.cut_off {
            CutOff::Bimodal => {}
            CutOff::Fixed(documents) => least("cut_off", f64::from(documents), 1.0)?,
            CutOff::Share(given) => share("cut_off", given)?,
        }
        self.max_repetition.map_or(Ok(()), |times| least("max_repetition", times, 1.0))?;
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
            paper().cut_off(CutOff::Share(0.0)),
            paper().cut_off(CutOff::Share(1.1)),
            paper().cut_off(CutOff::Share(f64::NAN)),
            paper().max_mutable(Some(-0.5)),
        ] {
            assert!(matches!(bad.check(), Err(Error::Setting { .. })), "{bad:?}");
        }
        let error = paper().min_tokens(0).check().unwrap_err();
        assert_eq!(error.to_string(), "min_tokens must be at least 1, got 0");
    }
}
