//! Headings and what is under them.

use dom::Tag;

use crate::evidence::Evidence;

/// Lets each heading stay if and only if something of its section stays.
///
/// The section of a heading is what follows it up to the next heading of the same or a higher rank, in the smallest
/// element around the heading in which anything follows. A heading of `h2` to `h6` with nothing under it is left as
/// it is, and so is each `h1`.
pub(crate) fn sections(page: &Evidence, scores: &[i32], keep: &mut [bool]) {
    let ranks: Vec<Option<u8>> = ranks(page);
    // From the end, so that the headings under a heading are settled before it.
    for first in (0..page.lines.len()).rev() {
        let Some(rank) = ranks[first].filter(|&rank| rank > 1) else {
            continue;
        };
        let heading = page.lines[first].owner;
        // Lines of one heading follow each other.
        let start = first + 1;
        if start == page.lines.len() || ranks[start] == Some(rank) && page.lines[start].owner == heading {
            continue;
        }
        let Some(around) = page
            .upwards(heading)
            .find(|&around| page.contains(around, page.lines[start].owner))
        else {
            continue;
        };
        let section = (start..page.lines.len())
            .take_while(|&line| page.contains(around, page.lines[line].owner))
            .take_while(|&line| ranks[line].is_none_or(|other| other > rank));
        let (mut n_lines, mut has_kept) = (0, false);
        for line in section {
            n_lines += 1;
            has_kept |= keep[line];
            if has_kept {
                break;
            }
        }
        let env = |n: &str, d: f64| std::env::var(n).ok().and_then(|l| l.parse().ok()).unwrap_or(d);
        if n_lines > 0 && (!has_kept || f64::from(scores[first]) >= env("ST", -2.0) * f64::from(gbdt::SCORE_ONE)) {
            keep[first] = has_kept;
        }
    }
}

/// Returns the rank of the heading that each line is in.
fn ranks(page: &Evidence) -> Vec<Option<u8>> {
    let mut ranks = vec![None; page.elements.len()];
    for (at, element) in page.elements.iter().enumerate() {
        let above = if at == 0 { None } else { ranks[element.parent as usize] };
        ranks[at] = match element.tag {
            Tag::H1 => Some(1),
            Tag::H2 => Some(2),
            Tag::H3 => Some(3),
            Tag::H4 => Some(4),
            Tag::H5 => Some(5),
            Tag::H6 => Some(6),
            _ => above,
        };
    }
    page.lines.iter().map(|line| ranks[line.owner as usize]).collect()
}
