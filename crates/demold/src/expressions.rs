//! Templates as regular expressions, for HTML and for plain text.

use ::expressions::{Expressions, Matcher, Piece, Separator};
use cleaner::Regions;
use suffixarray_miner::{Config, Corpus, Lexer, Lexicon, Mined, Word, WordPart};

use crate::{Cleaned, Error, Learner, Reading, methods::Found};

/// Mines the words of the pages' source, markup and all (thesis, chapter 3).
fn learn(sample: &[Reading<'_>], lexer: &Lexer, config: Config) -> Result<Expressions, Error> {
    // Refused before any work is done.
    let separator = Separator::of_token_pattern(lexer.token_pattern()).map_err(Error::Expressions)?;
    let mut lexicon = Lexicon::new(lexer.clone());
    let corpus: Corpus = sample.iter().map(|page| lexicon.read(page.source())).collect();
    let miner = config.build().map_err(Error::Mine)?;
    let mined = miner.mine_corpus(corpus, |symbol| lexicon.is_mutable(symbol), |_| {}).map_err(Error::Mine)?;
    from_mined(&mined, &lexicon, separator).map_err(Error::Expressions)
}

fn from_mined(mined: &Mined, lexicon: &Lexicon, separator: Separator) -> Result<Expressions, ::expressions::Error> {
    let strings: Vec<Vec<Piece<'_>>> = (mined.strings().iter())
        .map(|string| {
            let word = |&symbol| lexicon.word(symbol).expect("the miner invents no symbols");
            string.symbols.iter().map(word).map(piece).collect()
        })
        .collect();
    Expressions::from_pieces(separator, strings)
}

fn piece(word: Word<'_>) -> Piece<'_> {
    match word {
        Word::Literal(text) => Piece::Literal(text),
        Word::Pattern(pattern) => Piece::Pattern(pattern),
        Word::Parts(spelling) => Piece::Parts(spelling.parts().map(part).collect()),
    }
}

fn part(part: WordPart<'_>) -> Piece<'_> {
    match part {
        WordPart::Literal(text) => Piece::Literal(text),
        WordPart::Pattern(pattern) => Piece::Pattern(pattern),
    }
}

impl Learner {
    /// Mines expressions from exactly these pages, some of which may be plain
    /// text: the words of their source, with the settings of
    /// [`mine`](Learner::mine) and [`lexer`](Learner::lexer), whatever the method.
    ///
    /// # Errors
    ///
    /// [`Error::NoPages`] if there are none; [`Error::Mine`] or
    /// [`Error::Expressions`] if a limit is exceeded.
    pub fn expressions(&self, sample: &[Reading<'_>]) -> Result<Expressions, Error> {
        if sample.is_empty() {
            return Err(Error::NoPages);
        }
        learn(sample, &self.get_lexer(), self.papers.mine.clone())
    }
}

impl<'a> Cleaned<'a> {
    /// Cleans a page by expressions: whatever any of them matches in the page's
    /// source is removed; their order does not matter. The
    /// [`fit`](Cleaned::fit) is 1 if anything matched and 0 if nothing did,
    /// because expressions do not say what a page should have.
    ///
    /// # Complexity
    ///
    /// Linear in the page.
    ///
    /// # Errors
    ///
    /// [`Error::Expressions`] if expressions that are not strings of words need
    /// more work than the matcher allows.
    pub fn by_expressions(matcher: &Matcher, page: impl Into<Reading<'a>>) -> Result<Cleaned<'a>, Error> {
        let page = page.into();
        let regions: Regions = matcher.regions(page.source()).map_err(Error::Expressions)?;
        let fit = if regions.is_empty() { 0.0 } else { 1.0 };
        Ok(Cleaned::new(page, Found::new(regions, fit), None))
    }
}
