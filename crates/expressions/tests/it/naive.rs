//! What expressions of tokens cover, by trying each at each token.

use std::ops::Range;

use cleaner::Regions;
use expressions::Piece;
use regex::Regex;

pub(crate) fn regions(strings: &[Vec<Piece<'_>>], page: &str) -> Regions {
    let start = |token: &str| token.as_ptr() as usize - page.as_ptr() as usize;
    let tokens: Vec<(Range<usize>, &str)> =
        page.split_whitespace().map(|token| (start(token)..start(token) + token.len(), token)).collect();
    let mut covered = vec![false; tokens.len()];
    for string in strings.iter().filter(|string| !string.is_empty()) {
        for first in 0..tokens.len() {
            let Some(there) = tokens.get(first..first + string.len()) else {
                break;
            };
            if there.iter().zip(string).all(|((_, token), piece)| matches(piece, token)) {
                covered[first..first + string.len()].fill(true);
            }
        }
    }
    // A covered token reaches to the next one if that is covered too.
    let ranges = (0..tokens.len()).filter(|&at| covered[at]).map(|at| {
        let next = (covered.get(at + 1) == Some(&true)).then(|| tokens[at + 1].0.start);
        tokens[at].0.start..next.unwrap_or(tokens[at].0.end)
    });
    Regions::from_ranges(ranges)
}

pub(crate) fn matches(piece: &Piece<'_>, token: &str) -> bool {
    match piece {
        Piece::Literal(text) => token == *text,
        Piece::Pattern(pattern) => Regex::new(&format!(r"\A(?:{pattern})\z")).unwrap().is_match(token),
        Piece::Parts(parts) => in_order(parts, token),
    }
}

/// Whether some cut of the token gives each part what it matches.
fn in_order(parts: &[Piece<'_>], token: &str) -> bool {
    let Some((first, rest)) = parts.split_first() else {
        return token.is_empty();
    };
    let cuts = (0..=token.len()).filter_map(|at| token.split_at_checked(at));
    cuts.into_iter().any(|(head, tail)| matches(first, head) && in_order(rest, tail))
}

#[test]
fn the_twin_covers_by_hand() {
    let strings = [vec![Piece::Literal("a"), Piece::Pattern("[0-9]")]];
    let found: Vec<_> = regions(&strings, "a 1  a 2 a").iter().collect();
    assert_eq!(found, std::slice::from_ref(&(0..8)));
}
