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
