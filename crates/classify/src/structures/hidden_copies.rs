//! Hidden copies of what a reader sees, such as the same text for print or for small screens.

use rustc_hash::FxHashSet;

use crate::evidence::{Evidence, LineHash, hints::Hints};

/// A hidden element is a copy if at least this part of its words is in lines that stay elsewhere, in tenths. The rest is
/// what is said of the copy, such as its address. Chosen: by eye.
const COPIED: u64 = 8;

/// Takes out the hidden elements that are copies of what stays. Of nested ones the outermost counts.
///
/// # Complexity
///
/// Linear in the lines and elements of the page, times the logarithm of the number of hidden elements.
pub(crate) fn take_out_hidden_copies(page: &Evidence, keep: &mut [bool]) {
    let mut hidden: Vec<(u32, u32)> = Vec::new();
    for (at, element) in page.elements.iter().enumerate() {
        let at = at as u32;
        if element.hints.has(Hints::HIDDEN) && hidden.last().is_none_or(|&(_, end)| end <= at) {
            hidden.push((at, element.end));
        }
    }
    if hidden.is_empty() {
        return;
    }
    // The hidden element that an element is, or is in, by its number among the hidden ones.
    let hidden_around = |owner: u32| {
        let after = hidden.partition_point(|&(at, _)| at <= owner);
        after.checked_sub(1).filter(|&nth| owner < hidden[nth].1)
    };
    let mut shown: FxHashSet<LineHash> = FxHashSet::default();
    for (line, &keep) in page.lines.iter().zip(&*keep) {
        if keep && hidden_around(line.owner).is_none() {
            shown.insert(line.hash);
        }
    }
    // Of each hidden element, its words and those of copied lines.
    let mut words = vec![(0_u64, 0_u64); hidden.len()];
    for line in &page.lines {
        if let Some(nth) = hidden_around(line.owner) {
            let of_line = u64::from(line.words);
            words[nth].0 += of_line;
            words[nth].1 += if shown.contains(&line.hash) { of_line } else { 0 };
        }
    }
    for (line, keep) in page.lines.iter().zip(keep) {
        if let Some((all, copied)) = hidden_around(line.owner).map(|nth| words[nth]) {
            *keep &= copied == 0 || 10 * copied < COPIED * all;
        }
    }
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;

    /// Returns for each line whether it stays, where all but the lines at `goes` stayed before.
    fn check(source: &str, goes: &[usize], expected: &[bool]) {
        let page = Evidence::read(&Dom::parse(source));
        let mut keep: Vec<bool> = (0..page.lines.len()).map(|line| !goes.contains(&line)).collect();
        take_out_hidden_copies(&page, &mut keep);
        assert_eq!(keep, expected, "{source}");
    }

    #[test]
    fn copies_of_what_stays_go() {
        let source = "<p>a b c d<p>e f<div hidden><p>a b c d<p hidden>E  F<p>g</div>";
        check(source, &[], &[true, true, false, false, false]);
        // The copy is the only one that is left.
        check(source, &[0], &[false, true, true, true, true]);
    }

    #[test]
    fn what_is_only_hidden_stays() {
        check("<p>a b<p hidden>c d<p>e", &[], &[true, true, true]);
        check("<div hidden><p>a b<p>a b</div>", &[], &[true, true]);
        check("<p>a<p hidden>a b c", &[], &[true, true]);
    }
}
