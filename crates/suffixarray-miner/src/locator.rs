use std::ops::Range;

use hashbrown::HashMap;

use crate::{Error, UNKNOWN};

/// The state before the first token of a string. Failure links that lead here end the chain. Set by: the order in which
/// states are made.
const ROOT: u32 = 0;

/// Finds where mined strings are in a page.
///
/// This is an Aho-Corasick automaton over symbols: a trie of the strings, in which each state stores its longest
/// proper suffix that is also a state, and the length of the longest string that ends there.
///
/// # Examples
///
/// ```
/// use suffixarray_miner::StringLocator;
///
/// let locator = StringLocator::new([[1, 2, 3].as_slice(), &[3, 4]])?;
/// assert_eq!(locator.locate(&[9, 1, 2, 3, 4, 9, 3, 4]), [1..5, 6..8]);
/// # Ok::<(), suffixarray_miner::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct StringLocator {
    /// The state behind each state and symbol.
    children: HashMap<(u32, u32), u32>,
    states: Vec<State>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    /// The state of the longest proper suffix.
    fail: u32,
    /// The number of tokens of the longest string that ends here, or 0.
    covers: u32,
}

impl StringLocator {
    /// Builds the automaton for some strings. An empty string, or one with the
    /// symbol [`UNKNOWN`], is found nowhere.
    ///
    /// # Complexity
    ///
    /// O(n log n) time for strings with `n` tokens together. For each distinct prefix, of which there is at most one per
    /// token, it takes up to 90 bytes while it is built, and 50 afterwards.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyMinedTokens`] if there are too many states to be
    /// numbered.
    pub fn new<'a>(strings: impl IntoIterator<Item = &'a [u32]>) -> Result<StringLocator, Error> {
        let mut strings: Vec<_> = strings.into_iter().collect();
        strings.retain(|string| !string.contains(&UNKNOWN));
        let needed = strings.iter().fold(0, |sum: usize, string| sum.saturating_add(string.len()));
        // States are numbered in 32 bits. Each token adds at most one state.
        let limit = i32::MAX as usize;
        if limit < needed {
            return Err(Error::TooManyMinedTokens { needed, limit });
        }
        let state = State { fail: ROOT, covers: 0 };
        let mut locator = StringLocator { children: HashMap::new(), states: vec![state] };
        // For each state but the root: the length of its prefix, itself, the state before it, and the symbol between.
        let mut links = Vec::new();
        for string in strings {
            let mut at = ROOT;
            for (depth, &symbol) in string.iter().enumerate() {
                at = *locator.children.entry((at, symbol)).or_insert_with(|| {
                    let child = locator.states.len() as u32;
                    locator.states.push(state);
                    // Depths are below the limit of states.
                    links.push((depth as u32, child, at, symbol));
                    child
                });
            }
            locator.states[at as usize].covers = string.len() as u32;
        }
        // The longest suffix of a state is shorter than its prefix, so that its own link is set before. A state where no
        // string ends covers what its longest suffix covers.
        links.sort_unstable();
        for (depth, child, parent, symbol) in links {
            // A suffix of a single symbol is empty.
            let fail = if depth == 0 { ROOT } else { locator.next(locator.states[parent as usize].fail, symbol) };
            let inherited = locator.states[fail as usize].covers;
            let state = &mut locator.states[child as usize];
            *state = State { fail, covers: state.covers.max(inherited) };
        }
        Ok(locator)
    }

    /// Finds the ranges of tokens that the strings cover in a page. All occurrences of each string count. The ranges
    /// are in order and neither overlap nor touch. A token with the symbol [`UNKNOWN`] is never covered.
    ///
    /// # Complexity
    ///
    /// O(n) time for `n` tokens. Memory for the result only.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn locate(&self, page: &[u32]) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let mut state = ROOT;
        for (at, &symbol) in page.iter().enumerate() {
            state = self.next(state, symbol);
            let covers = self.states[state as usize].covers as usize;
            // No string ends at this token.
            if covers == 0 {
                continue;
            }
            let (mut start, end) = (at + 1 - covers, at + 1);
            // A long string ends after shorter ones inside of it, and may reach back over several ranges.
            while let Some(last) = ranges.pop_if(|last| start <= last.end) {
                start = start.min(last.start);
            }
            ranges.push(start..end);
        }
        ranges
    }

    fn next(&self, mut state: u32, symbol: u32) -> u32 {
        loop {
            match self.children.get(&(state, symbol)) {
                Some(&child) => return child,
                None if state == ROOT => return ROOT,
                None => state = self.states[state as usize].fail,
            }
        }
    }
}
