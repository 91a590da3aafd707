//! Decides which pages are written, judged by what is left of them.

use corpus::TextHash;
use demold::Cleaned;

use crate::plan::Wanted;

/// Why a page is not written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Unwanted {
    Language,
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
        let is_any = self.languages.is_empty() && self.min_words == 0 && self.likeness.is_none();
        if is_any {
            return Judgement::default();
        }
        let text = cleaned.text();
        // Words after the least number need not be counted.
        if self.min_words > 0 && text.split_whitespace().take(self.min_words).count() < self.min_words {
            return of(Unwanted::Short);
        }
        if !self.languages.is_empty() {
            let language = cleaned.metadata_beside(&text).language;
            if !language.is_some_and(|language| self.languages.contains(&language)) {
                return of(Unwanted::Language);
            }
        }
        Judgement { unwanted: None, sign: self.likeness.and_then(|_| TextHash::of(&text)) }
    }
}
