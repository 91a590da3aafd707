//! Cuts a cleaned page into pieces along its headings, for search and for language models.

use demold::{Block, BlockKind, Cleaned};
use serde::Serialize;

use crate::error::Error;

/// The level of headings that have none. Set by: the six levels of headings in HTML.
const LOWEST: u8 = 6;

/// A piece of a page, as a line of JSON.
#[derive(Debug, Serialize)]
struct Chunk<'a> {
    url: Option<&'a str>,
    title: Option<&'a str>,
    /// Its number on the page, from 0 on.
    chunk: usize,
    /// The headings above it, from the highest down.
    headings: Vec<&'a str>,
    words: usize,
    text: String,
}

/// Returns the pieces of a page, one on each line. Blocks under the same headings are joined as long as they have no
/// more than `limit` words together. A block is never cut, so that a longer one is a piece of its own.
pub(super) fn lines(cleaned: &Cleaned<'_>, limit: usize) -> Result<Vec<u8>, Error> {
    let title = cleaned.metadata().title;
    let blocks = cleaned.blocks()?;
    let kept = blocks.iter().map(|judged| &judged.block).filter(|block| block.kept && !block.text.trim().is_empty());
    let mut lines = Vec::new();
    for (chunk, piece) in pieces(kept, limit).into_iter().enumerate() {
        let text: Vec<&str> = piece.blocks.iter().map(|block| &*block.text).collect();
        let text = text.join("\n\n");
        let words = n_words(&text);
        let url = cleaned.page().url();
        serde_json::to_writer(
            &mut lines,
            &Chunk { url, title: title.as_deref(), chunk, headings: piece.headings, words, text },
        )
        .map_err(Error::record)?;
        lines.push(b'\n');
    }
    Ok(lines)
}

/// Blocks that stand together, and the headings above them.
#[derive(Debug)]
struct Piece<'b> {
    headings: Vec<&'b str>,
    blocks: Vec<&'b Block>,
}

fn pieces<'b>(blocks: impl Iterator<Item = &'b Block>, limit: usize) -> Vec<Piece<'b>> {
    let mut pieces: Vec<Piece<'b>> = Vec::new();
    let mut path: Vec<(u8, &Block)> = Vec::new();
    // Whether a piece has the last heading of the path above it.
    let mut is_used = true;
    // Whether the last piece can be continued, and the words in it.
    let mut room: Option<usize> = None;
    for block in blocks {
        if block.kind == BlockKind::Heading {
            let level = block.level.unwrap_or(LOWEST);
            let is_deeper = path.last().is_some_and(|(above, _)| *above < level);
            if !is_used && !is_deeper {
                pieces.extend(alone(&path));
            }
            while path.last().is_some_and(|(above, _)| *above >= level) {
                path.pop();
            }
            path.push((level, block));
            (is_used, room) = (false, None);
            continue;
        }
        let n = n_words(&block.text);
        match (room, pieces.last_mut()) {
            (Some(held), Some(last)) if held + n <= limit => {
                last.blocks.push(block);
                room = Some(held + n);
            }
            _ => {
                pieces.push(Piece { headings: texts(&path), blocks: vec![block] });
                room = Some(n);
            }
        }
        is_used = true;
    }
    if !is_used {
        pieces.extend(alone(&path));
    }
    pieces
}

/// Returns the last heading as a piece of its own, because nothing follows it.
fn alone<'b>(path: &[(u8, &'b Block)]) -> Option<Piece<'b>> {
    let ((_, last), above) = path.split_last()?;
    Some(Piece { headings: texts(above), blocks: vec![last] })
}

fn texts<'b>(path: &[(u8, &'b Block)]) -> Vec<&'b str> {
    path.iter().map(|(_, heading)| &*heading.text).collect()
}

fn n_words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[cfg(test)]
mod tests {
    use demold::Site;

    use super::*;

    #[test]
    fn pieces_end_at_headings_and_at_the_limit() {
        let page = "<h1>Tides</h1><p>One two.<p>Three.<p>Four five.<h2>Ebb</h2><p>Six.<h2>Bare</h2>";
        let cleaned = Site::nothing().clean(page).unwrap();
        let check = |limit: usize, expected: &[(&[&str], &str)]| {
            let blocks = cleaned.blocks().unwrap();
            let found = pieces(blocks.iter().map(|judged| &judged.block), limit);
            let found: Vec<(Vec<&str>, String)> = (found.into_iter())
                .map(|piece| {
                    let texts: Vec<&str> = piece.blocks.iter().map(|block| &*block.text).collect();
                    (piece.headings, texts.join("|"))
                })
                .collect();
            let expected: Vec<(Vec<&str>, String)> =
                expected.iter().map(|(headings, text)| (headings.to_vec(), (*text).to_owned())).collect();
            assert_eq!(found, expected, "{limit}");
        };
        let rest: [(&[&str], &str); 2] = [(&["Tides", "Ebb"], "Six."), (&["Tides"], "Bare")];
        check(9, &[(&["Tides"], "One two.|Three.|Four five."), rest[0], rest[1]]);
        check(3, &[(&["Tides"], "One two.|Three."), (&["Tides"], "Four five."), rest[0], rest[1]]);
        check(1, &[(&["Tides"], "One two."), (&["Tides"], "Three."), (&["Tides"], "Four five."), rest[0], rest[1]]);
    }
}
