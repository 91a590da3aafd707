//! A page alone: removes what comes before the headline, and everything from the
//! copyright notice on.

use crate::{evidence::phrases::Phrases, reason::Reason, site::View};

/// What is cut off has less than this share of the words that are kept …
const MAX_WORDS: f64 = 0.15;
/// … and after the content no more words than this.
const END_MAX_WORDS: u32 = 150;

/// Cuts off what frames the lines that are kept.
pub(crate) fn cut(view: &View<'_>, gone: &mut [Option<Reason>]) {
    let page = view.page;
    let kept = |i: usize, gone: &[Option<Reason>]| match gone[i] {
        Some(_) => 0,
        None => page.lines[i].own_words(),
    };
    let n_lines = page.lines.len();
    let all: u32 = (0..n_lines).map(|i| kept(i, gone)).sum();
    let is_small = |words: u32| f64::from(words) < MAX_WORDS * f64::from(all);
    if let Some(headline) = view.headline {
        let first = page
            .lines
            .iter()
            .position(|line| page.contains(headline, line.owner));
        let first = first.unwrap_or(0);
        let before: u32 = (0..first).map(|i| kept(i, gone)).sum();
        if is_small(before) {
            drop_lines(&mut gone[..first]);
        }
    }
    let last = page
        .lines
        .iter()
        .rposition(|line| line.says.has(Phrases::COPYRIGHT));
    if let Some(last) = last {
        let behind: u32 = (last..n_lines).map(|i| kept(i, gone)).sum();
        if is_small(behind) && behind < END_MAX_WORDS {
            drop_lines(&mut gone[last..]);
        }
    }
}

fn drop_lines(gone: &mut [Option<Reason>]) {
    for gone in gone {
        gone.get_or_insert(Reason::Frame);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, Reason,
        testing::{gone, story},
    };

    #[test]
    fn what_is_before_the_headline_and_from_the_copyright_on() {
        let source = format!(
            "<title>Tides at noon</title><body><div>From our office<h1>Tides at noon</h1>{}<p>\u{a9} 2020 All of us<p>Made here</div>",
            story(0)
        );
        let sources = [source];
        let frame = |selector: &str| (selector.to_owned(), Reason::Frame);
        assert_eq!(gone(Mode::Reference, &sources), [frame("div"), frame("p")]);
    }
}
