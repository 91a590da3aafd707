//! Formulas in a line: `x = (a+b)/2`, `∑_(n = 1)^k a_n`, `√(x+1)`.

use super::parts::{Guard, Mark, Part, bracket};

/// Returns the part that an element of MathML is, by its name.
pub(super) fn element(name: &str) -> Option<Part> {
    Some(match name {
        "mi" | "mn" | "mtext" | "ms" => Part::Letters,
        "mo" => Part::Operator,
        "mfrac" => Part::Fraction,
        "msup" | "mover" => Part::Power,
        "msub" | "munder" => Part::Index,
        "msubsup" | "munderover" => Part::Both,
        "msqrt" => Part::Root,
        "mroot" => Part::RootOf,
        "mfenced" => Part::Brackets,
        "mtr" => Part::Columns,
        "mtable" => Part::Rows,
        _ => return None,
    })
}

/// Returns the part that a child is, by its parent and its position among the children, from 1 on.
pub(super) fn child(parent: Part, nth: usize) -> Option<Part> {
    Some(match (parent, nth) {
        (Part::Fraction, 1) => Part::Numerator,
        (Part::Fraction, 2) => Part::Denominator,
        (Part::Power, 2) | (Part::Both, 3) => Part::Raised,
        (Part::Index | Part::Both, 2) => Part::Lowered,
        (Part::RootOf, 1) => Part::Root,
        (Part::RootOf, 2) => Part::Degree,
        (Part::Brackets, 2..) => Part::Argument,
        (Part::Columns, 2..) => Part::Cell,
        (Part::Rows, 2..) => Part::Row,
        _ => return None,
    })
}

/// Returns whether two tokens with these characters side by side would read as one.
pub(super) fn run_together(last: char, next: char) -> bool {
    last.is_alphabetic() && next.is_alphanumeric() || last.is_numeric() && next.is_numeric()
}

/// Marks a part at the end of a line, from byte `start` on; `before` is the byte position where the text directly
/// before it ends, or 0 if there is none. Returns what may not follow the part directly.
pub(super) fn write(part: Part, line: &mut String, start: usize, before: usize) -> Option<Guard> {
    let last = line[..before].chars().next_back();
    let has_letters = line[start..].contains(char::is_alphanumeric);
    match part {
        // Accents, primes and arrows are written after their base without a mark.
        Part::Raised | Part::Lowered if !has_letters || last.is_none() => return None,
        Part::Raised => Mark::Sign('^').write(line, start),
        Part::Lowered => Mark::Sign('_').write(line, start),
        Part::Numerator => {
            bracket(line, start);
            // The space keeps a factor off the numerator: `2 1/3`, not `21/3`.
            if last.is_some_and(char::is_alphanumeric) {
                line.insert(start, ' ');
            }
            return None;
        }
        Part::Denominator => {
            bracket(line, start);
            line.insert(start, '/');
        }
        Part::Root => {
            bracket(line, start);
            line.insert(start, '√');
        }
        Part::Degree => {
            // The degree is the second child, so that it can only be written after the radicand: as an exponent.
            line.insert_str(start, "^(1/");
            line.push(')');
        }
        Part::Brackets => {
            line.insert(start, '(');
            line.push(')');
            return None;
        }
        Part::Argument => {
            line.insert_str(start, ", ");
            return None;
        }
        Part::Cell => {
            line.insert(start, ' ');
            return None;
        }
        Part::Row => {
            line.insert_str(start, "; ");
            return None;
        }
        Part::Operator => {
            let is_relation = line[start..].chars().all(is_relation);
            if !is_relation {
                return None;
            }
            // A relation gets spaces on both sides; the guard adds the one behind it when the next text comes.
            if last.is_some_and(|last| last != '(') {
                line.insert(start, ' ');
            }
            return Some(Guard::All);
        }
        _ => return None,
    }
    Some(Guard::Words)
}

/// Returns whether a sign stands between the two sides of a statement: an equals sign, an arrow or the like.
fn is_relation(letter: char) -> bool {
    matches!(letter, '=' | '<' | '>' | ':' | '\u{2190}'..='\u{21FF}' | '\u{2208}'..='\u{220D}')
        || matches!(letter, '\u{223C}' | '\u{2243}'..='\u{228B}' | '\u{27F5}'..='\u{27FF}')
}
