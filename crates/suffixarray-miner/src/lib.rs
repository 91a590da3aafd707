//! Mines the maximal strings that a collection of documents repeats, with a suffix array.
