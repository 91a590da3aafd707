//! The files that are damaged, and where in them each page is.

use std::{
    io::{Cursor, Write as _},
    ops::Range,
};

use anyhow::Context as _;
use formats::{
    ColumnType, Form, TableWriter, pack,
    warc::{self, Compression, WarcRecord},
};
use serde_json::json;

use super::change::{self, Damage};

/// One file of pages.
pub(super) struct Whole {
    pub(super) name: &'static str,
    /// What follows the name of a file of this kind.
    pub(super) suffix: &'static str,
    pub(super) form: Form,
    pub(super) bytes: Vec<u8>,
    pub(super) pages: Vec<Stored>,
    /// Where the headers of records are, if the damages are those that make two of them one.
    headers: Vec<Range<usize>>,
}

impl Whole {
    /// Returns its bytes after the `nth` damage.
    pub(super) fn damaged(&self, nth: u64) -> (Vec<u8>, Damage) {
        let mut bytes = self.bytes.clone();
        let damage = match &self.headers[..] {
            [] => change::damage(&mut bytes, nth),
            headers => change::merge(&mut bytes, headers, nth),
        };
        (bytes, damage)
    }
}

/// A page in a file.
pub(super) struct Stored {
    pub(super) url: String,
    pub(super) html: String,
    /// The bytes that it cannot be read without. A page in the middle of a stream, or of a table, needs all.
    pub(super) needs: Vec<Range<usize>>,
}

const N_PAGES: usize = 12;
const DATE: &str = "2026-01-31T12:00:00Z";

