//! Numbers in the form in which people read them.

/// Returns a number with its noun, such as `1 page` or `2 pages`.
pub(crate) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Returns a size such as `999 B`, `1.0 kB` or `12.3 MB`: decimal units, one digit after the point.
pub(crate) fn bytes(n: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if n < 1000 {
        return format!("{n} B");
    }
    let mut amount = n as f64 / 1000.0;
    let mut unit = 0;
    // From 999.95 on, one digit after the point would round to 1000.0 of the smaller unit.
    while amount >= 999.95 && unit + 1 < UNITS.len() {
        amount /= 1000.0;
        unit += 1;
    }
    format!("{amount:.1} {}", UNITS[unit])
}

/// Returns the part as a percentage of the whole, with one digit after the point. Of nothing, it is 0.0 %.
pub(crate) fn share(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_read_well() {
        for (n, expected) in [
            (0, "0 B"),
            (999, "999 B"),
            (1000, "1.0 kB"),
            (999_949, "999.9 kB"),
            (999_950, "1.0 MB"),
            (12_345_678, "12.3 MB"),
            (u64::MAX, "18446744.1 TB"),
        ] {
            assert_eq!(bytes(n), expected);
        }
    }
}
