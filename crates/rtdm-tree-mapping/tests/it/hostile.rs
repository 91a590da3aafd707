//! Trees that nobody would write by hand.

use rtdm_tree_mapping::{Config, Error, NodeId, Tree, TreeBuilder, top_down_distance};

/// A chain of nodes with one label and a leaf of another at its end.
fn chain(depth: usize, last: u32) -> Tree {
    let mut builder = TreeBuilder::with_capacity(depth + 1);
    for _ in 0..depth {
        builder.open(1);
    }
    builder.leaf(last);
    builder.finish().unwrap()
}

/// A root with so many children, each with its own label and one leaf below.
fn fan(children: u32, offset: u32) -> Tree {
    let mut builder = TreeBuilder::new();
    builder.open(0);
    for child in 0..children {
        builder.open(1);
        builder.leaf(2 + child + offset);
        builder.close();
    }
    builder.finish().unwrap()
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
    assert!(
        template
            .outline(|_| "x".to_owned())
            .lines()
            .all(|line| line.len() < 100)
    );
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
    assert_eq!(
        mapper.map(&left, &right),
        Err(Error::TooManyCells { limit: 10_000 })
    );

    let mapper = Config::new().memory(50_000).build().unwrap();
    let error = mapper.map(&left, &right).unwrap_err();
    assert!(matches!(error, Error::TooMuchMemory { limit: 50_000, needed } if 50_000 < needed));
    let config = Config::new().memory(50_000);
    let error = top_down_distance(&config, &left, &right).unwrap_err();
    assert!(matches!(error, Error::TooMuchMemory { limit: 50_000, .. }));
    let config = Config::new().max_cells(10);
    let error = top_down_distance(&config, &left, &right).unwrap_err();
    assert_eq!(error, Error::TooManyCells { limit: 10 });
}

#[test]
fn a_node_of_another_tree_is_no_silent_mistake() {
    let tree = fan(1, 0);
    let outside = NodeId::new(3).unwrap();
    assert!(std::panic::catch_unwind(|| tree.label(outside)).is_err());
}
