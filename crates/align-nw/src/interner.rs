use std::{collections::HashMap, hash::Hash};

/// Numbers items, such as words or lines, so that they can be aligned: equal items get the same symbol, and different
/// items different ones.
///
/// Symbols are 0, 1, 2, … in the order in which items are first seen, so they depend only on the items.
///
/// # Examples
///
/// ```
/// use align_nw::{Config, Interner};
///
/// let mut words = Interner::new();
/// let left = words.intern("rain in the north".split(' '));
/// let right = words.intern("rain and wind in the south".split(' '));
/// let found = Config::new().build()?.align(&left, &right)?;
/// let shared: Vec<&str> = found.matches().map(|(at, _)| *words.item(left[at]).unwrap()).collect();
/// assert_eq!(shared, ["rain", "in", "the"]);
/// # Ok::<(), align_nw::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Interner<T> {
    symbols: HashMap<T, u32>,
    items: Vec<T>,
}

impl<T: Clone + Eq + Hash> Interner<T> {
    /// Makes an interner that has seen nothing.
    pub fn new() -> Interner<T> {
        Interner { symbols: HashMap::new(), items: Vec::new() }
    }

    /// Returns the symbols of the items, in their order. Each item that was not seen before gets the next symbol.
    ///
    /// # Complexity
    ///
    /// One look-up per item. Each distinct item is kept twice, so that large ones are best given by reference.
    ///
    /// # Panics
    ///
    /// If there are more than 2³² distinct items.
    pub fn intern(&mut self, items: impl IntoIterator<Item = T>) -> Vec<u32> {
        let symbol = |item: T| {
            if let Some(&known) = self.symbols.get(&item) {
                return known;
            }
            let next = u32::try_from(self.items.len()).expect("memory ends before 2^32 items");
            self.items.push(item.clone());
            self.symbols.insert(item, next);
            next
        };
        items.into_iter().map(symbol).collect()
    }

    /// Returns the item that a symbol stands for; `None` if no item has it.
    pub fn item(&self, symbol: u32) -> Option<&T> {
        self.items.get(symbol as usize)
    }
}

impl<T: Clone + Eq + Hash> Default for Interner<T> {
    fn default() -> Interner<T> {
        Interner::new()
    }
}
