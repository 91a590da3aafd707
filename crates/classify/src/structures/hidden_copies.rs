//! Hidden copies of what a reader sees, such as the same text for print or for small screens.

use rustc_hash::FxHashSet;

use super::outermost::outermost;
use crate::evidence::{Evidence, LineHash, hints::Hints};

/// A hidden element is a copy if at least this part of its words is in lines that stay elsewhere, in tenths. The rest is
/// what is said of the copy, such as its address. Chosen: by eye.
const COPIED: u64 = 8;

/// Takes out the hidden elements that are copies of what stays. Of nested ones the outermost counts.
///
/// # Complexity
///
/// Linear in the lines and elements of the page.
pub(crate) fn take_out_hidden_copies(page: &Evidence, keep: &mut [bool]) {
    let hidden = outermost(page, |element| element.hints.has(Hints::HIDDEN));
    if hidden.is_empty() {
        return;
    }
    let mut is_hidden = vec![false; keep.len()];
    hidden.iter().for_each(|(_, lines)| is_hidden[lines.clone()].fill(true));
    let lines = page.lines.iter().zip(keep.iter().zip(is_hidden));
    let shown: FxHashSet<LineHash> =
        lines.filter(|&(_, (&keep, is_hidden))| keep && !is_hidden).map(|(line, _)| line.hash).collect();
    for (_, lines) in hidden {
        let (mut words, mut copied) = (0, 0);
        for line in &page.lines[lines.clone()] {
            words += u64::from(line.words);
            copied += if shown.contains(&line.hash) { u64::from(line.words) } else { 0 };
        }
        if copied > 0 && 10 * copied >= COPIED * words {
            keep[lines].fill(false);
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
