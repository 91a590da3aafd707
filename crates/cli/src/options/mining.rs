//! How strings are mined, and what is done with their matches.

use std::{
    fs,
    num::{NonZeroU32, NonZeroUsize},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::ValueEnum;
use demold::{
    Learner, Setting,
    crates::suffixarray_miner::{self, Lexer, Patterns},
};

use super::values::count;

/// How strings are mined.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Mining")]
pub(crate) struct Mining {
    /// mine: which of the repeated strings are template [default: steady]
    #[arg(long, value_enum, value_name = "RULE")]
    selection: Option<Selection>,
    /// mine: the least number of tokens in a string [default: what the rule says; steady: 3, paper:
    /// 2]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU32>)]
    min_tokens: Option<NonZeroU32>,
    /// mine: the least number of pages that must have a string, whatever the rule says [default: 2]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU32>)]
    min_documents: Option<NonZeroU32>,
    /// mine: mine words of the pages' source, including markup, instead of tags and texts
    #[arg(long)]
    words: bool,
    /// mine: what a word is, as a regular expression; implies --words [default: \\S+]
    #[arg(long, value_name = "REGEX", value_parser = token_pattern)]
    token_pattern: Option<String>,
    /// mine: which words vary by nature and count as equal: thesis, modern, none, or a file with
    /// one regular expression per line; implies --words [default: thesis]
    #[arg(long, value_name = "LIST|FILE")]
    patterns: Option<PathBuf>,
    /// mine, with many sites: keep strings that occur in the templates of at least this many sites,
    /// because they are common phrases and not template [default: keep none]
    #[arg(long, value_name = "SITES", value_parser = count::<NonZeroUsize>)]
    pub(crate) idioms: Option<NonZeroUsize>,
    /// mine, or with --expressions: also remove text of fewer bytes between two removed pieces
    /// [default: 0]
    #[arg(long, value_name = "BYTES")]
    pub(crate) merge_gaps: Option<usize>,
    /// mine, or with --expressions: do not remove pieces of fewer bytes [default: 0]
    #[arg(long, value_name = "BYTES")]
    pub(crate) drop_islands: Option<usize>,
}

/// Which strings are template.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Selection {
    /// Long strings that many pages have, about once each
    Steady,
    /// Strings above the bimodal cut of the histogram, as in the thesis
    Paper,
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

    /// Returns the settings of mining that were given, by their names.
    pub(super) fn given(&self) -> [(&'static str, bool, Setting); 6] {
        [
            ("--selection", self.selection.is_some(), Setting::Selection),
            (
                "--min-tokens",
                self.min_tokens.is_some(),
                Setting::MinTokens,
            ),
            (
                "--min-documents",
                self.min_documents.is_some(),
                Setting::MinDocuments,
            ),
            ("--words", self.words, Setting::Words),
            (
                "--token-pattern",
                self.token_pattern.is_some(),
                Setting::TokenPattern,
            ),
            ("--patterns", self.patterns.is_some(), Setting::Patterns),
        ]
    }

    /// Returns which settings for finishing matches were given.
    pub(super) fn finishing(&self) -> [(&'static str, bool, Setting); 2] {
        [
            (
                "--merge-gaps",
                self.merge_gaps.is_some(),
                Setting::MergeGaps,
            ),
            (
                "--drop-islands",
                self.drop_islands.is_some(),
                Setting::DropIslands,
            ),
        ]
    }

    /// Adds these settings to a learner's.
    pub(super) fn apply(&self, mut learner: Learner, is_paper: bool) -> anyhow::Result<Learner> {
        let mut selection = match (self.selection, is_paper) {
            (Some(Selection::Paper), _) | (None, true) => suffixarray_miner::Selection::paper(),
            _ => suffixarray_miner::Selection::steady(),
        };
        if let Some(tokens) = self.min_tokens {
            selection = selection.min_tokens(tokens.get());
        }
        if let Some(documents) = self.min_documents {
            selection = selection.min_documents(documents.get());
        }
        learner = learner.mine(suffixarray_miner::Config::new().selection(selection));
        if self.words || self.token_pattern.is_some() || self.patterns.is_some() {
            let pattern = self.token_pattern.as_deref();
            let pattern = pattern.unwrap_or(Lexer::DEFAULT_TOKEN_PATTERN);
            let lexer = Lexer::with_token_pattern(pattern, self.patterns()?)?;
            learner = learner.words(true).lexer(lexer);
        }
        Ok(learner
            .merge_gaps(self.merge_gaps.unwrap_or(0))
            .drop_islands(self.drop_islands.unwrap_or(0)))
    }

    fn patterns(&self) -> anyhow::Result<Patterns> {
        let Some(name) = &self.patterns else {
            return Ok(Patterns::thesis());
        };
        Ok(match name.to_str() {
            Some("thesis") => Patterns::thesis(),
            Some("modern") => Patterns::modern(),
            Some("none") => Patterns::none(),
            _ => {
                let failed = || format!("cannot use the patterns {}", name.display());
                let list = fs::read_to_string(name).with_context(failed)?;
                Patterns::parse(&list).with_context(failed)?
            }
        })
    }
}
