//! How pages are cleaned, and `demold report`.

use std::path::PathBuf;

use clap::ValueHint;
use demold::Overrides;

use super::{LearningArgs, Reading, examples, values::share};

/// Where templates come from, and what overrides them.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Using {
    /// Use this template, or this folder of templates written by `learn`, instead of learning
    #[arg(long, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath,
          conflicts_with = "expressions")]
    pub(crate) template: Option<PathBuf>,
    /// Use this file of expressions written by `learn --export`, instead of learning; pages may
    /// also be plain text (.txt)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) expressions: Option<PathBuf>,
    /// Count pages in which less than this share of their site's template is found
    #[arg(long, value_name = "SHARE", default_value = "0.2", value_parser = share)]
    pub(crate) min_fit: f64,
    /// Learn a new template from the pages that fit badly, clean them with it, and add it to the
    /// folder
    #[arg(long, requires = "template")]
    pub(crate) relearn: bool,
    /// Keep the elements that this CSS selector matches, with everything in them, even if they are
    /// template; may be repeated. If matches are nested, the innermost counts
    #[arg(long, value_name = "SELECTOR", value_parser = selector, help_heading = "Overriding")]
    keep: Vec<String>,
    /// Remove the elements that this CSS selector matches; may be repeated
    #[arg(long, value_name = "SELECTOR", value_parser = selector, help_heading = "Overriding")]
    drop: Vec<String>,
}

impl Using {
    pub(crate) fn overrides(&self) -> Result<Overrides, demold::Error> {
        let kept = (self.keep.iter()).try_fold(Overrides::new(), |all, selector| all.keep(selector))?;
        (self.drop.iter()).try_fold(kept, |all, selector| all.drop(selector))
    }
}

/// Checks that a text is a list of selectors.
fn selector(text: &str) -> Result<String, demold::Error> {
    Overrides::new().keep(text)?;
    Ok(text.to_owned())
}

/// Write one HTML file that shows what is removed and what stays
///
/// The file shows pages before and after, why each part was removed, and which option keeps it. It
/// reads what `clean` reads. The file loads nothing from elsewhere and stays below 50 MB; pages
/// beyond that are listed without their content.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = examples::REPORT)]
pub(crate) struct Report {
    /// The HTML file to write
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Fail at the end if a page was skipped or came out empty
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) using: Using,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) how: LearningArgs,
}
