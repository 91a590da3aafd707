//! Converts values to positions on an axis, and chooses the numbers that are written along it.

use crate::number::short;

/// An axis over a range of values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    /// Makes an axis over the finite ones of these values, and extends it to round numbers.
    pub(super) fn round(values: impl Iterator<Item = f64>) -> Axis {
        let (low, high) = bounds(values);
        let step = step(low, high);
        Axis { low: (low / step).floor() * step, high: (high / step).ceil() * step }
    }

    /// Returns the position of a value, from 0 to 1. Values outside of the axis are moved to its nearest end.
    pub(super) fn place(&self, value: f64) -> f64 {
        // The ends differ, see [`bounds`], so this does not divide by zero.
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Returns the round values along the axis, with their texts.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let step = step(self.low, self.high);
        // A step of 0.05 needs two digits, one of 20 none.
        let n_digits = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
        // Counted in whole steps, so that rounding errors do not add up. The small numbers keep a tick at either end
        // of the axis which a rounding error would move outside.
        let (first, last) = ((self.low / step - 1e-9).ceil() as i64, (self.high / step + 1e-9).floor() as i64);
        (first..=last)
            .map(|at| at as f64 * step)
            .map(|value| if value.abs() < 1e4 { (value, short(value, n_digits)) } else { (value, brief(value)) })
            .collect()
    }
}

/// Returns the estimated width of a text in a picture, in pixels. It is for letters 11.5 pixels high, and too large
/// rather than too small.
pub(super) fn width(text: &str) -> f64 {
    6.6 * text.chars().count() as f64
}

/// Returns those texts that have room when each is centered at its position. The first one always has.
pub(super) fn apart(ticks: impl IntoIterator<Item = (f64, String)>) -> Vec<(f64, String)> {
    /// The least space between two texts, in pixels. Chosen: by eye.
    const GAP: f64 = 6.0;
    let mut end = f64::NEG_INFINITY;
    let mut kept = Vec::new();
    for (place, text) in ticks {
        let half = width(&text) / 2.0;
        if end + GAP <= place - half {
            end = place + half;
            kept.push((place, text));
        }
    }
    kept
}

/// Writes a number in few characters: 12,300 is `12.3k`.
pub(super) fn brief(value: f64) -> String {
    let (value, unit) = match value.abs() {
        size if size < 1e4 => return short(value, 3),
        size if size < 1e6 => (value / 1e3, "k"),
        size if size < 1e9 => (value / 1e6, "M"),
        _ => (value / 1e9, "G"),
    };
    format!("{}{unit}", short(value, 1))
}

/// Returns the least and the greatest finite value. If they are equal, the greatest is increased; if there is none,
/// the result is (0, 1).
fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values = values.filter(|value| value.is_finite());
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    match low.is_finite() {
        false => (0.0, 1.0),
        true if high <= low => (low, low + low.abs().max(1.0)),
        true => (low, high),
    }
}

/// Returns the step that divides the range into at most six parts. It is 1, 2 or 5 times a power of ten.
fn step(low: f64, high: f64) -> f64 {
    let rough = (high - low) / 6.0;
    let power = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps
        .into_iter()
        // The tolerance keeps a rounding error in `rough` from choosing the next larger step.
        .find(|&step| rough <= step * (1.0 + 1e-9))
        .unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(axis: Axis, expected: &[&str]) {
        let ticks: Vec<String> = axis.ticks().into_iter().map(|(_, text)| text).collect();
        assert_eq!(ticks, expected);
    }

    #[test]
    fn numbers_are_round() {
        check(Axis::round([0.63, 0.97].into_iter()), &["0.6", "0.7", "0.8", "0.9", "1"]);
        check(Axis::round([0.0, 152.4].into_iter()), &["0", "50", "100", "150", "200"]);
        check(Axis::round([3.0].into_iter()), &["3", "3.5", "4", "4.5", "5", "5.5", "6"]);
        check(Axis::round(std::iter::empty()), &["0", "0.2", "0.4", "0.6", "0.8", "1"]);
    }

    #[test]
    fn texts_never_collide() {
        let ticks = [(0.0, "0"), (30.0, "1000000"), (60.0, "5"), (64.0, "6")];
        let kept = apart(ticks.map(|(place, text)| (place, text.to_owned())));
        let texts: Vec<&str> = kept.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["0", "5"]);
    }

    #[test]
    fn counts_are_brief() {
        for (value, expected) in [(0.5, "0.5"), (9999.0, "9999"), (12_300.0, "12.3k"), (5e6, "5M")] {
            assert_eq!(brief(value), expected);
        }
    }

    #[test]
    fn places() {
        assert_eq!(Axis::round([0.0, 4.0].into_iter()).place(1.0), 0.25);
        assert_eq!(Axis::round([0.0, 1.0].into_iter()).place(7.0), 1.0);
    }
}
