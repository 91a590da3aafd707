//! What is written of each page.

use std::{fmt, path::Path, str::FromStr};

/// What is written of each page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Format {
    Html,
    Raw,
    Text,
    Markdown,
    Jsonl,
    Warc,
    Parquet,
}

/// Names and what they mean.
pub(super) const NAMES: &[(&str, &str)] = &[
    (
        "html",
        "HTML that is still a tree: an element goes when everything in it goes",
    ),
    (
        "raw",
        "The source with exactly the template's bytes cut out",
    ),
    ("text", "Visible text, blocks on lines of their own"),
    ("markdown", "Markdown"),
    (
        "jsonl",
        "One JSON record a page, as docs/records.md describes it (.jsonl, .gz, .zst)",
    ),
    (
        "warc",
        "One conversion record a page, as WET files have them (.warc, .wet, .gz, .zst)",
    ),
    (
        "parquet",
        "One row a page, with the fields of the records (.parquet)",
    ),
];

const ALL: [Format; 7] = [
    Format::Html,
    Format::Raw,
    Format::Text,
    Format::Markdown,
    Format::Jsonl,
    Format::Warc,
    Format::Parquet,
];

/// The ends of the names of files that hold many pages, and of those that hold one.
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
];
const ONE: &[(&str, Format)] = &[
    (".html", Format::Html),
    (".htm", Format::Html),
    (".txt", Format::Text),
    (".md", Format::Markdown),
    (".json", Format::Jsonl),
];

/// What the name of an output says.
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
    fn name(self) -> &'static str {
        NAMES[self as usize].0
    }

    /// Returns whether a file of this format holds one page.
    pub(crate) fn is_single(self) -> bool {
        !matches!(self, Format::Jsonl | Format::Warc | Format::Parquet)
    }

    /// Returns what the names of files of this format end with.
    pub(crate) fn ends(self) -> Vec<&'static str> {
        let all = MANY.iter().chain(ONE);
        all.filter(|(_, format)| *format == self)
            .map(|(end, _)| *end)
            .collect()
    }

    /// Returns the extension of a page's own file.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Format::Html | Format::Raw => "html",
            Format::Text => "txt",
            Format::Markdown => "md",
            Format::Jsonl => "json",
            Format::Warc => "warc",
            Format::Parquet => "parquet",
        }
    }
}

impl Suffix {
    /// Reads the name of an output. A folder is one that exists, ends in a
    /// slash, or has no suffix.
    ///
    /// # Errors
    ///
    /// What is known, if the suffix is not.
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
        if out.extension().is_none() {
            return Ok(Suffix::Folder);
        }
        let known: Vec<&str> = MANY.iter().chain(ONE).map(|(end, _)| *end).collect();
        Err(format!(
            "nothing is known of files like {}; there is {}. A folder of that name ends in a slash",
            out.display(),
            known.join(", ")
        ))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let found = ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// A name that no format has.
#[derive(Debug)]
pub(crate) struct UnknownFormat(String);

impl std::error::Error for UnknownFormat {}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no format {:?}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for format in ALL {
            assert_eq!(format.to_string().parse::<Format>().unwrap(), format);
        }
        assert!("txt".parse::<Format>().is_err());
    }

    #[test]
    fn suffixes_say_what_an_output_is() {
        let of = |name: &str| Suffix::of(Path::new(name));
        assert_eq!(of("a/x.JSONL.gz"), Ok(Suffix::Many(Format::Jsonl)));
        assert_eq!(of("x.warc.wet.gz"), Ok(Suffix::Many(Format::Warc)));
        assert_eq!(of("x.md"), Ok(Suffix::One(Format::Markdown)));
        assert_eq!(of("x"), Ok(Suffix::Folder));
        assert_eq!(of("x.csv/"), Ok(Suffix::Folder));
        assert!(of("x.csv").unwrap_err().contains(".jsonl.zst"));
        assert!(of("x.gz").is_err());
    }
}
