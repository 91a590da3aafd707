//! Matching token by token: a trie of the tokens of the expressions, which is walked from every token of the page at
//! once.
//!
//! Edges are literal tokens or patterns. A token of the page may follow several edges, so that the walk is in a set
//! of nodes. The sets that occur are numbered and stored with the steps between them. This is a lazy automaton, as in
//! `regex-automata`, over tokens instead of bytes.

use std::{collections::HashMap, fmt, ops::Range};

use hashbrown::DefaultHashBuilder;
use regex_automata::{
    Anchored, Input, MatchKind,
    dfa::{Automaton, StartKind, dense},
    util::primitives::StateID,
};

use crate::{Error, Separator, line::Token, literals::Literals};

/// The root of the trie, and the number of the set that contains only the root. Set by: the order in which they are
/// made.
const ROOT: u32 = 0;

/// A step that has not been computed yet.
const UNKNOWN: u32 = u32::MAX;

/// The bytes that a node of the trie takes, with its entry in the table. Set by: the types of these.
const NODE_BYTES: usize = 40;

/// The largest number of nodes in all stored sets, and of steps. Beyond it all are forgotten. Chosen: by eye.
const MAX_REMEMBERED: usize = 1 << 20;

pub(crate) struct Tokens {
    separator: Separator,
    literals: Literals,
    /// The patterns that match each literal.
    literal_patterns: Vec<Vec<u32>>,
    /// The automaton of all patterns. It is run over whole tokens.
    patterns: Option<dense::DFA<Vec<u32>>>,
    /// The target of each edge of each node. An edge is the number of a literal, or the number of literals plus that
    /// of a pattern.
    nodes: HashMap<(u32, u32), u32, DefaultHashBuilder>,
    /// For each node, its depth in tokens if an expression ends there, otherwise 0.
    ends: Vec<u32>,
}

impl Tokens {
    pub(crate) fn new(separator: Separator, expressions: &[Vec<Token>], limit: usize) -> Result<Tokens, Error> {
        let mut literals = Literals::default();
        let mut patterns: Vec<&str> = Vec::new();
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        for token in expressions.iter().flatten() {
            match token {
                Token::Literal(text) => literals.insert(text),
                Token::Pattern(pattern) => {
                    numbers.entry(pattern).or_insert_with(|| {
                        patterns.push(pattern);
                        patterns.len() as u32 - 1
                    });
                }
            }
        }
        let n_literals = literals.len();
        let patterns = if patterns.is_empty() { None } else { Some(automaton(&patterns, limit)?) };

        let mut nodes = HashMap::with_hasher(DefaultHashBuilder::default());
        let mut ends = vec![0];
        for expression in expressions {
            let mut node = ROOT;
            for token in expression {
                let edge = match token {
                    Token::Literal(text) => literals.find(text).unwrap_or(n_literals),
                    Token::Pattern(pattern) => n_literals + numbers[pattern.as_str()],
                };
                node = *nodes.entry((node, edge)).or_insert_with(|| {
                    ends.push(0);
                    ends.len() as u32 - 1
                });
                if limit / NODE_BYTES < ends.len() {
                    let reason = "the tokens are too many".to_owned();
                    return Err(Error::TooLarge { limit, reason });
                }
            }
            ends[node as usize] = expression.len() as u32;
        }
        let mut tokens = Tokens { separator, literals, literal_patterns: Vec::new(), patterns, nodes, ends };
        // A literal may also match patterns. This is computed once, so that reading a literal needs no automaton.
        tokens.literal_patterns = (0..n_literals)
            .map(|number| {
                let matching = tokens.pattern_state(tokens.literals.form(number));
                matching.map_or_else(Vec::new, |state| tokens.patterns_of(state))
            })
            .collect();
        Ok(tokens)
    }

    /// Adds the byte ranges that the expressions cover to `ranges`. Each range extends from the beginning of a token
    /// to the end of one.
    pub(crate) fn cover(&self, memory: &mut Memory, text: &str, ranges: &mut Vec<Range<usize>>) {
        memory.tokens.clear();
        let first = ranges.len();
        let mut set = ROOT;
        let mut at = 0;
        while let Some(token) = self.separator.next_token(text, at) {
            at = token.end;
            memory.tokens.push((token.start, token.end));
            set = match self.sign(memory, &text[token.clone()]) {
                // No expression contains this token or a pattern for it, so that all partial matches end.
                None => ROOT,
                Some(sign) => self.step(memory, set, sign),
            };
            let covers = memory.sets[set as usize].covers as usize;
            if covers == 0 {
                continue;
            }
            // The set knows the longest expression that ends here, which may reach back over ranges of shorter ones.
            let mut start = memory.tokens[memory.tokens.len() - covers].0;
            while let Some(last) = ranges[first..].last()
                && start <= last.end
            {
                start = start.min(last.start);
                ranges.pop();
            }
            ranges.push(start..token.end);
        }
    }

