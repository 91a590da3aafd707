//! Furthest-Point-First clustering (Gonzalez 1985), as Geraci and Maggini (2011), section 3.2, use it.
//!
//! The first center is given; each further one is the point whose nearest center is furthest away, and every point
//! belongs to its nearest center. Ties go to the lower number. The radius is at most twice the best possible.

/// Returns the cluster of each of `n` points.
///
/// `O(n * k)` distances.
pub(crate) fn clusters(n: usize, k: usize, first: usize, distance: impl Fn(usize, usize) -> f64) -> Vec<usize> {
    let mut cluster = vec![0; n];
    if n == 0 {
        return cluster;
    }
    let mut nearest: Vec<f64> = (0..n).map(|point| distance(point, first)).collect();
    for number in 1..k.min(n) {
        let mut center = 0;
        for point in 1..n {
            if nearest[center] < nearest[point] {
                center = point;
            }
        }
        for point in 0..n {
            let candidate = distance(point, center);
            if candidate < nearest[point] {
                (nearest[point], cluster[point]) = (candidate, number);
            }
        }
    }
    cluster
}

#[cfg(test)]
mod tests {
    use super::clusters;

    #[test]
    fn points_on_a_line() {
        let at = [0.0_f64, 1.0, 10.0, 11.0, 5.0];
        let distance = |a: usize, b: usize| (at[a] - at[b]).abs();
        // Centers: 0, then 11, then 5.
        assert_eq!(clusters(5, 3, 0, distance), [0, 0, 1, 1, 2]);
        assert_eq!(clusters(5, 1, 0, distance), [0; 5]);
        assert_eq!(clusters(0, 3, 0, distance), [0; 0]);
        assert_eq!(clusters(2, 9, 1, distance), [1, 0]);
    }

    #[test]
    fn ties_go_to_the_lower_number() {
        // 1 and 2 are as far from 0: 1 is the next center, and 3, between it and 0, stays with 0.
        let at = [0.0_f64, -6.0, 6.0, -3.0];
        let distance = |a: usize, b: usize| (at[a] - at[b]).abs();
        assert_eq!(clusters(4, 2, 0, distance), [0, 1, 0, 0]);
        assert_eq!(clusters(4, 3, 0, distance), [0, 1, 2, 0]);
    }
}
