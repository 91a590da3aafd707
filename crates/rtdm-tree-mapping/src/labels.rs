//! Mapping labels of any type to the symbols of trees.

use std::collections::HashMap;
use std::hash::Hash;

/// Gives every label a symbol: 0, 1, 2, … in the order in which they are first seen.
///
/// All trees that are compared must get their symbols from the same `Labels`.
///
/// # Examples
///
/// ```
/// use rtdm_tree_mapping::Labels;
///
/// let mut labels = Labels::new();
/// let div = labels.intern("div");
/// assert_eq!(labels.intern("div"), div);
/// assert_eq!(labels.label(div), Some(&"div"));
/// assert_eq!(labels.label(7), None);
/// ```
#[derive(Clone, Debug)]
pub struct Labels<L> {
    symbols: HashMap<L, u32>,
    labels: Vec<L>,
}

impl<L: Clone + Eq + Hash> Labels<L> {
    /// Returns a set without labels.
    pub fn new() -> Labels<L> {
        Labels { symbols: HashMap::new(), labels: Vec::new() }
    }

    /// Returns the symbol of a label, and assigns a new one if it has none.
    ///
    /// # Panics
    ///
    /// At the 2³²th label.
    pub fn intern(&mut self, label: L) -> u32 {
        if let Some(&symbol) = self.symbols.get(&label) {
            return symbol;
        }
        let symbol = u32::try_from(self.labels.len()).expect("memory ends before 2^32 labels");
        self.labels.push(label.clone());
        self.symbols.insert(label, symbol);
        symbol
    }

    /// Returns the symbol of a label, or `None` if the label was never interned.
    pub fn get(&self, label: &L) -> Option<u32> {
        self.symbols.get(label).copied()
    }

    /// Returns the label that has this symbol.
    pub fn label(&self, symbol: u32) -> Option<&L> {
        self.labels.get(symbol as usize)
    }

    /// Returns the number of labels.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns whether there are no labels.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }
}

impl<L: Clone + Eq + Hash> Default for Labels<L> {
    fn default() -> Labels<L> {
        Labels::new()
    }
}
