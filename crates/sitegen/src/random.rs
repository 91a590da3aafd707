//! SplitMix64 (Steele, Lea and Flood 2014). It is small and fast. It is part of this crate so that a seed means the
//! same site forever.

/// A pseudo-random generator whose output never changes between versions or machines.
///
/// It uses integer arithmetic only. It is not suited for secrets.
///
/// # Examples
///
/// ```
/// use sitegen::Random;
///
/// let mut random = Random::new(42);
/// assert_eq!(random.next_u64(), 0xbdd7_3226_2feb_6e95);
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

/// The increment of the state. Set by: SplitMix64, 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// Returns the generator of a seed. All seeds are equally good.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// Returns the generator of one item: different paths under one seed give independent numbers.
    ///
    /// With it, page 90,000 of a site can be made without the pages before it.
    pub fn stream(seed: u64, path: &[u64]) -> Random {
        // Mixing after each step keeps paths apart that are permutations or prefixes of each other.
        let mut state = mix(seed.wrapping_add(STEP));
        for &step in path {
            state = mix(state.wrapping_add(mix(step.wrapping_add(STEP))));
        }
        Random { state }
    }

    /// Returns the next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        // The state is a counter with an odd step, so that it takes all 2^64 values before one repeats.
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// Returns a number less than `n`, or 0 if `n` is 0.
    ///
    /// It uses multiplication and shift, without rejection. The bias is less than `n / 2^32`.
    pub fn below(&mut self, n: u32) -> u32 {
        let product = (self.next_u64() >> 32) * u64::from(n);
        // The product of a number below 2^32 and `n`, shifted by 32 bits, is below `n`.
        (product >> 32) as u32
    }

    /// Returns a number from `low` to `high`, both included.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        // Saturation keeps reversed and full intervals from overflowing.
        low + self.below(high.saturating_sub(low).saturating_add(1))
    }

    /// Returns true in `share` of 100 cases.
    pub fn percent(&mut self, share: u32) -> bool {
        self.below(100) < share
    }

    /// Returns one of the items, each with the same probability.
    ///
    /// # Panics
    ///
    /// If there are no items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        let n_items = u32::try_from(items.len()).unwrap_or(u32::MAX);
        &items[self.below(n_items) as usize]
    }
}

fn mix(mut bits: u64) -> u64 {
    // The finalizer of the paper: every step is invertible, so that different states give different outputs.
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