    /// Returns the class of a token: the number of its literal, or a higher number for the set of patterns that match
    /// it. `None` if no expression has it.
    fn sign(&self, memory: &mut Memory, token: &str) -> Option<u32> {
        if let Some(literal) = self.literals.find(token) {
            return Some(literal);
        }
        let state = self.pattern_state(token)?;
        // Tokens that end in the same state match the same patterns, and are equal for the expressions.
        if let Some(&sign) = memory.signs.get(&state) {
            return Some(sign);
        }
        let sign = (self.literal_patterns.len() + memory.sign_patterns.len()) as u32;
        memory.sign_patterns.push(self.patterns_of(state));
        memory.signs.insert(state, sign);
        Some(sign)
    }

    /// Returns the state of the patterns' automaton at the end of a token, if some pattern matches all of it.
    fn pattern_state(&self, token: &str) -> Option<StateID> {
        let dfa = self.patterns.as_ref()?;
        let input = Input::new(token).anchored(Anchored::Yes);
        let mut state = dfa.start_state_forward(&input).ok()?;
        for &byte in token.as_bytes() {
            state = dfa.next_state(state, byte);
            // In a dead state no pattern can match any more. A quit state stands for a byte that the automaton cannot
            // read.
            if dfa.is_special_state(state) && (dfa.is_dead_state(state) || dfa.is_quit_state(state)) {
                return None;
            }
        }
        Some(dfa.next_eoi_state(state)).filter(|&state| dfa.is_match_state(state))
    }

    fn patterns_of(&self, state: StateID) -> Vec<u32> {
        let Some(dfa) = &self.patterns else {
            return Vec::new();
        };
        let patterns = (0..dfa.match_len(state)).map(|idx| dfa.match_pattern(state, idx));
        patterns.map(|pattern| pattern.as_u32()).collect()
    }

    fn step(&self, memory: &mut Memory, set: u32, sign: u32) -> u32 {
        if let Some(next) = memory.next(set, sign) {
            return next;
        }
        let n_literals = self.literal_patterns.len() as u32;
        let (literal, patterns) = match self.literal_patterns.get(sign as usize) {
            Some(patterns) => (Some(sign), patterns),
            None => (None, &memory.sign_patterns[(sign - n_literals) as usize]),
        };
        let mut next = Vec::new();
        for &node in &memory.sets[set as usize].nodes {
            let edges = literal.into_iter().chain(patterns.iter().map(|pattern| n_literals + pattern));
            next.extend(edges.filter_map(|edge| self.nodes.get(&(node, edge))));
        }
        // An expression may begin at any token, so that the root is in every set.
        next.push(ROOT);
        // Equal sets must be equal lists.
        next.sort_unstable();
        next.dedup();
        memory.remember(set, sign, next, &self.ends)
    }
}

/// The steps between sets that were computed so far, on earlier pages too.
pub(crate) struct Memory {
    sets: Vec<Set>,
    numbers: HashMap<Vec<u32>, u32, DefaultHashBuilder>,
    steps: HashMap<(u32, u32), u32, DefaultHashBuilder>,
    /// The steps from the root, where most tokens are read, by class of token; or `UNKNOWN`.
    first_steps: Vec<u32>,
    /// The total number of nodes in all sets.
    n_nodes: usize,
    signs: HashMap<StateID, u32, DefaultHashBuilder>,
    sign_patterns: Vec<Vec<u32>>,
    /// The tokens of the page so far.
    tokens: Vec<(usize, usize)>,
}

