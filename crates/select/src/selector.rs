use cssparser::ParserInput;
use selectors::parser::{self, ParseRelative, SelectorList};

use crate::{Error, depth, syntax::Plain};

/// A list of selectors, as it precedes a brace in a style sheet.
///
/// # Examples
///
/// ```
/// use select::Selector;
///
/// assert_eq!(Selector::parse("nav > a, #top")?.text(), "nav > a, #top");
/// assert!(Selector::parse("a:hover").is_err());
/// # Ok::<(), select::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Selector {
    text: String,
    list: SelectorList<Plain>,
}

impl Selector {
    /// The largest number of levels of a selector. Each nested bracket is a level, and so is each combinator: `ul >
    /// li:not(.a b)` has three. Selectors that are separated by a comma are counted separately.
    ///
    /// Parsing and matching at this depth take less than half a mebibyte of stack, also in unoptimized builds. Chosen:
    /// by eye.
    pub const MAX_DEPTH: u32 = 64;

    /// Reads a list of selectors.
    ///
    /// # Complexity
    ///
    /// Linear in the text, with a stack of bounded depth.
    ///
    /// # Errors
    ///
    /// [`Error::Syntax`] if the text is not a list of selectors, or if it contains a state or a pseudo-element;
    /// [`Error::TooDeep`] beyond [`Selector::MAX_DEPTH`].
    ///
    /// # Panics
    ///
    /// Never.
    pub fn parse(text: &str) -> Result<Selector, Error> {
        // The depth is checked on a parser of its own, because the real one recurses before it can be stopped.
        let mut input = ParserInput::new(text);
        depth::check(&mut cssparser::Parser::new(&mut input), Selector::MAX_DEPTH)?;
        let mut input = ParserInput::new(text);
        let mut parser = cssparser::Parser::new(&mut input);
        match SelectorList::parse(&Plain, &mut parser, ParseRelative::No) {
            Ok(list) => Ok(Selector { text: text.to_owned(), list }),
            Err(error) => Err(Error::Syntax { given: text.to_owned(), column: error.location.column }),
        }
    }

    /// Returns the text that was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn list(&self) -> &[parser::Selector<Plain>] {
        self.list.slice()
    }
}
