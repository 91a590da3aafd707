//! Which pages of a site are built alike: groups of pages, each with a template of its own.
//!
//! A page is represented by the set of its region keys, and two pages are alike to the degree that these sets overlap
//! (Jaccard). A sketch of fixed size stands for the set (one-permutation minimum hashing, Li, Owen and Zhang 2012:
//! the keys are distributed over buckets by their upper bits, and each bucket keeps its smallest), so a comparison
//! costs the same for any two pages.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use crate::evidence::{Element, Evidence, NONE};

/// A group with fewer pages gets no template of its own: its pages join the group that they are most similar
/// to. With fewer pages than this, near-duplicates cannot be distinguished from a template. Chosen: by eye.
pub(crate) const MIN_PAGES: usize = 6;

/// The number of buckets of a sketch. Chosen: by eye; a power of two, since upper bits of a key select its bucket.
const N_BUCKETS: usize = 128;

/// The set of a page's region keys, in a fixed size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sketch([u32; N_BUCKETS]);

impl Sketch {
    fn of(keys: impl Iterator<Item = u64>) -> Sketch {
        let mut least = [u32::MAX; N_BUCKETS];
        for key in keys {
            // The upper seven bits choose one of 128 buckets, so they are the same for all keys in it. The lower 32
            // bits are compared.
            let bucket = &mut least[(key >> 57) as usize];
            *bucket = (*bucket).min(key as u32);
        }
        Sketch(least)
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&least| least == u32::MAX)
    }

    fn similarity(&self, other: &Sketch) -> f64 {
        let (mut same, mut any) = (0_u32, 0_u32);
        for (&one, &other) in self.0.iter().zip(&other.0) {
            // A bucket that is empty in both sketches says nothing about either.
            if (one, other) != (u32::MAX, u32::MAX) {
                any += 1;
                same += u32::from(one == other);
            }
        }
        // Pages without any distinguishing key count as the same.
        if any == 0 { 1.0 } else { f64::from(same) / f64::from(any) }
    }
}

/// Pages with this much in common belong to one group. Chosen: by eye.
const ALIKE: f64 = 0.5;
/// No more groups than this are looked for; the other pages are odd ones. Chosen: by eye.
const MAX_LEADERS: usize = 32;
/// A region is a group's own only if at least this share of the group's pages have it. Chosen: by eye.
const OWN_MIN_PAGES: f64 = 0.8;
/// A region is a group's own only if at most this share of the pages of any other group have it. Chosen: by eye.
const OTHERS_MAX_PAGES: f64 = 0.1;
/// A group has a template of its own if this share of its words is in regions of its own. Pages of one template
/// differ too, by a table here and a list there: on 84 sites with one template, the lesser of two groups has at most
/// .23, and mostly 0, where two templates have .6 or more. Chosen: between these two.
const OWN_MIN_WORDS: f64 = 0.5;

/// Divides pages into groups of page numbers, the largest first; mostly there is only one.
///
/// # Complexity
///
/// Linear in the elements of the pages; each page is compared with a limited number of leaders.
pub(crate) fn groups(pages: &[&Evidence], max_groups: usize) -> Vec<Vec<usize>> {
    let one = || vec![(0..pages.len()).collect()];
    // Fewer pages than this make no two groups.
    if pages.len() < 2 * MIN_PAGES || max_groups < 2 {
        return one();
    }
    let keys: Vec<Vec<u64>> = pages.iter().map(|page| keys(page)).collect();
    let sketches = sketches(&keys);
    let mut leaders = leaders(&sketches, max_groups);
    while leaders.len() > 1 {
        let mut groups = vec![Vec::new(); leaders.len()];
        for (page, sketch) in sketches.iter().enumerate() {
            groups[largest(leaders.iter().map(|&leader| sketch.similarity(&sketches[leader])))].push(page);
        }
        let own = own_words(pages, &keys, &groups);
        let fails = |&group: &usize| own[group] < OWN_MIN_WORDS || groups[group].len() < MIN_PAGES;
        // The group that least deserves a template of its own is dissolved; of several,
        // the smallest.
        let worst = (0..leaders.len()).rev().filter(fails).min_by(|&one, &other| own[one].total_cmp(&own[other]));
        let Some(worst) = worst else {
            groups.sort_by_key(|group| Reverse(group.len()));
            return groups;
        };
        // The pages of this group are distributed over the others in the next round.
        leaders.remove(worst);
    }
    one()
}