struct Set {
    nodes: Vec<u32>,
    /// The number of tokens in the longest expression that ends here, or 0.
    covers: u32,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        let mut memory = Memory {
            sets: Vec::new(),
            numbers: HashMap::default(),
            steps: HashMap::default(),
            first_steps: Vec::new(),
            n_nodes: 0,
            signs: HashMap::default(),
            sign_patterns: Vec::new(),
            tokens: Vec::new(),
        };
        memory.forget();
        memory
    }

    /// Forgets everything but the set that always exists.
    fn forget(&mut self) {
        self.sets.clear();
        self.numbers.clear();
        self.steps.clear();
        self.first_steps.clear();
        self.n_nodes = 0;
        self.number(vec![ROOT], &[0]);
    }

    fn remember(&mut self, set: u32, sign: u32, next: Vec<u32>, ends: &[u32]) -> u32 {
        // This bounds memory for any pages. The automaton is rebuilt as it is needed.
        if MAX_REMEMBERED < self.n_nodes + next.len() + self.steps.len() {
            self.forget();
            return self.number(next, ends);
        }
        let next = self.number(next, ends);
        if set == ROOT {
            let sign = sign as usize;
            if self.first_steps.len() <= sign {
                self.first_steps.resize(sign + 1, UNKNOWN);
            }
            self.first_steps[sign] = next;
        } else {
            self.steps.insert((set, sign), next);
        }
        next
    }

    fn next(&self, set: u32, sign: u32) -> Option<u32> {
        if set == ROOT {
            let next = self.first_steps.get(sign as usize).copied();
            next.filter(|&next| next != UNKNOWN)
        } else {
            self.steps.get(&(set, sign)).copied()
        }
    }

    fn number(&mut self, nodes: Vec<u32>, ends: &[u32]) -> u32 {
        if let Some(&number) = self.numbers.get(&nodes) {
            return number;
        }
        let number = self.sets.len() as u32;
        let covers = nodes.iter().map(|&node| ends[node as usize]).max().unwrap_or(0);
        self.n_nodes += nodes.len();
        self.numbers.insert(nodes.clone(), number);
        self.sets.push(Set { nodes, covers });
        number
    }
}

fn automaton(patterns: &[&str], limit: usize) -> Result<dense::DFA<Vec<u32>>, Error> {
    let config = dense::Config::new()
        // All matching patterns are needed, and not the first one only.
        .match_kind(MatchKind::All)
        .start_kind(StartKind::Anchored)
        .dfa_size_limit(Some(limit))
        .determinize_size_limit(Some(limit));
    let built = dense::Builder::new().configure(config).build_many(patterns);
    built.map_err(|error| Error::TooLarge { limit, reason: error.to_string() })
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokens").field("nodes", &self.ends.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Covers pages one after another with the memory of the one before, and returns the covered texts of the last.
    fn covered<'p>(tokens: &Tokens, memory: &mut Memory, page: &'p str) -> Vec<&'p str> {
        let mut ranges = Vec::new();
        tokens.cover(memory, page, &mut ranges);
        ranges.into_iter().map(|range| &page[range]).collect()
    }

    fn tokens() -> Tokens {
        let literals = |words: &[&str]| words.iter().map(|&word| Token::Literal(word.to_owned())).collect();
        let expressions: [Vec<Token>; 2] = [literals(&["a", "b", "c"]), literals(&["x", "y"])];
        Tokens::new(Separator::white_space(), &expressions, 1 << 20).unwrap()
    }

    /// Sets get new numbers after forgetting, and a step to an old number would lead into another set.
    #[test]
    fn no_step_survives_forgetting() {
        let tokens = tokens();
        let mut memory = Memory::new();
        assert_eq!(covered(&tokens, &mut memory, "a b c"), ["a b c"]);
        memory.forget();
        assert_eq!(covered(&tokens, &mut memory, "x y"), ["x y"]);
        // The first token behind the root, then one behind another set.
        assert!(covered(&tokens, &mut memory, "a y").is_empty());
        assert!(covered(&tokens, &mut memory, "x b").is_empty());
        assert_eq!(covered(&tokens, &mut memory, "a b c x y"), ["a b c", "x y"]);
    }

    #[test]
    fn forgetting_amid_a_match_loses_nothing() {
        let tokens = tokens();
        let mut memory = Memory::new();
        for page in ["a b", "x y a b c x y", "a b c"] {
            let expected = covered(&tokens, &mut Memory::new(), page).len();
            memory.n_nodes = MAX_REMEMBERED;
            assert_eq!(covered(&tokens, &mut memory, page).len(), expected, "{page}");
            assert!(memory.n_nodes < MAX_REMEMBERED);
            assert_eq!(memory.n_nodes, memory.sets.iter().map(|set| set.nodes.len()).sum());
        }
    }
}
