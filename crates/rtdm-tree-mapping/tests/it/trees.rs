//! Small trees: a notation to write them in, and a strategy that draws them.

use proptest::prelude::*;
use rtdm_tree_mapping::{Labels, NodeNumber, Tree, TreeBuilder};

/// Reads `ul(li(a) li)`: a label, then its children in brackets.
pub(crate) fn tree(labels: &mut Labels<String>, notation: &str) -> Tree {
    let mut builder = TreeBuilder::new();
    let mut leaf = None;
    let spaced = notation.replace('(', " ( ").replace(')', " ) ");
    for word in spaced.split_whitespace() {
        match word {
            "(" => drop(builder.open(leaf.take().unwrap())),
            ")" => {
                leaf.take().map(|label| builder.leaf(label));
                builder.close();
            }
            word => {
                leaf.replace(labels.intern(word.to_owned())).map(|label| builder.leaf(label));
            }
        }
    }
    leaf.map(|label| builder.leaf(label));
    builder.finish().unwrap()
}

/// Writes the notation that [`tree`] reads.
pub(crate) fn notation(labels: &Labels<String>, tree: &Tree, node: NodeNumber) -> String {
    let children: Vec<String> = tree.children(node).map(|child| notation(labels, tree, child)).collect();
    let label = labels.label(tree.label(node)).unwrap();
    if children.is_empty() { label.clone() } else { format!("{label}({})", children.join(" ")) }
}

/// Trees of up to `size` nodes whose labels are below `labels`, the root's label being 0: few
/// labels make ties and repeated subtrees common.
pub(crate) fn trees(size: usize, labels: u32) -> impl Strategy<Value = Tree> {
    proptest::collection::vec((0..labels, any::<proptest::sample::Index>()), 0..size).prop_map(|nodes| {
        let mut builder = TreeBuilder::new();
        builder.open(0);
        for (label, up) in nodes {
            for _ in 0..up.index(builder.depth()) {
                builder.close();
            }
            builder.open(label);
        }
        builder.finish().unwrap()
    })
}
