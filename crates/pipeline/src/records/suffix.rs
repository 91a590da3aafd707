//! The form in which pages are written, as the name of the output says it.

use std::path::Path;

use super::format::Format;

/// What the name of an output means.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Suffix {
    /// A file of many pages.
    Many(Format),
    /// A file of one page.
    One(Format),
    /// A folder.
    Folder,
}

impl Suffix {
    /// Returns the suffixes of files of a form.
    #[must_use]
    pub fn all_of(format: Format) -> Vec<&'static str> {
        [format.ends_of_many(), format.ends_of_one()].concat()
    }

    /// Reads the name of an output. It is a folder if it exists as one, ends in
    /// a slash, has no suffix, or is named like a host, a version or a date.
    ///
    /// # Errors
    ///
    /// The known suffixes, if its own is unknown.
    pub fn of(out: &Path) -> Result<Suffix, String> {
        let shown = out.to_string_lossy();
        let name = out.file_name().unwrap_or_default().to_string_lossy();
        let lower = name.to_ascii_lowercase();
        if out.is_dir() || shown.ends_with(['/', std::path::MAIN_SEPARATOR]) {
            return Ok(Suffix::Folder);
        }
        let has = |ends: &[&str]| ends.iter().any(|end| lower.ends_with(end));
        // Those of many pages come first: they may end as those of one page do.
        if let Some(format) = Format::all().find(|format| has(format.ends_of_many())) {
            return Ok(Suffix::Many(format));
        }
        if let Some(format) = Format::all().find(|format| has(format.ends_of_one())) {
            return Ok(Suffix::One(format));
        }
        let suffix = out.extension().unwrap_or_default().to_string_lossy();
        let is_number = suffix.bytes().all(|byte| byte.is_ascii_digit());
        let is_version = suffix.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if is_number || is_version || domains::is_host_name(&lower) {
            return Ok(Suffix::Folder);
        }
        let known = Format::all().flat_map(Format::ends_of_many).chain(Format::all().flat_map(Format::ends_of_one));
        let known: Vec<&str> = known.copied().collect();
        Err(format!(
            "{} does not say which format it has: choose from {}. If it is a folder, end its name with a slash",
            out.display(),
            known.join(", ")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
