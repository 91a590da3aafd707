use proptest::prelude::*;
use rtdm_tree_mapping::{Classes, Config, Labels, Located, NodeId, Template, Tree};

use crate::naive;
use crate::trees::{tree, trees};

/// A template of which every node is on all of two pages.
fn template(tree: &Tree) -> Template {
    let parents: Vec<u32> = tree.parents().collect();
    Template::from_parts(tree.labels().to_vec(), &parents, vec![2; tree.len()], 2).unwrap()
}

fn locate(config: Config, template_tree: &Tree, page: &Tree) -> Located {
    config
        .build()
        .unwrap()
        .locator(template(template_tree))
        .locate(page)
}

/// What is left of the page, sorted, by both ways of locating.
fn check(template: &str, page: &str, left: &str) {
    for cells in [64, 0] {
        let mut labels = Labels::new();
        let template = tree(&mut labels, template);
        let page = tree(&mut labels, page);
        let located = locate(Config::new().cells_per_node(cells), &template, &page);
        let kept = page.nodes().filter(|&node| !located.is_template(node));
        let mut kept: Vec<&str> = kept
            .map(|node| labels.label(page.label(node)).unwrap().as_str())
            .collect();
        kept.sort_unstable();
        assert_eq!(kept.join(" "), left, "with {cells} cells a node");
    }
}

#[test]
fn what_the_template_has_goes() {
    check(
        "html(nav(a b) p foot)",
        "html(nav(a b) p(mine) h(mine too) foot)",
        "h mine mine too",
    );
}

#[test]
fn a_page_may_lack_parts() {
    check(
        "html(nav(a b) ad(x) p foot)",
        "html(nav(b) p(mine) foot)",
        "mine",
    );
}

#[test]
fn content_of_the_same_shape_stays() {
    check(
        "body(ul(li(home) li(news)) p)",
        "body(ul(li(home) li(news) li(mine)) p(p))",
        "li mine p",
    );
}

#[test]
fn repeated_subtrees_do_not_slip() {
    // A template in which every other child is a line break.
    check(
        "body(br home br news br about br)",
        "body(br home br mine br news br mine br about br)",
        "br br mine mine",
    );
}

#[test]
fn another_root_has_no_template() {
    check("a(x)", "b(x)", "b x");
}

#[test]
fn a_page_that_would_take_long_is_matched_greedily() {
    let mut labels = Labels::new();
    let rows = |mark: &str| {
        (0..200)
            .map(|i| format!("tr(td({mark}{i}))"))
            .collect::<String>()
    };
    let template = tree(&mut labels, &format!("table(tr(th) {} end)", rows("a")));
    let page = tree(&mut labels, &format!("table(tr(th) {} end)", rows("b")));
    let best = locate(Config::new(), &template, &page);
    let greedy = locate(Config::new().cells_per_node(1), &template, &page);
    assert!(!greedy.is_best());
    assert!(greedy.visited_cells() <= (template.len() + page.len()) as u64 + 200 * 200);
    assert_eq!(greedy.nodes().count(), 3 + 200 * 2 + 1);
    assert_eq!(
        greedy.is_template(NodeId::ROOT),
        best.is_template(NodeId::ROOT)
    );
}

#[test]
fn a_chain_of_a_hundred_thousand_nodes_is_located() {
    let labels = vec![1; 100_000];
    let parents: Vec<u32> = (0..100_000_u32)
        .map(|node| node.saturating_sub(1))
        .collect();
    let template = Tree::from_parents(labels[..90_000].to_vec(), &parents[..90_000]).unwrap();
    let page = Tree::from_parents(labels, &parents).unwrap();
    for cells in [64, 0] {
        let located = locate(Config::new().cells_per_node(cells), &template, &page);
        assert_eq!(located.nodes().count(), 90_000);
    }
}

