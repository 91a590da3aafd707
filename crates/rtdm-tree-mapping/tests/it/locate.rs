use proptest::prelude::*;
use rtdm_tree_mapping::{Config, LocatedNodes, NodeNumber, Tree, TreeLocator};

use crate::naive;
use crate::trees::{Labels, template, trees};

fn locate(template_tree: &Tree, page: &Tree) -> LocatedNodes {
    TreeLocator::new(template(template_tree)).locate(page)
}

/// Each line of `locate.txt` has a template, a page, and what is left of it, sorted.
#[test]
fn what_the_template_has_goes_and_other_parts_stay() {
    for line in include_str!("locate.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [template, page, left] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line:?} is no case") };
        let mut labels = Labels::default();
        let [template, page] = labels.trees([template, page]);
        let located = locate(&template, &page);
        let kept = page.nodes().filter(|&node| !located.is_template(node));
        let mut kept: Vec<&str> = kept.map(|node| labels.label(&page, node)).collect();
        kept.sort_unstable();
        assert_eq!(kept.join(" "), left, "{line}");
    }
}

/// Which template node a page node's content speaks for, and how strongly.
fn naive_vote(template: &Tree, page: &Tree, node: NodeNumber) -> Option<(NodeNumber, u64)> {
    let places: Vec<NodeNumber> = template.nodes().filter(|&x| naive::identical(template, x, page, node)).collect();
    if let [place] = places[..]
        && template.depth(place) == page.depth(node)
    {
        return Some((place, page.subtree(node).len() as u64));
    }
    let mut vote: Option<(NodeNumber, u64)> = None;
    let children: Vec<NodeNumber> = page.children(node).collect();
    for child in children.into_iter().rev() {
        let vote_of_child = naive_vote(template, page, child);
        // Votes that have made each other void speak for nothing above.
        let Some((place, weight)) = vote_of_child.filter(|(_, weight)| *weight != 0) else {
            continue;
        };
        let Some(place) = template.parent(place) else {
            continue;
        };
        vote = match vote {
            Some((best, most)) if best == place => Some((best, most + weight)),
            Some((best, most)) if weight <= most => Some((best, most - weight)),
            Some((_, most)) => Some((place, weight - most)),
            None => Some((place, weight)),
        };
    }
    vote
}

/// The pass with nothing but loops: for trees of a few nodes.
fn naive_pass(template: &Tree, page: &Tree) -> Vec<Option<NodeNumber>> {
    let mut partners = vec![None; page.len()];
    let mut pending = vec![(NodeNumber::ROOT, NodeNumber::ROOT)];
    while let Some((x, y)) = pending.pop() {
        partners[y.index()] = Some(x);
        let a: Vec<NodeNumber> = template.children(x).collect();
        let b: Vec<NodeNumber> = page.children(y).collect();
        let same = |i: usize, j: usize| naive::identical(template, a[i], page, b[j]);
        let short = a.len().min(b.len());
        let prefix = (0..short).take_while(|&i| same(i, i)).count();
        let suffix = (0..short - prefix).take_while(|k| same(a.len() - 1 - k, b.len() - 1 - k)).count();
        let (m, n) = (a.len() - suffix, b.len() - suffix);
        let alone = |i: usize, j: usize| {
            same(i, j)
                && (prefix..m).filter(|&other| same(other, j)).count() == 1
                && (prefix..n).filter(|&other| same(i, other)).count() == 1
        };
        let mut sure = Vec::new();
        for (i, &x) in a[..m].iter().enumerate().skip(prefix) {
            for j in (prefix..n).rev() {
                let vote = naive_vote(template, page, b[j]).map(|vote| vote.0);
                let voted = vote == Some(x)
                    && template.label(x) == page.label(b[j])
                    && !(prefix..m).any(|other| alone(other, j));
                if alone(i, j) || voted {
                    sure.push((i, j));
                }
            }
        }
        // Of all increasing runs the longest, and of those the one that ends lowest.
        let mut runs: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for &(i, j) in &sure {
            for index in 0..runs.len() {
                if runs[index].last().is_none_or(|last| last.0 < i && last.1 < j) {
                    let mut run = runs[index].clone();
                    run.push((i, j));
                    runs.push(run);
                }
            }
        }
        let lowest = |run: &Vec<(usize, usize)>| {
            let seconds: Vec<_> = run.iter().rev().map(|pair| pair.1).collect();
            (std::cmp::Reverse(run.len()), seconds)
        };
        let run = runs.into_iter().min_by_key(lowest).unwrap();
        let mut matches: Vec<(usize, usize)> = (0..prefix).map(|i| (i, i)).collect();
        matches.extend(run);
        matches.extend((0..suffix).map(|k| (m + k, n + k)));
        for by_label in [false, true] {
            for (i, &x) in a.iter().enumerate() {
                if matches.iter().any(|pair| pair.0 == i) {
                    continue;
                }
                let after = matches.iter().filter(|pair| pair.0 < i).map(|pair| pair.1 + 1).max();
                let before = matches.iter().filter(|pair| i < pair.0).map(|pair| pair.1).min();
                let free = (after.unwrap_or(0)..before.unwrap_or(b.len()))
                    .find(|&j| if by_label { template.label(x) == page.label(b[j]) } else { same(i, j) });
                matches.extend(free.map(|j| (i, j)));
            }
        }
        pending.extend(matches.into_iter().map(|(i, j)| (a[i], b[j])));
    }
    partners
}

proptest! {
    #[test]
    fn located_nodes_are_those_of_the_naive_pass(left in trees(18, 4), page in trees(18, 4)) {
        let located = locate(&left, &page);
        let found: Vec<Option<NodeNumber>> =
            page.nodes().map(|node| located.template_node(node)).collect();
        prop_assert_eq!(found, naive_pass(&left, &page));
    }

    #[test]
    fn located_nodes_are_a_mapping_of_equal_labels(left in trees(40, 3), page in trees(40, 3)) {
        let located = locate(&left, &page);
        let pairs: Vec<(NodeNumber, NodeNumber)> =
            located.nodes().map(|y| (located.template_node(y).unwrap(), y)).collect();
        prop_assert!(naive::is_mapping(&left, &page, &pairs));
        prop_assert!(naive::is_top_down(&left, &page, &pairs));
        prop_assert!(pairs.iter().all(|&(x, y)| left.label(x) == page.label(y)));
        // No mapping keeps more than the one that is best at keeping.
        let mapper = Config::new().replace(2).build().unwrap();
        let best = mapper.extract(&left, &page).unwrap().unwrap();
        prop_assert!(pairs.len() <= best.tree().len());
    }

    #[test]
    fn a_template_covers_the_page_it_is(page in trees(40, 3)) {
        prop_assert_eq!(locate(&page, &page).nodes().count(), page.len());
    }
}
