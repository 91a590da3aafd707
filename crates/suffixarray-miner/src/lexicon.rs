use std::{fmt, hash::BuildHasher, ops::Range};

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::{Lexer, UNKNOWN};

/// What a symbol of a [`Lexicon`] stands for.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Word<'a> {
    /// The token's own text.
    Literal(&'a str),
    /// The mutable pattern that matched the token.
    Pattern(&'a str),
}

/// Gives symbols to the tokens of texts, and translates them back.
///
/// The mutable patterns of the lexer have the first symbols, in the order of
/// their list; after them each new token gets the next symbol. The same texts
/// in the same order give the same symbols.
///
/// # Examples
///
/// ```
/// use suffixarray_miner::{Lexer, Lexicon, Patterns, Word};
///
/// let mut lexicon = Lexicon::new(Lexer::new(Patterns::thesis()));
/// let page = lexicon.read("page 4 of page 5");
/// assert_eq!(page[0], page[3]);
/// assert_eq!(page[1], page[4]);
/// assert_eq!(lexicon.word(page[0]), Some(Word::Literal("page")));
/// assert_eq!(lexicon.word(page[1]), Some(Word::Pattern("[0-9,.]+")));
/// ```
#[derive(Clone, Debug)]
pub struct Lexicon {
    lexer: Lexer,
    literals: Literals,
}

impl Lexicon {
    /// Makes a lexicon that has not seen any token.
    pub fn new(lexer: Lexer) -> Lexicon {
        Lexicon {
            lexer,
            literals: Literals::default(),
        }
    }

    /// Returns the lexer.
    pub fn lexer(&self) -> &Lexer {
        &self.lexer
    }

    /// Returns the number of symbols given so far, patterns included. Symbols
    /// are the numbers below it.
    pub fn len(&self) -> usize {
        self.n_patterns() as usize + self.literals.ends.len()
    }

    /// Returns whether no symbol has been given: no pattern, and no token.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads a text for mining: returns its tokens' symbols, with new ones
    /// where needed.
    ///
    /// When all of `u32` is used up, further new tokens become [`UNKNOWN`].
    pub fn read(&mut self, text: &str) -> Vec<u32> {
        let mut symbols = Vec::new();
        self.read_into(text, &mut symbols);
        symbols
    }

    /// Returns the symbol of one token, a new one where needed.
    pub fn intern(&mut self, token: &str) -> u32 {
        let n_patterns = self.n_patterns();
        let Lexicon { lexer, literals } = self;
        intern(lexer, literals, n_patterns, token)
    }

    /// As [`Lexicon::read`], but into a vector, which is emptied first.
    pub fn read_into(&mut self, text: &str, symbols: &mut Vec<u32>) {
        symbols.clear();
        let n_patterns = self.n_patterns();
        let Lexicon { lexer, literals } = self;
        let tokens = lexer.tokens(text);
        symbols.extend(tokens.map(|range| intern(lexer, literals, n_patterns, &text[range])));
    }

    /// Reads a text for looking things up in it: returns the byte ranges of its
    /// tokens, and their symbols. A token that was never read is [`UNKNOWN`].
    pub fn look_up(&self, text: &str) -> (Vec<Range<usize>>, Vec<u32>) {
        let tokens = self.lexer.tokens(text);
        tokens
            .map(|range| (range.clone(), self.get(&text[range]).unwrap_or(UNKNOWN)))
            .unzip()
    }

    /// Returns the symbol of a token, if it has one.
    pub fn get(&self, token: &str) -> Option<u32> {
        let hash = self.literals.hasher.hash_one(token);
        match self.literals.find(hash, token) {
            Some(number) => Some(self.n_patterns() + number),
            None => self
                .lexer
                .patterns()
                .find(token)
                .map(|pattern| pattern as u32),
        }
    }

    /// Returns what a symbol stands for.
    pub fn word(&self, symbol: u32) -> Option<Word<'_>> {
        match self.lexer.patterns().as_slice().get(symbol as usize) {
            Some(pattern) => Some(Word::Pattern(pattern)),
            None => self
                .literals
                .form(symbol - self.n_patterns())
                .map(Word::Literal),
        }
    }

    /// Returns whether a symbol stands for a mutable pattern.
    pub fn is_mutable(&self, symbol: u32) -> bool {
        symbol < self.n_patterns()
    }

    fn n_patterns(&self) -> u32 {
        self.lexer.patterns().as_slice().len() as u32
    }
}

