//! How strings are mined, and what is done with their matches.

use std::{
    fs,
    num::{NonZeroU32, NonZeroUsize},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::ValueEnum;
use demold::{Learner, Setting};
use suffixarray_miner::{Lexer, Patterns};

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
    /// mine: what of a word its patterns have to match; implies --words [default: whole; with
    /// --paper: inside]
    #[arg(long, value_enum, value_name = "WHAT")]
    patterns_match: Option<PatternsMatch>,
    /// mine, with many sites: keep strings that occur in the templates of at least this many sites,
    /// because they are common phrases and not template [default: keep none; with --paper: 3]
    #[arg(long, value_name = "SITES", value_parser = count::<NonZeroUsize>)]
    pub(super) idioms: Option<NonZeroUsize>,
    /// mine, or with --expressions: also remove text of fewer characters between two removed pieces
    /// [default: 0]
    #[arg(long, value_name = "CHARS")]
    pub(crate) merge_gaps: Option<usize>,
    /// with --merge-gaps: only if both of the pieces have so many characters [default: 0]
    #[arg(long, value_name = "CHARS", requires = "merge_gaps")]
    pub(crate) merge_beside: Option<usize>,
    /// mine, or with --expressions: do not remove pieces of fewer characters [default: 0]
    #[arg(long, value_name = "CHARS")]
    pub(crate) drop_islands: Option<usize>,
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
    /// Any piece of it, which is replaced, as in the thesis
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
    pub(super) fn given(&self) -> [(&'static str, bool, Setting); 7] {
        [
            ("--selection", self.selection.is_some(), Setting::Selection),
            ("--min-tokens", self.min_tokens.is_some(), Setting::MinTokens),
            ("--min-documents", self.min_documents.is_some(), Setting::MinDocuments),
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
            ("--drop-islands", self.drop_islands.is_some(), Setting::DropIslands),
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
        let is_lexer_given = self.token_pattern.is_some() || self.patterns.is_some() || self.patterns_match.is_some();
        if is_lexer_given || is_paper {
            learner = learner.lexer(self.lexer(is_paper)?);
        }
        if is_lexer_given || self.words {
            learner = learner.words(true);
        }
        Ok(learner
            .merge_gaps(self.merge_gaps.unwrap_or(0))
            .merge_beside(self.merge_beside.unwrap_or(0))
            .drop_islands(self.drop_islands.unwrap_or(0)))
    }

    fn lexer(&self, is_paper: bool) -> anyhow::Result<Lexer> {
        let mut patterns = self.patterns()?;
        let by_default = if is_paper {
            PatternsMatch::Inside
        } else {
            PatternsMatch::Whole
        };
        if self.patterns_match.unwrap_or(by_default) == PatternsMatch::Inside {
            patterns = patterns.inside()?;
        }
        let token = self.token_pattern.as_deref();
        let token = token.unwrap_or(Lexer::DEFAULT_TOKEN_PATTERN);
        Ok(Lexer::with_token_pattern(token, patterns)?)
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
