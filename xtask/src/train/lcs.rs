//! The longest common subsequence of two sequences of numbers.

/// Above so many cells the table is not kept: 64 to a word of eight bytes.
const MAX_CELLS: usize = 4_000_000_000;

/// Returns for each item of `left` whether it is in one longest common subsequence with `right`.
///
/// Bit-parallel (Hyyrö 2004): a bit of a row is zero where the length grows with that item of
/// `right`. All rows are kept to walk back along them.
pub(super) fn matched(left: &[u32], right: &[u32]) -> Vec<bool> {
    let n_words = right.len().div_ceil(64);
    let mut found = vec![false; left.len()];
    if n_words == 0 || MAX_CELLS < left.len().saturating_mul(right.len()) {
        return found;
    }
    let mut masks = rustc_hash::FxHashMap::<u32, Vec<u64>>::default();
    for (j, &item) in right.iter().enumerate() {
        masks.entry(item).or_insert_with(|| vec![0; n_words])[j / 64] |= 1 << (j % 64);
    }
    let mut rows = vec![u64::MAX; n_words];
    for &item in left {
        let start = rows.len() - n_words;
        let Some(mask) = masks.get(&item) else {
            rows.extend_from_within(start..);
            continue;
        };
        let mut carry = false;
        for (k, &mask) in mask.iter().enumerate() {
            let above = rows[start + k];
            let (sum, one) = above.overflowing_add(above & mask);
            let (sum, two) = sum.overflowing_add(u64::from(carry));
            carry = one || two;
            rows.push(sum | (above & !mask));
        }
    }
    // Walks back. A bit that is one: the item of `right` adds nothing to what is before it. A zero, and
    // the items differ: then the item of `left` adds nothing.
    let adds = |i: usize, j: usize| rows[i * n_words + j / 64] >> (j % 64) & 1 == 0;
    let (mut i, mut j) = (left.len(), right.len());
    while i > 0 && j > 0 {
        if !adds(i, j - 1) {
            j -= 1;
        } else if left[i - 1] == right[j - 1] {
            found[i - 1] = true;
            (i, j) = (i - 1, j - 1);
        } else {
            i -= 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(left: &[u32], right: &[u32]) -> usize {
        let mut lengths = vec![0_usize; right.len() + 1];
        for &l in left {
            let mut diagonal = 0;
            for (j, &r) in right.iter().enumerate() {
                let above = lengths[j + 1];
                lengths[j + 1] = if l == r { diagonal + 1 } else { above.max(lengths[j]) };
                diagonal = above;
            }
        }
        lengths[right.len()]
    }

    fn is_subsequence(part: &[u32], whole: &[u32]) -> bool {
        let mut whole = whole.iter();
        part.iter().all(|item| whole.any(|other| other == item))
    }

    #[test]
    fn agrees_with_the_table() {
        let mut random = sitegen::Random::new(1);
        let mut next = |below| random.below(below);
        for _ in 0..400 {
            let (n, m, letters) = (next(200), next(200), 1 + next(30));
            let left: Vec<u32> = (0..n).map(|_| next(letters)).collect();
            let right: Vec<u32> = (0..m).map(|_| next(letters)).collect();
            let found = matched(&left, &right);
            let common: Vec<u32> = std::iter::zip(&left, found).filter(|(_, found)| *found).map(|(&l, _)| l).collect();
            assert_eq!(common.len(), naive(&left, &right), "{left:?} {right:?}");
            assert!(is_subsequence(&common, &right));
        }
    }
}
