//! Bylines: the names and days that stand beside a headline.

use classify::TrainingRow;
use dom::Dom;
use metadata::MetadataOptions;

/// A byline is at most so many lines above the headline, …
const ABOVE: usize = 3;
/// … or so many below it, …
const BELOW: usize = 6;
/// … and has at most so many words.
const WORDS: usize = 15;

/// Says of each line whether it is beside the headline and names an author of the page, or has a year in it.
///
/// `texts` are those of the lines.
pub(super) fn bylines(dom: &Dom<'_>, examples: &[TrainingRow], texts: &[String]) -> Vec<bool> {
    let mut bylines = vec![false; examples.len()];
    let first = examples.iter().position(|line| line.is_headline);
    let last = examples.iter().rposition(|line| line.is_headline);
    let (Some(first), Some(last)) = (first, last) else {
        return bylines;
    };
    let names = TrainingRow::feature_names();
    let year = (names.iter().position(|name| name == "year")).expect("it is a feature by a test");
    let authors = metadata::read(dom, &MetadataOptions::new()).authors;
    for i in first.saturating_sub(ABOVE)..examples.len().min(last + 1 + BELOW) {
        let has_year = examples[i].features[year] > 0.0;
        let has_author = || authors.iter().any(|author| texts[i].contains(author.as_str()));
        let is_short = texts[i].split_whitespace().count() <= WORDS;
        bylines[i] = !examples[i].is_headline && is_short && (has_year || has_author());
    }
    bylines
}

#[cfg(test)]
mod tests {
    use classify::{Config, Evidence};

    use super::*;

    #[test]
    fn names_and_days_beside_the_headline() {
        let story = "<p>One of the sentences that run on and on, until they end at last in 2012.".repeat(3);
        let source = format!(
            "<title>A story</title><meta name=author content='Ada Byron'><p>Home<h1>A story</h1><p>By Ada Byron<p>3 May \
             2021<p>Share{story}{}<p>Ada Byron, 1998",
            "<p>More of it.".repeat(6)
        );
        let dom = Dom::parse(&source);
        let evidence = Evidence::read(&dom);
        let examples = Config::new().learn(&[&evidence]).training_rows(&dom, &evidence);
        let text = |line: &TrainingRow| line.texts.iter().map(|&text| dom.text(text)).collect();
        let texts: Vec<String> = examples.iter().map(text).collect();
        let found = std::iter::zip(&texts, bylines(&dom, &examples, &texts));
        let found: Vec<&str> = found.filter(|(_, is)| *is).map(|(text, _)| text.trim()).collect();
        assert_eq!(found, ["By Ada Byron", "3 May 2021"]);
    }
}
