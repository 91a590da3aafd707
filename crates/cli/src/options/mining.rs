//! How strings are mined, and what is done with their matches.

use std::{
    num::{NonZeroU32, NonZeroUsize},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::ValueEnum;
use demold::{Setting, Settings};
use suffixarray_miner::{Lexer, Patterns};

use super::{headings::MINE, values::count};
use crate::files;

/// How strings are mined.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = MINE)]
pub(crate) struct Mining {
    /// Which of the repeated strings are template [default: steady]
    ///
    /// With --paper it is paper.
    #[arg(long, value_enum, value_name = "RULE", hide_short_help = true)]
    selection: Option<Selection>,
    /// Minimum number of tokens of a string [default: 3 for steady, 2 for paper]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU32>, hide_short_help = true)]
    min_tokens: Option<NonZeroU32>,
    /// Minimum number of pages that have a string, whatever --selection says [default: 2]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU32>, hide_short_help = true)]
    min_documents: Option<NonZeroU32>,
    /// Drop strings that stand only inside one longer string, at several places of it
    #[arg(long, hide_short_help = true)]
    drop_enclosed: bool,
    /// Mine the words of the pages' source, including markup, instead of tags and texts
    #[arg(long, hide_short_help = true)]
    words: bool,
    /// Regular expression that matches a word; implies --words [default: \S+]
    #[arg(long, value_name = "REGEX", value_parser = token_pattern, hide_short_help = true)]
    token_pattern: Option<String>,
    /// Patterns of words that vary and count as equal; implies --words [default: thesis]
    ///
    /// The value is thesis, modern, none, or a file with one regular expression per line.
    #[arg(long, value_name = "LIST|FILE", hide_short_help = true)]
    patterns: Option<PathBuf>,
    /// What of a word --patterns must match; implies --words [default: whole]
    #[arg(long, value_enum, value_name = "WHAT", hide_short_help = true)]
    patterns_match: Option<PatternsMatch>,
    /// Keep strings that the templates of at least this many sites have [default: keep none]
    ///
    /// Such strings are common phrases and not template. With --paper it is 3. It applies to --export too.
    #[arg(long, value_name = "SITES", value_parser = count::<NonZeroUsize>, hide_short_help = true)]
    pub(super) idioms: Option<NonZeroUsize>,
    /// Also remove text of fewer characters than this between two removals [default: 0]
    ///
    /// It applies to --expressions too.
    #[arg(long, value_name = "CHARS", hide_short_help = true)]
    pub(crate) merge_gaps: Option<usize>,
    /// With --merge-gaps: only if both removals have at least this many characters [default: 0]
    ///
    /// It applies to --expressions too.
    #[arg(long, value_name = "CHARS", requires = "merge_gaps", hide_short_help = true)]
    pub(crate) merge_beside: Option<usize>,
    /// Do not remove fewer characters than this in one place [default: 0]
    ///
    /// It applies to --expressions too.
    #[arg(long, value_name = "CHARS", hide_short_help = true)]
    pub(crate) min_removal: Option<usize>,
}

/// The thesis removes strings that "many" sites have, and does not say how many.
const MANY_SITES: NonZeroUsize = NonZeroUsize::new(3).expect("it is not zero");

/// Which strings are template.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Selection {
    /// Long strings that many pages have, about once each
    Steady,
    /// Strings above the bimodal cut of the histogram, as in the thesis
    Paper,
}

/// What of a word its patterns have to match.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum PatternsMatch {
    /// All of it: a price within its tags stays a value
    Whole,
    /// Any piece of it, which is replaced
    Inside,
}

/// Checks what a word is.
fn token_pattern(text: &str) -> Result<String, suffixarray_miner::Error> {
    Lexer::with_token_pattern(text, Patterns::none())?;
    Ok(text.to_owned())
}

impl Mining {
    /// Returns the file with patterns, if they are not built in.
    pub(crate) fn file(&self) -> Option<&Path> {
        let name = self.patterns.as_deref()?;
        let is_built_in = matches!(name.to_str(), Some("thesis" | "modern" | "none"));
        (!is_built_in).then_some(name)
    }

    /// Returns how many sites make a string an idiom; with fewer sites, none is one.
    pub(super) fn idioms(&self, is_paper: bool) -> Option<NonZeroUsize> {
        self.idioms.or(is_paper.then_some(MANY_SITES))
    }

    /// Returns the settings of mining that were given, by their names.
    pub(super) fn given(&self) -> [(&'static str, bool, Setting); 8] {
        [
            ("--selection", self.selection.is_some(), Setting::Selection),
            ("--min-tokens", self.min_tokens.is_some(), Setting::MinTokens),
            ("--min-documents", self.min_documents.is_some(), Setting::MinDocuments),
            ("--drop-enclosed", self.drop_enclosed, Setting::DropEnclosed),
            ("--words", self.words, Setting::Words),
            ("--token-pattern", self.token_pattern.is_some(), Setting::TokenPattern),
            ("--patterns", self.patterns.is_some(), Setting::Patterns),
            ("--patterns-match", self.patterns_match.is_some(), Setting::Patterns),
        ]
    }

    /// Returns which settings for finishing matches were given.
    pub(super) fn finishing(&self) -> [(&'static str, bool, Setting); 3] {
        [
            ("--merge-gaps", self.merge_gaps.is_some(), Setting::MergeGaps),
            ("--merge-beside", self.merge_beside.is_some(), Setting::MergeBeside),
            ("--min-removal", self.min_removal.is_some(), Setting::DropIslands),
        ]
    }

    /// Adds these settings to those of learning.
    pub(super) fn apply(&self, settings: &mut Settings) -> anyhow::Result<()> {
        settings.selection = self.selection.map(|selection| match selection {
            Selection::Steady => suffixarray_miner::Selection::steady(),
            Selection::Paper => suffixarray_miner::Selection::paper(),
        });
        settings.min_tokens = self.min_tokens.map(NonZeroU32::get);
        settings.min_documents = self.min_documents.map(NonZeroU32::get);
        settings.drop_enclosed = self.drop_enclosed;
        settings.words = self.words;
        settings.token_pattern.clone_from(&self.token_pattern);
        settings.patterns = self.patterns.as_deref().map(patterns).transpose()?;
        settings.patterns_inside = self.patterns_match.map(|what| what == PatternsMatch::Inside);
        settings.merge_gaps = self.merge_gaps.unwrap_or(0);
        settings.merge_beside = self.merge_beside.unwrap_or(0);
        settings.drop_islands = self.min_removal.unwrap_or(0);
        Ok(())
    }
}

/// Returns the patterns of a built-in list, or of a file.
fn patterns(name: &Path) -> anyhow::Result<Patterns> {
    Ok(match name.to_str() {
        Some("thesis") => Patterns::thesis(),
        Some("modern") => Patterns::modern(),
        Some("none") => Patterns::none(),
        _ => {
            let failed = || format!("cannot use the patterns {}", name.display());
            let list = files::read_text(name, files::MOST_WRITTEN).with_context(failed)?;
            Patterns::parse(&list).with_context(failed)?
        }
    })
}