/// Returns how similar a page's keys are to those of a group's pages: the mean number of shared keys over the mean
/// number of all keys (Jaccard, weighted by the share of pages).
pub(crate) fn likeness(keys: &[u64], n_pages: u32, keys_each: f64, pages_with: impl Fn(u64) -> u32) -> f64 {
    // Sums of whole numbers, so that the order of the keys cannot matter.
    let shared: u64 = keys.iter().map(|&key| u64::from(pages_with(key))).sum();
    let shared = shared as f64 / f64::from(n_pages.max(1));
    shared / (keys.len() as f64 + keys_each - shared).max(1.0)
}

/// Sketches what distinguishes pages: the keys that enough pages have and enough others
/// do not.
fn sketches(keys: &[Vec<u64>]) -> Vec<Sketch> {
    let mut with: FxHashMap<u64, usize> = FxHashMap::default();
    for &key in keys.iter().flatten() {
        *with.entry(key).or_default() += 1;
    }
    // A key that fewer pages than a group have, or that fewer lack, cannot tell groups apart. There are at least
    // twice as many pages.
    let tells = |key: &u64| (MIN_PAGES..=keys.len() - MIN_PAGES).contains(&with[key]);
    keys.iter().map(|keys| Sketch::of(keys.iter().copied().filter(tells))).collect()
}

/// Finds pages such that every page is similar to one of them, and returns those with many
/// similar pages, the most first.
///
/// The next one is always the page that is least similar to those found. The order of the
/// pages does not matter: the first is the one with the smallest sketch, and ties are
/// settled in the same way.
fn leaders(sketches: &[Sketch], max_groups: usize) -> Vec<usize> {
    let least = (0..sketches.len()).min_by_key(|&page| &sketches[page]);
    let mut leaders = Vec::from_iter(least);
    let mut near = vec![(0, 0.0); sketches.len()];
    while let Some(&leader) = leaders.last() {
        for (near, sketch) in near.iter_mut().zip(sketches) {
            let similarity = sketch.similarity(&sketches[leader]);
            if leaders.len() == 1 || near.1 < similarity {
                *near = (leaders.len() - 1, similarity);
            }
        }
        let farthest = (0..sketches.len()).min_by(|&one, &other| {
            let order = near[one].1.total_cmp(&near[other].1);
            order.then_with(|| sketches[one].cmp(&sketches[other]))
        });
        match farthest {
            Some(page) if near[page].1 < ALIKE && leaders.len() < MAX_LEADERS => leaders.push(page),
            _ => break,
        }
    }
    let mut sizes = vec![0; leaders.len()];
    near.iter().for_each(|&(leader, _)| sizes[leader] += 1);
    let mut large: Vec<usize> = (0..leaders.len())
        // Pages with no distinguishing keys do not form a kind.
        .filter(|&at| MIN_PAGES <= sizes[at] && !sketches[leaders[at]].is_empty())
        .collect();
    large.sort_by_key(|&at| (Reverse(sizes[at]), &sketches[leaders[at]]));
    large.truncate(max_groups);
    large.into_iter().map(|at| leaders[at]).collect()
}

/// Returns the place of the largest of some numbers, or of the first of several. None is negative.
pub(crate) fn largest(numbers: impl Iterator<Item = f64>) -> usize {
    numbers.enumerate().fold((0, 0.0), |best, one| if best.1 < one.1 { one } else { best }).0
}

