use cssparser::ParserInput;
use selectors::parser::{self, ParseRelative, SelectorList};

use crate::{Error, syntax::Plain};

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
    /// Reads a list of selectors.
    ///
    /// # Errors
    ///
    /// [`Error::Syntax`] if it is not one, or if it asks for a state or a
    /// pseudo-element.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn parse(text: &str) -> Result<Selector, Error> {
        let mut input = ParserInput::new(text);
        let mut parser = cssparser::Parser::new(&mut input);
        match SelectorList::parse(&Plain, &mut parser, ParseRelative::No) {
            Ok(list) => Ok(Selector {
                text: text.to_owned(),
                list,
            }),
            Err(error) => Err(Error::Syntax {
                given: text.to_owned(),
                column: error.location.column,
            }),
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
