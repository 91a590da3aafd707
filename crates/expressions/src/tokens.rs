//! Matching token by token: a trie of the tokens of the expressions, which is walked from every token of the page at
//! once.
//!
//! Edges are literal tokens or patterns. A token of the page may follow several edges, so that the walk is in a set of
//! nodes. On most tokens of a page, that is the root alone.

use std::ops::Range;

use hashbrown::HashMap;
use regex_automata::{
    Anchored, Input, MatchKind,
    dfa::{Automaton, StartKind, dense},
};

use crate::{Error, Separator, line::Token};

/// The root of the trie. Set by: the order in which nodes are made.
const ROOT: u32 = 0;

/// The look-ups that are allowed for each byte of a page, on average. Most tokens take a few; runs of one token that is in
/// an expression again and again take as many as the expression has tokens. Chosen: a look-up takes some 10 ns, so that the
/// limit is ten seconds for a megabyte.
const LOOK_UPS_A_BYTE: usize = 1 << 10;

/// The look-ups that even the smallest page may take. Chosen: by eye.
const LEAST_LOOK_UPS: usize = 1 << 24;

/// The bytes that a node of the trie takes, with its entry in the table. Set by: the types of these.
const NODE_BYTES: usize = 40;

pub(crate) struct Tokens {
    separator: Separator,
    /// The numbers of the literals, which are above those of the patterns.
    literals: HashMap<String, u32>,
    /// The automaton of all patterns, in the order of their numbers. It is run over whole tokens.
    patterns: Option<dense::DFA<Vec<u32>>>,
    /// The target of each edge of each node. An edge is the number of a pattern or of a literal.
    nodes: HashMap<(u32, u32), u32>,
    /// For each node, its depth in tokens if an expression ends there, otherwise 0.
    ends: Vec<u32>,
}

impl Tokens {
    pub(crate) fn new(separator: Separator, expressions: &[Vec<Token>], limit: usize) -> Result<Tokens, Error> {
        let mut patterns: Vec<&str> = Vec::new();
        let mut numbers: HashMap<&Token, u32> = HashMap::new();
        for token in expressions.iter().flatten() {
            if let Token::Pattern(pattern) = token {
                numbers.entry(token).or_insert_with(|| {
                    patterns.push(pattern);
                    patterns.len() as u32 - 1
                });
            }
        }
        let patterns = if patterns.is_empty() { None } else { Some(automaton(&patterns, limit)?) };
        let mut tokens = Tokens { separator, literals: HashMap::new(), patterns, nodes: HashMap::new(), ends: vec![0] };
        for expression in expressions {
            let mut node = ROOT;
            for token in expression {
                let next = numbers.len() as u32;
                let edge = *numbers.entry(token).or_insert(next);
                if let Token::Literal(text) = token {
                    tokens.literals.entry_ref(text.as_str()).or_insert(edge);
                }
                node = *tokens.nodes.entry((node, edge)).or_insert_with(|| {
                    tokens.ends.push(0);
                    tokens.ends.len() as u32 - 1
                });
                if limit / NODE_BYTES < tokens.ends.len() {
                    let reason = "the tokens are too many".to_owned();
                    return Err(Error::TooLarge { limit, reason });
                }
            }
            tokens.ends[node as usize] = expression.len() as u32;
        }
        Ok(tokens)
    }

    /// Adds the byte ranges that the expressions cover to `ranges`. Each range extends from the beginning of a token
    /// to the end of one.
    pub(crate) fn cover(&self, text: &str, ranges: &mut Vec<Range<usize>>) -> Result<(), Error> {
        let limit = text.len().saturating_mul(LOOK_UPS_A_BYTE).max(LEAST_LOOK_UPS);
        let mut look_ups = 0;
        let (mut starts, mut edges) = (Vec::new(), Vec::new());
        // An expression may begin at any token, so that the root is in every set.
        let (mut set, mut next) = (vec![ROOT], Vec::new());
        let mut at = 0;
        while let Some(token) = self.separator.next_token(text, at) {
            at = token.end;
            starts.push(token.start);
            self.edges(&text[token.clone()], &mut edges);
            look_ups += set.len() * edges.len();
            if limit < look_ups {
                return Err(Error::TooMuchWork { limit });
            }
            next.clear();
            next.push(ROOT);
            for &node in &set {
                next.extend(edges.iter().filter_map(|&edge| self.nodes.get(&(node, edge))));
            }
            std::mem::swap(&mut set, &mut next);
            // The longest expression that ends here may reach back over ranges of shorter ones.
            let covers = set.iter().map(|&node| self.ends[node as usize] as usize).max().unwrap_or(0);
            if covers == 0 {
                continue;
            }
            let mut start = starts[starts.len() - covers];
            while let Some(last) = ranges.pop_if(|last| start <= last.end) {
                start = start.min(last.start);
            }
            ranges.push(start..token.end);
        }
        Ok(())
    }

    /// Collects the edges that a token follows: its literal, and the patterns that match all of it.
    fn edges(&self, token: &str, edges: &mut Vec<u32>) {
        edges.clear();
        edges.extend(self.literals.get(token));
        let Some(dfa) = &self.patterns else { return };
        let input = Input::new(token).anchored(Anchored::Yes);
        let Ok(mut state) = dfa.start_state_forward(&input) else { return };
        for &byte in token.as_bytes() {
            state = dfa.next_state(state, byte);
            // In a dead state no pattern can match any more. A quit state stands for a byte that the automaton cannot
            // read.
            if dfa.is_special_state(state) && (dfa.is_dead_state(state) || dfa.is_quit_state(state)) {
                return;
            }
        }
        state = dfa.next_eoi_state(state);
        if dfa.is_match_state(state) {
            edges.extend((0..dfa.match_len(state)).map(|idx| dfa.match_pattern(state, idx).as_u32()));
        }
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
