//! Renders one cleaned page in the form in which it is written.

use std::borrow::Cow;

use demold::{Cleaned, Comment, Record};
use formats::warc;

use super::{
    body::Body, chosen, chunks, csv, format::Format, front_matter::front_matter, llms::LlmsPage, rendering::Rendering,
};
use crate::{cleaned::CleanedPage, error::Error, store::input};

/// How pages are written.
#[derive(Clone, Debug)]
pub struct Style {
    /// What is written of them.
    pub rendering: Rendering,
    /// How WARC records are compressed.
    pub compression: warc::Compression,
    /// The date in WARC records of pages that have none.
    pub date: String,
}

impl Style {
    /// Returns the bytes of a page in the output. Records that are compressed together are not compressed yet.
    ///
    /// # Errors
    ///
    /// If the page takes more steps to be rendered than pages of its length may.
    pub fn render(&self, made: &CleanedPage<'_>) -> Result<Vec<u8>, Error> {
        let cleaned = made.cleaned;
        if let Some(limit) = self.rendering.chunk {
            return chunks::lines(cleaned, limit);
        }
        match self.rendering.format {
            Format::Html => Ok(self.content(cleaned, Body::Html)?.into_bytes()),
            Format::Raw => Ok(cleaned.raw_bytes(input(made.page)).into_owned()),
            Format::Text => self.headed(cleaned, cleaned.text()),
            Format::Markdown => self.headed(cleaned, cleaned.markdown_with(&self.rendering.markdown)?),
            Format::Xml => Ok(cleaned.xml()?.into_bytes()),
            Format::Csv => Ok(csv::row(made)),
            Format::Tei => Ok(cleaned.tei_with(&self.rendering.markdown)?.into_bytes()),
            // A table is made from these lines at the end of the run.
            Format::Jsonl | Format::Parquet => {
                let mut line = self.record(made)?;
                line.push(b'\n');
                Ok(line)
            }
            // The file is made from these lines at the end of the run, when the titles of all pages are known.
            Format::Llms => LlmsPage::of(made, &self.rendering.markdown)?.line(),
            Format::Warc => {
                let body = self.rendering.body.first().copied().unwrap_or(Body::Text);
                // The standard requires a date in every record. That of the page says when it was fetched.
                let date = made.page.date.as_deref().unwrap_or(&self.date);
                let mut record = warc::WarcRecord::new(warc::RecordKind::Conversion, date)
                    .target(made.page.url.as_deref().unwrap_or(""))
                    .block(body.media_type(), self.content(cleaned, body)?.into_bytes());
                if let Some(id) = &made.page.id {
                    // A conversion names the record that it was made from.
                    record = record.with("WARC-Refers-To", id);
                }
                self.pack(&record)
            }
        }
    }

    /// Returns the text of a page, with its metadata before it if that is asked for.
    fn headed(&self, cleaned: &Cleaned<'_>, text: String) -> Result<Vec<u8>, Error> {
        Ok(lines(if self.rendering.front_matter { front_matter(cleaned)? + &text } else { text }))
    }

    /// Returns the record of a page: the program's own fields, then those of the input. An input field with the name
    /// of one of the program's fields is renamed.
    fn record(&self, made: &CleanedPage<'_>) -> Result<Vec<u8>, Error> {
        let body = |body| {
            let is_wanted = self.rendering.body.contains(&body);
            is_wanted.then(|| self.content(made.cleaned, body)).transpose()
        };
        let Rendering { metadata, simhash, comments, blocks, .. } = self.rendering;
        let mut record: Record = made.cleaned.about();
        let has_text = self.rendering.body.contains(&Body::Text);
        let text = (has_text || simhash).then(|| made.cleaned.text());
        record.metadata = metadata.then(|| made.cleaned.metadata());
        record.simhash = text.as_deref().filter(|_| simhash).and_then(Record::simhash_of);
        record.text = text.filter(|_| has_text);
        let found = (blocks || comments).then(|| made.cleaned.blocks()).transpose()?;
        record.comments = found.as_deref().filter(|_| comments).map(Comment::all);
        record.blocks = found.filter(|_| blocks);
        record.html = body(Body::Html)?;
        record.markdown = body(Body::Markdown)?;
        record.site = made.site.map(str::to_owned);
        record.copy_of = made.copy_of.map(str::to_owned);
        let mut line = chosen::begun(&record, &self.rendering.fields).map_err(Error::record)?;
        for (name, value) in made.page.fields.iter() {
            chosen::key(&renamed(name), &mut line);
            // The value is copied as it came. It need not even be JSON, because some programs write `NaN`.
            line.extend_from_slice(value.as_bytes());
        }
        line.push(b'}');
        Ok(line)
    }

