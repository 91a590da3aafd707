//! A fast hash for pairs of numbers.
//!
//! The tables of this crate are keyed by two 32-bit numbers and queried once per node or cell. The hash of the
//! standard library would take most of the time. One multiplication by a random factor is enough, and no page can be
//! made to collide on purpose. No result depends on the hash, because the tables are never iterated.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};

/// A map keyed by [`pair`].
pub(crate) type PairMap<V> = HashMap<u64, V, PairHash>;

/// Packs two numbers into a key.
pub(crate) fn pair(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

#[derive(Clone, Debug)]
pub(crate) struct PairHash {
    xor: u64,
    factor: u64,
}

impl Default for PairHash {
    fn default() -> PairHash {
        let random = RandomState::new();
        PairHash {
            xor: random.hash_one(1),
            // An odd factor is invertible modulo 2^64, so that no two keys have the same lower half of the product.
            factor: random.hash_one(2) | 1,
        }
    }
}

impl BuildHasher for PairHash {
    type Hasher = PairHasher;

    fn build_hasher(&self) -> PairHasher {
        PairHasher { state: self.xor, factor: self.factor }
    }
}

#[derive(Debug)]
pub(crate) struct PairHasher {
    state: u64,
    factor: u64,
}

impl Hasher for PairHasher {
    fn write_u64(&mut self, key: u64) {
        // Both halves are combined, because the low bits of a product depend on the low bits of its factors only.
        let product = u128::from(self.state ^ key) * u128::from(self.factor);
        self.state = (product >> 64) as u64 ^ product as u64;
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn finish(&self) -> u64 {
        self.state
    }
}
