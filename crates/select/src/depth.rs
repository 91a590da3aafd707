//! Checks how deep a selector is, before it is passed to code that recurses.
//!
//! The parser recurses for each bracket within another, and matching recurses for each combinator as well. So both
//! count along each path: the combinators of a selector, and those inside of its brackets.

use cssparser::{ParseError, Parser, Token};

use crate::Error;

/// Checks that no path through a list of selectors is deeper than [`Selector::MAX_DEPTH`](crate::Selector::MAX_DEPTH).
pub(crate) fn check(parser: &mut Parser<'_, '_>, limit: u32) -> Result<(), Error> {
    match walk(parser, limit) {
        Ok(()) => Ok(()),
        Err(error) => Err(Error::TooDeep { column: error.location.column, limit }),
    }
}

/// Counts one level for each run of combinators and each bracket; a comma starts a new count. Anything that is not a
/// selector is left to the parser that runs afterwards.
fn walk<'i>(parser: &mut Parser<'i, '_>, room: u32) -> Result<(), ParseError<'i, ()>> {
    let mut left = room;
    let mut is_between = true;
    loop {
        let place = parser.current_source_location();
        let Ok(token) = parser.next_including_whitespace() else {
            return Ok(());
        };
        let (is_combinator, is_bracket) = match token {
            Token::Comma => {
                left = room;
                is_between = true;
                continue;
            }
            Token::WhiteSpace(_) | Token::Delim('>' | '+' | '~') => (true, false),
            Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => {
                (false, true)
            }
            _ => (false, false),
        };
        // White space around `>` is not a combinator of its own.
        if is_bracket || is_combinator && !is_between {
            left = (left.checked_sub(1)).ok_or_else(|| place.new_custom_error(()))?;
        }
        is_between = is_combinator;
        if is_bracket {
            let inside = left;
            parser.parse_nested_block(|parser| walk(parser, inside))?;
            // A closed bracket makes its siblings no deeper.
            left += 1;
        }
    }
}
