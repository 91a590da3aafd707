//! Twins that are too simple to be wrong, for trees of a few nodes.

use rtdm_tree_mapping::{NodeNumber, Tree};

pub(crate) type Pairs = Vec<(NodeNumber, NodeNumber)>;

/// The costs of inserting, deleting and replacing a node.
pub(crate) type Costs = [u16; 3];

/// Definition 1: one to one, order kept, ancestors kept.
pub(crate) fn is_mapping(left: &Tree, right: &Tree, pairs: &[(NodeNumber, NodeNumber)]) -> bool {
    let above = |tree: &Tree, a: NodeNumber, b: NodeNumber| tree.subtree(a).contains(&b.index());
    pairs.iter().all(|&(i1, j1)| {
        pairs.iter().all(|&(i2, j2)| {
            (i1 == i2) == (j1 == j2) && (i1 < i2) == (j1 < j2) && above(left, i1, i2) == above(right, j1, j2)
        })
    })
}

/// Definition 3: the parents of a pair are a pair.
pub(crate) fn is_top_down(left: &Tree, right: &Tree, pairs: &[(NodeNumber, NodeNumber)]) -> bool {
    pairs.iter().all(|&(i, j)| match (left.parent(i), right.parent(j)) {
        (None, None) => true,
        (Some(i), Some(j)) => pairs.contains(&(i, j)),
        _ => false,
    })
}

/// Definition 4: nothing below a pair of two labels is in a pair.
pub(crate) fn is_restricted(left: &Tree, right: &Tree, pairs: &[(NodeNumber, NodeNumber)]) -> bool {
    pairs.iter().all(|&(i1, j1)| {
        left.label(i1) == right.label(j1)
            || pairs.iter().all(|&(i2, j2)| {
                (i1 == i2 || !left.subtree(i1).contains(&i2.index()))
                    && (j1 == j2 || !right.subtree(j1).contains(&j2.index()))
            })
    })
}

/// Definition 2.
pub(crate) fn cost(costs: Costs, left: &Tree, right: &Tree, pairs: &[(NodeNumber, NodeNumber)]) -> u64 {
    let [insert, delete, replace] = costs.map(u64::from);
    let replaced = pairs.iter().filter(|&&(i, j)| left.label(i) != right.label(j)).count();
    replaced as u64 * replace + (left.len() - pairs.len()) as u64 * delete + (right.len() - pairs.len()) as u64 * insert
}

/// The least cost of all restricted top-down mappings that pair the roots, by trying every one:
/// for each left node in turn, no partner or any that the definitions allow.
pub(crate) fn least_cost(costs: Costs, left: &Tree, right: &Tree) -> u64 {
    fn extend(costs: Costs, left: &Tree, right: &Tree, next: usize, pairs: &mut Pairs) -> u64 {
        if next == left.len() {
            return cost(costs, left, right, pairs);
        }
        let i = NodeNumber::new(next);
        let mut least = extend(costs, left, right, next + 1, pairs);
        for j in right.nodes() {
            pairs.push((i, j));
            if is_mapping(left, right, pairs) && is_top_down(left, right, pairs) && is_restricted(left, right, pairs) {
                least = least.min(extend(costs, left, right, next + 1, pairs));
            }
            pairs.pop();
        }
        least
    }
    let mut pairs = vec![(NodeNumber::ROOT, NodeNumber::ROOT)];
    extend(costs, left, right, 1, &mut pairs)
}

/// The labels of the template by figure 4: of the pairs of children, those that cost nothing with
/// all below them, and those of two inner nodes with one label, with what is so found below.
pub(crate) fn retrieve_template(left: &Tree, right: &Tree) -> Vec<u32> {
    let (_, pairs) = rtdm_td([1; 3], left, right);
    let mut labels = vec![left.label(NodeNumber::ROOT)];
    for &(i, _) in pairs.iter().filter(|(i, _)| *i != NodeNumber::ROOT) {
        // Every pair above it, and itself.
        let mut chain = pairs.iter().filter(|(a, _)| *a != NodeNumber::ROOT && left.subtree(*a).contains(&i.index()));
        if chain.all(|&(a, b)| left.label(a) == right.label(b) && left.is_leaf(a) == right.is_leaf(b)) {
            labels.push(left.label(i));
        }
    }
    labels
}

/// RTDM-TD as it is written down, with whole matrices and recursion: the cost of a pair, and the
/// pairs below it by the tie rule.
pub(crate) fn rtdm_td(costs: Costs, left: &Tree, right: &Tree) -> (u64, Pairs) {
    let mut pairs = vec![(NodeNumber::ROOT, NodeNumber::ROOT)];
    let (cost, below) = pair(costs, left, right, NodeNumber::ROOT, NodeNumber::ROOT);
    pairs.extend(below);
    pairs.sort_unstable();
    (cost, pairs)
}

fn pair(costs: Costs, left: &Tree, right: &Tree, x: NodeNumber, y: NodeNumber) -> (u64, Pairs) {
    let [insert_one, delete_one, replace] = costs.map(u64::from);
    let delete = |node| left.subtree(node).len() as u64 * delete_one;
    let insert = |node| right.subtree(node).len() as u64 * insert_one;
    if left.label(x) != right.label(y) {
        let below = delete(x) - delete_one + insert(y) - insert_one;
        return (replace + below, Vec::new());
    }
    let c1: Vec<NodeNumber> = left.children(x).collect();
    let c2: Vec<NodeNumber> = right.children(y).collect();
    let mut m = vec![vec![0; c2.len() + 1]; c1.len() + 1];
    let mut s = vec![vec![(0, Vec::new()); c2.len() + 1]; c1.len() + 1];
    for i in 0..=c1.len() {
        for j in 0..=c2.len() {
            let mut best = if i == 0 && j == 0 { 0 } else { u64::MAX };
            if i > 0 {
                best = best.min(m[i - 1][j] + delete(c1[i - 1]));
            }
            if j > 0 {
                best = best.min(m[i][j - 1] + insert(c2[j - 1]));
            }
            if i > 0 && j > 0 {
                s[i][j] = pair(costs, left, right, c1[i - 1], c2[j - 1]);
                best = best.min(m[i - 1][j - 1] + s[i][j].0);
            }
            m[i][j] = best;
        }
    }
    let (mut i, mut j) = (c1.len(), c2.len());
    let mut pairs = Vec::new();
    while i > 0 || j > 0 {
        if i > 0 && j > 0 && m[i][j] == m[i - 1][j - 1] + s[i][j].0 {
            pairs.push((c1[i - 1], c2[j - 1]));
            pairs.append(&mut s[i][j].1);
            i -= 1;
            j -= 1;
        } else if i > 0 && m[i][j] == m[i - 1][j] + delete(c1[i - 1]) {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    (m[c1.len()][c2.len()], pairs)
}

/// Whether two subtrees are identical, by looking at all of both.
pub(crate) fn identical(left: &Tree, x: NodeNumber, right: &Tree, y: NodeNumber) -> bool {
    let (a, b) = (left.subtree(x), right.subtree(y));
    a.len() == b.len()
        && a.zip(b).all(|(i, j)| {
            let (i, j) = (NodeNumber::new(i), NodeNumber::new(j));
            left.label(i) == right.label(j) && left.depth(i) - left.depth(x) == right.depth(j) - right.depth(y)
        })
}
