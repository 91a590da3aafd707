//! Records the progress of a crawl in a file next to its archive.
//!
//! The file has one JSON object per line, and lines are only ever appended: a URL that joined the queue, or what
//! became of one and how long the archive was then. If the crawler is interrupted, everything up to the last complete
//! line has happened.

use std::{
    collections::HashSet,
    io::{self, BufRead, Write},
};

use serde::{Deserialize, Serialize};

use crate::{summary::Fate, target};

/// The version of the format. Set by: the changes of the format.
pub(crate) const VERSION: u32 = 1;

/// The first line. A crawl that was killed at once may have written only a part of it.
const FIRST: &[u8] = b"{\"frontier\":1}";

/// A line of the journal.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Line {
    /// The first line, with the version.
    Frontier(u32),
    /// A URL joined the queue.
    Add(Wanted),
    /// What became of a URL, and the length of the archive after that, in bytes.
    End(String, Fate, u64),
    /// The length of the archive in bytes after something that belongs to no URL.
    Bytes(u64),
}

/// A URL that is to be requested.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    pub(crate) url: String,
    /// The number of links between the given URLs and this one.
    pub(crate) depth: u32,
    /// The number of redirects in a row that led to it.
    pub(crate) hops: u32,
    /// The number of sitemaps or feeds in a row that led to it, each named by the one before.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) lists: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The state of a crawl by its journal.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Past {
    /// The URLs that were still to be requested, in the order in which they were added.
    pub(crate) wanted: Vec<Wanted>,
    /// The fingerprints of all URLs that ever joined the queue.
    pub(crate) seen: HashSet<u128>,
    /// What became of the other URLs.
    pub(crate) fates: Vec<Fate>,
    /// The length of the archive, in bytes.
    pub(crate) n_bytes: u64,
    /// The length of the complete lines of the journal, in bytes. An incomplete line may follow.
    pub(crate) n_whole: u64,
}

/// Writes a line.
pub(crate) fn write(out: &mut impl Write, line: &Line) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    out.write_all(&text)
}

/// Why a journal could not be read.
#[derive(Debug)]
pub(crate) enum Unreadable {
    Read(io::Error),
    /// This line, counted from 1, is invalid.
    Line(u64),
}

/// Reads a journal. A last line without a line end was interrupted while it was written, and does not count.
pub(crate) fn read(mut from: impl BufRead) -> Result<Past, Unreadable> {
    let mut past = Past::default();
    let mut added: Vec<Wanted> = Vec::new();
    // The URLs that were added and have not ended.
    let mut open: HashSet<u128> = HashSet::new();
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        from.read_until(b'\n', &mut text).map_err(Unreadable::Read)?;
        if text.last() != Some(&b'\n') {
            // Any other file without a line end is not taken for a journal, since it would be overwritten.
            if number == 1 && !FIRST.starts_with(&text) {
                return Err(Unreadable::Line(1));
            }
            break;
        }
        let line = serde_json::from_slice(&text).map_err(|_| Unreadable::Line(number))?;
        // A journal has exactly one such line, and it is the first.
        if matches!(line, Line::Frontier(_)) != (number == 1) {
            return Err(Unreadable::Line(number));
        }
        match line {
            Line::Frontier(VERSION) => {}
            Line::Add(wanted) if past.seen.insert(target::fingerprint(&wanted.url)) => {
                open.insert(target::fingerprint(&wanted.url));
                added.push(wanted);
            }
            // Nothing ends that was not added, or that has ended before.
            Line::End(url, fate, n_bytes) if open.remove(&target::fingerprint(&url)) => {
                past.fates.push(fate);
                past.n_bytes = n_bytes;
            }
            Line::Bytes(n_bytes) => past.n_bytes = n_bytes,
            _ => return Err(Unreadable::Line(number)),
        }
        past.n_whole += text.len() as u64;
        // In a long crawl most URLs have ended. Removing them whenever they are half of the list takes linear time in
        // all.
        if added.len() > 1024 && added.len() > 2 * open.len() {
            added.retain(|wanted| open.contains(&target::fingerprint(&wanted.url)));
        }
    }
    added.retain(|wanted| open.contains(&target::fingerprint(&wanted.url)));
    past.wanted = added;
    Ok(past)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(url: &str) -> Wanted {
        Wanted { url: url.to_owned(), depth: 1, hops: 0, lists: 2 }
    }

    fn end(url: &str, fate: Fate, n_bytes: u64) -> Line {
        Line::End(url.to_owned(), fate, n_bytes)
    }

    fn written(lines: impl IntoIterator<Item = Line>) -> Vec<u8> {
        let mut text = Vec::new();
        for line in std::iter::once(Line::Frontier(VERSION)).chain(lines) {
            write(&mut text, &line).unwrap();
        }
        text
    }

    fn short() -> Vec<u8> {
        let added = ["a", "b", "c"].map(|url| Line::Add(wanted(url)));
        written(std::iter::once(Line::Bytes(7)).chain(added).chain([end("b", Fate::Page, 40)]))
    }

    #[test]
    fn what_has_not_ended_is_still_wanted() {
        let past = read(&short()[..]).unwrap();
        assert_eq!(past.wanted, [wanted("a"), wanted("c")]);
        assert_eq!((past.seen.len(), past.fates, past.n_bytes), (3, vec![Fate::Page], 40));
        assert_eq!(past.n_whole, short().len() as u64);
    }

    #[test]
    fn a_torn_line_has_not_happened() {
        let text = short();
        for len in 0..text.len() {
            let past = read(&text[..len]).unwrap();
            assert!(past.fates.is_empty(), "{len}");
            assert!(past.n_whole <= len as u64);
        }
    }

    #[test]
    fn other_files_are_not_taken_for_journals() {
        for text in ["\n", "{\"f\":", "{}\n", "{\"frontier\":2}\n", "{\"bytes\":1}\n"] {
            assert!(matches!(read(text.as_bytes()), Err(Unreadable::Line(1))), "{text}");
        }
        let first = r#"{"frontier":1}"#;
        let add = r#"{"add":{"url":"a","depth":0,"hops":0}}"#;
        let other = r#"{"add":{"url":"b","depth":0,"hops":0}}"#;
        let end = r#"{"end":["a","page",1]}"#;
        for (lines, wrong) in [
            (&[first, first][..], 2),
            (&[first, end], 2),
            (&[first, add, add], 3),
            (&[first, add, end, end], 4),
            (&[first, add, other, end, end], 5),
        ] {
            let text = lines.join("\n") + "\n";
            let found = read(text.as_bytes());
            assert!(matches!(found, Err(Unreadable::Line(line)) if line == wrong), "{text}");
        }
    }

    #[test]
    fn long_journals_are_compacted_while_read() {
        let lines = (0..5000).flat_map(|index: u32| {
            let url = index.to_string();
            [Line::Add(wanted(&url))].into_iter().chain((!index.is_multiple_of(10)).then(|| end(&url, Fate::Failed, 0)))
        });
        let past = read(&written(lines)[..]).unwrap();
        let left: Vec<Wanted> = (0..5000).step_by(10).map(|index| wanted(&index.to_string())).collect();
        assert_eq!(past.wanted, left);
        assert_eq!(past.seen.len(), 5000);
    }
}
