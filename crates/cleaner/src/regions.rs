mod serde;

use std::{fmt, ops::Range};

/// A set of bytes of a page, stored as half-open ranges.
///
/// The ranges are normalized: none is empty, they ascend, and no two overlap or touch. Two sets of the same bytes are
/// therefore equal, whatever ranges they were made from. The type knows nothing of the page: positions past its end
/// or inside a character are allowed, and each renderer documents how it treats them.
///
/// With `serde` a set is a list of pairs, `[[0, 5], [8, 13]]`.
///
/// # Examples
///
/// ```
/// use cleaner::Regions;
///
/// let menu = Regions::from_ranges([8..13, 0..5]);
/// let footer = Regions::from_ranges([4..6, 90..99]);
/// let both = menu.union(&footer);
/// assert_eq!(both.iter().collect::<Vec<_>>(), [0..6, 8..13, 90..99]);
/// assert_eq!(both.total(), 20);
/// ```
#[derive(Clone, Default, Eq, Hash, PartialEq)]
pub struct Regions {
    /// Ascending, not empty, at least one byte apart.
    ranges: Vec<Range<usize>>,
}

impl Regions {
    /// Returns the empty set.
    pub const fn new() -> Regions {
        Regions { ranges: Vec::new() }
    }

    /// Makes a set of the bytes that are in at least one of the ranges.
    ///
    /// Order does not matter, and ranges may overlap. A range that is empty holds no byte. Neither does a reversed one,
    /// such as `9..4`, which ends before it starts: it is ignored, and not turned around.
    ///
    /// # Complexity
    ///
    /// `O(n log n)` for `n` ranges, `O(n)` if they come in ascending order.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use cleaner::Regions;
    ///
    /// let regions = Regions::from_ranges([3..5, 5..7, 0..1, 9..9]);
    /// assert_eq!(regions.iter().collect::<Vec<_>>(), [0..1, 3..7]);
    /// let (start, end) = (9, 4);
    /// assert!(Regions::from_ranges([start..end]).is_empty());
    /// ```
    pub fn from_ranges<I>(ranges: I) -> Regions
    where
        I: IntoIterator<Item = Range<usize>>,
    {
        let mut ranges: Vec<_> = ranges.into_iter().filter(|range| !range.is_empty()).collect();
        // Stable, because this sort takes linear time for ranges in order and for the two ordered lists of a union.
        ranges.sort_by_key(|range| range.start);
        ranges.dedup_by(|next, last| {
            let joined = next.start <= last.end;
            if joined {
                last.end = last.end.max(next.end);
            }
            joined
        });
        Regions { ranges }
    }

