/// Why a selector could not be read.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Error {
    /// The text is not a list of selectors, or contains something that only a browser can answer.
    #[error(
        "{given:?} is not a list of CSS selectors that a page can be searched for: it goes wrong at character \
         {column}"
    )]
    Syntax {
        /// The text that was given.
        given: String,
        /// The position of the first error: the number of a character, counting from 1.
        column: u32,
    },
    /// The text has more nested brackets and consecutive combinators than
    /// [`Selector::MAX_DEPTH`](crate::Selector::MAX_DEPTH).
    #[error(
        "the selector is more than {limit} levels deep at character {column}: each bracket that is open there is a \
         level, and so is each combinator before it"
    )]
    TooDeep {
        /// The position where it becomes too deep: the number of a character, counting from 1.
        column: u32,
        /// The limit.
        limit: u32,
    },
}
