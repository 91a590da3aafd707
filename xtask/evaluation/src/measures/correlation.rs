//! How two figures go together: Pearson's correlation, `Σ (x − x̄)(y − ȳ) / √(Σ (x − x̄)² · Σ (y − ȳ)²)`.

/// Returns the correlation of pairs; nothing of fewer than three, or where a figure is always the same.
pub fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let n = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let (mut both, mut xs, mut ys) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        both += (a - x) * (b - y);
        xs += (a - x) * (a - x);
        ys += (b - y) * (b - y);
    }
    (xs > 0.0 && ys > 0.0).then(|| both / (xs * ys).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        assert_eq!(correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]), Some(1.0));
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 0.0), (3.0, -1.0)]), Some(-1.0));
        // Means 2 and 2; deviations (−1, −1), (0, 2), (1, −1): nothing together.
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 4.0), (3.0, 1.0)]), Some(0.0));
        // Deviations (−1, −1), (0, 1), (1, 0): 1 / √(2 · 2).
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]), Some(0.5));
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 2.0)]), None);
        assert_eq!(correlation(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 1.0), (3.0, 1.0)]), None);
    }
}
