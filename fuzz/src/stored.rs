//! Files of pages, one of each kind, and where in them each page is.

use std::{
    io::{self, Cursor, Write as _},
    ops::Range,
};

use formats::{
    ColumnType, Form, TableWriter, pack,
    warc::{self, Compression, WarcRecord},
};
use serde_json::json;

/// One file of pages.
#[derive(Debug)]
pub struct Stored {
    /// What a file of this kind is called.
    pub name: &'static str,
    /// What follows its name.
    pub suffix: &'static str,
    /// How it is read.
    pub form: Form,
    /// All of it.
    pub bytes: Vec<u8>,
    /// What it holds.
    pub pages: Vec<Page>,
    /// The bytes that no page can be read without: of a stream, or of a table, all.
    pub around: Vec<Range<usize>>,
}

/// A page in a file.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its address, which no other one has.
    pub url: String,
    /// Its source.
    pub html: String,
    /// The bytes of its record, or of its line.
    pub needs: Range<usize>,
}

/// Makes a file of each kind, all of the same pages, which are given by their addresses and sources.
///
/// # Errors
///
/// If something cannot be packed.
pub fn stored(pages: impl IntoIterator<Item = (String, String)>) -> io::Result<Vec<Stored>> {
    let pages: Vec<Page> = pages.into_iter().map(|(url, html)| Page { url, html, needs: 0..0 }).collect();
    let plain = pages.iter().map(record).collect::<io::Result<Vec<_>>>()?;
    let line = |page: &Page| (json!({ "url": page.url, "html": page.html }).to_string() + "\n").into_bytes();
    let lines: Vec<Vec<u8>> = pages.iter().map(line).collect();
    let gzip = |bytes: &[u8]| pack(bytes, Compression::Gzip);
    let zstd = |bytes: &[u8]| pack(bytes, Compression::Zstd);
    let packed = each(&plain, gzip)?;
    let joined = |name, suffix, form, members: &[Vec<u8>]| joined(name, suffix, form, &pages, members);
    let stream = |name, suffix, form, bytes: Vec<u8>| Stored {
        around: std::iter::once(0..bytes.len()).collect(),
        ..joined(name, suffix, form, &[bytes])
    };
    let mut jsonl = joined("JSON Lines", ".jsonl", Form::Jsonl, &lines);
    for page in &mut jsonl.pages {
        // What ends a line is what begins the next one.
        page.needs.start = page.needs.start.saturating_sub(1);
    }
    Ok(vec![
        joined("WARC", ".warc", Form::Warc, &plain),
        joined("WARC, gzip, record by record", ".warc.gz", Form::Warc, &packed),
        joined("WARC, Zstandard, record by record", ".warc.zst", Form::Warc, &each(&plain, zstd)?),
        stream("WARC, gzip, as a whole", ".warc.gz", Form::Warc, gzip(&plain.concat())?),
        stream("WARC, Zstandard, as a whole", ".warc.zst", Form::Warc, zstd(&plain.concat())?),
        joined("WARC, LZ4, record by record", ".warc.lz4", Form::Warc, &each(&plain, frame)?),
        joined("ARC, gzip, record by record", ".arc.gz", Form::Warc, &each(&arc_records(&pages), gzip)?),
        archive(joined("WACZ", ".wacz", Form::Wacz, &packed))?,
        jsonl,
        stream("JSON Lines, gzip", ".jsonl.gz", Form::Jsonl, gzip(&lines.concat())?),
        stream("JSON Lines, Zstandard", ".jsonl.zst", Form::Jsonl, zstd(&lines.concat())?),
        joined("JSON Lines, gzip, line by line", ".jsonl.gz", Form::Jsonl, &each(&lines, gzip)?),
        stream("Parquet", ".parquet", Form::Parquet, table(&pages)?),
    ])
}

fn each(members: &[Vec<u8>], pack: impl Fn(&[u8]) -> io::Result<Vec<u8>>) -> io::Result<Vec<Vec<u8>>> {
    members.iter().map(|member| pack(member)).collect()
}

/// A file of pages that stand for themselves.
fn joined(name: &'static str, suffix: &'static str, form: Form, pages: &[Page], members: &[Vec<u8>]) -> Stored {
    let mut start = 0;
    let lengths = members.iter().map(Vec::len).chain(std::iter::repeat(0));
    let pages = pages.iter().zip(lengths).map(|(page, length)| {
        start += length;
        Page { needs: start - length..start, ..page.clone() }
    });
    Stored { name, suffix, form, pages: pages.collect(), bytes: members.concat(), around: Vec::new() }
}

fn record(page: &Page) -> io::Result<Vec<u8>> {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{}", page.html);
    let record = WarcRecord::new(warc::RecordKind::Response, "2026-01-31T12:00:00Z")
        .target(&page.url)
        .block("application/http; msgtype=response", block.into_bytes());
    let mut writer = warc::Writer::new(Vec::new(), Compression::None);
    writer.write(&record)?;
    Ok(writer.into_inner())
}

fn table(pages: &[Page]) -> io::Result<Vec<u8>> {
    use ColumnType::{Boolean, Integer, Number, Text};
    let columns = [("url", Text), ("html", Text), ("n", Integer), ("share", Number), ("is", Boolean)];
    let columns = columns.map(|(name, kind)| (name.to_owned(), kind));
    let mut writer = TableWriter::new(Vec::new(), &columns, &[]).map_err(io::Error::other)?;
    for (nth, page) in pages.iter().enumerate() {
        let row = json!({ "url": page.url, "html": page.html, "n": nth, "share": 0.5, "is": nth == 1 });
        writer.write(row.as_object().cloned().unwrap_or_default()).map_err(io::Error::other)?;
    }
    writer.finish().map_err(io::Error::other)
}

/// A frame of LZ4, with a sum over what it holds, as its command writes it.
fn frame(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let about = lz4_flex::frame::FrameInfo::new().content_checksum(true);
    let mut encoder = lz4_flex::frame::FrameEncoder::with_frame_info(about, Vec::new());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// Pages as records of ARC. The first has the line that begins the file before it: without it nothing says that this is
/// ARC.
fn arc_records(pages: &[Page]) -> Vec<Vec<u8>> {
    let about = "1 0 demold\nURL IP-address Archive-date Content-type Archive-length\n";
    let mut first = format!("filedesc://a.arc 0.0.0.0 20260131120000 text/plain {}\n{about}\n", about.len());
    let record = |page: &Page| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{}", page.html);
        let head = format!("{} 192.0.2.1 20260131120000 text/html {}\n", page.url, block.len());
        [std::mem::take(&mut first), head, block, "\n".to_owned()].concat().into_bytes()
    };
    pages.iter().map(record).collect()
}

/// A WACZ archive of a file. Its directory can say that something else is in it, so that every page needs it whole.
fn archive(file: Stored) -> io::Result<Stored> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::STORE);
    writer.start_file("archive/data.warc.gz", options)?;
    writer.write_all(&file.bytes)?;
    let bytes = writer.finish()?.into_inner();
    let start = bytes.windows(file.bytes.len()).position(|window| window == file.bytes).unwrap_or(0);
    let around = vec![0..start, start + file.bytes.len()..bytes.len()];
    let moved = |page: Page| Page { needs: page.needs.start + start..page.needs.end + start, ..page };
    Ok(Stored { pages: file.pages.into_iter().map(moved).collect(), bytes, around, ..file })
}
