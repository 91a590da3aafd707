//! The parts that a line may have, and the marks that keep them apart.

/// A part of a line: an element that changes how its text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// HTML's `sup` and `sub`.
    Sup,
    Sub,
    Link,
    /// A superscript or subscript of a formula.
    Raised,
    Lowered,
    Numerator,
    Denominator,
    /// The radicand, and the degree of a root.
    Root,
    Degree,
    /// A further argument in the same brackets, a further cell of a row, a further row.
    Argument,
    Cell,
    Row,
    /// An identifier, a number or words.
    Letters,
    Operator,
    /// Elements whose children are parts by their position.
    Fraction,
    Power,
    Index,
    Both,
    RootOf,
    Brackets,
    Columns,
    Rows,
}

impl Part {
    /// Returns whether a part belongs to the text directly before it.
    pub(super) fn is_attached(self) -> bool {
        matches!(self, Part::Sup | Part::Sub | Part::Raised | Part::Lowered | Part::Denominator | Part::Degree)
    }

    /// Returns whether a part always has a sign or a space before it.
    pub(super) fn is_set_apart(self) -> bool {
        self.is_attached() || matches!(self, Part::Argument | Part::Cell | Part::Row)
    }
}

/// What may not follow a part directly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    /// Digits after digits.
    Digits,
    /// Letters and digits.
    Words,
    /// A word after the number of its verse, unless it may be the sign of an element after the number of an isotope.
    Verse,
    /// Anything.
    All,
}

impl Guard {
    /// Returns whether there has to be a space between two texts.
    pub(super) fn parts(self, before: &str, after: &str) -> bool {
        let (Some(last), Some(next)) = (before.chars().next_back(), after.chars().next()) else {
            return false;
        };
        match self {
            Guard::Digits => last.is_numeric() && next.is_numeric(),
            Guard::Words => next.is_alphanumeric(),
            Guard::Verse => {
                let is_long = after.chars().take(3).filter(|letter| letter.is_alphabetic()).count() == 3;
                last.is_numeric() && (next.is_numeric() || is_long)
            }
            Guard::All => !next.is_whitespace(),
        }
    }
}

/// How a part is set apart from what is before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Plain,
    /// A sign, and round brackets if the part consists of several terms.
    Sign(char),
    /// Square brackets, as around the label of a note.
    Note,
}

/// A part of more bytes than this is no exponent: a space takes the place of its sign and brackets. Chosen: by eye.
const MAX_BRACKETED: usize = 64;

impl Mark {
    /// Applies the mark to the end of a line from byte `start` on.
    pub(super) fn write(self, line: &mut String, start: usize) {
        match self {
            Mark::Plain => {}
            Mark::Note => {
                line.insert(start, '[');
                line.push(']');
            }
            Mark::Sign(sign) => {
                if MAX_BRACKETED < line.len() - start {
                    line.insert(start, ' ');
                    return;
                }
                bracket(line, start);
                line.insert(start, sign);
            }
        }
    }
}

/// Puts round brackets around the text from `start` to the end of a line if it consists of several terms.
pub(super) fn bracket(line: &mut String, start: usize) {
    if is_compound(&line[start..]) {
        line.insert(start, '(');
        line.push(')');
    }
}

/// Returns whether a term has to be bracketed to be read as one: it has operators inside it.
fn is_compound(term: &str) -> bool {
    let is_sign = |letter: char| matches!(letter, '+' | '-' | '−' | '±');
    // A sign before a number or after an ion, as in `-6` and `2+`, is no operator.
    let inner = term.trim_start_matches(is_sign).trim_end_matches(is_sign);
    let is_inner = |letter: char| letter.is_alphanumeric() || ".,'′″*√∞%°".contains(letter);
    !inner.chars().all(is_inner) && !is_bracketed(inner)
}

/// Returns whether the bracket that a text begins with ends where the text does.
fn is_bracketed(text: &str) -> bool {
    if !text.starts_with('(') {
        return false;
    }
    let mut depth = 0_u32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            // The first bracket closes here: in `(a)(b)` that is before the end, and the text still needs brackets.
            b')' if depth == 1 => return at + 1 == text.len(),
            b')' => depth -= 1,
            _ => {}
        }
    }
    false
}
