//! The result: the symbols of the template and their supports.

use crate::Error;

/// The symbol of a token that is in no vocabulary. It equals nothing, not even itself, so that it is never part of a
/// template.
pub const UNKNOWN: u32 = u32::MAX;

/// The symbols that several pages share, in order, each with the number of pages that have it there.
///
/// This is plain data. [`Consensus::from_parts`] assembles one from its parts, which may have been stored in between.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Consensus {
    pub(crate) symbols: Vec<u32>,
    pub(crate) supports: Vec<u32>,
    pub(crate) pages: u32,
}

impl Consensus {
    /// Assembles a consensus of `pages` pages.
    ///
    /// # Errors
    ///
    /// * [`Error::Lengths`] if there is not one support for each symbol.
    /// * [`Error::Unknown`] if a symbol is [`UNKNOWN`].
    /// * [`Error::Support`] if a support is 0, or more than `pages`.
    ///
    /// # Examples
    ///
    /// ```
    /// use distill_tree::{Consensus, Error};
    ///
    /// assert!(Consensus::from_parts(vec![7, 8], vec![2, 3], 3).is_ok());
    /// assert_eq!(
    ///     Consensus::from_parts(vec![7, 8], vec![2, 4], 3),
    ///     Err(Error::Support { position: 1, given: 4, pages: 3 })
    /// );
    /// ```
    pub fn from_parts(symbols: Vec<u32>, supports: Vec<u32>, pages: u32) -> Result<Consensus, Error> {
        if symbols.len() != supports.len() {
            return Err(Error::Lengths { symbols: symbols.len(), supports: supports.len() });
        }
        if let Some(position) = symbols.iter().position(|&symbol| symbol == UNKNOWN) {
            return Err(Error::Unknown { position });
        }
        let bad = supports.iter().position(|support| !(1..=pages).contains(support));
        if let Some(position) = bad {
            return Err(Error::Support { position, given: supports[position], pages });
        }
        Ok(Consensus { symbols, supports, pages })
    }

    /// Returns the parts of the consensus: symbols, supports, and the number of pages.
    pub fn into_parts(self) -> (Vec<u32>, Vec<u32>, u32) {
        (self.symbols, self.supports, self.pages)
    }

    /// Returns the symbols.
    pub fn symbols(&self) -> &[u32] {
        &self.symbols
    }

    /// Returns, for each symbol, the number of pages that had it.
    pub fn supports(&self) -> &[u32] {
        &self.supports
    }

    /// Returns the number of pages that were distilled.
    pub fn pages(&self) -> u32 {
        self.pages
    }

    /// Returns the number of symbols.
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Returns whether the pages share nothing.
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }
}
