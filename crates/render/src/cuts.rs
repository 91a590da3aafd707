//! The regions of one page, and the texts that they cut.

use std::{borrow::Cow, ops::Range};

use cleaner::{Regions, cuts};
use dom::{Dom, NodeId};

/// A part of a text that the regions cut.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// White space next to words, whether the regions hold it or not: it keeps words apart.
    Space(Range<usize>),
    /// Words that stay. They begin and end with something that is not a space.
    Words(Range<usize>),
    /// Words that are removed.
    Gone(Range<usize>),
}

/// The regions of a page, for queries at ascending positions. A query at an earlier position costs a binary search,
/// which is rare: only nodes that the parser moved cause it.
#[derive(Debug)]
pub(crate) struct Cuts<'a> {
    source: &'a str,
    cuts: Vec<Range<usize>>,
    /// The first cut that ends after the last position asked for.
    next: usize,
}

impl<'a> Cuts<'a> {
    pub(crate) fn new(source: &'a str, regions: &Regions) -> Cuts<'a> {
        Cuts { source, cuts: cuts(source, regions).collect(), next: 0 }
    }

    /// Returns whether nothing of the page is removed.
    pub(crate) fn is_empty(&self) -> bool {
        self.cuts.is_empty()
    }

    /// Returns whether the regions hold all of a range, which must not be
    /// empty.
    #[inline]
    pub(crate) fn cover(&mut self, range: &Range<usize>) -> bool {
        self.around(range).is_some()
    }

    /// Returns the region that holds all of a range, which must not be empty.
    #[inline]
    pub(crate) fn around(&mut self, range: &Range<usize>) -> Option<&Range<usize>> {
        self.first_in(range).filter(|cut| cut.start <= range.start && range.end <= cut.end)
    }

    /// Returns whether the regions hold anything of a range.
    #[inline]
    pub(crate) fn touch(&mut self, range: &Range<usize>) -> bool {
        self.first_in(range).is_some()
    }

    /// Splits a text along the regions. The parts tile it.
    ///
    /// A character reference is removed whole or not at all.
    #[inline]
    pub(crate) fn split(&mut self, text: Range<usize>, mut visit: impl FnMut(Part)) {
        let words = trimmed(self.source, text.clone());
        // The white space at both ends is reported even if the regions hold it, so that words never run together.
        space(text.start..words.start, &mut visit);
        match self.first_in(&words) {
            _ if words.is_empty() => {}
            None => visit(Part::Words(words.clone())),
            Some(cut) if cut.start <= words.start && words.end <= cut.end => {
                visit(Part::Gone(words.clone()));
            }
            Some(_) => self.split_words(words.clone(), &mut visit),
        }
        space(words.end..text.end, &mut visit);
    }

    fn split_words(&self, words: Range<usize>, visit: &mut impl FnMut(Part)) {
        let cuts = self.cuts[self.next..].iter();
        let mut from = words.start;
        for cut in cuts.take_while(|cut| cut.start < words.end) {
            // A cut that starts inside a reference begins after it, and one that ends inside a reference ends before
            // it: a reference that is only partly in the regions stays whole.
            let start = reference_around(self.source, cut.start);
            let start = start.map_or(cut.start, |reference| reference.end);
            let end = reference_around(self.source, cut.end);
            let end = end.map_or(cut.end, |reference| reference.start);
            // Two cuts can touch one reference, and a cut can lie within one. The clamps keep the parts ascending.
            let start = start.clamp(from, words.end);
            let end = end.clamp(start, words.end);
            self.part(from..start, Part::Words, visit);
            self.part(start..end, Part::Gone, visit);
            from = end;
        }
        self.part(from..words.end, Part::Words, visit);
    }

    /// Visits a part of a text. The white space at both ends is visited apart from the words.
    fn part(&self, range: Range<usize>, kind: fn(Range<usize>) -> Part, visit: &mut impl FnMut(Part)) {
        let words = trimmed(self.source, range.clone());
        space(range.start..words.start, visit);
        if !words.is_empty() {
            visit(kind(words.clone()));
        }
        space(words.end..range.end, visit);
    }

    /// Returns the first cut that holds anything of the range.
    #[inline]
    fn first_in(&mut self, range: &Range<usize>) -> Option<&Range<usize>> {
        // The cut before `next` ends after the position, so `next` may be past the cut that is sought.
        let is_back = self.next != 0 && range.start < self.cuts[self.next - 1].end;
        if is_back {
            self.next = self.cuts.partition_point(|cut| cut.end <= range.start);
        }
        while self.cuts.get(self.next).is_some_and(|cut| cut.end <= range.start) {
            self.next += 1;
        }
        let cut = self.cuts.get(self.next)?;
        (cut.start < range.end).then_some(cut)
    }
}

#[inline]
fn space(range: Range<usize>, visit: &mut impl FnMut(Part)) {
    if !range.is_empty() {
        visit(Part::Space(range));
    }
}

/// Returns the character reference that this position splits.
fn reference_around(source: &str, position: usize) -> Option<Range<usize>> {
    /// The bound keeps the search constant for each end of a cut. Set by: the longest name of a character reference,
    /// which has 31 letters.
    const MAX_LEN: usize = 32;
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let (before, behind) = source.as_bytes().split_at(position);
    let n_before = before.iter().rev().take(MAX_LEN).take_while(|&byte| is_inner(byte)).count();
    let n_behind = behind.iter().take(MAX_LEN).take_while(|&byte| is_inner(byte)).count();
    let start = position.checked_sub(n_before + 1)?;
    // A reference without a semicolon, such as `&copy`, is not found: its end depends on the table of names.
    let is_reference = before[start] == b'&' && behind.get(n_behind) == Some(&b';');
    is_reference.then_some(start..position + n_behind + 1)
}

/// Returns the range without the white space at its ends. If there is nothing
/// but white space, it returns the empty range at the end.
#[inline]
fn trimmed(source: &str, range: Range<usize>) -> Range<usize> {
    let bytes = &source.as_bytes()[range.clone()];
    let start = bytes.iter().position(|&byte| !is_space(byte));
    let start = start.unwrap_or(bytes.len());
    let end = bytes.iter().rposition(|&byte| !is_space(byte));
    let end = end.map_or(bytes.len(), |last| last + 1);
    range.start + start..range.start + end
}

/// Returns whether a byte is ASCII white space, as HTML defines it.
#[inline]
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | 0x0C)
}

