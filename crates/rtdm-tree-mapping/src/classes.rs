//! Classes of identical subtrees.
//!
//! Two nodes are in the same class if their labels are equal and the classes of their children are, in order. This is
//! read as a walk through a trie: it begins at the state of the label, and takes one step per child, by the child's
//! class. Every step looks up the pair of state and class in one table, so that equal walks end in the same state and
//! different walks never do. The state is the class. It is exact, needs one look-up per node and one per child, and
//! never compares lists of children.

use hashbrown::HashMap;

use crate::tree::Tree;

/// The state in which a walk begins. No state has this number, so that labels and steps cannot be confused.
const START: u32 = u32::MAX;

/// The classes of identical subtrees of any number of trees.
///
/// These are the sets of equivalent subtrees of section 3 of the paper, which the bottom-up short-cut uses.
///
/// # Examples
///
/// ```
/// use rtdm_tree_mapping::{Classes, Tree};
///
/// // 7(8 8) and 7(8 9)
/// let one = Tree::new([(0, 7), (1, 8), (1, 8)])?;
/// let two = Tree::new([(0, 7), (1, 8), (1, 9)])?;
/// let mut classes = Classes::new();
/// let (one, two) = (classes.add(&one), classes.add(&two));
/// assert_eq!(one[1], one[2]);
/// assert_eq!(one[1], two[1]);
/// assert_ne!(one[2], two[2]);
/// assert_ne!(one[0], two[0]);
/// # Ok::<(), rtdm_tree_mapping::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Classes {
    /// The keys are pairs of a state and a label or class, as one number, which is hashed faster. Never iterated, so that no
    /// result depends on the hash.
    steps: HashMap<u64, u32>,
}

impl Classes {
    /// Returns an empty collection.
    pub fn new() -> Classes {
        Classes::default()
    }

    /// Returns the class of every node of a tree, in pre-order, making new classes as needed.
    ///
    /// Two nodes, of this tree or of another added to the same collection, have the same class
    /// exactly if their subtrees are identical. The numbers depend only on the order of the calls.
    ///
    /// # Complexity
    ///
    /// Linear in the number of nodes (expected; the table hashes).
    ///
    /// # Panics
    ///
    /// If the trees together have more than 2³¹ nodes.
    pub fn add(&mut self, tree: &Tree) -> Vec<u32> {
        let steps = &mut self.steps;
        let classes = walk(tree, |from| {
            let next = steps.len() as u32;
            assert!(next < START, "fewer states than 32-bit numbers");
            Some(*steps.entry(from).or_insert(next))
        });
        classes.into_iter().flatten().collect()
    }

    /// Returns the class of every node of a tree, in pre-order. A subtree that no tree added so far has gets a class of
    /// its own, which equals no other.
    ///
    /// # Complexity
    ///
    /// Linear in the number of nodes (expected; the table hashes).
    pub fn find(&self, tree: &Tree) -> Vec<u32> {
        let classes = walk(tree, |from| self.steps.get(&from).copied());
        // All known classes are below the number of steps.
        (self.steps.len() as u32..).zip(classes).map(|(own, class)| class.unwrap_or(own)).collect()
    }
}

/// Walks through the trie for every node. Where `step` has no next state, neither the node nor those above it have one.
fn walk(tree: &Tree, mut step: impl FnMut(u64) -> Option<u32>) -> Vec<Option<u32>> {
    let mut classes = vec![None; tree.len()];
    // In reverse pre-order every node comes after its descendants, so that the classes of its children are known.
    for node in tree.nodes().rev() {
        let mut state = step(pair(START, tree.label(node)));
        for child in tree.children(node) {
            state = state.zip(classes[child.index()]).and_then(|(from, class)| step(pair(from, class)));
        }
        classes[node.index()] = state;
    }
    classes
}

fn pair(state: u32, by: u32) -> u64 {
    u64::from(state) << 32 | u64::from(by)
}
