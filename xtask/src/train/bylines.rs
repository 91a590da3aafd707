//! Bylines: the names and days that stand beside a headline.

use demold::crates::consensus::Example;
use dom::Dom;
use metadata::Options;

/// A byline is at most so many lines above the headline, …
const ABOVE: usize = 3;
/// … or so many below it, …
const BELOW: usize = 6;
/// … and has at most so many words.
const WORDS: usize = 15;

/// Says of each line whether it is beside the headline and names an author of the page, or has a year in it.
///
/// `texts` are those of the lines.
pub(super) fn bylines(dom: &Dom<'_>, examples: &[Example], texts: &[String]) -> Vec<bool> {
    let mut bylines = vec![false; examples.len()];
    let first = examples.iter().position(|line| line.is_headline);
    let last = examples.iter().rposition(|line| line.is_headline);
    let (Some(first), Some(last)) = (first, last) else {
        return bylines;
    };
    let names = Example::feature_names();
    let year = names.iter().position(|name| name == "year");
    let authors = metadata::read(dom, &Options::new()).authors;
    for i in first.saturating_sub(ABOVE)..examples.len().min(last + 1 + BELOW) {
        let has_year = year.is_some_and(|year| 0.0 < examples[i].features[year]);
        let has_author = || {
            authors
                .iter()
                .any(|author| texts[i].contains(author.as_str()))
        };
        let is_short = texts[i].split_whitespace().count() <= WORDS;
        bylines[i] = !examples[i].is_headline && is_short && (has_year || has_author());
    }
    bylines
}
