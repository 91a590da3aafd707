//! Work on a page other than its text: "pictures by Bo Li".

use crate::lists::{List, list};

/// What somebody made who did not write the text, in lower case.
static WORK: List = list!("other_work");

/// What stands between the work and the name of who made it.
const BY: &[&str] = &["by", "von", "par", "por", "de", "di", "da", "door", "av", "af"];

/// Returns whether a text ends with the announcement of somebody who did not write the page, or holds one.
pub(super) fn is_other_work(text: &str) -> bool {
    found(text).is_some()
}

/// Returns a name without what follows the announcement of other work: "Ann Lee, photos: Bo Li".
pub(super) fn without_other_work(name: &str) -> &str {
    match found(name) {
        Some(at) => name[..at].trim_end_matches([' ', ',', '/', '|', '-', '–', '—', '(', '·', '•']),
        None => name,
    }
}

/// Returns where the announcement of other work starts.
fn found(text: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '\'';
    let mut at = 0;
    while let Some(start) = text[at..].find(is_part).map(|start| at + start) {
        let end = text[start..].find(|c| !is_part(c)).map_or(text.len(), |end| start + end);
        let behind = text[end..].trim_start();
        let is_announced = || {
            let next = behind.split(' ').next().unwrap_or_default().to_lowercase();
            behind.starts_with([':', '：']) || BY.contains(&next.trim_end_matches(':'))
        };
        if WORK.contains(&&*text[start..end].to_lowercase()) && is_announced() {
            return Some(start);
        }
        at = end;
    }
    None
}
