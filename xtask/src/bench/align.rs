//! Aligning token sequences, beside the plain kernel.

use std::path::PathBuf;

use align_nw::{Config, Scores, Scratch, reference};
use tokenize::{Normalize, TokenizedPage};

use super::{clock, pages, peers::Peers, table::Table};

const LENGTHS: [usize; 4] = [500, 2_000, 10_000, 50_000];

/// The plain kernel takes four bytes a cell.
const LONGEST_FOR_PLAIN: usize = 10_000;

pub(crate) fn measure(folders: &[PathBuf], peers: Option<&Peers>) -> anyhow::Result<Vec<Table>> {
    let sources = pages::load(folders, pages::A_SAMPLE)?;
    let (_, pages) = pages::tokenized(&Normalize::new().build(), &sources);
    let symbols: Vec<&[u32]> = pages.iter().map(TokenizedPage::symbols).collect();
    let aligner = Config::new().build()?;
    let scores = Scores::new(1, 0, -1)?;
    let mut scratch = Scratch::new();
    let title = format!("align: tokens of {}, the path included, best of several", pages::name(folders));
    let mut table = Table::new(title, &["tokens", "Gcell/s", "plain", "times plain"]);
    let mut beside = Table::new(
        format!("align beside others: {}, milliseconds", pages::name(folders)),
        &["tokens", "ours", "theirs", "theirs / ours"],
    );
    for len in LENGTHS {
        let (left, right) = (side(&symbols, 0, len), side(&symbols, 1, len));
        if left.len() < len || right.len() < len {
            break;
        }
        let backwards: Vec<u32> = right.iter().rev().copied().collect();
        for (name, right) in [("alike", &right), ("unlike", &backwards)] {
            // Both take as long as they would for any sequences, so an error shows at once.
            aligner.align_with(&mut scratch, &left, right)?;
            let cells = left.len() as f64 * right.len() as f64;
            let ours = clock::best(|| aligner.align_with(&mut scratch, &left, right));
            let plain = (len <= LONGEST_FOR_PLAIN).then(|| clock::best(|| reference::align(scores, &left, right)));
            let figures =
                [Some(cells / ours / 1e9), plain.map(|plain| cells / plain / 1e9), plain.map(|plain| plain / ours)];
            table.push(format!("{len} {name}"), figures);
            for peer in peers.map_or(Ok(Vec::new()), |peers| peers.align(&left, right))? {
                let figures = [ours * 1e3, peer.seconds * 1e3, peer.seconds / ours];
                beside.push(format!("{len} {name}, {}", peer.name), figures);
            }
        }
    }
    beside.notes.push("time of each: the call alone, of symbols or bytes in memory".to_owned());
    let beside = peers.map(|_| beside);
    Ok([table].into_iter().chain(beside).collect())
}

/// The tokens of every other page, as one sequence.
fn side(pages: &[&[u32]], first: usize, len: usize) -> Vec<u32> {
    let pages = pages.iter().skip(first).step_by(2);
    pages.flat_map(|page| page.iter()).take(len).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_take_turns_and_are_cut() {
        let pages: [&[u32]; 4] = [&[1, 2], &[3], &[4, 5], &[6]];
        assert_eq!(side(&pages, 0, 3), [1, 2, 4]);
        assert_eq!(side(&pages, 1, 3), [3, 6]);
    }
}
