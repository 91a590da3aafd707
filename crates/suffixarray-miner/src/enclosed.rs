//! Strings that stand only inside one longer string, at several places of it: the other reading of "appears only
//! where s appears" (thesis, section 3.2, step 6).
//!
//! A string that always stands at the same place of a longer one is not maximal, and is not tested here. If a longer
//! string encloses a maximal one at all of its occurrences, so does the piece of it from the first of these places to
//! the last. That piece begins with the first occurrence in any document, because nothing before it could contain
//! that occurrence. So the document with the fewest occurrences leaves one piece fewer to try than it has
//! occurrences.

use std::ops::Range;

use crate::{corpus::Text, repeats::Repeat};

/// The most places of the longer string at which a string counts as enclosed. A string at more places is the form of
/// a list and not part of one phrase, and trying all pieces would take the square of its places. Chosen: by eye.
const MOST_PLACES: usize = 64;

/// Returns whether a maximal string stands only inside one longer string.
///
/// O(t log t) for `t` occurrences if some document has only one, as is usual; otherwise up to 64 passes over them.
pub(crate) fn is_enclosed(text: &Text, array: &[i32], repeat: &Repeat) -> bool {
    // The occurrences of a string are adjacent in the suffix array.
    let ranks = repeat.rank as usize..(repeat.rank + repeat.term_frequency) as usize;
    let mut places: Vec<usize> = array[ranks].iter().map(|&place| place as usize).collect();
    places.sort_unstable();
    let document = |&place: &usize| text.document(place);
    let documents: Vec<&[usize]> = places.chunk_by(|one, other| document(one) == document(other)).collect();
    let Some(fewest) = documents.iter().min_by_key(|places| places.len()) else {
        return false;
    };
    let len = repeat.len as usize;
    (1..fewest.len().min(MOST_PLACES)).any(|last| {
        // The piece reaches from the first place to the end of another one. With a single place it would be the
        // string itself, so that `last` starts at 1.
        let piece = fewest[0]..fewest[last] + len;
        // An unknown token equals no other, so that a piece with one is not a repeated string.
        text.is_known(piece.clone())
            && documents.iter().all(|places| encloses(&text.symbols, piece.clone(), places, len))
    })
}

/// Returns whether each of the places of a document lies inside an occurrence of the piece.
fn encloses(symbols: &[i32], piece: Range<usize>, places: &[usize], len: usize) -> bool {
    let mut end = 0;
    places.iter().all(|&place| {
        // The places are sorted. An occurrence of the piece that contains a place begins at this place or at an
        // earlier one, because the piece begins with the string.
        let whole = place..place + piece.len();
        if symbols.get(whole.clone()) == symbols.get(piece.clone()) {
            end = whole.end;
        }
        place + len <= end
    })
}
