//! The form in which pages are written.

use std::{fmt, path::Path, str::FromStr};

use clap::ValueEnum;

/// The form in which pages are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Format {
    /// HTML that is still well nested: an element is removed when everything in it is
    Html,
    /// The source minus exactly the template's bytes, in its own charset
    Raw,
    /// Visible text, one block per line, the cells of a table row separated by one tab
    Text,
    /// Markdown; also called md
    #[value(alias = "md")]
    Markdown,
    /// TEI P5, the XML of linguists' corpora: metadata, and the text with its structure
    Tei,
    /// Simple XML with the elements of trafilatura: metadata, paragraphs, headings, lists, tables, comments
    Xml,
    /// One row per page after a line of names: metadata and text (.csv)
    Csv,
    /// One JSON record per page, as described in docs/records.md (.jsonl, .gz, .zst); also called json
    #[value(alias = "json")]
    Jsonl,
    /// One conversion record per page, as in WET files (.warc, .wet, .gz, .zst)
    Warc,
    /// One row per page, with the same fields as the records (.parquet)
    Parquet,
    /// One file for language models: a list of the pages as in llms.txt, then the Markdown of each (llms.txt)
    Llms,
}

/// The suffixes of files that hold many pages, and of those that hold one.
const MANY: &[(&str, Format)] = &[
    (".jsonl", Format::Jsonl),
    (".jsonl.gz", Format::Jsonl),
    (".jsonl.zst", Format::Jsonl),
    (".ndjson", Format::Jsonl),
    (".ndjson.gz", Format::Jsonl),
    (".ndjson.zst", Format::Jsonl),
    (".warc", Format::Warc),
    (".warc.gz", Format::Warc),
    (".warc.zst", Format::Warc),
    (".wet", Format::Warc),
    (".wet.gz", Format::Warc),
    (".wet.zst", Format::Warc),
    (".parquet", Format::Parquet),
    (".csv", Format::Csv),
    ("llms.txt", Format::Llms),
    ("llms-full.txt", Format::Llms),
];
const ONE: &[(&str, Format)] = &[
    (".html", Format::Html),
    (".htm", Format::Html),
    (".txt", Format::Text),
    (".md", Format::Markdown),
    (".xml", Format::Tei),
    (".json", Format::Jsonl),
];

/// What the name of an output means.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Suffix {
    /// A file of many pages.
    Many(Format),
    /// A file of one page.
    One(Format),
    /// A folder.
    Folder,
}

impl Format {
    /// Returns whether a file of this format holds one page.
    pub(crate) fn is_single(self) -> bool {
        !matches!(self, Format::Jsonl | Format::Warc | Format::Parquet | Format::Csv | Format::Llms)
    }

    /// Returns whether the metadata of pages is written.
    pub(crate) fn has_metadata(self) -> bool {
        matches!(self, Format::Tei | Format::Xml | Format::Csv | Format::Llms)
    }

    /// Returns whether pages become records with metadata and more.
    pub(crate) fn is_record(self) -> bool {
        matches!(self, Format::Jsonl | Format::Parquet)
    }

    /// Returns the suffixes of files of this format.
    pub(crate) fn ends(self) -> Vec<&'static str> {
        let all = MANY.iter().chain(ONE);
        all.filter(|(_, format)| *format == self).map(|(end, _)| *end).collect()
    }

    /// Returns the extension of a page's own file.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Format::Html | Format::Raw => "html",
            Format::Text => "txt",
            Format::Markdown => "md",
            Format::Tei | Format::Xml => "xml",
            Format::Csv => "csv",
            Format::Jsonl => "json",
            Format::Warc => "warc",
            Format::Parquet => "parquet",
            Format::Llms => "txt",
        }
    }
}

impl Suffix {
    /// Reads the name of an output. It is a folder if it exists as one, ends in
    /// a slash, has no suffix, or is named like a host, a version or a date.
    ///
    /// # Errors
    ///
    /// The known suffixes, if its own is unknown.
    pub(crate) fn of(out: &Path) -> Result<Suffix, String> {
        let shown = out.to_string_lossy();
        let name = out.file_name().unwrap_or_default().to_string_lossy();
        let lower = name.to_ascii_lowercase();
        if out.is_dir() || shown.ends_with(['/', std::path::MAIN_SEPARATOR]) {
            return Ok(Suffix::Folder);
        }
        let find = |all: &[(&str, Format)]| {
            let found = all.iter().find(|(end, _)| lower.ends_with(end));
            found.map(|(_, format)| *format)
        };
        if let Some(format) = find(MANY) {
            return Ok(Suffix::Many(format));
        }
        if let Some(format) = find(ONE) {
            return Ok(Suffix::One(format));
        }
        let suffix = out.extension().unwrap_or_default().to_string_lossy();
        let is_number = suffix.bytes().all(|byte| byte.is_ascii_digit());
        let is_version = suffix.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if is_number || is_version || domains::is_host_name(&lower) {
            return Ok(Suffix::Folder);
        }
        let known: Vec<&str> = MANY.iter().chain(ONE).map(|(end, _)| *end).collect();
        Err(format!(
            "--out {} does not say which format it has: choose from {}. If it is a folder, end its name with a slash",
            out.display(),
            known.join(", ")
        ))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Format, String> {
        <Format as ValueEnum>::from_str(name, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for format in Format::value_variants() {
            assert_eq!(format.to_string().parse().as_ref(), Ok(format));
        }
        assert_eq!("md".parse(), Ok(Format::Markdown));
        assert_eq!("json".parse(), Ok(Format::Jsonl));
        assert!("txt".parse::<Format>().is_err());
    }

    #[test]
    fn suffixes_say_what_an_output_is() {
        let of = |name: &str| Suffix::of(Path::new(name));
        assert_eq!(of("a/x.JSONL.gz"), Ok(Suffix::Many(Format::Jsonl)));
        assert_eq!(of("x.warc.wet.gz"), Ok(Suffix::Many(Format::Warc)));
        assert_eq!(of("x.md"), Ok(Suffix::One(Format::Markdown)));
        assert_eq!(of("x.txt"), Ok(Suffix::One(Format::Text)));
        assert_eq!(of("a/llms.txt"), Ok(Suffix::Many(Format::Llms)));
        assert_eq!(of("x"), Ok(Suffix::Folder));
        for folder in ["x.csv/", "example.org", "swde__www.example.co.uk", "clean.v2", "2026.11.22"] {
            assert_eq!(of(folder), Ok(Suffix::Folder), "{folder}");
        }
        assert_eq!(of("x.csv"), Ok(Suffix::Many(Format::Csv)));
        assert!(of("x.tsv").unwrap_err().contains(".jsonl.zst"));
        assert!(of("x.gz").is_err());
    }
}