/// The greedy pass with nothing but loops: for trees of a few nodes.
fn naive_greedy(template: &Tree, page: &Tree) -> Vec<Option<NodeId>> {
    let mut classes = Classes::new();
    let left = classes.add(template);
    let right = classes.add(page);
    let mut partners = vec![None; page.len()];
    let mut pending = vec![(NodeId::ROOT, NodeId::ROOT)];
    while let Some((x, y)) = pending.pop() {
        partners[y.index()] = Some(x);
        let a: Vec<NodeId> = template.children(x).collect();
        let b: Vec<NodeId> = page.children(y).collect();
        let same = |i: usize, j: usize| left[a[i].index()] == right[b[j].index()];
        let prefix = (0..a.len().min(b.len()))
            .take_while(|&i| same(i, i))
            .count();
        let rest = a.len().min(b.len()) - prefix;
        let suffix = (0..rest)
            .take_while(|k| same(a.len() - 1 - k, b.len() - 1 - k))
            .count();
        let (m, n) = (a.len() - suffix, b.len() - suffix);
        // Those that occur once in both, and of all increasing runs the longest, the lowest first.
        let mut once = Vec::new();
        for i in prefix..m {
            for j in prefix..n {
                let alone = (prefix..m).filter(|&other| same(other, j)).count() == 1
                    && (prefix..n).filter(|&other| same(i, other)).count() == 1;
                if alone && same(i, j) {
                    once.push((i, j));
                }
            }
        }
        let mut runs: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for &pair in &once {
            for index in 0..runs.len() {
                if runs[index].last().is_none_or(|last| last.1 < pair.1) {
                    let mut run = runs[index].clone();
                    run.push(pair);
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
            for i in 0..a.len() {
                if matches.iter().any(|pair| pair.0 == i) {
                    continue;
                }
                let after = matches
                    .iter()
                    .filter(|pair| pair.0 < i)
                    .map(|pair| pair.1 + 1)
                    .max();
                let before = matches
                    .iter()
                    .filter(|pair| i < pair.0)
                    .map(|pair| pair.1)
                    .min();
                let free = (after.unwrap_or(0)..before.unwrap_or(b.len())).find(|&j| {
                    if by_label {
                        template.label(a[i]) == page.label(b[j])
                    } else {
                        same(i, j)
                    }
                });
                matches.extend(free.map(|j| (i, j)));
            }
        }
        pending.extend(matches.into_iter().map(|(i, j)| (a[i], b[j])));
    }
    partners
}

proptest! {
    #[test]
    fn located_nodes_are_those_the_mapping_keeps(left in trees(14, 3), page in trees(14, 3)) {
        let located = locate(Config::new().cells_per_node(u32::MAX), &left, &page);
        let (_, pairs) = naive::rtdm_td(&Config::new().replace(2), &left, &page);
        let kept: Vec<NodeId> = pairs
            .into_iter()
            .filter(|&(x, y)| left.label(x) == page.label(y))
            .map(|(_, y)| y)
            .collect();
        prop_assert!(located.is_best());
        prop_assert_eq!(located.nodes().collect::<Vec<_>>(), kept);
    }

    #[test]
    fn greedy_pass_is_the_naive_one(left in trees(16, 3), page in trees(16, 3)) {
        let located = locate(Config::new().cells_per_node(0), &left, &page);
        let partners = naive_greedy(&left, &page);
        prop_assume!(!located.is_best());
        let found: Vec<Option<NodeId>> =
            page.nodes().map(|node| located.template_node(node)).collect();
        prop_assert_eq!(found, partners);
    }

    #[test]
    fn both_ways_give_a_restricted_mapping(left in trees(40, 3), page in trees(40, 3)) {
        for cells in [0, 64] {
            let located = locate(Config::new().cells_per_node(cells), &left, &page);
            let pairs: Vec<(NodeId, NodeId)> =
                located.nodes().map(|y| (located.template_node(y).unwrap(), y)).collect();
            prop_assert!(naive::is_mapping(&left, &page, &pairs));
            prop_assert!(naive::is_top_down(&left, &page, &pairs));
            prop_assert!(pairs.iter().all(|&(x, y)| left.label(x) == page.label(y)));
        }
    }

    #[test]
    fn the_template_covers_itself(page in trees(40, 3)) {
        for cells in [0, 64] {
            let located = locate(Config::new().cells_per_node(cells), &page, &page);
            prop_assert_eq!(located.nodes().count(), page.len());
        }
    }
}
