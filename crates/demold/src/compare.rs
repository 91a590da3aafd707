//! What changed between two templates of a site.

use std::collections::BTreeMap;

use crate::{Error, Template};

/// A piece of a template: a token, a string, a node, or the hash of a line or
/// region.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TemplatePiece {
    /// Its normalized form.
    pub text: String,
    /// How often it occurs.
    pub count: u64,
    /// Its bytes, times its occurrences; where there is only a hash, 1 for each
    /// occurrence.
    pub weight: u64,
}

/// What two templates of a site have in common, and what only one of them has.
/// Made by [`Template::compare`].
///
/// A piece that one template has more often than the other is in two of the
/// lists.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Comparison {
    /// What both have, ordered by text, like all lists here.
    pub kept: Vec<TemplatePiece>,
    /// What only the newer one has.
    pub new: Vec<TemplatePiece>,
    /// What only the older one has.
    pub gone: Vec<TemplatePiece>,
    /// Whether pieces are weighed by their bytes. If not, only hashes are
    /// known, and they are counted.
    pub in_bytes: bool,
}

impl Comparison {
    /// Returns the share of `pieces` in all pieces, by weight: from 0 to 1, and
    /// 0 if there are none.
    pub fn share(&self, pieces: &[TemplatePiece]) -> f64 {
        let sum = |pieces: &[TemplatePiece]| pieces.iter().map(|piece| piece.weight).sum::<u64>();
        let all = sum(&self.kept) + sum(&self.new) + sum(&self.gone);
        match all {
            0 => 0.0,
            _ => sum(pieces) as f64 / all as f64,
        }
    }
}

impl Template {
    /// Compares this template with a newer one of the same method: which of its
    /// pieces were kept, which are new, and which are gone.
    ///
    /// Pieces are compared as multisets: their order and position do not count.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if they were found by different methods.
    ///
    /// # Complexity
    ///
    /// `O(n log n)` for `n` pieces.
    pub fn compare(&self, newer: &Template) -> Result<Comparison, Error> {
        let [old, new] = [self, newer].map(|template| template.provenance().method);
        if old != new {
            return Err(Error::Unusable(format!("one template was learned by {old} and the other by {new}")));
        }
        let (old, new) = (pieces(self), pieces(newer));
        let mut comparison = Comparison { in_bytes: self.templates().has_texts(), ..Comparison::default() };
        let mut all: Vec<&String> = old.keys().chain(new.keys()).collect();
        all.sort_unstable();
        all.dedup();
        for text in all {
            let [before, after] = [&old, &new].map(|pieces| pieces.get(text).copied().unwrap_or(0));
            let both = before.min(after);
            for (list, count) in [
                (&mut comparison.kept, both),
                (&mut comparison.new, after - both),
                (&mut comparison.gone, before - both),
            ] {
                let bytes = if comparison.in_bytes { text.len() as u64 } else { 1 };
                if count > 0 {
                    list.push(TemplatePiece { text: text.clone(), count, weight: count * bytes });
                }
            }
        }
        Ok(comparison)
    }
}

/// Returns the pieces of a template, each with its number of occurrences.
fn pieces(template: &Template) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    let texts = template.templates().pieces().into_iter();
    for text in texts.filter(|text| !text.is_empty()) {
        *counts.entry(text).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Learner, Method};

    fn template(method: Method, menu: &str) -> Template {
        let own = ["cats and dogs", "stocks fell hard", "rain will follow", "snow came"];
        let pages = own.map(|own| format!("<p>{menu}</p><div>All the news</div><b>{own}</b>"));
        let site = Learner::new().method(method).learn(&pages).unwrap();
        site.template().clone()
    }

    #[test]
    fn pieces_are_kept_new_or_gone() {
        for method in [Method::Distill, Method::Map] {
            let [old, new] = ["Home of all", "To the start"].map(|menu| template(method, menu));
            let found = old.compare(&new).unwrap();
            let texts =
                |pieces: &[TemplatePiece]| -> Vec<String> { pieces.iter().map(|piece| piece.text.clone()).collect() };
            assert_eq!(texts(&found.gone), ["home of all"], "{method}");
            assert_eq!(texts(&found.new), ["to the start"], "{method}");
            assert!(texts(&found.kept).contains(&"all the news".to_owned()));
            let shares = [&found.kept, &found.new, &found.gone].map(|list| found.share(list));
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert_eq!(old.compare(&old).unwrap().share(&[]), 0.0);
            let same = old.compare(&old).unwrap();
            assert_eq!(same.share(&same.kept), 1.0);
        }
    }

    #[test]
    fn lines_of_the_default_are_counted() {
        let [old, new] = ["Home of all", "To the start"].map(|menu| template(Method::Classify, menu));
        let found = old.compare(&new).unwrap();
        assert!(!found.in_bytes);
        assert!(found.kept.iter().any(|piece| piece.text.starts_with("lines ")));
        assert!(!found.gone.is_empty() && !found.new.is_empty(), "{found:?}");
        let other = template(Method::Distill, "Home of all");
        assert!(old.compare(&other).is_err());
    }
}
