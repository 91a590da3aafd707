//! Aligners and diffs of other projects. None computes just what `align-nw` does.

use std::{fs, path::Path};

use anyhow::Context as _;
use bio::alignment::pairwise;
use block_aligner::{cigar::Cigar, percent_len, scan_block, scores};

use crate::{Timed, clock};

/// `bio` takes two bytes a cell.
const LONGEST_FOR_BIO: usize = 10_000;

pub(crate) fn measure(left: &Path, right: &Path) -> anyhow::Result<Vec<Timed>> {
    let (left, right) = (symbols(left)?, symbols(right)?);
    let mut timed = Vec::new();
    let mut push = |name, seconds| {
        timed.push(Timed { name, seconds, failures: 0 });
    };
    if left.len().max(right.len()) <= LONGEST_FOR_BIO {
        push("rust-bio", bio(&left, &right));
    }
    push("block-aligner", block_aligner(&left, &right));
    push("similar", similar(&left, &right));
    push("imara-diff", imara_diff(&left, &right));
    Ok(timed)
}

fn symbols(path: &Path) -> anyhow::Result<Vec<u32>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (symbols, _) = bytes.as_chunks();
    Ok(symbols.iter().map(|&symbol| u32::from_le_bytes(symbol)).collect())
}

/// Bytes are all that these two align, so different symbols may agree.
fn bytes(symbols: &[u32]) -> Vec<u8> {
    symbols.iter().map(|symbol| (symbol % 251) as u8).collect()
}

/// The same score, exact, in matrices for affine gaps that open for nothing.
fn bio(left: &[u32], right: &[u32]) -> f64 {
    let (left, right) = (bytes(left), bytes(right));
    let score = |l: u8, r: u8| i32::from(l == r);
    let mut aligner = pairwise::Aligner::with_capacity(left.len(), right.len(), 0, -1, score);
    clock::best(|| aligner.global(&left, &right))
}

/// A heuristic: it computes the cells of a block that it moves and grows. Opening
/// a gap has to cost more than extending it.
fn block_aligner(left: &[u32], right: &[u32]) -> f64 {
    let longest = left.len().max(right.len());
    let sizes = percent_len(longest, 0.01)..=percent_len(longest, 0.1);
    let padded = |symbols| scan_block::PaddedBytes::from_bytes::<scores::ByteMatrix>(&bytes(symbols), *sizes.end());
    let (left, right) = (padded(left), padded(right));
    let gaps = scores::Gaps { open: -2, extend: -1 };
    let matrix = scores::ByteMatrix::new_simple(1, 0);
    let mut block = scan_block::Block::<true, false>::new(left.len(), right.len(), *sizes.end());
    let mut path = Cigar::new(left.len(), right.len());
    clock::best(|| {
        block.align(&left, &right, &matrix, gaps, sizes.clone(), 0);
        block.trace().cigar(left.len(), right.len(), &mut path);
    })
}

/// Myers' diff: the fewest insertions and deletions, without mismatches, and with
/// heuristics that give up on the fewest. Time grows with the differences.
fn similar(left: &[u32], right: &[u32]) -> f64 {
    clock::best(|| similar::capture_diff_slices(similar::Algorithm::Myers, left, right))
}

/// Myers' diff as well, with other heuristics.
fn imara_diff(left: &[u32], right: &[u32]) -> f64 {
    let tokens =
        |symbols: &[u32]| -> Vec<imara_diff::Token> { symbols.iter().copied().map(imara_diff::Token).collect() };
    let n_symbols = left.iter().chain(right).max().map_or(0, |max| max + 1);
    let (left, right) = (tokens(left), tokens(right));
    clock::best(|| {
        let mut diff = imara_diff::Diff::default();
        diff.compute_with(imara_diff::Algorithm::Myers, &left, &right, n_symbols);
        diff
    })
}
