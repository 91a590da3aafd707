//! How pages are cleaned, and `demold report`.

use std::path::PathBuf;

use clap::ValueHint;
use demold::Overrides;

use super::{
    LearningArgs, Reading, examples,
    headings::{CONTENT, TEMPLATES},
    values::share,
};

/// Where templates come from, and what overrides them.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Using {
    /// Keep the elements that this CSS selector matches; may be repeated
    ///
    /// Everything in them is kept, even if it is template. If an element of --keep and one of --drop are
    /// nested, the inner one decides for what is in it.
    #[arg(long, value_name = "SELECTOR", value_parser = selector, help_heading = CONTENT)]
    keep: Vec<String>,
    /// Remove the elements that this CSS selector matches; may be repeated
    #[arg(long, value_name = "SELECTOR", value_parser = selector, help_heading = CONTENT)]
    drop: Vec<String>,
    /// Keep only the elements that this CSS selector matches; may be repeated
    ///
    /// Everything in them is kept, except for elements of --drop. A page in which nothing matches is cleaned as
    /// without this option.
    #[arg(long, value_name = "SELECTOR", value_parser = selector, help_heading = CONTENT, hide_short_help = true)]
    only: Vec<String>,
    /// Read selectors for known sites from this TOML file
    ///
    /// By the host of a page, the file says which elements to keep and to drop, and which have the title, the
    /// authors and the date. `demold rules check` tests it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = CONTENT,
        hide_short_help = true)]
    pub(crate) rules: Option<PathBuf>,
    /// Use this template, or this folder of templates, instead of learning
    ///
    /// `demold learn` writes them.
    #[arg(long, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath, conflicts_with = "expressions",
        help_heading = TEMPLATES)]
    pub(crate) template: Option<PathBuf>,
    /// Use this file of regular expressions instead of learning
    ///
    /// `demold learn --export` writes it. Pages may also be plain text (.txt).
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = TEMPLATES,
        hide_short_help = true)]
    pub(crate) expressions: Option<PathBuf>,
    /// Share of a template that a page must contain to fit it, from 0 to 1
    ///
    /// --relearn learns from pages that do not fit. With --template, those that are judged with little
    /// confidence are counted.
    #[arg(long, value_name = "SHARE", default_value = "0.2", value_parser = share, help_heading = TEMPLATES,
        hide_short_help = true)]
    pub(crate) min_fit: f64,
    /// With --template DIR: add a new template to the folder for pages that do not fit
    ///
    /// It is learned from these pages, which are then cleaned with it.
    #[arg(long, requires = "template", help_heading = TEMPLATES, hide_short_help = true)]
    pub(crate) relearn: bool,
}

impl Using {
    pub(crate) fn overrides(&self) -> Result<Overrides, demold::Error> {
        let kept = (self.keep.iter()).try_fold(Overrides::new(), |all, selector| all.keep(selector))?;
        let kept = (self.only.iter()).try_fold(kept, |all, selector| all.only(selector))?;
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
#[command(after_help = examples::short(examples::REPORT), after_long_help = examples::REPORT)]
pub(crate) struct Report {
    /// HTML file to write
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Fail at the end if a page was skipped or came out empty
    #[arg(long, hide_short_help = true)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) using: Using,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) how: LearningArgs,
}
