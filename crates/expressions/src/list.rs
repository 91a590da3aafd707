use std::collections::HashSet;

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
#[derive(Clone, Debug, Eq, PartialEq)]
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
        let strings = strings.into_iter().filter(|pieces| !pieces.as_ref().is_empty());
        let lines = strings.map(|pieces| line::print(pieces.as_ref(), &separator));
        let lines = distinct(lines.collect::<Result<Vec<_>, Error>>()?);
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
        let sites: Vec<Expressions> = sites.into_iter().collect();
        let separator = sites.first().map_or_else(Separator::white_space, |site| site.separator.clone());
        if let Some(other) = sites.iter().find(|site| site.separator != separator) {
            return Err(Error::Separator { given: other.separator.as_str().to_owned() });
        }
        let lines = distinct(sites.into_iter().flat_map(|site| site.lines));
        Ok(Expressions { separator, lines })
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

/// Drops the lines that were there before.
fn distinct(lines: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    lines.into_iter().filter(|line| seen.insert(line.clone())).collect()
}
