//! Strings that stand only inside one longer string, at several places of it:
//! the other reading of "appears only where s appears" (thesis, section 3.2,
//! step 6).
//!
//! A string that always stands at the same place of a longer one is not maximal
//! and never gets here. If a longer string encloses a maximal one at all of its
//! occurrences, so does the piece of it from the first of these places to the
//! last; and that piece begins with the first occurrence in any document,
//! because nothing before it could hold it. So in the document with the fewest
//! occurrences there are as many pieces to try as occurrences, less one.

use std::ops::Range;

use crate::{corpus::Text, repeats::Repeat};

/// At more places of the longer string than this a string counts: it is the
/// form of a list, not a part of one phrase, and trying all pieces would take
/// the square of its places.
const MOST_PLACES: usize = 64;

/// Returns whether a maximal string stands only inside one longer string.
///
/// O(t log t) for `t` occurrences where some document has only one, as is
/// usual; else up to 64 passes over them.
pub(crate) fn is_enclosed(text: &Text, array: &[i32], repeat: &Repeat) -> bool {
    let ranks = repeat.rank as usize..(repeat.rank + repeat.term_frequency) as usize;
    let mut places: Vec<usize> = array[ranks].iter().map(|&place| place as usize).collect();
    places.sort_unstable();
    let document = |&place: &usize| text.documents.of(place);
    let documents: Vec<&[usize]> = places.chunk_by(|one, other| document(one) == document(other)).collect();
    let Some(fewest) = documents.iter().min_by_key(|places| places.len()) else {
        return false;
    };
    let len = repeat.len as usize;
    (1..fewest.len().min(MOST_PLACES)).any(|last| {
        let piece = fewest[0]..fewest[last] + len;
        text.is_known(piece.clone())
            && documents
                .iter()
                .all(|places| encloses(&text.symbols, piece.clone(), places, len))
    })
}

/// Returns whether each of the places of a document lies inside the piece.
fn encloses(symbols: &[i32], piece: Range<usize>, places: &[usize], len: usize) -> bool {
    let mut end = 0;
    places.iter().all(|&place| {
        let whole = place..place + piece.len();
        if symbols.get(whole.clone()) == symbols.get(piece.clone()) {
            end = whole.end;
        }
        place + len <= end
    })
}
