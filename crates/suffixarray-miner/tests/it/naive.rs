//! The same answers, by looking everywhere.

use std::{collections::BTreeMap, ops::Range};

use suffixarray_miner::{Config, CutOff, Selection, UNKNOWN};

/// A string with its term and document frequency.
pub(crate) type Counted = (Vec<u32>, u32, u32);

/// Where a string occurs: the document, and the position in it.
type Places = Vec<(usize, usize)>;

/// Counts every substring of every document, and keeps the maximal ones that
/// occur twice or more, sorted by their symbols.
pub(crate) fn strings(documents: &[Vec<u32>]) -> Vec<Counted> {
    let mut places: BTreeMap<&[u32], Places> = BTreeMap::new();
    for (idx, document) in documents.iter().enumerate() {
        for start in 0..document.len() {
            for end in start + 1..=document.len() {
                let string = &document[start..end];
                if !string.contains(&UNKNOWN) {
                    places.entry(string).or_default().push((idx, start));
                }
            }
        }
    }
    let counted = places.into_iter().filter(|(string, places)| {
        let left = |&(idx, start): &(usize, usize)| start.checked_sub(1).map(|at| documents[idx][at]);
        let right = |&(idx, start): &(usize, usize)| documents[idx].get(start + string.len()).copied();
        places.len() > 1 && differ(places.iter().map(left)) && differ(places.iter().map(right))
    });
    counted
        .map(|(string, places)| {
            let mut documents: Vec<_> = places.iter().map(|&(idx, _)| idx).collect();
            documents.dedup();
            (string.to_vec(), places.len() as u32, documents.len() as u32)
        })
        .collect()
}

/// What the miner counts if it selects every maximal string, in the same order.
pub(crate) fn mined(documents: &[Vec<u32>]) -> Vec<Counted> {
    let all = Selection::paper().min_tokens(1).min_documents(1).cut_off(CutOff::Fixed(1));
    let miner = Config::new().selection(all).build().unwrap();
    let mined = miner.mine_corpus(documents.iter().collect(), |_| false, |_| {}).unwrap();
    let strings = mined.strings().iter();
    let mut strings: Vec<Counted> =
        strings.map(|s| (s.symbols.clone(), s.term_frequency, s.document_frequency)).collect();
    strings.sort();
    strings
}

/// A string that groups share.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Shared {
    pub(crate) string: Vec<u32>,
    pub(crate) place: (usize, usize),
    pub(crate) occurrences: usize,
    pub(crate) documents: usize,
    pub(crate) groups: usize,
}

/// Looks for the longest string that enough groups share at each place, keeps those that are inside
/// no other, and takes the longest first while half of one is new.
pub(crate) fn shared(documents: &[Vec<u32>], groups: &[u32], at_least: u32, tokens: u32) -> Vec<Shared> {
    let count = |string: &[u32]| {
        let of = |number: usize| locate_each(string, &documents[number]).len();
        let having = (0..documents.len()).filter(|&number| of(number) > 0);
        let mut own: Vec<u32> = having.clone().map(|number| groups[number]).collect();
        own.sort_unstable();
        own.dedup();
        let occurrences = (0..documents.len()).map(of).sum();
        (occurrences, having.count(), own.len())
    };
    let is_shared = |string: &[u32]| {
        let (occurrences, _, groups) = count(string);
        !string.contains(&UNKNOWN) && occurrences > 1 && groups >= at_least as usize
    };
    // The string, and where it stands by itself.
    let mut all: Vec<(&[u32], Places)> = Vec::new();
    for (number, document) in documents.iter().enumerate() {
        let mut last = 0;
        for start in 0..document.len() {
            let mut ends = (start + tokens as usize..=document.len()).rev();
            let end = ends.find(|&end| is_shared(&document[start..end]));
            if let Some(end) = end.filter(|&end| end > last) {
                last = end;
                let string = &document[start..end];
                match all.iter_mut().find(|(other, _)| *other == string) {
                    Some((_, places)) => places.push((number, start)),
                    None => all.push((string, vec![(number, start)])),
                }
            }
        }
    }
    all.sort_by_key(|(string, places)| (usize::MAX - string.len(), places[0]));
    let mut is_covered: Vec<Vec<bool>> = documents.iter().map(|all| vec![false; all.len()]).collect();
    all.retain(|(string, places)| {
        let range = |start: usize| start..start + string.len();
        let is_taken = places.iter().any(|&(number, start)| {
            let new = is_covered[number][range(start)].iter().filter(|is| !**is);
            2 * new.count() >= string.len()
        });
        for &(number, start) in places.iter().filter(|_| is_taken) {
            is_covered[number][range(start)].fill(true);
        }
        is_taken
    });
    all.into_iter()
        .map(|(string, places)| {
            let (occurrences, documents, groups) = count(string);
            Shared { string: string.to_vec(), place: places[0], occurrences, documents, groups }
        })
        .collect()
}

