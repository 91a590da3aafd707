//! Made-up pages for the benches: a template of which now and then a part is
//! missing, around words of their own with the frequencies of a natural text.

/// Makes pages of about 3,000 tokens, `n_tokens` tokens in all.
pub(crate) fn pages(n_tokens: usize) -> Vec<Vec<u32>> {
    let mut random = Random(1);
    let template: Vec<Vec<u32>> = (0..40)
        .map(|part| (0..30).map(|token| 100_000 + part * 30 + token).collect())
        .collect();
    let mut pages = Vec::new();
    let mut left = n_tokens;
    while left > 0 {
        let mut page = Vec::new();
        for part in &template {
            if random.below(8) > 0 {
                page.extend_from_slice(part);
            }
            for _ in 0..random.below(90) {
                // A product of two leans to the small symbols.
                let symbol = (random.below(1 << 16) * random.below(1 << 16)) >> 16;
                page.push(symbol as u32);
            }
        }
        page.truncate(left);
        left -= page.len();
        pages.push(page);
    }
    pages
}

/// A linear congruential generator: the same pages on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}
