//! Expressions that are mined from the words of pages: for benches, tests, and `cargo xtask bench`.

use std::error::Error;

use ::expressions::{Expressions, Piece, Separator};
use suffixarray_miner::{Config, Corpus, Lexer, Lexicon, Patterns, Word};

/// Mines the pages with the patterns of the thesis, and writes what was found as expressions.
pub(crate) fn mine<P: AsRef<str>>(
    pages: impl IntoIterator<Item = P>,
    config: Config,
) -> Result<Expressions, Box<dyn Error + Send + Sync>> {
    let mut lexicon = Lexicon::new(Lexer::new(Patterns::thesis()));
    let corpus: Corpus = pages.into_iter().map(|page| lexicon.read(page.as_ref())).collect();
    let mined = (config.build()?).mine_corpus(corpus, |symbol| lexicon.is_mutable(symbol), |_| {})?;
    let piece = |word| match word {
        Word::Literal(text) => Piece::Literal(text),
        Word::Pattern(pattern) => Piece::Pattern(pattern),
        Word::Parts(_) => unreachable!("patterns match whole words only"),
    };
    let strings = mined.iter().map(|string| -> Vec<_> {
        let words = string.symbols.iter().filter_map(|&symbol| lexicon.word(symbol));
        words.map(piece).collect()
    });
    Ok(Expressions::from_pieces(Separator::white_space(), strings.collect::<Vec<_>>())?)
}
