//! When a page was published, and when it was last changed.

mod announced;
mod declared;
mod shown;

use dom::NodeId;
use jiff::civil::Date;

pub(crate) use self::shown::DatedTexts;
use self::{declared::Declared, shown::Shown};
use crate::{
    Source,
    days::{Conventions, first},
    json_ld::Thing,
    kinds::Kind,
    page::PageFacts,
    site::SiteMetadata,
};

/// Longer texts are more than a date and its announcement. Chosen: by eye.
const MAX_BYTES: usize = 160;

/// A day and its source.
type Found = Option<(Date, Source)>;

/// Returns the dates of publication and of the last change.
pub(crate) fn dates(
    page: &PageFacts<'_, '_>,
    top: &[&Thing],
    main: Option<(Kind, &Thing)>,
    url: Option<&str>,
    site: Option<&SiteMetadata>,
) -> (Found, Found) {
    let address = url.or(canonical(page));
    let conventions = Conventions::of(page.lang.as_deref(), address);
    let declared = Declared { page, top, main, conventions };
    let shown = Shown::read(page, conventions, address, site);
    let declared_change = declared.modified();
    // No page is published after its last change: such a day belongs to something else on the page.
    let is_possible = |found: &(Date, Source)| declared_change.is_none_or(|(day, _)| found.0 <= day);
    let published = match (declared.published(), shown.published.filter(is_possible)) {
        // The date shown is older than the one declared: the page was republished.
        (Some((declared, _)), Some((shown, source))) if shown < declared => Some((shown, source)),
        (Some(declared), _) => Some(declared),
        (None, shown_day) => {
            shown_day.or(shown.guessed.filter(is_possible)).or_else(|| Some((in_address(address?)?, Source::Url)))
        }
    };
    (published, declared_change.or(shown.modified))
}

/// Returns all dates that a page shows in short texts and in elements that are meant for dates.
pub(crate) fn all_shown(page: &PageFacts<'_, '_>) -> impl Iterator<Item = (NodeId, String)> {
    let conventions = Conventions::of(page.lang.as_deref(), canonical(page));
    let all = shown::all(page, conventions).into_iter();
    all.map(|(node, date)| (node, date.to_string()))
}

fn canonical<'p>(page: &'p PageFacts<'_, '_>) -> Option<&'p str> {
    let link = page.links.iter().find(|(rel, _)| rel == "canonical");
    link.map(|(_, href)| href.as_str()).or_else(|| page.meta_of(&["og:url"]))
}

/// Returns the date in an address: `/2025/09/04/`, `2025-09-04`.
fn in_address(url: &str) -> Option<Date> {
    let path = url.split(['?', '#']).next()?;
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let parts: Vec<&str> = path.split(['/', '-', '_']).collect();
    parts.windows(3).find_map(|three| {
        let [year, month, day] = three else {
            return None;
        };
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let is_date = year.len() == 4 && (1..=2).contains(&month.len()) && (1..=2).contains(&day.len());
        (is_date && [*year, *month, *day].iter().all(|part| is_number(part)))
            // The order of day and month does not matter here: the year comes first.
            .then(|| first(&format!("{year}-{month}-{day}"), Conventions::day_first()))
            .flatten()
    })
}

#[cfg(test)]
mod tests;
