use std::ops::Range;

use hashbrown::DefaultHashBuilder;
use indexmap::{Equivalent, IndexSet};

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
    /// The tokens that no pattern matches as a whole, in order of arrival.
    forms: IndexSet<Form<Box<str>>, DefaultHashBuilder>,
}

/// A token that no pattern matches as a whole. A literal may be spelled like a token in which something was replaced.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Form<T> {
    Literal(T),
    Parts(T),
}

impl Equivalent<Form<Box<str>>> for Form<&str> {
    fn equivalent(&self, other: &Form<Box<str>>) -> bool {
        match (self, other) {
            (Form::Literal(one), Form::Literal(other)) | (Form::Parts(one), Form::Parts(other)) => **one == **other,
            _ => false,
        }
    }
}

impl Lexicon {
    /// Makes a lexicon without tokens.
    pub fn new(lexer: Lexer) -> Lexicon {
        Lexicon { lexer, forms: IndexSet::default() }
    }

    /// Returns the lexer.
    pub fn lexer(&self) -> &Lexer {
        &self.lexer
    }

    /// Returns the number of symbols assigned so far, patterns included. All symbols are below it.
    pub fn len(&self) -> usize {
        self.n_patterns() as usize + self.forms.len()
    }

    /// Returns whether no symbol was assigned: there is no pattern and no token.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads a text for mining: returns the symbols of its tokens, and assigns new ones where needed.
    ///
    /// When all numbers below [`UNKNOWN`] are used up, further new tokens become [`UNKNOWN`].
    pub fn read(&mut self, text: &str) -> Vec<u32> {
        let tokens: Vec<Range<usize>> = self.lexer.tokens(text).collect();
        tokens.into_iter().map(|range| self.intern(&text[range])).collect()
    }

    /// Returns the symbol of one token, and assigns a new one if needed.
    pub fn intern(&mut self, token: &str) -> u32 {
        // Most tokens were seen before. This look-up is faster than the patterns.
        if let Some(number) = self.forms.get_index_of(&Form::Literal(token)) {
            return self.symbol(number);
        }
        if let Some(pattern) = self.lexer.patterns().find(token) {
            return pattern as u32;
        }
        // Only literals, and tokens in which patterns were replaced, are stored. A mutable token is matched each time;
        // otherwise numbers would fill the lexicon.
        match self.spell(token) {
            Some(spelled) => self.insert(Form::Parts(spelled.into())),
            None => self.insert(Form::Literal(token.into())),
        }
    }

    /// Returns the symbol of a token in which patterns are replaced, and assigns a new one if needed.
    ///
    /// The token is given by its [`form`](Spelling::form). `None` if no such token has this form.
    pub fn intern_form(&mut self, form: &str) -> Option<u32> {
        is_form(form, self.n_patterns() as usize).then(|| self.insert(Form::Parts(form.into())))
    }

    /// Returns the byte ranges and the symbols of the tokens of a text, and assigns no symbols. A token that was
    /// never read is [`UNKNOWN`].
    pub fn look_up(&self, text: &str) -> (Vec<Range<usize>>, Vec<u32>) {
        let tokens = self.lexer.tokens(text);
        tokens.map(|range| (range.clone(), self.get(&text[range]).unwrap_or(UNKNOWN))).unzip()
    }

    /// Returns the symbol of a token, if it has one.
    pub fn get(&self, token: &str) -> Option<u32> {
        // Most tokens were seen before. This look-up is faster than the patterns.
        if let Some(number) = self.forms.get_index_of(&Form::Literal(token)) {
            return Some(self.symbol(number));
        }
        if let Some(pattern) = self.lexer.patterns().find(token) {
            return Some(pattern as u32);
        }
        let spelled = self.spell(token)?;
        self.forms.get_index_of(&Form::Parts(&*spelled)).map(|number| self.symbol(number))
    }

    /// Returns the meaning of a symbol, or `None` if it was not assigned.
    pub fn word(&self, symbol: u32) -> Option<Word<'_>> {
        let patterns = self.lexer.patterns().as_slice();
        if let Some(pattern) = patterns.get(symbol as usize) {
            return Some(Word::Pattern(pattern));
        }
        Some(match self.forms.get_index((symbol - self.n_patterns()) as usize)? {
            Form::Literal(form) => Word::Literal(form),
            Form::Parts(form) => Word::Parts(Spelling::new(form, patterns)),
        })
    }

    /// Returns whether a symbol stands for a mutable pattern.
    pub fn is_mutable(&self, symbol: u32) -> bool {
        symbol < self.n_patterns()
    }

    fn n_patterns(&self) -> u32 {
        self.lexer.patterns().as_slice().len() as u32
    }

    /// Returns the symbol of a form. Symbols of forms start after those of the patterns.
    fn symbol(&self, number: usize) -> u32 {
        self.n_patterns() + number as u32
    }

    /// Numbers a form if it is new. [`UNKNOWN`] if all numbers are used up.
    fn insert(&mut self, form: Form<Box<str>>) -> u32 {
        // `UNKNOWN` itself is not a valid symbol, so that the last number stays unused.
        if self.len() == UNKNOWN as usize {
            return UNKNOWN;
        }
        let (number, _) = self.forms.insert_full(form);
        self.symbol(number)
    }

    /// Returns the form of a token inside of which patterns match.
    fn spell(&self, token: &str) -> Option<String> {
        let replaced = self.lexer.patterns().inside_of(token);
        (!replaced.is_empty()).then(|| spelling::spell(token, &replaced))
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
