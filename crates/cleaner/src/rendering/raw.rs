use std::borrow::Cow;

use crate::{Regions, regions::cuts::cuts};

/// Cuts exactly the regions out of a page, and nothing else.
///
/// Tags may lose their partners; to get a page, use [`html`](crate::html()).
/// Characters that are only partly in the regions stay, and what the regions
/// hold after the end of the page is ignored. A page from which nothing is cut
/// is borrowed.
///
/// # Complexity
///
/// `O(n + r)` for `n` bytes and `r` regions.
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
/// let regions = Regions::from_ranges([0..4]);
/// assert_eq!(cleaner::raw("<li>one</li>", &regions), "one</li>");
/// ```
#[must_use]
pub fn raw<'s>(source: &'s str, regions: &Regions) -> Cow<'s, str> {
    let mut cuts = cuts(source, regions).peekable();
    if cuts.peek().is_none() {
        return Cow::Borrowed(source);
    }
    let mut kept = String::with_capacity(source.len());
    let mut done = 0;
    for cut in cuts {
        kept.push_str(&source[done..cut.start]);
        done = cut.end;
    }
    kept.push_str(&source[done..]);
    Cow::Owned(kept)
}