/// Makes a file of each kind, all of the same pages.
pub(super) fn all() -> anyhow::Result<Vec<Whole>> {
    let crawl = sitegen::Crawl::new(19, 3, N_PAGES, 4_000)?;
    let pages: Vec<(String, String)> = crawl.map(|(_, page)| (page.url().to_owned(), page.html().to_owned())).collect();
    let plain = warc_members(&pages, Compression::None)?;
    let lines: Vec<Vec<u8>> =
        pages.iter().map(|(url, html)| (json!({ "url": url, "html": html }).to_string() + "\n").into_bytes()).collect();
    let [gzip, zstd] = [Compression::Gzip, Compression::Zstd];
    Ok(vec![
        joined("WARC", ".warc", Form::Warc, &pages, &plain, 0),
        merged(joined("WARC, two headers made one", ".warc", Form::Warc, &pages, &plain, 0)),
        joined("WARC, gzip, record by record", ".warc.gz", Form::Warc, &pages, &warc_members(&pages, gzip)?, 0),
        joined("WARC, Zstandard, record by record", ".warc.zst", Form::Warc, &pages, &warc_members(&pages, zstd)?, 0),
        stream("WARC, gzip, as a whole", ".warc.gz", Form::Warc, &pages, pack(&plain.concat(), gzip)?),
        stream("WARC, Zstandard, as a whole", ".warc.zst", Form::Warc, &pages, pack(&plain.concat(), zstd)?),
        stream(
            "WARC, LZ4",
            ".warc.lz4",
            Form::Warc,
            &pages,
            plain.iter().map(|member| frame(member)).collect::<std::io::Result<Vec<_>>>()?.concat(),
        ),
        joined("ARC, gzip, record by record", ".arc.gz", Form::Warc, &pages, &arc_members(&pages)?, 0),
        archive("WACZ", &pages, &warc_members(&pages, gzip)?)?,
        unlisted(archive("WACZ, a file that its directory does not list", &pages, &warc_members(&pages, gzip)?)?)?,
        // What ends a line is what begins the next one.
        joined("JSON Lines", ".jsonl", Form::Jsonl, &pages, &lines, 1),
        stream("JSON Lines, gzip", ".jsonl.gz", Form::Jsonl, &pages, pack(&lines.concat(), gzip)?),
        stream("JSON Lines, Zstandard", ".jsonl.zst", Form::Jsonl, &pages, pack(&lines.concat(), zstd)?),
        joined(
            "JSON Lines, gzip, line by line",
            ".jsonl.gz",
            Form::Jsonl,
            &pages,
            &lines.iter().map(|line| pack(line, gzip)).collect::<std::io::Result<Vec<_>>>()?,
            0,
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
        let needs = std::iter::once(start.saturating_sub(n_before)..start + member.len()).collect();
        start += member.len();
        Stored { url: url.clone(), html: html.clone(), needs }
    });
    Whole { name, suffix, form, pages: pages.collect(), bytes: members.concat(), headers: Vec::new() }
}

/// A file in which each page needs all of it.
fn stream(name: &'static str, suffix: &'static str, form: Form, pages: &[(String, String)], bytes: Vec<u8>) -> Whole {
    let pages = pages.iter().map(|(url, html)| Stored {
        url: url.clone(),
        html: html.clone(),
        needs: std::iter::once(0..bytes.len()).collect(),
    });
    Whole { name, suffix, form, pages: pages.collect(), bytes, headers: Vec::new() }
}

/// The same file for damages that make two headers one.
fn merged(whole: Whole) -> Whole {
    let header = |page: &Stored| {
        let record = page.needs.first()?;
        let length = whole.bytes[record.clone()].windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
        Some(record.start..record.start + length)
    };
    Whole { headers: whole.pages.iter().filter_map(header).collect(), ..whole }
}

fn warc_members(pages: &[(String, String)], compression: Compression) -> anyhow::Result<Vec<Vec<u8>>> {
    let member = |(url, html): &(String, String)| {
        let mut block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n".to_vec();
        block.extend_from_slice(html.as_bytes());
        let record = WarcRecord::new(warc::RecordKind::Response, DATE)
            .target(url)
            .block("application/http; msgtype=response", block);
        let mut writer = warc::Writer::new(Vec::new(), compression);
        writer.write(&record)?;
        Ok(writer.into_inner())
    };
    pages.iter().map(member).collect()
}

fn table(pages: &[(String, String)]) -> anyhow::Result<Vec<u8>> {
    let columns = ["url", "html"].map(|name| (name.to_owned(), ColumnType::Text));
    let mut writer = TableWriter::new(Vec::new(), &columns, &[])?;
    for (url, html) in pages {
        let row = json!({ "url": url, "html": html });
        writer.write(row.as_object().cloned().unwrap_or_default())?;
    }
    Ok(writer.finish()?)
}

/// A frame of LZ4, with a sum over what it holds, as its command writes it.
fn frame(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let about = lz4_flex::frame::FrameInfo::new().content_checksum(true);
    let mut encoder = lz4_flex::frame::FrameEncoder::with_frame_info(about, Vec::new());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Pages as records of ARC. The first has the line that begins the file before it.
fn arc_members(pages: &[(String, String)]) -> anyhow::Result<Vec<Vec<u8>>> {
    let about = "1 0 demold\nURL IP-address Archive-date Content-type Archive-length\n";
    let first = format!("filedesc://a.arc 0.0.0.0 20260131120000 text/plain {}\n{about}\n", about.len());
    let first = pack(first.as_bytes(), Compression::Gzip)?;
    let mut members = Vec::new();
    for (url, html) in pages {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}");
        let record = format!("{url} 192.0.2.1 20260131120000 text/html {}\n{block}\n", block.len());
        members.push(pack(record.as_bytes(), Compression::Gzip)?);
    }
    // Without it nothing says that this is ARC.
    if let Some(member) = members.first_mut() {
        member.splice(0..0, first);
    }
    Ok(members)
}

/// A WACZ archive. Its directory can say that something else is in it, so that every page needs it whole.
fn archive(name: &'static str, pages: &[(String, String)], members: &[Vec<u8>]) -> anyhow::Result<Whole> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::STORE);
    let records = members.concat();
    writer.start_file("archive/data.warc.gz", options)?;
    writer.write_all(&records)?;
    let bytes = writer.finish()?.into_inner();
    let start = bytes.windows(records.len()).position(|window| window == records).unwrap_or(0);
    let mut whole = joined(name, ".wacz", Form::Wacz, pages, members, 0);
    for page in &mut whole.pages {
        for range in &mut page.needs {
            *range = range.start + start..range.end + start;
        }
        page.needs.push(0..start);
        page.needs.push(start + records.len()..bytes.len());
    }
    Ok(Whole { bytes, ..whole })
}

/// The same archive with a directory of another file only.
fn unlisted(whole: Whole) -> anyhow::Result<Whole> {
    let mut writer = zip::ZipWriter::new_append(Cursor::new(whole.bytes.clone()))?;
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::STORE);
    writer.start_file("datapackage.json", options)?;
    writer.write_all(b"{}")?;
    let mut bytes = writer.finish()?.into_inner();
    // The directory begins with the entry of the first file, which is cut out. Its end counts the entries, and has their
    // length and offset.
    let position = |mark: &[u8]| bytes.windows(4).rposition(|found| found == mark).context("there is no directory");
    let (second, end) = (position(b"PK\x01\x02")?, position(b"PK\x05\x06")?);
    let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let start = number(end + 16) as usize;
    let length = u32::try_from(end - second)?.to_le_bytes();
    bytes[end + 8] = 1;
    bytes[end + 10] = 1;
    bytes[end + 12..end + 16].copy_from_slice(&length);
    bytes.drain(start..second);
    let mut whole = Whole { bytes, ..whole };
    for page in &mut whole.pages {
        // The record of the page, and the header of the file before all records; then all that follows the records.
        page.needs.truncate(2);
        page.needs.push(start..whole.bytes.len());
    }
    Ok(whole)
}
