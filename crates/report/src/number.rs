//! Numbers with few characters.

/// Writes a number with at most `n_digits` digits after the point, and without zeros at its end.
pub(crate) fn short(value: f64, n_digits: usize) -> String {
    let mut text = format!("{value:.n_digits$}");
    // Without a point, zeros at the end are a part of the number.
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    // A small negative number that was rounded to zero.
    if text == "-0" {
        text.remove(0);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn zeros_go() {
        for (value, digits, expected) in
            [(0.5, 4, "0.5"), (10.0, 2, "10"), (100.0, 0, "100"), (-0.001, 2, "0"), (1.005, 1, "1")]
        {
            assert_eq!(short(value, digits), expected);
        }
    }
}