fn intern(lexer: &Lexer, literals: &mut Literals, n_patterns: u32, token: &str) -> u32 {
    let hash = literals.hasher.hash_one(token);
    if let Some(number) = literals.find(hash, token) {
        return n_patterns + number;
    }
    // Only literals are stored, so a mutable token is matched each time:
    // otherwise numbers would fill the lexicon.
    match lexer.patterns().find(token) {
        Some(pattern) => pattern as u32,
        None => literals
            .insert(hash, token, UNKNOWN - n_patterns)
            .map_or(UNKNOWN, |n| n_patterns + n),
    }
}

/// The literal tokens, numbered in order of arrival.
#[derive(Clone, Default)]
struct Literals {
    /// The tokens, one after another.
    forms: String,
    /// Where each ends in `forms`.
    ends: Vec<usize>,
    /// Their numbers. It is only ever looked up, never iterated.
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Literals {
    fn find(&self, hash: u64, token: &str) -> Option<u32> {
        self.table
            .find(hash, |&number| self.form(number) == Some(token))
            .copied()
    }

    /// Numbers a token that is not in the table, unless all numbers below
    /// `limit` are taken.
    fn insert(&mut self, hash: u64, token: &str, limit: u32) -> Option<u32> {
        let number = u32::try_from(self.ends.len())
            .ok()
            .filter(|&number| number < limit)?;
        self.forms.push_str(token);
        self.ends.push(self.forms.len());
        let (forms, ends, hasher) = (&self.forms, &self.ends, &self.hasher);
        self.table.insert_unique(hash, number, |&number| {
            hasher.hash_one(form(forms, ends, number))
        });
        Some(number)
    }

    fn form(&self, number: u32) -> Option<&str> {
        ((number as usize) < self.ends.len()).then(|| form(&self.forms, &self.ends, number))
    }
}

fn form<'a>(forms: &'a str, ends: &[usize], number: u32) -> &'a str {
    let number = number as usize;
    let start = if number == 0 { 0 } else { ends[number - 1] };
    &forms[start..ends[number]]
}

// The table's order differs from run to run, and nobody wants to read it.
impl fmt::Debug for Literals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Literals")
            .field("len", &self.ends.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Patterns;

    #[test]
    fn symbols_count_up_after_the_patterns() {
        let mut lexicon = Lexicon::new(Lexer::new(Patterns::new(vec!["[0-9]+".into()]).unwrap()));
        assert_eq!(lexicon.read("b a 1 b 22"), [1, 2, 0, 1, 0]);
        assert_eq!(lexicon.len(), 3);
        let words: Vec<_> = (0..4).map(|symbol| lexicon.word(symbol)).collect();
        let expected = [
            Some(Word::Pattern("[0-9]+")),
            Some(Word::Literal("b")),
            Some(Word::Literal("a")),
            None,
        ];
        assert_eq!(words, expected);
        assert!(lexicon.is_mutable(0) && !lexicon.is_mutable(1));
    }

    #[test]
    fn looking_up_gives_no_symbols() {
        let mut lexicon = Lexicon::new(Lexer::new(Patterns::none()));
        assert!(lexicon.is_empty());
        lexicon.read("a b");
        let (tokens, symbols) = lexicon.look_up(" b c");
        assert_eq!(tokens, [1..2, 3..4]);
        assert_eq!(symbols, [1, UNKNOWN]);
        assert_eq!(lexicon.len(), 2);
        assert_eq!(lexicon.word(UNKNOWN), None);
    }
}