/// Returns the distinct keys of a page's elements with lines, except the
/// body's.
pub(crate) fn keys(page: &Evidence) -> Vec<u64> {
    let lines = page.sum(|_, _| 1);
    let mut keys: Vec<u64> = page
        .elements
        .iter()
        .zip(lines)
        .skip(1)
        .filter(|&(_, lines)| lines > 0)
        .map(|(element, _)| element.key)
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Returns for each group the share of its words in regions of its own.
fn own_words(pages: &[&Evidence], keys: &[Vec<u64>], groups: &[Vec<usize>]) -> Vec<f64> {
    let mut with: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
    for (g, group) in groups.iter().enumerate() {
        for key in group.iter().flat_map(|&page| &keys[page]) {
            with.entry(*key).or_insert_with(|| vec![0; groups.len()])[g] += 1;
        }
    }
    let share = |counts: &[u32], g: usize| f64::from(counts[g]) / groups[g].len() as f64;
    groups
        .iter()
        .enumerate()
        .map(|(g, group)| {
            let is_own = |key: u64| {
                with.get(&key).is_some_and(|counts| {
                    OWN_MIN_PAGES <= share(counts, g)
                        && (0..groups.len()).all(|other| other == g || share(counts, other) <= OTHERS_MAX_PAGES)
                })
            };
            let (mut own, mut words) = (0_u64, 0_u64);
            for &page in group {
                let page = pages[page];
                // What is inside a group's own region belongs to it.
                let is_region = |element: &Element| element.parent != NONE && is_own(element.key);
                let inside = page.inherited(|above, _, element| above.or_else(|| is_region(element).then_some(())));
                for line in &page.lines {
                    words += u64::from(line.words);
                    own += if inside[line.owner as usize].is_some() { u64::from(line.words) } else { 0 };
                }
            }
            if words == 0 { 0.0 } else { own as f64 / words as f64 }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;
    use crate::testing::page_of_kind;

    fn sizes(sources: &[String], max_groups: usize) -> Vec<usize> {
        let pages: Vec<Evidence> = sources.iter().map(|source| Evidence::read(&Dom::parse(source))).collect();
        let pages: Vec<&Evidence> = pages.iter().collect();
        let groups = groups(&pages, max_groups);
        // The order of the pages must not matter.
        let mut reversed = pages.clone();
        reversed.reverse();
        let sizes = |groups: Vec<Vec<usize>>| groups.iter().map(Vec::len).collect::<Vec<_>>();
        let again = self::groups(&reversed, max_groups);
        assert_eq!(sizes(groups), sizes(again.clone()));
        sizes(again)
    }

    fn site(kinds: &[(&str, usize)]) -> Vec<String> {
        kinds.iter().flat_map(|&(kind, n_pages)| (0..n_pages).map(move |number| page_of_kind(kind, number))).collect()
    }

    #[test]
    fn kinds_of_pages_are_parted() {
        assert_eq!(sizes(&site(&[("news", 8), ("shop", 9)]), 8), [9, 8]);
        assert_eq!(sizes(&site(&[("a", 7), ("b", 6), ("c", 8)]), 8), [8, 7, 6]);
        assert_eq!(sizes(&site(&[("a", 7), ("b", 6), ("c", 8)]), 2), [21]);
        assert_eq!(sizes(&site(&[("a", 9), ("b", 9)]), 1), [18]);
    }

    #[test]
    fn few_pages_and_odd_ones_are_not() {
        assert_eq!(sizes(&[], 8), [0]);
        assert_eq!(sizes(&site(&[("news", 5), ("shop", 6)]), 8), [11]);
        assert_eq!(sizes(&site(&[("news", 20), ("odd", 1), ("other", 5)]), 8), [26]);
    }

    #[test]
    fn what_some_pages_have_besides_is_no_template() {
        let sources: Vec<String> = (0..24)
            .map(|number| {
                let table = "<table class=t><tr><td>cell<td>cell</table>";
                page_of_kind("doc", number) + if number % 2 == 0 { table } else { "<ul class=u><li>item</ul>" }
            })
            .collect();
        assert_eq!(sizes(&sources, 8), [24]);
    }

    #[test]
    fn sketches_stand_for_sets() {
        let keys = |range: std::ops::Range<u64>| Sketch::of(range.map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        assert_eq!(keys(0..50).similarity(&keys(0..50)), 1.0);
        assert_eq!(keys(0..50).similarity(&keys(50..100)), 0.0);
        let half = keys(0..1000).similarity(&keys(333..1333));
        assert!((0.35..0.65).contains(&half), "{half}");
        assert_eq!(keys(0..0).similarity(&keys(0..0)), 1.0);
    }
}
