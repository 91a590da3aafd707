use std::ops::Range;

use crate::{Error, Mined, UNKNOWN};

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
    /// The states level by level, so that the children of a state are adjacent, in the order of their symbols.
    states: Vec<State>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    /// The symbol that leads here.
    symbol: u32,
    /// The first child. The first child of the next state marks the end of the children.
    children: u32,
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
    /// O(n log n) time for strings with `n` tokens together, and 16 bytes for
    /// each distinct prefix, of which there is at most one per token.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyMinedTokens`] if there are too many states to be
    /// numbered.
    pub fn new<'a>(strings: impl IntoIterator<Item = &'a [u32]>) -> Result<StringLocator, Error> {
        let mut strings: Vec<_> = strings.into_iter().collect();
        strings.retain(|string| !string.is_empty() && !string.contains(&UNKNOWN));
        let needed = strings.iter().fold(0, |sum: usize, string| sum.saturating_add(string.len()));
        // States are numbered in 32 bits. Each token adds at most one state.
        let limit = i32::MAX as usize;
        if limit < needed {
            return Err(Error::TooManyMinedTokens { needed, limit });
        }
        // The trie is built from sorted strings: those with a common prefix are adjacent.
        strings.sort_unstable();
        strings.dedup();
        let mut locator = StringLocator::trie(&strings);
        locator.link();
        Ok(locator)
    }

    /// Builds the automaton for mined strings.
    ///
    /// # Errors
    ///
    /// As [`StringLocator::new`].
    pub fn of(mined: &Mined) -> Result<StringLocator, Error> {
        StringLocator::new(mined.iter().map(|string| string.symbols))
    }

    /// Finds the ranges of tokens that the strings cover in a page. All occurrences of each string count. The ranges
    /// are in order and neither overlap nor touch. A token with the symbol [`UNKNOWN`] is never covered.
    ///
    /// # Complexity
    ///
    /// O(n log s) time for `n` tokens and states with up to `s` children.
    /// Memory for the result only.
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
            match self.child(state, symbol) {
                Some(child) => return child,
                None if state == ROOT => return ROOT,
                None => state = self.states[state as usize].fail,
            }
        }
    }

    fn child(&self, state: u32, symbol: u32) -> Option<u32> {
        let first = self.states[state as usize].children as usize;
        // The extra last state closes the children of the last real one, so that the index is valid for every state.
        let end = self.states[state as usize + 1].children as usize;
        let children = &self.states[first..end];
        // Most states have a single child, which most tokens lead to.
        let number = match children {
            [] => return None,
            [only] => (only.symbol == symbol).then_some(0),
            _ => children.binary_search_by_key(&symbol, |child| child.symbol).ok(),
        };
        number.map(|number| (first + number) as u32)
    }

    /// Makes the trie of sorted, distinct strings, without links. An extra last state ends the children of the state
    /// before it.
    fn trie(strings: &[&[u32]]) -> StringLocator {
        let state = |symbol, covers| State { symbol, children: 0, fail: ROOT, covers };
        let mut states = vec![state(UNKNOWN, 0)];
        // For each state of a level, the range of strings that go through it.
        let all = 0..strings.len();
        let mut level = vec![all];
        let mut depth = 0;
        let mut parent = 0;
        while !level.is_empty() {
            let mut below = Vec::new();
            for mut through in level {
                states[parent].children = states.len() as u32;
                parent += 1;
                // The string that ends in this state sorts before all longer ones.
                if strings.get(through.start).is_some_and(|string| string.len() == depth) {
                    through.start += 1;
                }
                while let Some(&string) = strings[through.clone()].first() {
                    let symbol = string[depth];
                    let len = strings[through.clone()].iter().take_while(|other| other[depth] == symbol).count();
                    let covers = if string.len() == depth + 1 { depth + 1 } else { 0 };
                    states.push(state(symbol, covers as u32));
                    below.push(through.start..through.start + len);
                    through.start += len;
                }
            }
            level = below;
            depth += 1;
        }
        let end = states.len() as u32;
        states.push(State { children: end, ..state(UNKNOWN, 0) });
        StringLocator { states }
    }

    /// Sets the failure links level by level. A state where no string ends covers what its longest suffix covers.
    fn link(&mut self) {
        for parent in 0..self.states.len() - 1 {
            let first = self.states[parent].children;
            let end = self.states[parent + 1].children;
            for child in first..end {
                let State { symbol, covers, .. } = self.states[child as usize];
                let fail = match parent as u32 {
                    // A suffix of a single symbol is empty. Deeper states find theirs from the link of the parent,
                    // which is set already, as it is one level up.
                    ROOT => ROOT,
                    parent => self.next(self.states[parent as usize].fail, symbol),
                };
                let inherited = self.states[fail as usize].covers;
                let state = &mut self.states[child as usize];
                state.fail = fail;
                state.covers = covers.max(inherited);
            }
        }
    }
}
