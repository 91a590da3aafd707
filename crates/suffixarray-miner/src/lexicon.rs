use std::{fmt, hash::BuildHasher, ops::Range};

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::{
    Lexer, Spelling, UNKNOWN,
    spelling::{self, is_form},
};

/// The meaning of a symbol of a [`Lexicon`].
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Word<'a> {
    /// The token's own text.
    Literal(&'a str),
    /// The mutable pattern that matched the token.
    Pattern(&'a str),
    /// The pieces of a token inside of which patterns match.
    Parts(Spelling<'a>),
}

/// Gives symbols to the tokens of texts, and translates them back.
///
/// The mutable patterns of the lexer have the first symbols, in the order of their list. Each new token gets the next
/// symbol. A token in which patterns are replaced never equals a literal token, even if both are spelled alike. The
/// same texts in the same order give the same symbols.
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
    /// Makes a lexicon without tokens.
    pub fn new(lexer: Lexer) -> Lexicon {
        Lexicon { lexer, literals: Literals::default() }
    }

    /// Returns the lexer.
    pub fn lexer(&self) -> &Lexer {
        &self.lexer
    }

    /// Returns the number of symbols assigned so far, patterns included. All symbols are below it.
    pub fn len(&self) -> usize {
        self.n_patterns() as usize + self.literals.ends.len()
    }

    /// Returns whether no symbol was assigned: there is no pattern and no token.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads a text for mining: returns the symbols of its tokens, and assigns new ones where needed.
    ///
    /// When all numbers below [`UNKNOWN`] are used up, further new tokens become [`UNKNOWN`].
    pub fn read(&mut self, text: &str) -> Vec<u32> {
        let mut symbols = Vec::new();
        self.read_into(text, &mut symbols);
        symbols
    }

    /// Returns the symbol of one token, and assigns a new one if needed.
    pub fn intern(&mut self, token: &str) -> u32 {
        let n_patterns = self.n_patterns();
        let Lexicon { lexer, literals } = self;
        Interning::new(lexer, n_patterns).intern(literals, token)
    }

    /// Returns the symbol of a token in which patterns are replaced, and assigns a new one if needed.
    ///
    /// The token is given by its [`form`](Spelling::form). `None` if no such token has this form.
    pub fn intern_form(&mut self, form: &str) -> Option<u32> {
        let n_patterns = self.n_patterns();
        is_form(form, n_patterns as usize).then(|| self.literals.number(Kind::Parts, form, n_patterns))
    }

    /// Does what [`Lexicon::read`] does, but writes to a vector, which is cleared first.
    pub fn read_into(&mut self, text: &str, symbols: &mut Vec<u32>) {
        symbols.clear();
        let n_patterns = self.n_patterns();
        let Lexicon { lexer, literals } = self;
        let tokens = lexer.tokens(text);
        let mut interning = Interning::new(lexer, n_patterns);
        symbols.extend(tokens.map(|range| interning.intern(literals, &text[range])));
    }

    /// Returns the byte ranges and the symbols of the tokens of a text, and assigns no symbols. A token that was
    /// never read is [`UNKNOWN`].
    pub fn look_up(&self, text: &str) -> (Vec<Range<usize>>, Vec<u32>) {
        let tokens = self.lexer.tokens(text);
        let mut interning = Interning::new(&self.lexer, self.n_patterns());
        let mut symbol = |token| interning.get(&self.literals, token).unwrap_or(UNKNOWN);
        tokens.map(|range| (range.clone(), symbol(&text[range]))).unzip()
    }

    /// Returns the symbol of a token, if it has one.
    pub fn get(&self, token: &str) -> Option<u32> {
        Interning::new(&self.lexer, self.n_patterns()).get(&self.literals, token)
    }

    /// Returns the meaning of a symbol, or `None` if it was not assigned.
    pub fn word(&self, symbol: u32) -> Option<Word<'_>> {
        let patterns = self.lexer.patterns().as_slice();
        if let Some(pattern) = patterns.get(symbol as usize) {
            return Some(Word::Pattern(pattern));
        }
        let (kind, form) = self.literals.form(symbol - self.n_patterns())?;
        Some(match kind {
            Kind::Literal => Word::Literal(form),
            Kind::Parts => Word::Parts(Spelling::new(form, patterns)),
        })
    }

    /// Returns whether a symbol stands for a mutable pattern.
    pub fn is_mutable(&self, symbol: u32) -> bool {
        symbol < self.n_patterns()
    }

    fn n_patterns(&self) -> u32 {
        self.lexer.patterns().as_slice().len() as u32
    }
}

/// Translates tokens to symbols, with buffers that are reused from token to token.
struct Interning<'a> {
    lexer: &'a Lexer,
    n_patterns: u32,
    replaced: Vec<(Range<usize>, usize)>,
    form: String,
}

/// The result of matching a token against the patterns.
enum Found<'a> {
    Pattern(u32),
    Form(Kind, &'a str),
}

