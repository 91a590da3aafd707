//! A page and its record, put together again.

use std::borrow::Cow;

use classify::Removal;

use crate::{Cleaned, Error, Reading, Record, methods::Found};

impl<'a> Cleaned<'a> {
    /// Combines a page with its [`Record`] again, for when the record was kept
    /// without all renderings and the page is still at hand.
    ///
    /// Nothing is judged again. What the record says about the page's site, its
    /// copies and its renderings is ignored.
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::{Cleaned, Learner};
    ///
    /// let page = "<nav><a href=/>Home</a></nav><p>The oak has bark.</p>";
    /// let cleaned = Learner::new().clean_alone(page);
    /// let again = Cleaned::restore(page, &cleaned.about())?;
    /// assert_eq!(again.markdown()?, cleaned.markdown()?);
    /// # Ok::<(), demold::Error>(())
    /// ```
    ///
    /// # Complexity
    ///
    /// That of reading the page.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if the record names bytes that the page does not have:
    /// it was made from another page.
    pub fn restore(page: impl Into<Reading<'a>>, record: &Record) -> Result<Cleaned<'a>, Error> {
        let page = page.into();
        let source = page.source();
        let removed = record.removals.iter().map(Removal::range);
        for range in record.regions.iter().chain(removed) {
            if source.get(range.clone()).is_none() {
                return Err(Error::Unusable(format!(
                    "the record belongs to another page: it names bytes {} to {}, but the page has {}",
                    range.start,
                    range.end,
                    source.len()
                )));
            }
        }
        let found = Found {
            regions: record.regions.clone(),
            removals: record.removals.clone(),
            fit: record.fit,
            is_alone: record.alone,
            confidence: record.confidence,
            model: record.model.clone().map(Cow::Owned),
        };
        Ok(Cleaned::new(page, found, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Learner;

    const PAGE: &str = "<nav><a href=/>Küche</a> <a href=/b>Bad</a></nav><p>Der Rest der Seite.</p>";

    #[test]
    fn what_comes_back_is_what_was_recorded() {
        let cleaned = Learner::new().clean_alone(PAGE);
        assert!(!cleaned.regions().is_empty());
        let again = Cleaned::restore(PAGE, &cleaned.record()).unwrap();
        assert_eq!(again.record(), cleaned.record());
        assert_eq!(again.html(), cleaned.html());
    }

    #[test]
    fn records_of_other_pages_are_refused() {
        let record = Learner::new().clean_alone(PAGE).about();
        for page in ["", "<p>Short"] {
            let error = Cleaned::restore(page, &record).unwrap_err().to_string();
            assert!(error.contains("bytes"), "{error}");
        }
    }
}
