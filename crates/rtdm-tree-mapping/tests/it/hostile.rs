//! Trees that nobody would write by hand.

use rtdm_tree_mapping::{Config, Error, NodeNumber, Tree, TreeLocator};

use crate::{naive, trees::template};

/// A chain of nodes with one label and a leaf of another at its end.
fn chain(depth: usize, last: u32) -> Tree {
    Tree::new((0..depth).map(|node| (node, 1)).chain([(depth, last)])).unwrap()
}

/// A root with so many children, each with a leaf of its own label below, and another one.
fn fan(children: u32, offset: u32) -> Tree {
    let child = |child| [(1, 1), (2, 1), (2, 2 + child + offset)];
    Tree::new([(0, 0)].into_iter().chain((0..children).flat_map(child))).unwrap()
}

/// A root with so many children of few kinds, in an order that the seed determines.
fn list(children: u32, seed: u32) -> Tree {
    let (mut nodes, mut state) = (vec![(0, 0)], seed);
    for _ in 0..children {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        nodes.push((1, 1 + (state >> 30)));
        nodes.extend((0..state >> 28 & 3).map(|leaf| (2, leaf * (state >> 27 & 1))));
    }
    Tree::new(nodes).unwrap()
}

#[test]
fn long_lists_are_mapped_like_short_ones() {
    for (m, n) in [(400, 300), (65, 64), (129, 1), (1, 200)] {
        let (left, right) = (list(m, 1), list(n, 2));
        let mapping = Config::new().build().unwrap().map(&left, &right).unwrap();
        let (cost, pairs) = naive::rtdm_td([1; 3], &left, &right);
        assert_eq!(mapping.cost(), cost);
        assert!(mapping.pairs().eq(pairs), "{m} and {n}");
    }
}

#[test]
fn chains_of_a_hundred_thousand_nodes_are_mapped_and_located() {
    let (left, right) = (chain(100_000, 2), chain(100_000, 3));
    let mapper = Config::new().build().unwrap();
    let mapping = mapper.map(&left, &right).unwrap();
    assert_eq!(mapping.cost(), 1);
    assert_eq!(mapping.pairs().count(), 100_001);
    let found = mapper.find_template(&[&left, &right]).unwrap().template;
    assert_eq!(found.tree().len(), 100_000);
    assert_eq!(TreeLocator::new(found).locate(&right).nodes().count(), 100_000);
}

#[test]
fn a_million_nodes_are_mapped_when_the_trees_resemble_each_other() {
    let build = |odd: u32| {
        let leaf = move |section, leaf: u32| (2, if section == odd { 5 } else { 6 + leaf % 3 });
        let section = |section| [(1, 1)].into_iter().chain((0..1_000).map(move |number| leaf(section, number)));
        Tree::new([(0, 0)].into_iter().chain((0..1_000).flat_map(section))).unwrap()
    };
    let (left, right) = (build(10), build(900));
    let mapping = Config::new().build().unwrap().map(&left, &right).unwrap();
    assert_eq!(mapping.cost(), 2_000);
}

#[test]
fn a_row_of_twenty_thousand_is_located() {
    let rows = |mark: u32| (0..20_000).flat_map(move |row| [(1, 1), (2, 2), (3, mark + row)]);
    let table = |mark| Tree::new([(0, 0)].into_iter().chain(rows(mark)).chain([(1, 3)])).unwrap();
    let located = TreeLocator::new(template(&table(100_000))).locate(&table(200_000));
    assert_eq!(located.nodes().count(), 1 + 20_000 * 2 + 1);
}

#[test]
fn limits_stop_what_would_take_too_long_or_too_much() {
    let (left, right) = (fan(300, 0), fan(300, 1_000));
    let mapper = Config::new().max_cells(10_000).build().unwrap();
    assert_eq!(mapper.map(&left, &right), Err(Error::TooManyCells { limit: 10_000 }));

    let mapper = Config::new().memory(50_000).build().unwrap();
    let error = mapper.map(&left, &right).unwrap_err();
    assert!(matches!(error, Error::TooMuchMemory { limit: 50_000, needed } if 50_000 < needed));
}

#[test]
fn a_node_of_another_tree_is_no_silent_mistake() {
    let tree = fan(1, 0);
    let outside = NodeNumber::new(4);
    assert!(std::panic::catch_unwind(|| tree.label(outside)).is_err());
}