    /// Returns the bytes that precede the first page: for WARC a `warcinfo` record, for CSV the names of the columns,
    /// otherwise none.
    ///
    /// # Errors
    ///
    /// Those of the compressor, which fails only if memory runs out, or without the feature `packed`.
    pub fn head(&self) -> Result<Vec<u8>, Error> {
        if self.rendering.format == Format::Csv {
            return Ok(csv::head());
        }
        if self.rendering.format != Format::Warc {
            return Ok(Vec::new());
        }
        let fields = [
            ("software", concat!("demold/", env!("CARGO_PKG_VERSION"))),
            ("format", "WARC File Format 1.1"),
            ("conformsTo", "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"),
            ("description", "pages without the template of their site"),
        ];
        self.pack(&warc::WarcRecord::warcinfo(&self.date, &fields))
    }

    /// Returns the pages of a batch as they are written: lines of JSON are compressed together, as a member of its own.
    /// Records of WARC were compressed one by one.
    ///
    /// # Errors
    ///
    /// Those of the compressor, as [`head`](Style::head).
    pub fn joined(&self, pages: &[impl AsRef<[u8]>]) -> std::io::Result<Vec<u8>> {
        let pages: Vec<&[u8]> = pages.iter().map(AsRef::as_ref).collect();
        let all = pages.concat();
        // No pages would become an empty member.
        match self.rendering.format {
            Format::Jsonl if !all.is_empty() => formats::pack(&all, self.compression),
            _ => Ok(all),
        }
    }

    fn content(&self, cleaned: &Cleaned<'_>, body: Body) -> Result<String, demold::Error> {
        Ok(match body {
            Body::Text => cleaned.text(),
            Body::Html => {
                let has_images = self.rendering.markdown.get_images();
                if self.rendering.is_sanitized {
                    cleaned.sanitized_with(&self.rendering.markdown)
                } else if has_images {
                    cleaned.html().into_owned()
                } else {
                    cleaned.html_without_images().into_owned()
                }
            }
            Body::Markdown => cleaned.markdown_with(&self.rendering.markdown)?,
        })
    }

    fn pack(&self, record: &warc::WarcRecord) -> Result<Vec<u8>, Error> {
        let mut writer = warc::Writer::new(Vec::new(), self.compression);
        writer.write(record).map_err(Error::record)?;
        Ok(writer.into_inner())
    }
}

/// Returns the name that a field of the input gets. One of the program's fields gets a prefix, and so does one that
/// has that name with prefixes, as when records of demold are cleaned twice. So the name of a field depends on no other
/// field of its row, and two fields never get the same.
fn renamed(name: &str) -> Cow<'_, str> {
    let own = name.trim_start_matches(PREFIX);
    if Record::FIELDS.contains(&own) { Cow::Owned(format!("{PREFIX}{name}")) } else { Cow::Borrowed(name) }
}

/// What stands before the name of a field of the input that has the name of one of the program's.
const PREFIX: &str = "input_";

/// Ends the last line, so that the texts of several pages can be concatenated.
fn lines(mut text: String) -> Vec<u8> {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.into_bytes()
}
