//! The forms in which pages are written.

use std::{fmt, str::FromStr};

/// The form in which pages are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Format {
    /// HTML that is still well nested.
    Html,
    /// The source without the bytes of the template.
    Raw,
    /// Visible text.
    Text,
    /// Markdown.
    Markdown,
    /// TEI P5.
    Tei,
    /// Simple XML with the elements of trafilatura.
    Xml,
    /// A row of CSV for each page.
    Csv,
    /// A JSON record for each page.
    Jsonl,
    /// A conversion record of WARC for each page.
    Warc,
    /// A row of Parquet for each page.
    Parquet,
    /// One file for language models.
    Llms,
}

/// What is known about a form.
struct Row {
    format: Format,
    name: &'static str,
    /// Other names that are understood too.
    aliases: &'static [&'static str],
    about: &'static str,
    extension: &'static str,
    /// The ends of the names of files that hold many pages in this form, and of those that hold one.
    ends_of_many: &'static [&'static str],
    ends_of_one: &'static [&'static str],
    holds: Holds,
    has_metadata: bool,
    obeys: &'static [Obeys],
}

/// A setting that only some forms obey.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Obeys {
    /// Whether there are links and images.
    Links,
    /// Whether the metadata stands before the text.
    FrontMatter,
}

/// What a file of a form holds.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Holds {
    /// One page.
    Page,
    /// Any number of pages, each as what the form makes of it.
    Pages,
    /// Any number of pages, each as a record with the fields that are asked for.
    Records,
}

/// What holds for most forms.
const ROW: Row = Row {
    format: Format::Html,
    name: "",
    aliases: &[],
    about: "",
    extension: "",
    ends_of_many: &[],
    ends_of_one: &[],
    holds: Holds::Page,
    has_metadata: false,
    obeys: &[],
};

/// All forms, in the order in which they are listed.
const TABLE: [Row; 11] = [
    Row {
        format: Format::Html,
        name: "html",
        about: "HTML that is still well nested: an element is removed when everything in it is",
        extension: "html",
        ends_of_one: &[".html", ".htm"],
        ..ROW
    },
    Row {
        format: Format::Raw,
        name: "raw",
        about: "The source minus exactly the template's bytes, in its own charset",
        extension: "html",
        ..ROW
    },
    Row {
        format: Format::Text,
        name: "text",
        aliases: &["txt"],
        about: "Visible text, one block per line, the cells of a table row separated by one tab; also called txt",
        extension: "txt",
        ends_of_one: &[".txt"],
        obeys: &[Obeys::FrontMatter],
        ..ROW
    },
    Row {
        format: Format::Markdown,
        name: "markdown",
        aliases: &["md"],
        about: "Markdown; also called md",
        extension: "md",
        ends_of_one: &[".md"],
        obeys: &[Obeys::Links, Obeys::FrontMatter],
        ..ROW
    },
    Row {
        format: Format::Tei,
        name: "tei",
        aliases: &["xmltei"],
        about: "TEI P5, the XML of linguists' corpora: metadata, and the text with its structure; also called xmltei",
        extension: "xml",
        ends_of_one: &[".xml"],
        has_metadata: true,
        obeys: &[Obeys::Links],
        ..ROW
    },
    Row {
        format: Format::Xml,
        name: "xml",
        about: "Simple XML with the elements of trafilatura: metadata, paragraphs, headings, lists, tables, comments",
        extension: "xml",
        has_metadata: true,
        ..ROW
    },
    Row {
        format: Format::Csv,
        name: "csv",
        about: "One row per page after a line of names: metadata and text (.csv)",
        extension: "csv",
        ends_of_many: &[".csv"],
        holds: Holds::Pages,
        has_metadata: true,
        ..ROW
    },
    Row {
        format: Format::Jsonl,
        name: "jsonl",
        aliases: &["json"],
        about: "One JSON record per page, as described in docs/records.md (.jsonl, .gz, .zst); also called json",
        extension: "json",
        ends_of_many: &[".jsonl", ".jsonl.gz", ".jsonl.zst", ".ndjson", ".ndjson.gz", ".ndjson.zst"],
        ends_of_one: &[".json"],
        holds: Holds::Records,
        ..ROW
    },
    Row {
        format: Format::Warc,
        name: "warc",
        about: "One conversion record per page, as in WET files (.warc, .wet, .gz, .zst)",
        extension: "warc",
        ends_of_many: &[".warc", ".warc.gz", ".warc.zst", ".wet", ".wet.gz", ".wet.zst"],
        holds: Holds::Pages,
        ..ROW
    },
    Row {
        format: Format::Parquet,
        name: "parquet",
        about: "One row per page, with the same fields as the records (.parquet)",
        extension: "parquet",
        ends_of_many: &[".parquet"],
        holds: Holds::Records,
        ..ROW
    },
    Row {
        format: Format::Llms,
        name: "llms",
        about: "One file for language models: a list of the pages as in llms.txt, then the Markdown of each (llms.txt)",
        extension: "txt",
        ends_of_many: &["llms.txt", "llms-full.txt"],
        holds: Holds::Pages,
        has_metadata: true,
        obeys: &[Obeys::Links],
        ..ROW
    },
];

impl Format {
    /// Returns all forms.
    pub fn all() -> impl Iterator<Item = Format> {
        TABLE.iter().map(|row| row.format)
    }

    fn row(self) -> &'static Row {
        // The rows are in the order of the variants, as a test checks.
        &TABLE[self as usize]
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns other names that are understood too.
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        self.row().aliases
    }

    /// Returns a line that says what it is.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// Returns the extension of a page's own file.
    #[must_use]
    pub fn extension(self) -> &'static str {
        self.row().extension
    }

    /// Returns the ends of the names of files that hold many pages in this form.
    pub(super) fn ends_of_many(self) -> &'static [&'static str] {
        self.row().ends_of_many
    }

    /// Returns the ends of the names of files that hold one page in this form.
    pub(super) fn ends_of_one(self) -> &'static [&'static str] {
        self.row().ends_of_one
    }

    /// Returns whether the form obeys a setting.
    #[must_use]
    pub fn obeys(self, setting: Obeys) -> bool {
        self.row().obeys.contains(&setting)
    }

    /// Returns whether a file holds one page.
    #[must_use]
    pub fn is_single(self) -> bool {
        self.row().holds == Holds::Page
    }

    /// Returns whether pages become records with metadata and more.
    #[must_use]
    pub fn is_record(self) -> bool {
        self.row().holds == Holds::Records
    }

    /// Returns whether the metadata of pages is written, whatever fields records have.
    #[must_use]
    pub fn has_metadata(self) -> bool {
        self.row().has_metadata
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Format, String> {
        let found = TABLE.iter().find(|row| row.name == name || row.aliases.contains(&name));
        found.map(|row| row.format).ok_or_else(|| format!("there is no format {name:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_has_its_row_and_its_names() {
        for format in Format::all() {
            assert_eq!(format.row().format, format);
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!("md".parse(), Ok(Format::Markdown));
        assert_eq!("json".parse(), Ok(Format::Jsonl));
        assert_eq!("txt".parse(), Ok(Format::Text));
        assert!("pdf".parse::<Format>().is_err());
    }
}
