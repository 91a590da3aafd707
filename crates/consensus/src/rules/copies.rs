//! A page alone: removes what it repeats, as pages laid out for several screen widths do.

use dom::Tag;
use rustc_hash::FxHashSet;

use crate::{
    evidence::{Line, NONE},
    reason::Reason,
    site::View,
};

/// A shorter line may well occur twice …
const MIN_WORDS: u32 = 5;
/// … and so may one that is shorter than this, unless the line before or after it is repeated too.
const ALONE_MIN_WORDS: u32 = 20;

/// A page with more than this in tables and code describes many similar things in the same words.
const TABLES_MAX: f64 = 0.1;

/// Drops the lines that are already kept elsewhere.
pub(crate) fn drop_copies(view: &View<'_>, gone: &mut [Option<Reason>]) {
    let page = view.page;
    // Signatures, code, rows and quotations are repeated on purpose.
    let mut spared = vec![false; page.elements.len()];
    for (i, element) in page.elements.iter().enumerate() {
        let above = element.parent != NONE && spared[element.parent as usize];
        let repeats = matches!(
            element.tag,
            Tag::TABLE | Tag::PRE | Tag::CODE | Tag::DL | Tag::BLOCKQUOTE
        );
        spared[i] = above || repeats;
    }
    let of_tables = |all: u32, line: &Line| all + if line.in_table { line.words } else { 0 };
    let in_tables = page.lines.iter().fold(0, of_tables);
    if TABLES_MAX * f64::from(view.sums.words[0]) < f64::from(in_tables) {
        return;
    }
    let mut seen = FxHashSet::default();
    let kept: Vec<usize> = (0..page.lines.len())
        .filter(|&i| gone[i].is_none())
        .collect();
    let is_copy: Vec<bool> = kept
        .iter()
        .map(|&i| {
            let line = &page.lines[i];
            MIN_WORDS <= line.words && !seen.insert(line.hash) && !spared[line.owner as usize]
        })
        .collect();
    for (at, &i) in kept.iter().enumerate() {
        let beside = |at: usize| is_copy.get(at).copied().unwrap_or(false);
        let in_run = beside(at.wrapping_sub(1)) || beside(at + 1);
        if is_copy[at] && (ALONE_MIN_WORDS <= page.lines[i].words || in_run) {
            gone[i] = Some(Reason::Copy);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, Reason,
        testing::{check_alone, story},
    };

    #[test]
    fn pages_laid_out_twice() {
        let twice = format!("<div>{}</div>", story(0));
        check_alone(Mode::Reference, &twice, Some(Reason::Copy));
    }

    #[test]
    fn quotations_and_single_short_lines() {
        let quoted = format!("<blockquote>{}</blockquote>", story(0));
        check_alone(Mode::Reference, &quoted, None);
        let line =
            "<p>Say it and say it again<p>Something else<p>Say it and say it again<p>The end";
        check_alone(Mode::Reference, line, None);
    }
}
