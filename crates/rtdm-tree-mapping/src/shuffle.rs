//! A seeded shuffle that is the same on every machine.

/// SplitMix64 by Steele, Lea and Flood: a full period of 2⁶⁴ from any seed.
#[derive(Debug)]
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, by Lemire's multiplication. What is uneven about it shows for bounds
    /// near 2⁶⁴ only.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

/// Shuffles in place, by Fisher and Yates.
pub(crate) fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = SplitMix64(seed);
    for end in (1..items.len()).rev() {
        items.swap(end, random.below(end + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_published_generator() {
        let mut random = SplitMix64(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn a_seed_gives_one_order_of_the_same_items() {
        let mut items: Vec<usize> = (0..20).collect();
        shuffle(&mut items, 3);
        let mut again: Vec<usize> = (0..20).collect();
        shuffle(&mut again, 3);
        assert_eq!(items, again);
        again.sort_unstable();
        assert_ne!(items, again);
        assert_eq!(again, (0..20).collect::<Vec<usize>>());
    }
}