    /// Returns true if the set holds no byte.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns the ranges in ascending order; no two of them touch.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Range<usize>> + DoubleEndedIterator + '_ {
        self.ranges.iter().cloned()
    }

    /// Returns the number of bytes in the set.
    ///
    /// # Complexity
    ///
    /// `O(n)` for `n` ranges.
    pub fn total(&self) -> usize {
        self.ranges.iter().map(Range::len).sum()
    }

    /// Returns true if every byte of `range` is in the set. This is always true for an empty range.
    ///
    /// # Complexity
    ///
    /// `O(log n)` for `n` ranges.
    ///
    /// # Examples
    ///
    /// ```
    /// use cleaner::Regions;
    ///
    /// let regions = Regions::from_ranges([0..4, 6..9]);
    /// assert!(regions.covers(0..4) && regions.covers(1..4));
    /// assert!(!regions.covers(3..7));
    /// assert!(regions.covers(5..5));
    /// ```
    pub fn covers(&self, range: Range<usize>) -> bool {
        if range.is_empty() {
            return true;
        }
        // Ranges do not touch, so that only the last one that starts at or before the range can cover it.
        let after = self.ranges.partition_point(|held| held.start <= range.start);
        after.checked_sub(1).is_some_and(|at| range.end <= self.ranges[at].end)
    }

    /// Returns true if some byte of `range` is in the set. This is never true for an empty range.
    ///
    /// # Complexity
    ///
    /// `O(log n)` for `n` ranges.
    ///
    /// # Examples
    ///
    /// ```
    /// use cleaner::Regions;
    ///
    /// let regions = Regions::from_ranges([0..4, 6..9]);
    /// assert!(regions.overlaps(3..5) && regions.overlaps(2..8));
    /// assert!(!regions.overlaps(4..6) && !regions.overlaps(2..2));
    /// ```
    pub fn overlaps(&self, range: Range<usize>) -> bool {
        // The ranges from this one on end after the beginning of the range.
        let first = self.ranges.partition_point(|held| held.end <= range.start);
        !range.is_empty() && self.ranges.get(first).is_some_and(|held| held.start < range.end)
    }

    /// Returns the bytes that are in this set or in `other`.
    ///
    /// # Complexity
    ///
    /// `O(n + m)` for sets of `n` and `m` ranges.
    pub fn union(&self, other: &Regions) -> Regions {
        // Sorting two ascending lists, one after the other, merges them in linear time.
        Regions::from_ranges(self.iter().chain(other.iter()))
    }

    /// Returns the bytes that are in this set and in `other`.
    ///
    /// # Complexity
    ///
    /// `O(n + m)` for sets of `n` and `m` ranges.
    pub fn intersection(&self, other: &Regions) -> Regions {
        let (mut left, mut right) = (self.ranges.as_slice(), other.ranges.as_slice());
        let mut ranges = Vec::new();
        while let ([l, left_rest @ ..], [r, right_rest @ ..]) = (left, right) {
            let common = l.start.max(r.start)..l.end.min(r.end);
            if !common.is_empty() {
                ranges.push(common);
            }
            // The range that ends first cannot meet any later one.
            if l.end <= r.end {
                left = left_rest;
            } else {
                right = right_rest;
            }
        }
        Regions { ranges }
    }

    /// Returns the bytes of `0..len` that are not in this set.
    ///
    /// # Complexity
    ///
    /// `O(n)` for `n` ranges.
    ///
    /// # Examples
    ///
    /// ```
    /// use cleaner::Regions;
    ///
    /// let removed = Regions::from_ranges([2..4, 8..20]);
    /// let kept = removed.complement(10);
    /// assert_eq!(kept.iter().collect::<Vec<_>>(), [0..2, 4..8]);
    /// ```
    pub fn complement(&self, len: usize) -> Regions {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut from = 0;
        for range in &self.ranges {
            if len <= range.start {
                break;
            }
            if from < range.start {
                ranges.push(from..range.start);
            }
            from = range.end;
        }
        if from < len {
            ranges.push(from..len);
        }
        Regions { ranges }
    }

    /// Adds the text between two neighboring ranges if it has fewer than `width` characters of `source`, as in
    /// section 3.4.1 of Foschini's thesis: a few kept characters between removed runs are probably template. A width
    /// of 0 changes nothing.
    ///
    /// Both neighbors must have at least `beside` characters (section 6.1, "between two large templated strings").
    /// They are counted before anything is merged, so that small pieces do not grow into large ones. With 0 any
    /// neighbor will do. The text before the first range and after the last one is never added.
    ///
    /// A character belongs to the range that contains its first byte. Each byte past the end of `source` counts as
    /// one character.
    ///
    /// # Complexity
    ///
    /// Linear in `source` and the number of ranges.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use cleaner::Regions;
    ///
    /// let source = "Home | News ÄÖ Help";
    /// let regions = Regions::from_ranges([0..4, 7..11, 17..21]);
    /// assert_eq!(regions.merge_gaps(source, 4, 0), Regions::from_ranges([0..11, 17..21]));
    /// assert_eq!(regions.merge_gaps(source, 5, 0), Regions::from_ranges([0..21]));
    /// assert_eq!(regions.merge_gaps(source, 5, 5), regions);
    /// ```
    #[must_use]
    pub fn merge_gaps(&self, source: &str, width: usize, beside: usize) -> Regions {
        if width == 0 {
            return self.clone();
        }
        let mut ranges: Vec<Range<usize>> = Vec::with_capacity(self.ranges.len());
        let mut last_is_large = false;
        for range in self.iter() {
            let is_large = beside == 0 || beside <= characters(source, range.clone());
            match ranges.last_mut() {
                Some(last) if is_large && last_is_large && characters(source, last.end..range.start) < width => {
                    last.end = range.end;
                }
                _ => ranges.push(range),
            }
            last_is_large = is_large;
        }
        Regions { ranges }
    }

    /// Drops the ranges of fewer than `min` characters of `source`: a few removed characters amid kept text are
    /// probably a false match. Characters are counted as by [`merge_gaps`](Regions::merge_gaps).
    ///
    /// If you want both, merge gaps first. Otherwise the pieces of a run with small gaps are dropped as islands.
    ///
    /// # Complexity
    ///
    /// Linear in `source` and the number of ranges.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use cleaner::Regions;
    ///
    /// let regions = Regions::from_ranges([0..4, 5..9]);
    /// assert_eq!(regions.drop_islands("Home ÄÖ", 3), Regions::from_ranges([0..4]));
    /// ```
    #[must_use]
    pub fn drop_islands(&self, source: &str, min: usize) -> Regions {
        let long = self.ranges.iter();
        let long = long.filter(|range| min <= characters(source, (*range).clone()));
        Regions { ranges: long.cloned().collect() }
    }
}

/// Counts the characters that begin in a range. Each byte past the end of the text counts as one.
fn characters(source: &str, range: Range<usize>) -> usize {
    let end = range.end.min(source.len());
    let start = range.start.min(end);
    let bytes = &source.as_bytes()[start..end];
    // In UTF-8 all bytes of a character but the first are of the form 10xxxxxx.
    let within = bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    within + (range.len() - (end - start))
}

impl fmt::Debug for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.ranges).finish()
    }
}
