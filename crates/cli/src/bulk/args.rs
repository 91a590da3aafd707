//! The options for crawls.

use std::path::PathBuf;

use clap::ValueHint;
use corpus::Grouper;

/// What reading many pages needs to know.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Crawls (WARC, JSON Lines, Parquet, many sites)")]
pub(crate) struct Reading {
    /// What pages of one site have in common: host, domain (registrable, by the public suffix
    /// list), or a regular expression whose group captures it from the URL [default: host; a
    /// folder is one site]
    #[arg(long, value_name = "host|domain|REGEX", value_parser = grouper)]
    pub(crate) group: Option<Group>,
    /// Sites of fewer pages pass through uncleaned, and are counted
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) min_pages: u64,
    /// Pages that are longer when unpacked are skipped; K, M and G are understood
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = bytes)]
    pub(crate) max_page: usize,
    /// Memory for the pages to learn from; what is more goes to a temporary file [default: half
    /// of what the machine has]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory: Option<usize>,
    /// The field or column with a page's URL
    #[arg(long, value_name = "NAME", default_value = "url")]
    pub(crate) url_field: String,
    /// The field or column with a page's source
    #[arg(long, value_name = "NAME", default_value = "html")]
    pub(crate) html_field: String,
}

impl Reading {
    pub(crate) fn options(&self) -> corpus::Options {
        corpus::Options::new()
            .max_page(self.max_page)
            .url_field(&self.url_field)
            .html_field(&self.html_field)
    }
}

/// What cleaning a crawl needs to know besides.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Crawls (WARC, JSON Lines, Parquet, many sites)")]
pub(crate) struct Cleaning {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// What --format warc and parquet hold of each page
    #[arg(long, value_enum, default_value_t = Body::Text)]
    pub(crate) body: Body,
    /// Use the templates in this folder, as `learn` writes it for many sites, and learn nothing
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath,
          conflicts_with_all = ["template", "expressions"])]
    pub(crate) templates: Option<PathBuf>,
    /// Pages in which less than this share of their site's template is found are counted
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    pub(crate) min_fit: f64,
    /// Learn again from the pages that fit badly, clean them by that, and add it to the folder
    #[arg(long, requires = "templates")]
    pub(crate) relearn: bool,
    /// Go on where an interrupted run of the same command stopped
    #[arg(long)]
    pub(crate) resume: bool,
    /// The date of WARC records of pages that have none, as 2026-01-31T12:00:00Z [default: now]
    #[arg(long, value_name = "DATE")]
    pub(crate) date: Option<String>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, clap::ValueEnum)]
pub(crate) enum Body {
    /// Visible text
    Text,
    /// The page's HTML
    Html,
    /// Markdown
    Markdown,
}

/// How to group, as it was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Group(pub(crate) Grouper);

fn grouper(text: &str) -> Result<Group, corpus::GroupError> {
    Ok(Group(match text {
        "host" => Grouper::host(),
        "domain" => Grouper::registrable_domain(),
        pattern => Grouper::regex(pattern)?,
    }))
}

fn bytes(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.trim_end_matches(['B', 'b', 'i']).char_indices().last() {
        Some((at, unit)) if unit.is_ascii_alphabetic() => (&text[..at], unit.to_ascii_uppercase()),
        _ => (text, ' '),
    };
    let shift = match unit {
        ' ' => 0,
        'K' => 10,
        'M' => 20,
        'G' => 30,
        'T' => 40,
        _ => return Err(format!("{unit} is no unit; there is K, M, G and T")),
    };
    let n: usize = digits
        .trim()
        .parse()
        .map_err(|_| "give a number, such as 500000 or 16M".to_owned())?;
    n.checked_shl(shift)
        .filter(|shifted| shifted >> shift == n && n != 0)
        .ok_or_else(|| "that number is out of range".to_owned())
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_are_read() {
        assert_eq!(bytes("500"), Ok(500));
        assert_eq!(bytes("16M"), Ok(16 << 20));
        assert_eq!(bytes("2 GiB"), Ok(2 << 30));
        assert_eq!(bytes("1kb"), Ok(1024));
        for wrong in ["", "0", "M", "-1", "1X", "99999999999T"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
