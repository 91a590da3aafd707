/// Returns, for each rank `i` of the suffix array, the length of the prefix that the suffixes with ranks `i - 1` and
/// `i` share; 0 at rank 0.
///
/// This is the algorithm of Kasai et al.: the step from a position to the next one loses at most one symbol of the
/// shared prefix, so that the rest is not compared again. The neighbours are arranged by position beforehand, and the
/// lengths by rank afterwards (as Kärkkäinen, Manzini and Puglisi do), so that the inner loop reads memory in order.
///
/// # Complexity
///
/// Linear time. The result takes 4 bytes per position, and so does the working memory.
pub(crate) fn lcp(text: &[i32], array: &[i32]) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    // One vector serves both purposes: it holds the position of the left neighbour until that position is visited,
    // and the length shared with it from then on.
    let mut shared = vec![NONE; text.len()];
    for pair in array.windows(2) {
        shared[pair[1] as usize] = pair[0] as u32;
    }
    let mut len = 0;
    for position in 0..text.len() {
        let left = shared[position];
        if left == NONE {
            // The suffix of rank 0 has no left neighbour, so nothing is known about the next position.
            len = 0;
        } else {
            let (here, there) = (&text[position + len..], &text[left as usize + len..]);
            len += here.iter().zip(there).take_while(|(a, b)| a == b).count();
        }
        shared[position] = len as u32;
        // Without their first symbols, both suffixes still share all but one of these symbols.
        len = len.saturating_sub(1);
    }
    array.iter().map(|&position| shared[position as usize]).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::suffix_array::suffix_array;

    fn naive(text: &[i32], array: &[i32]) -> Vec<u32> {
        let suffix = |rank: usize| &text[array[rank] as usize..];
        let shared = |rank: usize| suffix(rank - 1).iter().zip(suffix(rank)).take_while(|(a, b)| a == b).count() as u32;
        (0..array.len()).map(|rank| if rank == 0 { 0 } else { shared(rank) }).collect()
    }

    #[test]
    fn kingkong() {
        let mut text: Vec<i32> = b"KINGKONG".iter().map(|&byte| i32::from(byte)).collect();
        let array = suffix_array(&mut text).unwrap();
        assert_eq!(array, [7, 3, 1, 0, 4, 6, 2, 5]);
        assert_eq!(lcp(&text, &array), [0, 1, 0, 0, 1, 0, 2, 0]);
        assert_eq!(lcp(&[], &[]), []);
    }

    proptest! {
        #[test]
        fn lengths_are_the_compared_ones(mut text in proptest::collection::vec(0..3, 0..200)) {
            let array = suffix_array(&mut text).unwrap();
            prop_assert_eq!(lcp(&text, &array), naive(&text, &array));
        }
    }
}
