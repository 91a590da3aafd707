//! Decides which pages are written, judged by what is left of them.

use demold::Cleaned;

use crate::duplicates::{Likeness, TextHash};

/// Which pages are written. By default all are.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The languages of wanted pages, in lower case. If empty, any language.
    pub languages: Vec<String>,
    /// The least number of words of wanted pages.
    pub min_words: usize,
    /// The first day of wanted pages.
    pub min_date: Option<String>,
    /// The last day of wanted pages.
    pub max_date: Option<String>,
    /// The least confidence of wanted pages. Pages of methods that give no confidence are always wanted.
    pub min_confidence: f64,
    /// How alike two pages must be for the second one to be left out; none if copies are written too.
    pub likeness: Option<Likeness>,
}

/// Why a page is not written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Unwanted {
    Language,
    Date,
    Short,
    Unsure,
    Copy,
}

/// Whether a page is wanted, judged by itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judgement {
    pub(super) unwanted: Option<Unwanted>,
    /// The hash by which it is compared with earlier pages; none if copies are written too.
    pub(super) sign: Option<TextHash>,
}

impl Wanted {
    /// Judges a page by itself. Only pages that are otherwise wanted are compared with earlier ones.
    pub(super) fn judge(&self, cleaned: &Cleaned<'_>) -> Judgement {
        let of = |unwanted| Judgement { unwanted: Some(unwanted), sign: None };
        // First, because it needs no text to be rendered. Without a confidence there is nothing to compare, and the
        // page stays.
        if (cleaned.confidence()).is_some_and(|confidence| confidence < self.min_confidence) {
            return of(Unwanted::Unsure);
        }
        // By default all pages are wanted, and then their text is not rendered for this.
        let has_days = self.min_date.is_some() || self.max_date.is_some();
        let is_any = self.languages.is_empty() && self.min_words == 0 && self.likeness.is_none() && !has_days;
        if is_any {
            return Judgement::default();
        }
        let text = cleaned.text();
        // Words after the least number need not be counted.
        if self.min_words > 0 && text.split_whitespace().take(self.min_words).count() < self.min_words {
            return of(Unwanted::Short);
        }
        if !self.languages.is_empty() || has_days {
            let metadata = cleaned.metadata();
            let is_spoken = |language: String| self.languages.contains(&language);
            if !self.languages.is_empty() && !metadata.language.is_some_and(is_spoken) {
                return of(Unwanted::Language);
            }
            let day = metadata.published.or(metadata.modified);
            if has_days && !day.is_some_and(|day| self.is_in_time(&day)) {
                return of(Unwanted::Date);
            }
        }
        Judgement { unwanted: None, sign: self.likeness.and_then(|_| TextHash::of(&text)) }
    }

    /// Returns whether a day is between the bounds, which belong to it. A month or a year is if some of its days are.
    fn is_in_time(&self, day: &str) -> bool {
        // ISO 8601 sorts as text; of a bound as much counts as the page states.
        let as_much = |bound: &str| bound.get(..day.len()).unwrap_or(bound).to_owned();
        let is_late = self.min_date.as_deref().is_none_or(|bound| *day >= *as_much(bound));
        let is_early = self.max_date.as_deref().is_none_or(|bound| *day <= *as_much(bound));
        is_late && is_early
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_between_bounds() {
        let check = |bounds: [&str; 2], day: &str, expected: bool| {
            let [min_date, max_date] = bounds.map(|bound| (!bound.is_empty()).then(|| bound.to_owned()));
            let wanted = Wanted { min_date, max_date, ..Wanted::default() };
            assert_eq!(wanted.is_in_time(day), expected, "{day} in {bounds:?}");
        };
        for (day, expected) in [("2026-01-30", false), ("2026-01-31", true), ("2026-02-01", true), ("2026", true)] {
            check(["2026-01-31", ""], day, expected);
        }
        for (day, expected) in [("2026-01-31", true), ("2026-02-01", false), ("2026-01", true), ("2026-02", false)] {
            check(["", "2026-01-31"], day, expected);
        }
        check(["2026-01-31", "2026-01-31"], "2026-01-31", true);
        check(["2026-01-31", "2026-02-01"], "2025-12", false);
    }
}
