use std::collections::BTreeMap;

/// Finds the strings that are in the results of at least `at_least` sites. They are common phrases, and belong to no
/// site's template (thesis, section 3.3).
///
/// A site is given as the strings mined from it, each as its tokens: symbols if the sites share a vocabulary,
/// otherwise texts or [`Word`](crate::Word)s. Two strings are equal if all their tokens are. The idioms are ordered
/// by their tokens. Each comes with the number of its sites; a site counts once.
///
/// # Complexity
///
/// O(n log n) comparisons of strings for `n` strings in all sites.
///
/// # Examples
///
/// ```
/// use suffixarray_miner::idioms;
///
/// let sites = [
///     vec![vec!["as", "much", "as"], vec!["read", "more"]],
///     vec![vec!["as", "much", "as"], vec!["log", "in"]],
/// ];
/// let idioms = idioms(&sites, 2);
/// assert_eq!(idioms, [(&["as", "much", "as"][..], 2)]);
/// ```
pub fn idioms<S: AsRef<[T]>, T: Ord>(sites: &[Vec<S>], at_least: usize) -> Vec<(&[T], usize)> {
    // The last site that had the string, and the number of sites that had it. Sites come in order, so that comparing
    // with the last one detects repetitions within a site without a set for each string.
    let mut found: BTreeMap<&[T], (usize, usize)> = BTreeMap::new();
    for (site, strings) in sites.iter().enumerate() {
        for string in strings {
            let (last, count) = found.entry(string.as_ref()).or_insert((site, 1));
            if *last != site {
                *last = site;
                *count += 1;
            }
        }
    }
    let counted = found.into_iter().map(|(string, (_, count))| (string, count));
    counted.filter(|&(_, count)| at_least <= count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_counts_once() {
        let sites: [Vec<[u32; 1]>; 3] = [vec![[1], [1], [2]], vec![[2], [3]], vec![[3], [2]]];
        assert_eq!(idioms(&sites, 3), [(&[2][..], 3)]);
        assert_eq!(idioms(&sites, 2), [(&[2][..], 3), (&[3][..], 2)]);
        assert_eq!(idioms(&sites, 0).len(), 3);
        assert_eq!(idioms::<[u32; 1], u32>(&[], 1), []);
    }
}
