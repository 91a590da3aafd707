//! The files that are damaged, and where in them each page is.

use std::ops::Range;

use corpus::{
    Form, Kind, TableWriter, pack,
    warc::{self, Compression, Record},
};
use serde_json::json;

/// One file of pages.
pub(super) struct Whole {
    pub(super) name: &'static str,
    /// What follows the name of a file of this kind.
    pub(super) suffix: &'static str,
    pub(super) form: Form,
    pub(super) bytes: Vec<u8>,
    pub(super) pages: Vec<Stored>,
}

/// A page in a file.
pub(super) struct Stored {
    pub(super) url: String,
    pub(super) html: String,
    /// The bytes that it cannot be read without. A page in the middle of a stream, or of a table, needs all.
    pub(super) needs: Range<usize>,
}

const N_PAGES: usize = 12;
const DATE: &str = "2026-01-31T12:00:00Z";

/// Makes a file of each kind, all of the same pages.
pub(super) fn all() -> anyhow::Result<Vec<Whole>> {
    let crawl = sitegen::Crawl::new(19, 3, N_PAGES, 4_000)?;
    let pages: Vec<(String, String)> = crawl
        .map(|(_, page)| (page.url().to_owned(), page.html().to_owned()))
        .collect();
    let plain = warc_members(&pages, Compression::None)?;
    let lines: Vec<Vec<u8>> = pages
        .iter()
        .map(|(url, html)| (json!({ "url": url, "html": html }).to_string() + "\n").into_bytes())
        .collect();
    let [gzip, zstd] = [Compression::Gzip, Compression::Zstd];
    Ok(vec![
        joined("WARC", ".warc", Form::Warc, &pages, &plain, 0),
        joined(
            "WARC, gzip, record by record",
            ".warc.gz",
            Form::Warc,
            &pages,
            &warc_members(&pages, gzip)?,
            0,
        ),
        joined(
            "WARC, Zstandard, record by record",
            ".warc.zst",
            Form::Warc,
            &pages,
            &warc_members(&pages, zstd)?,
            0,
        ),
        stream(
            "WARC, gzip, as a whole",
            ".warc.gz",
            Form::Warc,
            &pages,
            pack(&plain.concat(), gzip)?,
        ),
        stream(
            "WARC, Zstandard, as a whole",
            ".warc.zst",
            Form::Warc,
            &pages,
            pack(&plain.concat(), zstd)?,
        ),
        // What ends a line is what begins the next one.
        joined("JSON Lines", ".jsonl", Form::Jsonl, &pages, &lines, 1),
        stream(
            "JSON Lines, gzip",
            ".jsonl.gz",
            Form::Jsonl,
            &pages,
            pack(&lines.concat(), gzip)?,
        ),
        stream(
            "JSON Lines, Zstandard",
            ".jsonl.zst",
            Form::Jsonl,
            &pages,
            pack(&lines.concat(), zstd)?,
        ),
        stream("Parquet", ".parquet", Form::Parquet, &pages, table(&pages)?),
    ])
}

/// A file of pages that stand for themselves, but for so many bytes before each.
fn joined(
    name: &'static str,
    suffix: &'static str,
    form: Form,
    pages: &[(String, String)],
    members: &[Vec<u8>],
    n_before: usize,
) -> Whole {
    let mut start: usize = 0;
    let pages = pages.iter().zip(members).map(|((url, html), member)| {
        let needs = start.saturating_sub(n_before)..start + member.len();
        start += member.len();
        Stored {
            url: url.clone(),
            html: html.clone(),
            needs,
        }
    });
    Whole {
        name,
        suffix,
        form,
        pages: pages.collect(),
        bytes: members.concat(),
    }
}

/// A file in which each page needs all of it.
fn stream(
    name: &'static str,
    suffix: &'static str,
    form: Form,
    pages: &[(String, String)],
    bytes: Vec<u8>,
) -> Whole {
    let pages = pages.iter().map(|(url, html)| Stored {
        url: url.clone(),
        html: html.clone(),
        needs: 0..bytes.len(),
    });
    Whole {
        name,
        suffix,
        form,
        pages: pages.collect(),
        bytes,
    }
}

fn warc_members(
    pages: &[(String, String)],
    compression: Compression,
) -> anyhow::Result<Vec<Vec<u8>>> {
    let member = |(url, html): &(String, String)| {
        let mut block =
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n".to_vec();
        block.extend_from_slice(html.as_bytes());
        let record = Record::new(warc::Kind::Response, DATE)
            .target(url)
            .block("application/http; msgtype=response", block);
        let mut writer = warc::Writer::new(Vec::new(), compression);
        writer.write(&record)?;
        Ok(writer.into_inner())
    };
    pages.iter().map(member).collect()
}

fn table(pages: &[(String, String)]) -> anyhow::Result<Vec<u8>> {
    let columns = ["url", "html"].map(|name| (name.to_owned(), Kind::Text));
    let mut writer = TableWriter::new(Vec::new(), &columns, &[])?;
    for (url, html) in pages {
        let row = json!({ "url": url, "html": html });
        writer.write(row.as_object().cloned().unwrap_or_default())?;
    }
    Ok(writer.finish()?)
}
