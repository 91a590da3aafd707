//! Small trees: a notation to write them in, and a strategy that draws them.

use std::collections::HashMap;

use proptest::prelude::*;
use rtdm_tree_mapping::{NodeNumber, Tree, TreeTemplate};

/// Numbers for labels, in the order in which they are first seen.
#[derive(Default)]
pub(crate) struct Labels(HashMap<String, u32>);

impl Labels {
    /// Reads `ul(li(a) li)`: a label, then its children in brackets.
    pub(crate) fn tree(&mut self, notation: &str) -> Tree {
        let (mut depth, mut nodes) = (0, Vec::new());
        let spaced = notation.replace('(', " ( ").replace(')', " ) ");
        for word in spaced.split_whitespace() {
            match word {
                "(" => depth += 1,
                ")" => depth -= 1,
                word => {
                    let next = self.0.len() as u32;
                    nodes.push((depth, *self.0.entry(word.to_owned()).or_insert(next)));
                }
            }
        }
        Tree::new(nodes).unwrap()
    }

    pub(crate) fn trees<const N: usize>(&mut self, notations: [&str; N]) -> [Tree; N] {
        notations.map(|notation| self.tree(notation))
    }

    pub(crate) fn label(&self, tree: &Tree, node: NodeNumber) -> &str {
        let label = tree.label(node);
        self.0.iter().find(|(_, number)| **number == label).unwrap().0
    }

    /// Writes the notation of a node and those below it.
    pub(crate) fn notation(&self, tree: &Tree, node: NodeNumber) -> String {
        let children: Vec<String> = tree.children(node).map(|child| self.notation(tree, child)).collect();
        let label = self.label(tree, node);
        if children.is_empty() { label.to_owned() } else { format!("{label}({})", children.join(" ")) }
    }
}

/// The depths and labels of all nodes.
pub(crate) fn nodes(tree: &Tree) -> impl Iterator<Item = (usize, u32)> + '_ {
    tree.nodes().map(|node| (tree.depth(node), tree.label(node)))
}

/// A template of which every node is on both of two pages.
pub(crate) fn template(tree: &Tree) -> TreeTemplate {
    TreeTemplate::from_parts(nodes(tree), vec![2; tree.len()], 2).unwrap()
}

/// Trees of up to `size` nodes whose labels are below `labels`, the root's label being 0: few
/// labels make ties and repeated subtrees common.
pub(crate) fn trees(size: usize, labels: u32) -> impl Strategy<Value = Tree> {
    proptest::collection::vec((0..labels, any::<proptest::sample::Index>()), 0..size).prop_map(|below| {
        let mut nodes = vec![(0, 0)];
        for (label, up) in below {
            let deepest = nodes[nodes.len() - 1].0 + 1;
            nodes.push((deepest - up.index(deepest), label));
        }
        Tree::new(nodes).unwrap()
    })
}
