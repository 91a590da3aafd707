//! A page cut along its tokens and its regions.

use std::ops::Range;

use tokenize::{Kind, Tag, Token};

use crate::{Regions, regions::cuts::cuts};

/// Takes a page apart in order. The ranges of all calls tile the page.
pub(crate) trait Visit {
    /// White space, or whatever else stands between two pieces. Not empty.
    fn gap(&mut self, range: Range<usize>);

    /// A token, or a part of a text that the regions cut. `at` is the index
    /// of the token, `covered` says whether the regions hold all of `range`.
    fn piece(&mut self, at: usize, token: &Token, range: Range<usize>, covered: bool);
}

/// Walks over a page.
///
/// The white space at both ends of a text belongs to the gaps, so that a text
/// counts as covered when its words are. Only text can be cut: a tag, a
/// comment or a script of which a byte stays, stays. So does a character
/// reference.
#[inline]
pub(crate) fn walk(source: &str, tokens: &[Token], regions: &Regions, visitor: &mut impl Visit) {
    let mut cuts = cuts(source, regions).peekable();
    let mut done = 0;
    for (at, token) in tokens.iter().enumerate() {
        let mut range = token.range();
        if token.kind() == Kind::Text {
            range = trimmed(source, range);
        }
        if done < range.start {
            visitor.gap(done..range.start);
        }
        done = done.max(range.end);
        while cuts.next_if(|cut| cut.end <= range.start).is_some() {}
        let Some(cut) = cuts.peek().filter(|cut| cut.start < range.end) else {
            visitor.piece(at, token, range, false);
            continue;
        };
        if cut.start <= range.start && range.end <= cut.end {
            visitor.piece(at, token, range, true);
        } else if token.kind() != Kind::Text {
            visitor.piece(at, token, range, false);
        } else {
            let mut from = range.start;
            while let Some(cut) = cuts.peek().filter(|cut| cut.start < range.end).cloned() {
                let start =
                    reference_around(source, cut.start).map_or(cut.start, |found| found.end);
                let end = reference_around(source, cut.end).map_or(cut.end, |found| found.start);
                let start = start.clamp(from, range.end);
                let end = end.clamp(start, range.end);
                part(source, visitor, at, token, from..start, false);
                part(source, visitor, at, token, start..end, true);
                from = end;
                if range.end < cut.end {
                    break;
                }
                cuts.next();
            }
            part(source, visitor, at, token, from..range.end, false);
        }
    }
    if done < source.len() {
        visitor.gap(done..source.len());
    }
}

/// A part of a text; its white space at both ends is gap again.
fn part(
    source: &str,
    visitor: &mut impl Visit,
    at: usize,
    token: &Token,
    range: Range<usize>,
    covered: bool,
) {
    if range.is_empty() {
        return;
    }
    let words = trimmed(source, range.clone());
    if range.start < words.start {
        visitor.gap(range.start..words.start);
    }
    if !words.is_empty() {
        visitor.piece(at, token, words.clone(), covered);
    }
    if words.end < range.end {
        visitor.gap(words.end..range.end);
    }
}

/// Returns the character reference that has this position inside.
fn reference_around(source: &str, position: usize) -> Option<Range<usize>> {
    // The longest name has 31 letters.
    const MAX_LEN: usize = 32;
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let (before, behind) = source.as_bytes().split_at(position);
    let n_before = before
        .iter()
        .rev()
        .take(MAX_LEN)
        .take_while(|&byte| is_inner(byte))
        .count();
    let n_behind = behind
        .iter()
        .take(MAX_LEN)
        .take_while(|&byte| is_inner(byte))
        .count();
    let start = position.checked_sub(n_before + 1)?;
    let is_reference = before[start] == b'&' && behind.get(n_behind) == Some(&b';');
    is_reference.then_some(start..position + n_behind + 1)
}

/// Returns whether the start and end tags of an element stand between lines
/// of visible text.
#[inline]
pub(crate) fn breaks_line(tag: Tag) -> bool {
    tag.is_block() && !tag.is_hidden()
}

/// Returns the range without the white space at its ends. Of nothing but
/// white space the empty range at its end is left.
#[inline]
fn trimmed(source: &str, range: Range<usize>) -> Range<usize> {
    let bytes = &source.as_bytes()[range.clone()];
    let start = bytes
        .iter()
        .position(|&byte| !is_space(byte))
        .unwrap_or(bytes.len());
    let end = bytes
        .iter()
        .rposition(|&byte| !is_space(byte))
        .map_or(bytes.len(), |last| last + 1);
    range.start + start..range.start + end
}

/// What HTML calls white space.
#[inline]
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | 0x0C)
}

/// Returns what stands between the marks of a CDATA section.
pub(crate) fn cdata_contents(section: &str) -> &str {
    let inside = section.strip_prefix("<![CDATA[").unwrap_or(section);
    inside.strip_suffix("]]>").unwrap_or(inside)
}