/// Whether some longer string covers all occurrences of this one: "appears only
/// where s appears", by laying every string on every document.
pub(crate) fn is_enclosed(documents: &[Vec<u32>], string: &[u32]) -> bool {
    let longer = documents.iter().flat_map(|document| {
        let starts = 0..document.len();
        starts.flat_map(move |start| (start + string.len() + 1..=document.len()).map(move |end| &document[start..end]))
    });
    let covers = |longer: &[u32]| {
        documents.iter().all(|document| {
            let covered = locate_each(longer, document);
            let mut own = locate_each(string, document).into_iter();
            own.all(|own| covered.iter().any(|one| one.start <= own.start && own.end <= one.end))
        })
    };
    longer.filter(|longer| !longer.contains(&UNKNOWN)).any(covers)
}

fn locate_each(string: &[u32], document: &[u32]) -> Vec<Range<usize>> {
    let windows = document.windows(string.len()).enumerate();
    windows.filter(|(_, window)| *window == string).map(|(start, _)| start..start + string.len()).collect()
}

/// Whether two neighbours differ. The edge of a document, and an unknown token,
/// differ from every other neighbour.
fn differ(neighbours: impl Iterator<Item = Option<u32>>) -> bool {
    let neighbours: Vec<_> = neighbours.collect();
    let first = neighbours[0];
    first.is_none() || first == Some(UNKNOWN) || neighbours.iter().any(|&other| other != first)
}

/// Lays every string on every place of a page.
pub(crate) fn locate(strings: &[Vec<u32>], page: &[u32]) -> Vec<Range<usize>> {
    let mut covered = vec![false; page.len()];
    for string in strings.iter().filter(|string| !string.is_empty()) {
        for start in 0..page.len() {
            let end = start + string.len();
            if page.get(start..end) == Some(string) && !string.contains(&UNKNOWN) {
                covered[start..end].fill(true);
            }
        }
    }
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for at in (0..page.len()).filter(|&at| covered[at]) {
        match ranges.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => ranges.push(at..at + 1),
        }
    }
    ranges
}

/// E of equation 3.1 for one cut: x is looked for by ternary search, as E is a
/// parabola in x, and both sums are added up each time.
pub(crate) fn cost(bins: &[u64; 100], cut: usize) -> f64 {
    let energy = |x: f64| -> f64 {
        let y = 2.0 * cut as f64 - x;
        let near = |bin: usize| if bin < cut { x } else { y };
        bins.iter().enumerate().map(|(bin, &h)| (bin as f64 - near(bin)).powi(2) * h as f64).sum()
    };
    let (mut low, mut high) = (-200.0, 300.0);
    for _ in 0..80 {
        let (one, other) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if energy(one) < energy(other) { high = other } else { low = one }
    }
    energy((low + high) / 2.0)
}

/// The lowest of the cheapest cuts. Each cost is that of the best x, as a fraction with a common denominator: E is
/// a parabola in x, so it is least where x is the mean of the positions, those above the cut reflected in it.
pub(crate) fn cut(bins: &[u64; 100]) -> Option<usize> {
    let strings: Vec<i64> = (0..).zip(bins).flat_map(|(bin, &h)| (0..h).map(move |_| bin)).collect();
    let n = strings.len() as i64;
    let scaled = |cut: i64| -> i64 {
        let positions: Vec<i64> = strings.iter().map(|&bin| if bin < cut { bin } else { 2 * cut - bin }).collect();
        let sum: i64 = positions.iter().sum();
        // Each distance from the mean, times n, and its square once divided by n.
        positions.iter().map(|at| (n * at - sum).pow(2)).sum::<i64>() / n
    };
    let parts = |cut: i64| strings.iter().any(|&bin| bin < cut) && strings.iter().any(|&bin| bin >= cut);
    let cuts = (1..100).filter(|&cut| parts(cut));
    cuts.min_by_key(|&cut| scaled(cut)).map(|cut| cut as usize)
}

#[test]
fn the_twin_counts_by_hand() {
    // `ab` is before `c` once and before an edge once; `b` is always after `a`.
    let documents = [vec![1, 2, 3], vec![9, 1, 2], vec![3]];
    assert_eq!(strings(&documents), [(vec![1, 2], 2, 2), (vec![3], 2, 2)]);
    assert_eq!(strings(&[vec![1, 1, 1]]), [(vec![1], 3, 1), (vec![1, 1], 2, 1)]);
}

#[test]
fn the_twin_covers_by_hand() {
    let strings = [vec![1, 2], vec![2, 3], vec![]];
    assert_eq!(locate(&strings, &[1, 2, 3, 0, 2, 3, 1]), [0..3, 4..6]);
}

#[test]
fn the_twin_fits_two_modes() {
    let mut bins = [0; 100];
    (bins[10], bins[90]) = (3, 5);
    assert!(cost(&bins, 50) < 1e-6);
    // With x + y = 80 both modes are 10 off: x = 10 - u, y = 90 - v, u + v = 20.
    assert!((cost(&bins, 40) - 400.0 * 15.0 / 8.0).abs() < 1e-6);
}
