use std::collections::BTreeSet;

use crate::{
    Error, Piece, Separator,
    line::{self, Token},
};

/// The comment of a file that contains the separator of the tokens.
const SEPARATOR: &str = "# separator: ";

/// A list of expressions, and the file in which it is stored.
///
/// The file has one expression per line, in a dialect that the `regex` crate, PCRE and Python's `re` read alike.
/// Lines that begin with `#` are comments. The comment `# separator:` contains the separator of two tokens (`\s+` if
/// it is missing).
///
/// # Examples
///
/// ```
/// use expressions::{Expressions, Piece::{Literal, Pattern}, Separator};
///
/// let pieces = [Literal("I'm"), Pattern("[0-9]+"), Literal("years"), Literal("old.")];
/// let expressions = Expressions::from_pieces(Separator::white_space(), [pieces])?;
/// let file = expressions.to_file("from three pages of one site");
/// assert_eq!(file, r"# from three pages of one site
/// ## separator: \s+
/// (\s+|^)I'm\s+[0-9]+\s+years\s+old\.(\s+|$)
/// ");
/// assert_eq!(Expressions::from_file(&file)?, expressions);
/// # Ok::<(), expressions::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expressions {
    pub(crate) separator: Separator,
    lines: Vec<String>,
}

impl Expressions {
    /// Makes expressions from strings of tokens, one line for each string, in the given order and without duplicates.
    /// A string without tokens makes no line.
    ///
    /// # Errors
    ///
    /// [`Error::Piece`] for a piece that cannot be a token.
    pub fn from_pieces<'a, P: AsRef<[Piece<'a>]>>(
        separator: Separator,
        strings: impl IntoIterator<Item = P>,
    ) -> Result<Expressions, Error> {
        let mut seen = BTreeSet::new();
        let mut lines = Vec::new();
        for pieces in strings {
            let pieces = pieces.as_ref();
            if pieces.is_empty() {
                continue;
            }
            let line = line::print(pieces, &separator)?;
            if seen.insert(line.clone()) {
                lines.push(line);
            }
        }
        Ok(Expressions { separator, lines })
    }

    /// Reads a file. Its lines may be any regular expressions that the `regex` crate accepts, whether this crate
    /// wrote them or not.
    ///
    /// # Errors
    ///
    /// [`Error::Line`] for a line that is not a regular expression, and
    /// [`Error::Separator`] for a comment with a bad separator.
    pub fn from_file(file: &str) -> Result<Expressions, Error> {
        let mut separator = Separator::white_space();
        let mut lines = Vec::new();
        for (idx, line) in file.lines().enumerate() {
            // `lines` removes a carriage return only before a line feed, which the last line may lack.
            let line = line.trim_end_matches('\r');
            if let Some(pattern) = line.strip_prefix(SEPARATOR) {
                separator = Separator::new(pattern)?;
            } else if !line.is_empty() && !line.starts_with('#') {
                if let Err(error) = regex_syntax::parse(line) {
                    // The message of the crate repeats the expression over several lines. Only the last one says what
                    // is wrong.
                    let reason = error.to_string().lines().last().unwrap_or_default().to_owned();
                    return Err(Error::Line { number: idx + 1, reason });
                }
                lines.push(line.to_owned());
            }
        }
        Ok(Expressions { separator, lines })
    }

    /// Writes the file. `comment` tells how the expressions were made, in one or more lines.
    pub fn to_file(&self, comment: &str) -> String {
        let mut file = String::new();
        for line in comment.lines() {
            file.extend([if line.is_empty() { "#" } else { "# " }, line, "\n"]);
        }
        file.extend([SEPARATOR, self.separator.as_str(), "\n"]);
        for line in &self.lines {
            file.extend([line, "\n"]);
        }
        file
    }

    /// Joins the expressions of several sites, in their order and without duplicates.
    ///
    /// # Errors
    ///
    /// [`Error::Separator`] if two lists have different separators.
    ///
    /// # Examples
    ///
    /// ```
    /// use expressions::{Expressions, Piece::Literal, Separator};
    ///
    /// let site = |strings: &[&str]| {
    ///     let strings = strings.iter().map(|string| vec![Literal(string)]);
    ///     Expressions::from_pieces(Separator::white_space(), strings)
    /// };
    /// let all = Expressions::join([site(&["home", "news"])?, site(&["news", "shop"])?])?;
    /// assert_eq!(all, site(&["home", "news", "shop"])?);
    /// # Ok::<(), expressions::Error>(())
    /// ```
    pub fn join(sites: impl IntoIterator<Item = Expressions>) -> Result<Expressions, Error> {
        let mut separator: Option<Separator> = None;
        let mut seen = BTreeSet::new();
        let mut lines = Vec::new();
        for site in sites {
            let first = separator.get_or_insert_with(|| site.separator.clone());
            if first.as_str() != site.separator.as_str() {
                return Err(Error::Separator { given: site.separator.as_str().to_owned() });
            }
            for line in site.lines {
                if seen.insert(line.clone()) {
                    lines.push(line);
                }
            }
        }
        Ok(Expressions { separator: separator.unwrap_or_else(Separator::white_space), lines })
    }

    /// Keeps the expressions for which `keep` returns true, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(&str) -> bool) {
        self.lines.retain(|line| keep(line));
    }

    /// Returns the expressions as regular expressions.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Returns the separator of the tokens.
    pub fn separator(&self) -> &Separator {
        &self.separator
    }

    /// Returns each line with its tokens, or with `None` if it is not made of tokens.
    pub(crate) fn read(&self) -> impl Iterator<Item = (&str, Option<Vec<Token>>)> {
        self.lines.iter().map(|line| (line.as_str(), line::read(line, &self.separator)))
    }
}

impl PartialEq for Expressions {
    fn eq(&self, other: &Expressions) -> bool {
        self.separator.as_str() == other.separator.as_str() && self.lines == other.lines
    }
}

impl Eq for Expressions {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_equal_if_separators_and_lines_are() {
        let of = |separator: &str, texts: &[&str]| {
            let strings: Vec<Vec<Piece<'_>>> = texts.iter().map(|text| vec![Piece::Literal(text)]).collect();
            Expressions::from_pieces(Separator::new(separator).unwrap(), strings).unwrap()
        };
        let list = of(r"\s+", &["a", "b"]);
        assert_eq!(list, of(r"\s+", &["a", "b"]));
        assert_ne!(list, of(r"\s+", &["a"]));
        assert_ne!(list, of(r"[\s]+", &["a", "b"]));
        let mut kept = list.clone();
        kept.retain(|line| line.contains('b'));
        assert_eq!(kept, of(r"\s+", &["b"]));
    }
}