/// Returns the characters of a part of a text, with references decoded.
pub(crate) fn decode<'d>(dom: &'d Dom<'_>, text: NodeId, part: Range<usize>) -> Cow<'d, str> {
    let decoded = dom::decode_references(&dom.source()[part]);
    if !decoded.contains('\0') {
        return decoded;
    }
    // The parser drops a NUL in HTML and replaces it by U+FFFD in foreign content; a part must agree with the whole
    // text.
    let shown = if dom.counts_nul(text) { "\u{FFFD}" } else { "" };
    Cow::Owned(decoded.replace('\0', shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_places_are_found_again() {
        let regions = Regions::from_ranges([1..3, 5..7, 9..11]);
        let mut cuts = Cuts::new("0123456789012345", &regions);
        for _ in 0..2 {
            assert!(cuts.cover(&(9..10)));
            assert!(!cuts.cover(&(2..4)));
            assert!(cuts.touch(&(2..4)));
            assert!(cuts.cover(&(1..3)));
            assert!(!cuts.touch(&(3..5)));
            assert!(!cuts.touch(&(11..16)));
        }
    }

    #[test]
    fn texts_are_split_at_regions_and_around_references() {
        let check = |marked: &str, expected: &str| {
            let source = marked.replace(['[', ']'], "");
            let ends = marked.split(['[', ']']).scan(0, |at, part| {
                *at += part.len();
                Some(*at)
            });
            let ends: Vec<usize> = ends.collect();
            let regions = Regions::from_ranges(ends.chunks_exact(2).map(|cut| cut[0]..cut[1]));
            let mut found = String::new();
            Cuts::new(&source, &regions).split(0..source.len(), |part| {
                let (open, range, close) = match part {
                    Part::Space(range) => ('(', range, ')'),
                    Part::Words(range) => ('"', range, '"'),
                    Part::Gone(range) => ('[', range, ']'),
                };
                found.push(open);
                found.push_str(&source[range]);
                found.push(close);
            });
            assert_eq!(found, expected, "{marked}");
        };
        check(" a b ", "( )\"a b\"( )");
        check("[ a b ]", "( )[a b]( )");
        check("[  ]", "(  )");
        check("a[ b ]c", "\"a\"( )[b]( )\"c\"");
        check("a [b] [c d] e", "\"a\"( )[b]( )[c d]( )\"e\"");
        check("a &a[mp; b &a]mp; c", "\"a &amp;\"( )[b]( )\"&amp; c\"");
        check("&a[m]p; [b]c", "\"&amp;\"( )[b]\"c\"");
        check("&[a]mp[;]", "\"&amp;\"");
    }
}
