//! Whatever a page is, it comes back as it was, and as text alone.

use std::ops::Range;

use cleaner::Regions;
use proptest::prelude::*;
use report::{PageView, PageViews, Report};

use crate::unpacked;

/// Characters of each length in UTF-8 and UTF-16, and what scripts could end with.
fn sources() -> impl Strategy<Value = String> {
    let piece =
        prop_oneof![Just("a"), Just("é"), Just("水"), Just("🦭"), Just("\n"), Just("</script>"), Just("<!--<script>"),];
    proptest::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

fn ranges() -> impl Strategy<Value = Vec<Range<usize>>> {
    let range = (0..90_usize, 0..20_usize).prop_map(|(start, len)| start..start + len);
    proptest::collection::vec(range, 0..6)
}

/// Marks each UTF-16 unit that a range covers, byte by byte.
fn units(source: &str, ranges: &[Range<usize>]) -> Vec<bool> {
    // A range takes the characters that it begins in or before, and ends after.
    let floor = |at: usize| (0..=at.min(source.len())).rfind(|&at| source.is_char_boundary(at));
    let is_covered = |at: usize| {
        ranges
            .iter()
            .filter(|range| !range.is_empty())
            .any(|range| (floor(range.start).unwrap()..floor(range.end).unwrap()).contains(&at))
    };
    source.char_indices().flat_map(|(at, character)| vec![is_covered(at); character.len_utf16()]).collect()
}

proptest! {
    #[test]
    fn pages_come_back(source in sources(), ranges in ranges(), name in "\\PC{0,8}") {
        // Ranges that meet inside a character are joined before they are moved to its start.
        let joined: Vec<Range<usize>> = Regions::from_ranges(ranges.iter().cloned()).iter().collect();
        let mut pages = PageViews::new();
        let page = PageView::new(name.clone(), &source).group(&source).removed(ranges).stays(source.clone());
        pages.push(page.pack());
        let html = Report::new(name.clone()).pages(pages).to_html();

        let page = unpacked::page(&html, 0);
        prop_assert_eq!(page["source"].as_str(), Some(source.as_str()));
        // What is drawn of a text without markup is the text.
        prop_assert_eq!(drawn(&page["drawing"], &source), source.clone());
        let mut found = vec![false; source.encode_utf16().count()];
        let ends: Vec<usize> = serde_json::from_value(page["removed"].clone()).unwrap();
        for pair in ends.chunks(2) {
            found[pair[0]..pair[1]].fill(true);
        }
        prop_assert_eq!(found, units(&source, &joined));
        let index = unpacked::index(&html);
        prop_assert_eq!(index["pages"][0]["name"].as_str(), Some(name.as_str()));
        prop_assert_eq!(index["groups"][0].as_str(), Some(source.as_str()));
        // One script for the list, one for the page, and the report's own.
        prop_assert_eq!(html.matches("<script").count(), 3);
        prop_assert_eq!(html.matches("<iframe").count(), 0);
    }
}

/// Returns the text that a drawing of a source shows.
fn drawn(steps: &serde_json::Value, source: &str) -> String {
    let units: Vec<u16> = source.encode_utf16().collect();
    let numbers: Vec<usize> =
        (steps.as_array().unwrap().iter()).filter_map(|step| step.as_u64().map(|number| number as usize)).collect();
    let mut end = 0;
    let mut text = Vec::new();
    for pair in numbers.chunks(2) {
        let start = end + pair[0];
        end = start + pair[1];
        text.extend_from_slice(&units[start..end]);
    }
    String::from_utf16(&text).unwrap()
}
