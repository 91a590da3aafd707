//! Edit distance between two texts, in words.
//!
//! The least number of words to insert, delete or replace that makes one text of the other (Levenshtein), divided by
//! the number of words of the longer: 0 for equal texts, 1 for texts with nothing in common. Foschini's thesis
//! (section 6.1) proposes it for mirrors: the same content under two templates should clean to the same text.

/// Returns the number of edits between two sequences.
///
/// `O(n * m)` time and `O(min(n, m))` memory.
pub fn edits<T: PartialEq>(left: &[T], right: &[T]) -> usize {
    let (short, long) = if left.len() < right.len() { (left, right) } else { (right, left) };
    // row[j] is the distance between the items of `long` seen so far and the first j of `short`.
    let mut row: Vec<usize> = (0..=short.len()).collect();
    for (i, item) in long.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in short.iter().enumerate() {
            let replaced = diagonal + usize::from(item != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[short.len()]
}

/// Returns the edits as a share of the longer sequence; 0 for two empty ones.
pub fn distance<T: PartialEq>(left: &[T], right: &[T]) -> f64 {
    super::ratio::share(edits(left, right), left.len().max(right.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computed_by_hand() {
        assert_eq!(edits(b"kitten", b"sitting"), 3);
        assert_eq!(edits(b"", b"abc"), 3);
        assert_eq!(edits(b"abc", b"abc"), 0);
        assert_eq!(distance(b"ab", b"axyb"), 0.5);
        assert_eq!(distance::<u8>(b"", b""), 0.0);
    }
}