impl<'a> Interning<'a> {
    fn new(lexer: &'a Lexer, n_patterns: u32) -> Interning<'a> {
        Interning { lexer, n_patterns, replaced: Vec::new(), form: String::new() }
    }

    fn intern(&mut self, literals: &mut Literals, token: &str) -> u32 {
        // Most tokens were seen before. This look-up is faster than the patterns.
        if let Some(number) = literals.find(Kind::Literal, token) {
            return self.n_patterns + number;
        }
        let n_patterns = self.n_patterns;
        // Only literals, and tokens in which patterns were replaced, are stored. A mutable token is matched each
        // time; otherwise numbers would fill the lexicon.
        match self.replace(token) {
            Found::Pattern(pattern) => pattern,
            Found::Form(kind, form) => literals.number(kind, form, n_patterns),
        }
    }

    fn get(&mut self, literals: &Literals, token: &str) -> Option<u32> {
        if let Some(number) = literals.find(Kind::Literal, token) {
            return Some(self.n_patterns + number);
        }
        let n_patterns = self.n_patterns;
        match self.replace(token) {
            Found::Pattern(pattern) => Some(pattern),
            Found::Form(Kind::Literal, _) => None,
            Found::Form(kind, form) => literals.find(kind, form).map(|n| n_patterns + n),
        }
    }

    fn replace<'t>(&'t mut self, token: &'t str) -> Found<'t> {
        self.lexer.patterns().replaced(token, &mut self.replaced);
        match &self.replaced[..] {
            [] => Found::Form(Kind::Literal, token),
            [(range, pattern)] if range.len() == token.len() => Found::Pattern(*pattern as u32),
            replaced => {
                spelling::spell(token, replaced, &mut self.form);
                Found::Form(Kind::Parts, &self.form)
            }
        }
    }
}

/// What a form stands for. It is part of the key, because a literal may be spelled like a token in which something
/// was replaced.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Kind {
    Literal,
    Parts,
}

/// The tokens that no pattern matches as a whole, numbered in order of arrival.
#[derive(Clone, Default)]
struct Literals {
    /// The forms of the tokens, one after another.
    forms: String,
    /// The end of each form in `forms`, and its kind.
    ends: Vec<(usize, Kind)>,
    /// The numbers of the forms by hash. The table is only searched, never iterated, so that its order affects
    /// nothing.
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Literals {
    fn find(&self, kind: Kind, form: &str) -> Option<u32> {
        let hash = self.hasher.hash_one((kind, form));
        self.find_hashed(hash, kind, form)
    }

    fn find_hashed(&self, hash: u64, kind: Kind, form: &str) -> Option<u32> {
        self.table.find(hash, |&number| self.form(number) == Some((kind, form))).copied()
    }

    /// Returns the symbol of a form, and numbers the form if it is new. Symbols start after those of the patterns.
    /// [`UNKNOWN`] if all numbers are used up.
    fn number(&mut self, kind: Kind, form: &str, n_patterns: u32) -> u32 {
        let hash = self.hasher.hash_one((kind, form));
        if let Some(number) = self.find_hashed(hash, kind, form) {
            return n_patterns + number;
        }
        let next = u32::try_from(self.ends.len()).ok();
        // `UNKNOWN` itself is not a valid symbol, so that the last number stays unused.
        let Some(number) = next.filter(|&number| number < UNKNOWN - n_patterns) else {
            return UNKNOWN;
        };
        self.forms.push_str(form);
        self.ends.push((self.forms.len(), kind));
        // The table calls the closure when it grows. The closure borrows other fields, because the table is borrowed
        // mutably.
        let (forms, ends, hasher) = (&self.forms, &self.ends, &self.hasher);
        self.table.insert_unique(hash, number, |&number| hasher.hash_one(held(forms, ends, number)));
        n_patterns + number
    }

    fn form(&self, number: u32) -> Option<(Kind, &str)> {
        ((number as usize) < self.ends.len()).then(|| held(&self.forms, &self.ends, number))
    }
}

fn held<'a>(forms: &'a str, ends: &[(usize, Kind)], number: u32) -> (Kind, &'a str) {
    let number = number as usize;
    let start = if number == 0 { 0 } else { ends[number - 1].0 };
    let (end, kind) = ends[number];
    (kind, &forms[start..end])
}

// The order of the table differs from run to run, so that it would only disturb comparisons of the output.
impl fmt::Debug for Literals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Literals").field("len", &self.ends.len()).finish_non_exhaustive()
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
        let expected = [Some(Word::Pattern("[0-9]+")), Some(Word::Literal("b")), Some(Word::Literal("a")), None];
        assert_eq!(words, expected);
        assert!(lexicon.is_mutable(0) && !lexicon.is_mutable(1));
    }

    #[test]
    fn what_is_spelled_like_another_is_another() {
        let list = ["[0-9]+", r"a\{0\}", "b"].map(str::to_owned).into();
        let patterns = Patterns::new(list).unwrap().inside().unwrap();
        let mut lexicon = Lexicon::new(Lexer::new(patterns));
        // A number in a token; the same with braces, which a pattern matches; one that looks replaced; and a token with
        // two patterns.
        let symbols = lexicon.read("a7 a{0} x{0} x{} a8 5b");
        assert_eq!(symbols, [3, 1, 4, 5, 3, 6]);
        let Some(Word::Parts(parts)) = lexicon.word(3) else { panic!("{:?}", lexicon.word(3)) };
        assert_eq!(parts.form(), "a{0}");
        assert_eq!(lexicon.intern_form("a{0}"), Some(3));
        assert_eq!(lexicon.intern_form("a{3}"), None);
        assert_eq!(lexicon.word(5), Some(Word::Literal("x{}")));
        assert_eq!(lexicon.look_up("a100 5b a{0} a").1, [3, 6, 1, UNKNOWN]);
        assert_eq!(lexicon.get("a5"), Some(3));
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
