//! Decides which parts of files are requested: records that are near each other are requested together.

use std::ops::Range;

use formats::Capture;

/// The most bytes between two records that are requested together. A request costs more than these bytes. Chosen: by
/// eye.
const GAP: u64 = 64 << 10;

/// The most bytes that are requested together, so that little is lost if a request fails. Only a single record can be
/// longer. Chosen: by eye.
const MOST: u64 = 8 << 20;

/// The most bytes of a record. Larger ones are skipped, because no page that is read is that large. Chosen: by eye.
pub(super) const MOST_RECORD: u64 = 64 << 20;

/// A part of a file, and the numbers of the captures whose records are in it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Part<'a> {
    pub(super) file: &'a str,
    pub(super) range: Range<u64>,
    pub(super) captures: Vec<usize>,
}

/// Returns the bytes of a record, or why there can be no such record.
pub(super) fn range(capture: &Capture) -> Result<Range<u64>, String> {
    let (start, n_bytes) = (capture.offset, capture.length);
    let end = start
        // The numbers are from an index that strangers have written.
        .checked_add(n_bytes)
        .filter(|_| (1..=MOST_RECORD).contains(&n_bytes));
    let end = end.ok_or_else(|| format!("its record would have {n_bytes} bytes"))?;
    Ok(start..end)
}

/// Returns the parts that contain the records of these captures. Captures whose range is invalid are in none.
pub(super) fn parts(captures: &[Capture]) -> Vec<Part<'_>> {
    let ranges = captures.iter().enumerate();
    let ranges = ranges.filter_map(|(nth, capture)| Some((nth, &*capture.file, range(capture).ok()?)));
    let mut ranges: Vec<_> = ranges.collect();
    // In the order of their positions, so that only the last part can be near the next record. The number decides
    // ties.
    ranges.sort_by_key(|(nth, file, range)| (*file, range.start, range.end, *nth));
    let mut parts: Vec<Part<'_>> = Vec::new();
    for (nth, file, range) in ranges {
        if let Some(part) = parts.last_mut() {
            // A record can lie within the one before it, if an index is wrong or names a record twice.
            let end = part.range.end.max(range.end);
            let is_near = part.file == file && range.start <= part.range.end.saturating_add(GAP);
            if is_near && end - part.range.start <= MOST {
                part.range.end = end;
                part.captures.push(nth);
                continue;
            }
        }
        parts.push(Part { file, range, captures: vec![nth] });
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives each capture as its file, its offset and its length.
    fn check(captures: &[(&str, u64, u64)], expected: &[(&str, Range<u64>, &[usize])]) {
        let captures: Vec<Capture> = captures
            .iter()
            .map(|&(file, offset, length)| Capture {
                url: "http://a.example/".to_owned(),
                file: file.to_owned(),
                offset,
                length,
                status: None,
                media_type: None,
            })
            .collect();
        let expected: Vec<Part<'_>> = expected
            .iter()
            .map(|(file, range, captures)| Part { file, range: range.clone(), captures: captures.to_vec() })
            .collect();
        assert_eq!(parts(&captures), expected);
    }

    #[test]
    fn neighbours_are_asked_for_together() {
        check(&[], &[]);
        check(&[("a", 5, 2), ("a", 0, 5)], &[("a", 0..7, &[1, 0])]);
        // One within another, and one twice.
        check(&[("a", 0, 9), ("a", 3, 2), ("a", 0, 9)], &[("a", 0..9, &[0, 2, 1])]);
        check(&[("a", 0, 5), ("b", 5, 5)], &[("a", 0..5, &[0]), ("b", 5..10, &[1])]);
        check(&[("a", 0, 5), ("a", 5 + GAP, 1)], &[("a", 0..GAP + 6, &[0, 1])]);
        let far = 6 + GAP;
        check(&[("a", 0, 5), ("a", far, 1)], &[("a", 0..5, &[0]), ("a", far..far + 1, &[1])]);
    }

    #[test]
    fn nothing_grows_too_large() {
        check(
            &[("a", 0, MOST), ("a", MOST, 1), ("a", MOST + 1, 1)],
            &[("a", 0..MOST, &[0]), ("a", MOST..MOST + 2, &[1, 2])],
        );
        check(
            &[("a", 0, 0), ("a", 0, MOST_RECORD), ("a", 0, MOST_RECORD + 1), ("a", u64::MAX, 1)],
            &[("a", 0..MOST_RECORD, &[1])],
        );
    }
}
