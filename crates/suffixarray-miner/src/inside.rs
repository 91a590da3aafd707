//! Finding where mutable patterns match inside of a token.

use std::{cmp::Reverse, ops::Range};

use regex_automata::{
    Anchored, Input, MatchKind, PatternSet,
    meta::{self, BuildError, Regex},
    util::syntax,
};

/// The most places of one token that are replaced. The rest of the token stays as it is.
///
/// Each place takes time in the length of the token, and a script without spaces is one token. Chosen: by eye.
pub(crate) const LIMIT: usize = 64;

/// Finds patterns inside of tokens. The leftmost match wins, then the longest, then the pattern that comes first in
/// the list.
#[derive(Clone, Debug)]
pub(crate) struct Inside {
    /// The indexes of the patterns that cannot match the empty text. Others would match everywhere.
    numbers: Vec<usize>,
    /// Finds where a match begins. It is not used for the end, which depends on the order of alternatives in a
    /// pattern.
    begins: Regex,
    /// Finds which patterns match from a given beginning.
    starting: Regex,
    /// Finds the longest match of each pattern.
    each: Vec<Regex>,
}

impl Inside {
    pub(crate) fn new(patterns: &[String], size_limit: usize) -> Result<Inside, Box<BuildError>> {
        let config = || meta::Config::new().nfa_size_limit(Some(size_limit));
        let longest = || config().match_kind(MatchKind::All);
        let is_empty = |pattern: &str| {
            let hir = syntax::parse(pattern).ok();
            hir.and_then(|hir| hir.properties().minimum_len())
                // A pattern without a known least length counts as one that can match nothing.
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
            each: kept.iter().map(|pattern| build(longest(), &[pattern])).collect::<Result<_, _>>()?,
        })
    }

    /// Finds the matches in `token`, in order, with the indexes of their patterns. Matches do not overlap.
    pub(crate) fn find(&self, token: &str) -> Vec<(Range<usize>, usize)> {
        let mut found = Vec::new();
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
                // `max` takes the longest match. For equal ends, `Reverse` makes the smaller pattern number the
                // greater key.
                Some((end.offset(), Reverse(one.as_usize())))
            });
            let Some((end, Reverse(one))) = ends.max() else {
                break;
            };
            found.push((first..end, self.numbers[one]));
            at = end;
        }
        found
    }
}
