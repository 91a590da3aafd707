//! Explains to people what was removed from a page.

use std::{fmt::Write as _, ops::Range};

use demold::Cleaned;
use dom::{Dom, NodeKind};

use super::keep::{Places, selectors};
use crate::terminal::count;

/// The most letters of a removed part that are shown in full. Of a longer one, some from the beginning and some from
/// the end are shown. Chosen: by eye.
const ALL: usize = 72;
const FIRST: usize = 40;
const LAST: usize = 24;

/// Returns a line about the page, and one for each removed part that has words: its bytes, its number of words, its
/// elements, its first and last words, and the reason.
pub(crate) fn explanation(page: &str, cleaned: &Cleaned<'_>) -> String {
    let share = 100.0 * cleaned.removed_share();
    let mut lines = format!("{page}: {share:.1} % removed, fit {:.2}", cleaned.fit());
    let texts = cleaned.dom().map(texts).unwrap_or_default();
    let places = cleaned.dom().map(|dom| (dom, Places::of(dom)));
    for removal in cleaned.removals() {
        // White space, scripts and empty elements tell people nothing.
        if removal.words() == 0 {
            continue;
        }
        let range = removal.range();
        let words = count(removal.words(), "word");
        // A part of several elements is named by all of them, so that `--keep` with these selectors keeps all of it.
        let of_all = places.as_ref().map_or_else(Vec::new, |(dom, places)| selectors(dom, places, range.clone()));
        let selector = if of_all.len() > 1 { of_all.join(", ") } else { removal.selector().to_owned() };
        write!(
            lines,
            "\n  {}..{}  {words}  {}  \"{}\"  {}: {}",
            range.start,
            range.end,
            selector,
            shortened(&words_in(cleaned.source(), &texts, &range)),
            removal.reason(),
            removal.sentence()
        )
        .expect("strings take all that is written");
    }
    lines
}

/// The most blocks that are listed as staying. Of more, the rest is counted. Chosen: by eye.
const MOST_KEPT: usize = 20;

/// Returns what a template does to a page, for people: a line for each removed part that has words, with its words, its
/// elements and the reason, and one for each block that stays.
pub(crate) fn applied(page: &str, cleaned: &Cleaned<'_>) -> anyhow::Result<String> {
    let mut lines = format!("what goes from {page}: {:.1} %\n", 100.0 * cleaned.removed_share());
    let texts = cleaned.dom().map(texts).unwrap_or_default();
    for removal in cleaned.removals().iter().filter(|removal| removal.words() > 0) {
        let text = shortened(&words_in(cleaned.source(), &texts, &removal.range()));
        let words = count(removal.words(), "word");
        writeln!(lines, "  {words}  {}  \"{text}\"  {}", removal.selector(), removal.sentence())?;
    }
    let blocks = cleaned.blocks()?;
    let kept: Vec<_> = blocks.iter().filter(|judged| judged.block.kept).collect();
    writeln!(lines, "what stays: {}", count(kept.len(), "block"))?;
    for judged in kept.iter().take(MOST_KEPT) {
        let text = judged.block.text.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(lines, "  {}  \"{}\"", judged.block.kind, shortened(&text))?;
    }
    if kept.len() > MOST_KEPT {
        writeln!(lines, "  and {}", count(kept.len() - MOST_KEPT, "more block"))?;
    }
    Ok(lines)
}

/// The bytes of a text in the source, and its decoded characters.
type Text = (Range<usize>, String);

/// Returns the texts of a page that are not hidden, in the order of their bytes.
fn texts(dom: &Dom<'_>) -> Vec<Text> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(node) = dom.get(at) {
        at += 1;
        match dom.kind(node) {
            // Nodes are numbered in document order, so all that is hidden with the element lies before this number.
            NodeKind::Element if dom.hides(node) => at = dom.subtree_end(node),
            NodeKind::Text | NodeKind::RawText => found.push((dom.extent(node), dom.text(node).into_owned())),
            _ => {}
        }
    }
    // Elements in the wrong place are moved in the tree, but not in the source.
    found.sort_by_key(|(range, _)| range.start);
    found
}

/// Returns the words of a range, joined by spaces. A text that lies in the range only in part is shown as it is in
/// the source.
fn words_in(source: &str, texts: &[Text], range: &Range<usize>) -> String {
    let first = texts.partition_point(|(text, _)| text.end <= range.start);
    let inside = texts[first..].iter();
    let inside = inside.take_while(|(text, _)| text.start < range.end);
    let pieces = inside.map(|(text, words)| {
        // The decoded text has no byte positions: where a character reference such as `&amp;` was, it is shorter than
        // the source.
        let is_whole = range.start <= text.start && text.end <= range.end;
        let part = text.start.max(range.start)..text.end.min(range.end);
        if is_whole {
            words.as_str()
        } else {
            // Without panicking, if a range ever ended within a character.
            source.get(part).unwrap_or(words)
        }
    });
    let mut joined = String::new();
    for word in pieces.flat_map(str::split_whitespace) {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    joined
}

/// Shortens a text that is too long to its beginning and its end. They consist of whole words where there are spaces.
fn shortened(text: &str) -> String {
    let n_letters = text.chars().count();
    if n_letters <= ALL {
        return text.to_owned();
    }
    let at = |nth: usize| text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at);
    let first = &text[..at(FIRST)];
    let last = &text[at(n_letters - LAST)..];
    // Languages without spaces between words, and very long words, are cut after any letter.
    let first = first.rsplit_once(' ').map_or(first, |(whole, _)| whole);
    let last = last.split_once(' ').map_or(last, |(_, whole)| whole);
    format!("{first} … {last}")
}

#[cfg(test)]
mod tests {
    use demold::{Overrides, Site};

    use super::*;

    #[test]
    fn long_parts_are_shown_by_their_ends() {
        assert_eq!(shortened("Home News Contact"), "Home News Contact");
        let long: Vec<String> = (1..60).map(|n| format!("word{n}")).collect();
        assert_eq!(shortened(&long.join(" ")), "word1 word2 word3 word4 word5 word6 … word57 word58 word59");
        let chinese = "潮".repeat(100);
        let expected = format!("{} … {}", "潮".repeat(FIRST), "潮".repeat(LAST));
        assert_eq!(shortened(&chinese), expected);
    }

    #[test]
    fn parts_are_told_by_their_words_and_those_without_are_left_out() {
        let page = "<nav>Home &amp;\n <b>News</b><script>go()</script></nav><p>The tide.<hr>";
        let overrides = Overrides::new().drop("nav").unwrap().drop("hr").unwrap();
        let cleaned = Site::nothing().clean(page).unwrap();
        let lines = explanation("page", &cleaned.overridden(&overrides));
        let shown: Vec<&str> = lines.lines().skip(1).collect();
        assert_eq!(shown, ["  0..55  2 words  nav  \"Home & News\"  selector: it matches a selector for what to drop"]);
    }
}
