//! Made-up pages for the benches: a template of which now and then a part is
//! missing, around words of their own with the frequencies of a natural text.

use sitegen::Random;

/// Makes pages of about 3,000 tokens, `n_tokens` tokens in all.
pub(crate) fn pages(n_tokens: usize) -> Vec<Vec<u32>> {
    let mut random = Random::new(1);
    let template: Vec<Vec<u32>> =
        (0..40).map(|part| (0..30).map(|token| 100_000 + part * 30 + token).collect()).collect();
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
                page.push((random.below(1 << 16) * random.below(1 << 16)) >> 16);
            }
        }
        page.truncate(left);
        left -= page.len();
        pages.push(page);
    }
    pages
}
