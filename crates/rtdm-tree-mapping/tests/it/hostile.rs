//! Trees that nobody would write by hand.

use crate::naive;
use rtdm_tree_mapping::{Config, Error, NodeNumber, Tree, TreeBuilder};

/// A chain of nodes with one label and a leaf of another at its end.
fn chain(depth: usize, last: u32) -> Tree {
    let mut builder = TreeBuilder::with_capacity(depth + 1);
    for _ in 0..depth {
        builder.open(1);
    }
    builder.leaf(last);
    builder.finish().unwrap()
}

/// A root with so many children, each with a leaf of its own label below, and another one.
fn fan(children: u32, offset: u32) -> Tree {
    let mut builder = TreeBuilder::new();
    builder.open(0);
    for child in 0..children {
        builder.open(1);
        builder.leaf(1);
        builder.leaf(2 + child + offset);
        builder.close();
    }
    builder.finish().unwrap()
}

/// A root with so many children of few kinds, in an order that the seed determines.
fn list(children: u32, seed: u32) -> Tree {
    let mut builder = TreeBuilder::new();
    builder.open(0);
    let mut state = seed;
    for _ in 0..children {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        builder.open(1 + (state >> 30));
        for leaf in 0..state >> 28 & 3 {
            builder.leaf(leaf * (state >> 27 & 1));
        }
        builder.close();
    }
    builder.finish().unwrap()
}

#[test]
fn long_lists_are_mapped_with_the_memory_of_a_few_rows() {
    for (m, n) in [(400, 300), (64, 65), (65, 64), (129, 1), (1, 200)] {
        let (left, right) = (list(m, 1), list(n, 2));
        let config = Config::new().memory(200_000);
        let mapping = config.build().unwrap().map(&left, &right).unwrap();
        let (cost, pairs) = naive::rtdm_td(&Config::new(), &left, &right);
        assert_eq!(mapping.cost(), cost);
        assert!(mapping.pairs().eq(pairs), "{m} and {n}");
    }
    // A byte for each cell would be 24 MiB.
    let flat = |offset: u32| {
        let mut builder = TreeBuilder::new();
        builder.open(0);
        for child in 0..5_000 {
            builder.leaf(1 + offset + child % 4_000);
        }
        builder.finish().unwrap()
    };
    let mapper = Config::new().memory(4 << 20).build().unwrap();
    let mapping = mapper.map(&flat(0), &flat(20_000)).unwrap();
    assert_eq!(mapping.cost(), 5_000);
}

#[test]
fn chains_of_a_hundred_thousand_nodes_are_mapped() {
    let (left, right) = (chain(100_000, 2), chain(100_000, 3));
    let mapper = Config::new().build().unwrap();
    let mapping = mapper.map(&left, &right).unwrap();
    assert_eq!(mapping.cost(), 1);
    assert_eq!(mapping.pairs().count(), 100_001);
    let template = mapper.find_template(&[&left, &right]).unwrap().template;
    assert_eq!(template.tree().len(), 100_000);
    // No line is longer than the indentation of the deepest level shown, and the depth.
    assert!(template.outline(|_| "x".to_owned()).lines().all(|line| line.len() < 100));
}

#[test]
fn a_million_nodes_are_mapped_when_the_trees_resemble_each_other() {
    let build = |odd: u32| {
        let mut builder = TreeBuilder::new();
        builder.open(0);
        for section in 0..1_000 {
            builder.open(1);
            for leaf in 0..1_000 {
                builder.leaf(if section == odd { 5 } else { 6 + leaf % 3 });
            }
            builder.close();
        }
        builder.finish().unwrap()
    };
    let (left, right) = (build(10), build(900));
    let mapping = Config::new().build().unwrap().map(&left, &right).unwrap();
    assert_eq!(mapping.cost(), 2_000);
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
    let outside = NodeNumber::new(4).unwrap();
    assert!(std::panic::catch_unwind(|| tree.label(outside)).is_err());
}
