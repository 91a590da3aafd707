//! How templates are learned, and `demold learn`.

use std::{num::NonZeroUsize, path::PathBuf};

use clap::{CommandFactory as _, ValueEnum, ValueHint, error::ErrorKind};
pub(crate) use demold::Method;
use demold::{
    Learner, Mode, Profile,
    crates::{consensus, distill_tree, rtdm_tree_mapping, suffixarray_miner},
};

use super::{Args, Fetching, Reading, values::named};

/// Learn the template of a site, or of each of many
///
/// A file that ends in .json gets one template, a folder any number of them.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Learn {
    /// Pages: files, folders, URLs, or - for standard input
    #[arg(required = true, value_name = "PAGES", value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<PathBuf>,
    /// The template file (.json) or folder to write [default: standard output, for one site]
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub(crate) out: Option<PathBuf>,
    /// Mine the words of the pages' source, and write regular expressions to this file, one a line;
    /// pages may also be plain text (.txt). No template is written then, unless --out asks for one
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) export: Option<PathBuf>,
    /// Replace the file, or the templates in the folder, if there are any
    #[arg(long)]
    pub(crate) force: bool,
    /// Say what would be read, learned and written, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Fail if any page cannot be read
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) fetching: Fetching,
    #[command(flatten)]
    pub(crate) how: How,
}

/// How to learn.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Learning")]
pub(crate) struct How {
    /// How the template is found [default: consensus]
    #[arg(long, value_parser = named::<Method>(METHODS))]
    method: Option<Method>,
    /// How many pages to learn from [default: what suits the method; distill: 16, mine: 64,
    /// map: 24, consensus: 24]
    #[arg(long, value_name = "T")]
    pub(crate) pages: Option<NonZeroUsize>,
    /// distill, map: share of the pages that must have a token or node for it to be template,
    /// above 0 and up to 1 [default: 0.5]
    #[arg(long, value_name = "SHARE")]
    pub(crate) threshold: Option<f64>,
    /// mine: which of the repeated strings are template [default: steady]
    #[arg(long, value_enum, value_name = "RULE")]
    pub(crate) selection: Option<Selection>,
    /// consensus: what the cleaned pages are for [default: balanced]
    #[arg(long, value_parser = named::<Profile>(PROFILES), value_name = "PROFILE")]
    pub(crate) profile: Option<Profile>,
    /// consensus: how the site's pages are to be read [default: decided by their text]
    #[arg(long, value_parser = named::<Mode>(MODES), value_name = "MODE")]
    pub(crate) mode: Option<Mode>,
    /// consensus: do not heed tags, roles and class names that stand for side matters
    #[arg(long)]
    pub(crate) no_hints: bool,
    /// consensus: judge a page that is alone by rules only, not by the built-in page model too
    #[arg(long)]
    pub(crate) no_model: bool,
    /// consensus: leave out the headline, for those who have the title in a field of its own
    #[arg(long)]
    pub(crate) no_headline: bool,
    /// Seed of the choice of pages and of their pairing [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

const METHODS: &[(&str, &str)] = &[
    (
        "distill",
        "Consensus tree of sequence alignments (Geraci and Maggini 2011)",
    ),
    (
        "mine",
        "Repeated strings of tokens, found with a suffix array (Foschini 2007)",
    ),
    (
        "map",
        "What the pages' trees share from the root down (Vieira et al. 2006)",
    ),
    (
        "consensus",
        "Each region of the site judged once, by its text, links and repetition on all pages",
    ),
];

const PROFILES: &[(&str, &str)] = &[
    (
        "data",
        "Only what provably repeats, or is empty of own words, goes",
    ),
    ("balanced", "The site's kind decides"),
    ("article", "The main text alone"),
];

const MODES: &[(&str, &str)] = &[
    ("article", "One running text a page: news, blogs"),
    (
        "reference",
        "Documentation, lists, forums: short lines are content too",
    ),
    ("data", "Records: products, jobs, recipes"),
];

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Selection {
    /// Long ones that many pages have, about once each
    Steady,
    /// Those above the bimodal cut of the histogram, as in the thesis
    Paper,
}

/// Ends the process as clap does where options do not go together.
pub(super) fn conflict(message: String) -> ! {
    Args::command()
        .error(ErrorKind::ArgumentConflict, message)
        .exit()
}

impl How {
    /// Refuses settings of other methods than the chosen one: they would do
    /// nothing, and who gave them expects something. Expressions are mined
    /// whatever the method.
    pub(crate) fn check(&self, is_mining: bool) {
        let method = self.method();
        let given = [
            (
                "--threshold",
                self.threshold.is_some(),
                &[Method::Distill, Method::Map][..],
            ),
            ("--selection", self.selection.is_some(), &[Method::Mine]),
            ("--profile", self.profile.is_some(), &[Method::Consensus]),
            ("--mode", self.mode.is_some(), &[Method::Consensus]),
            ("--no-hints", self.no_hints, &[Method::Consensus]),
            ("--no-model", self.no_model, &[Method::Consensus]),
            ("--no-headline", self.no_headline, &[Method::Consensus]),
        ];
        for (option, is_given, methods) in given {
            let is_mined = is_mining && methods.contains(&Method::Mine);
            if is_given && !methods.contains(&method) && !is_mined {
                let names: Vec<_> = methods
                    .iter()
                    .map(|method| format!("--method {method}"))
                    .collect();
                let message = format!(
                    "{option} goes with {}, and the method is {method}",
                    names.join(" or "),
                );
                conflict(message);
            }
        }
    }

    pub(crate) fn method(&self) -> Method {
        self.method.unwrap_or_default()
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// Returns whether anything was said about learning.
    pub(super) fn is_given(&self) -> bool {
        self.method.is_some()
            || self.pages.is_some()
            || self.threshold.is_some()
            || self.selection.is_some()
            || self.profile.is_some()
            || self.mode.is_some()
            || self.no_hints
            || self.no_model
            || self.no_headline
            || self.seed.is_some()
    }

    /// Returns a learner with these settings.
    pub(crate) fn learner(&self) -> Learner {
        let mut learner = Learner::new().method(self.method()).seed(self.seed());
        if let Some(n_pages) = self.pages {
            learner = learner.pages(n_pages.get());
        }
        if let Some(threshold) = self.threshold {
            learner = learner
                .distill(distill_tree::Config::new().threshold(threshold))
                .map(rtdm_tree_mapping::Config::new().share(threshold));
        }
        if let Some(selection) = self.selection {
            let selection = match selection {
                Selection::Steady => suffixarray_miner::Selection::steady(),
                Selection::Paper => suffixarray_miner::Selection::paper(),
            };
            learner = learner.mine(suffixarray_miner::Config::new().selection(selection));
        }
        let consensus = consensus::Learner::new()
            .hints(!self.no_hints)
            .page_model(!self.no_model)
            .headline(!self.no_headline)
            .profile(self.profile.unwrap_or_default())
            .mode(self.mode);
        learner.consensus(consensus)
    }
}
