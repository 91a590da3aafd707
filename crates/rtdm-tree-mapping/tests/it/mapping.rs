use proptest::prelude::*;
use rtdm_tree_mapping::{Config, EditOperation, Mapping, NodeNumber, Tree};

use crate::naive::{self, Costs};
use crate::trees::{Labels, trees};

fn map([insert, delete, replace]: Costs, left: &Tree, right: &Tree) -> Mapping {
    let config = Config::new().insert(insert).delete(delete).replace(replace);
    config.build().unwrap().map(left, right).unwrap()
}

fn costs() -> impl Strategy<Value = Costs> {
    proptest::array::uniform3(0..4u16)
}

/// A root with children of two labels and up to two leaves each: identical runs at both ends are common.
fn siblings() -> impl Strategy<Value = Tree> {
    let child =
        (0..2u32, 0..3usize).prop_map(|(label, leaves)| [vec![(1_usize, label)], vec![(2, 7); leaves]].concat());
    proptest::collection::vec(child, 0..9)
        .prop_map(|children| Tree::new([vec![(0, 0)], children.concat()].concat()).unwrap())
}

/// One line per step, in the order of the walk.
fn walk(left: &str, right: &str) -> (u64, Vec<String>) {
    let mut labels = Labels::default();
    let [left, right] = labels.trees([left, right]);
    let mapping = map([1; 3], &left, &right);
    let name = |tree: &Tree, node| labels.label(tree, node).to_owned();
    let steps = mapping.steps(&left, &right).map(|step| match step {
        EditOperation::Keep { left: node, .. } => name(&left, node),
        EditOperation::Replace { left: x, right: y } => format!("{}/{}", name(&left, x), name(&right, y)),
        EditOperation::Delete { left: node } => format!("-{}", name(&left, node)),
        EditOperation::Insert { right: node } => format!("+{}", name(&right, node)),
    });
    (mapping.cost(), steps.collect())
}

/// Each line of `walks.txt` has two trees, the cost of their mapping, and the steps.
#[test]
fn a_walk_names_every_operation() {
    for line in include_str!("walks.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [left, right, expected] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line:?} is no case") };
        let (cost, steps) = walk(left, right);
        assert_eq!(format!("{cost}: {}", steps.join(" ")), expected, "{line}");
    }
}

#[test]
fn identical_trees_visit_one_cell_or_none() {
    let page = Labels::default().tree("html(head(title) body(ul(li li li) p))");
    let mapping = map([1; 3], &page, &page);
    assert_eq!((mapping.cost(), mapping.visited_cells()), (0, 0));
}

proptest! {
    #[test]
    fn cost_is_the_least_of_all_mappings(
        left in trees(5, 3), right in trees(5, 3), costs in costs(),
    ) {
        let cost = map(costs, &left, &right).cost();
        prop_assert_eq!(cost, naive::least_cost(costs, &left, &right));
    }

    #[test]
    fn mapping_is_the_one_of_the_tie_rule(
        (left, right) in prop_oneof![(trees(14, 3), trees(14, 3)), (siblings(), siblings())], costs in costs(),
    ) {
        let mapping = map(costs, &left, &right);
        let (cost, pairs) = naive::rtdm_td(costs, &left, &right);
        prop_assert_eq!(mapping.cost(), cost);
        prop_assert_eq!(mapping.pairs().collect::<Vec<_>>(), pairs);
    }

    #[test]
    fn definitions_hold_and_the_cost_re_adds(
        left in trees(40, 3), right in trees(40, 3), costs in costs(),
    ) {
        let mapping = map(costs, &left, &right);
        let pairs: Vec<(NodeNumber, NodeNumber)> = mapping.pairs().collect();
        prop_assert!(naive::is_mapping(&left, &right, &pairs));
        prop_assert!(naive::is_top_down(&left, &right, &pairs));
        prop_assert!(naive::is_restricted(&left, &right, &pairs));
        prop_assert_eq!(naive::cost(costs, &left, &right, &pairs), mapping.cost());
    }

    #[test]
    fn a_walk_meets_every_node_once_and_pays_the_cost(
        left in trees(40, 3), right in trees(40, 3), costs in costs(),
    ) {
        let mapping = map(costs, &left, &right);
        let [insert, delete, replace] = costs.map(u64::from);
        let (mut lefts, mut rights, mut cost) = (Vec::new(), Vec::new(), 0);
        for step in mapping.steps(&left, &right) {
            match step {
                EditOperation::Keep { left: x, right: y } => {
                    prop_assert_eq!(left.label(x), right.label(y));
                    lefts.push(x);
                    rights.push(y);
                }
                EditOperation::Replace { left: x, right: y } => {
                    prop_assert_ne!(left.label(x), right.label(y));
                    cost += replace;
                    lefts.push(x);
                    rights.push(y);
                }
                EditOperation::Delete { left: x } => {
                    cost += delete;
                    lefts.push(x);
                }
                EditOperation::Insert { right: y } => {
                    cost += insert;
                    rights.push(y);
                }
            }
        }
        prop_assert_eq!(lefts, left.nodes().collect::<Vec<_>>());
        prop_assert_eq!(rights, right.nodes().collect::<Vec<_>>());
        prop_assert_eq!(cost, mapping.cost());
    }

    #[test]
    fn short_cuts_never_visit_more_than_twice_the_product(left in trees(40, 3), right in trees(40, 3)) {
        let cells = map([1; 3], &left, &right).visited_cells();
        prop_assert!(cells <= 2 * (left.len() * right.len()) as u64);
    }
}
