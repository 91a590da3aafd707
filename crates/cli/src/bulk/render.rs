//! One cleaned page in the form that it is written in.

use anyhow::Context as _;
use corpus::{Page, warc};
use demold::Cleaned;
use serde_json::{Value, json};

use super::args::Body;
use crate::{args::Format, clean};

/// How pages are written.
#[derive(Clone, Debug)]
pub(crate) struct Style {
    pub(crate) format: Format,
    pub(crate) body: Body,
    pub(crate) compression: warc::Compression,
    /// For records of pages without a date.
    pub(crate) date: String,
}

impl Style {
    /// Returns the bytes that a page becomes.
    pub(crate) fn render(
        &self,
        page: &Page,
        site: Option<&str>,
        cleaned: &Cleaned<'_>,
    ) -> anyhow::Result<Vec<u8>> {
        match self.format {
            Format::Warc => {
                let (media_type, body) = match self.body {
                    Body::Text => ("text/plain", cleaned.text()),
                    Body::Html => ("text/html", cleaned.html().into_owned()),
                    Body::Markdown => ("text/markdown", cleaned.markdown()),
                };
                let mut record = warc::Record::new(
                    warc::Kind::Conversion,
                    page.date.as_deref().unwrap_or(&self.date),
                )
                .target(page.url.as_deref().unwrap_or(""))
                .block(media_type, body.into_bytes());
                if let Some(id) = &page.id {
                    record = record.with("WARC-Refers-To", id);
                }
                self.pack(&record)
            }
            // The table is made of these lines when all are there.
            Format::Parquet => {
                let content = match self.body {
                    Body::Text => cleaned.text(),
                    Body::Html => cleaned.html().into_owned(),
                    Body::Markdown => cleaned.markdown(),
                };
                let row = json!({
                    "url": page.url, "site": site, "removed_share": cleaned.removed_share(),
                    "content": content,
                });
                Ok(format!("{row}\n").into_bytes())
            }
            format => clean::render(cleaned, format),
        }
    }

    /// Returns the bytes that come before those of the first page.
    pub(crate) fn head(&self) -> anyhow::Result<Vec<u8>> {
        if self.format != Format::Warc {
            return Ok(Vec::new());
        }
        let fields = [
            ("software", concat!("demold/", env!("CARGO_PKG_VERSION"))),
            ("format", "WARC File Format 1.1"),
            (
                "conformsTo",
                "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
            ),
            ("description", "pages without the template of their site"),
        ];
        self.pack(&warc::Record::warcinfo(&self.date, &fields))
    }

    fn pack(&self, record: &warc::Record) -> anyhow::Result<Vec<u8>> {
        let mut writer = warc::Writer::new(Vec::new(), self.compression);
        writer.write(record).context("cannot pack a record")?;
        Ok(writer.into_inner())
    }

    /// Returns the name of a table's column of content.
    pub(crate) fn column(&self) -> &'static str {
        match self.body {
            Body::Text => "text",
            Body::Html => "html",
            Body::Markdown => "markdown",
        }
    }

    /// Returns the extension of a page's file.
    pub(crate) fn extension(&self) -> &'static str {
        match self.format {
            Format::Html | Format::Raw => "html",
            Format::Text => "txt",
            Format::Markdown => "md",
            Format::Jsonl => "json",
            Format::Warc => "warc",
            Format::Parquet => "parquet",
        }
    }
}

/// Reads a line that [`Style::render`] made of a page for a table.
pub(crate) fn row(line: &[u8]) -> anyhow::Result<corpus::Row> {
    let mut value: Value = serde_json::from_slice(line)?;
    let mut text = |name: &str| match value[name].take() {
        Value::String(text) => Some(text),
        _ => None,
    };
    Ok(corpus::Row {
        url: text("url"),
        site: text("site"),
        content: text("content").unwrap_or_default(),
        removed_share: value["removed_share"].as_f64().unwrap_or(0.0),
    })
}
