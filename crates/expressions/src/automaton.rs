//! Matching byte by byte: one automaton for all expressions, which finds every match of each.
//!
//! The forward automaton finds where matches end. From each end, the backward automaton finds where the longest match
//! begins. The union of these is the union of all matches.

use std::{
    ops::Range,
    sync::{Mutex, PoisonError},
};

use regex_automata::{
    Anchored, HalfMatch, Input, MatchError, MatchKind, PatternID,
    hybrid::{
        BuildError,
        dfa::{Builder, Cache, Config, DFA, OverlappingState},
    },
    nfa::thompson,
};

use crate::Error;

/// The backward steps that are allowed for each byte of a page, on average. Expressions made of tokens take about one
/// step for each expression that begins at a token. Chosen: a step takes some 50 ns, so that the limit is a second for
/// a megabyte.
const STEPS_A_BYTE: usize = 16;

/// The backward steps that even the smallest page may take. Chosen: by eye.
const LEAST_STEPS: usize = 1 << 16;

pub(crate) struct Automaton {
    forwards: DFA,
    backwards: DFA,
    /// The lazily built states of both automata, of finished pages, for reuse with the next page in any thread.
    caches: Mutex<Vec<[Cache; 2]>>,
}

impl Automaton {
    pub(crate) fn new(expressions: &[&str], limit: usize) -> Result<Automaton, Error> {
        // Searching backwards is anchored to the pattern that matched, so that only that direction needs a start
        // state for each pattern.
        let build = |backwards: bool| {
            let config =
                Config::new().match_kind(MatchKind::All).starts_for_each_pattern(backwards).cache_capacity(limit);
            let thompson = thompson::Config::new().reverse(backwards).nfa_size_limit(Some(limit));
            let built = Builder::new().configure(config).thompson(thompson).build_many(expressions);
            built.map_err(|error: BuildError| Error::TooLarge { limit, reason: error.to_string() })
        };
        Ok(Automaton { forwards: build(false)?, backwards: build(true)?, caches: Mutex::default() })
    }

    /// Adds the byte ranges of all matches to `ranges`.
    pub(crate) fn cover(&self, text: &str, ranges: &mut Vec<Range<usize>>) -> Result<(), Error> {
        // A thread that panicked with the lock left a valid pool: caches are only pushed and popped. The lock is held
        // for no longer than that.
        let pool = || self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        let caches = pool().pop();
        let mut caches = caches.unwrap_or_else(|| [self.forwards.create_cache(), self.backwards.create_cache()]);
        let covered = self.cover_with(&mut caches, text, ranges);
        pool().push(caches);
        covered
    }

    fn cover_with(
        &self,
        [forwards, backwards]: &mut [Cache; 2],
        text: &str,
        ranges: &mut Vec<Range<usize>>,
    ) -> Result<(), Error> {
        let input = Input::new(text);
        let limit = text.len().saturating_mul(STEPS_A_BYTE).max(LEAST_STEPS);
        let mut steps = 0;
        let mut state = OverlappingState::start();
        loop {
            let searched = self.forwards.try_search_overlapping_fwd(forwards, &input, &mut state);
            searched.map_err(|error| unsupported(&error))?;
            let Some(end) = state.get_match() else {
                return Ok(());
            };
            let start = self.start(backwards, text, end, &mut steps)?;
            // Matches may end at every byte and reach back to the start of the page, which would take quadratic time.
            if limit < steps {
                return Err(Error::TooMuchWork { limit });
            }
            if start < end.offset() {
                // An empty match covers nothing.
                ranges.push(start..end.offset());
            }
        }
    }

    /// Returns where the longest match of a pattern that ends at `end` begins.
    fn start(&self, cache: &mut Cache, text: &str, end: HalfMatch, steps: &mut usize) -> Result<usize, Error> {
        let pattern: PatternID = end.pattern();
        let input = Input::new(text).range(..end.offset()).anchored(Anchored::Pattern(pattern));
        let dfa = &self.backwards;
        let full = |_| Error::Unsupported { reason: "the cache of states is full".to_owned() };
        let mut state = dfa.start_state_reverse(cache, &input).map_err(|error| unsupported(&error))?;
        let mut start = end.offset();
        // A state reports a match one byte late, so that it begins behind the current byte.
        for (at, &byte) in text.as_bytes()[..end.offset()].iter().enumerate().rev() {
            *steps += 1;
            state = dfa.next_state(cache, state, byte).map_err(full)?;
            if state.is_match() {
                start = at + 1;
            } else if state.is_dead() {
                return Ok(start);
            } else if state.is_quit() {
                return Err(unsupported(&MatchError::quit(byte, at)));
            }
        }
        // The last byte of the text has no successor. The end-of-input transition reports a match that begins at 0.
        state = dfa.next_eoi_state(cache, state).map_err(full)?;
        Ok(if state.is_match() { 0 } else { start })
    }
}

#[cold]
fn unsupported(error: &MatchError) -> Error {
    Error::Unsupported { reason: error.to_string() }
}
