//! Writing tokens as an expression, and reading them back.

use regex_syntax::{
    Parser,
    ast::{self, Ast},
    hir::{Hir, HirKind},
};

use crate::{Error, Separator};

/// A token of an expression.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Piece<'a> {
    /// The text of a token.
    Literal(&'a str),
    /// A pattern that matches the token, in the syntax of the `regex` crate.
    Pattern(&'a str),
    /// A token made of several pieces, with nothing between them.
    Parts(Vec<Piece<'a>>),
}

/// A token of an expression that was read from a file.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Token {
    Literal(String),
    Pattern(String),
}

/// Writes pieces as an expression, anchored like those of the thesis.
pub(crate) fn print(pieces: &[Piece<'_>], separator: &Separator) -> Result<String, Error> {
    let between = separator.as_str();
    let mut line = format!("({between}|^)");
    for (number, piece) in pieces.iter().enumerate() {
        if number > 0 {
            line.push_str(between);
        }
        add(piece, separator, &mut line)?;
    }
    line.extend(["(", between, "|$)"]);
    Ok(line)
}

fn add(piece: &Piece<'_>, separator: &Separator, line: &mut String) -> Result<(), Error> {
    match piece {
        Piece::Literal(text) => {
            // A text with a separator in it would be several tokens of the page, and never match.
            if text.is_empty() || text.chars().any(|c| separator.contains(c)) {
                let reason = format!("it is empty or has what `{}` matches", separator.as_str());
                return Err(Error::Piece { given: (*text).to_owned(), reason });
            }
            escape(text, line);
        }
        Piece::Pattern(pattern) => {
            let refuse = |reason| Error::Piece { given: (*pattern).to_owned(), reason };
            let ast = parse(pattern).ok_or_else(|| refuse("it is not a regular expression".into()))?;
            // The file has one expression per line.
            if pattern.contains(['\n', '\r']) {
                return Err(refuse("it has a line break".into()));
            }
            // The group keeps alternatives and flags from affecting the neighbours.
            if is_loose(&ast) {
                line.extend(["(?:", pattern, ")"]);
            } else {
                line.push_str(pattern);
            }
        }
        Piece::Parts(parts) => {
            if parts.is_empty() {
                return Err(Error::Piece { given: String::new(), reason: "it has no parts".to_owned() });
            }
            for part in parts {
                add(part, separator, line)?;
            }
        }
    }
    Ok(())
}

/// Reads an expression that [`print`] wrote. Returns `None` if it is not one, or if a token could match less or more
/// than one token of the page. Such a line is treated as any regular expression.
pub(crate) fn read(line: &str, separator: &Separator) -> Option<Vec<Token>> {
    let between = separator.as_str();
    let line = line.strip_prefix('(')?.strip_prefix(between)?.strip_prefix("|^)")?;
    let line = line.strip_suffix("|$)")?.strip_suffix(between)?.strip_suffix('(')?;
    line.split(between).map(|piece| token(piece, separator)).collect()
}

fn token(piece: &str, separator: &Separator) -> Option<Token> {
    // An alternation or a flag would change its meaning next to its neighbours.
    if is_loose(&parse(piece)?) {
        return None;
    }
    let hir = Parser::new().parse(piece).ok()?;
    let least = hir.properties().minimum_len()?;
    // A token that can match nothing, or a separator, would not be matched with exactly one token of the page.
    if least == 0 || !is_inside(&hir, separator) {
        return None;
    }
    match hir.kind() {
        HirKind::Literal(literal) => Some(Token::Literal(String::from_utf8(literal.0.to_vec()).ok()?)),
        _ => Some(Token::Pattern(piece.to_owned())),
    }
}

/// Returns whether a pattern matches only characters that do not separate.
fn is_inside(hir: &Hir, separator: &Separator) -> bool {
    match hir.kind() {
        HirKind::Empty => true,
        // A look-around depends on the neighbouring token.
        HirKind::Look(_) => false,
        HirKind::Literal(literal) => {
            std::str::from_utf8(&literal.0).is_ok_and(|text| !text.chars().any(|c| separator.contains(c)))
        }
        HirKind::Class(class) => separator.is_apart(class),
        HirKind::Repetition(repetition) => is_inside(&repetition.sub, separator),
        HirKind::Capture(capture) => is_inside(&capture.sub, separator),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().all(|part| is_inside(part, separator)),
    }
}

fn parse(pattern: &str) -> Option<Ast> {
    ast::parse::Parser::new().parse(pattern).ok()
}

/// Returns whether a pattern would affect its neighbours, as `a|b` and `(?i)a` do.
fn is_loose(ast: &Ast) -> bool {
    match ast {
        Ast::Alternation(_) | Ast::Flags(_) => true,
        Ast::Concat(concat) => concat.asts.iter().any(|ast| matches!(ast, Ast::Flags(_))),
        _ => false,
    }
}

/// Escapes a text so that every dialect matches exactly this text.
fn escape(text: &str, line: &mut String) {
    for c in text.chars() {
        match c {
            '\n' => line.push_str(r"\n"),
            '\r' => line.push_str(r"\r"),
            '\0' => line.push_str(r"\x00"),
            // A backslash before punctuation makes it literal in every dialect. Before letters and digits it has
            // another meaning.
            '\\' | '.' | '+' | '*' | '?' | '(' | ')' | '|' | '[' | ']' | '{' | '}' | '^' | '$' | '#' | '&' | '-'
            | '~' => line.extend(['\\', c]),
            _ => line.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_is_a_literal_again() {
        let token = |piece: &str| token(piece, &Separator::white_space());
        assert_eq!(token(r"a\.b"), Some(Token::Literal("a.b".to_owned())));
        assert_eq!(token(r"a\d"), Some(Token::Pattern(r"a\d".to_owned())));
        // What could match less or more than a token, or depends on its neighbours.
        for piece in [r"a b", r"\d*", "a|b", "(?i)a", "a.c", "(?:a|b c)", "^a", r"\S+\b"] {
            assert_eq!(token(piece), None, "{piece}");
        }
    }

    #[test]
    fn what_ends_lines_is_escaped() {
        let mut line = String::new();
        escape("a\n\r\0.é", &mut line);
        assert_eq!(line, r"a\n\r\x00\.é");
    }
}
