//! Where mutable patterns match inside of a token.

use std::ops::Range;

use regex_automata::{
    Anchored, Input, MatchKind, PatternSet,
    meta::{self, BuildError, Regex},
    util::syntax,
};

/// How many places of one token are replaced; what is behind them stays as it is.
///
/// Each takes time in the length of the token, and a script without spaces is one token.
pub(crate) const LIMIT: usize = 64;

/// Finds patterns inside of tokens: leftmost first, of those the longest, of those the first in the list.
#[derive(Clone, Debug)]
pub(crate) struct Inside {
    /// All patterns that match no empty text: it would be found everywhere.
    numbers: Vec<usize>,
    /// Finds where a match begins. Where it ends depends on the order of alternatives, so this is not asked.
    begins: Regex,
    /// Finds which patterns match somewhere behind a beginning.
    starting: Regex,
    /// Each by itself finds its longest match.
    each: Vec<Regex>,
}

impl Inside {
    pub(crate) fn new(patterns: &[String], size_limit: usize) -> Result<Inside, Box<BuildError>> {
        let config = || meta::Config::new().nfa_size_limit(Some(size_limit));
        let longest = || config().match_kind(MatchKind::All);
        let is_empty = |pattern: &str| {
            let hir = syntax::parse(pattern).ok();
            hir.and_then(|hir| hir.properties().minimum_len())
                .is_none_or(|least| least == 0)
        };
        let (mut numbers, mut kept) = (Vec::new(), Vec::new());
        for (number, pattern) in patterns.iter().enumerate() {
            if !is_empty(pattern) {
                numbers.push(number);
                kept.push(pattern.as_str());
            }
        }
        let build = |config: meta::Config, patterns: &[&str]| {
            let built = Regex::builder().configure(config).build_many(patterns);
            built.map_err(Box::new)
        };
        Ok(Inside {
            numbers,
            begins: build(config(), &kept)?,
            starting: build(longest(), &kept)?,
            each: kept
                .iter()
                .map(|pattern| build(longest(), &[pattern]))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Adds the matches in `token`, in order, with the numbers of their patterns. They do not overlap.
    pub(crate) fn find(&self, token: &str, found: &mut Vec<(Range<usize>, usize)>) {
        found.clear();
        let mut set = PatternSet::new(self.each.len());
        let mut at = 0;
        while found.len() < LIMIT
            && let Some(first) = self.begins.search(&Input::new(token).range(at..))
        {
            let first = first.start();
            let input = Input::new(token).range(first..).anchored(Anchored::Yes);
            set.clear();
            self.starting.which_overlapping_matches(&input, &mut set);
            let ends = set.iter().filter_map(|one| {
                let end = self.each[one.as_usize()].search_half(&input)?;
                // The smaller number is the greater key.
                Some((end.offset(), std::cmp::Reverse(one.as_usize())))
            });
            let Some((end, std::cmp::Reverse(one))) = ends.max() else {
                return;
            };
            found.push((first..end, self.numbers[one]));
            at = end;
        }
    }
}
