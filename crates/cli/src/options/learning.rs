//! How templates are learned, and `demold learn`.

use std::{
    num::{NonZeroU32, NonZeroUsize},
    path::PathBuf,
};

use clap::ValueHint;
pub(crate) use demold::Method;
use demold::{Learner, Profile, Setting};
use tokenize::Attributes;

use super::{
    Reading, Wrong, examples,
    mining::Mining,
    values::{count, named, positive_share},
};

/// Learn the template of one site, or of many
///
/// Writes one template to a file that ends in .json, or any number of them to a folder.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = examples::LEARN)]
pub(crate) struct Learn {
    /// The template file (.json) or folder to write [default: standard output, for one site]
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub(crate) out: Option<PathBuf>,
    /// Mine the words of the pages' source, and write regular expressions to this file, one per
    /// line. Pages may also be plain text (.txt). Writes no template unless --out is given too
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) export: Option<PathBuf>,
    /// Replace the file, or the templates in the folder, if there are any
    #[arg(long)]
    pub(crate) force: bool,
    /// Print what would be read, learned and written, but write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Fail if any page cannot be read
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) how: LearningArgs,
}

/// How to learn.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Learning")]
pub(crate) struct LearningArgs {
    /// How the template is found [default: classify]
    #[arg(long, value_parser = named::<Method>(methods()))]
    method: Option<Method>,
    /// distill, mine, map: do exactly what the method's paper says; further options change single
    /// settings
    #[arg(long)]
    paper: bool,
    /// How many pages to learn from [default: what suits the method; distill: 16, mine: 64,
    /// map: 24, classify: 24; with --paper, mine: all, map: 25]
    #[arg(long, value_name = "T", value_parser = count::<NonZeroUsize>)]
    pub(crate) pages: Option<NonZeroUsize>,
    /// distill, map: share of the pages that must have a token or node for it to be template,
    /// above 0 and up to 1 [default: 0.5; with --paper, map: 1]
    #[arg(long, value_name = "SHARE", value_parser = positive_share)]
    pub(crate) threshold: Option<f64>,
    /// distill: the least number of pages that must have a token, whatever the threshold [default:
    /// 2; with --paper: 1]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU32>)]
    least_pages: Option<NonZeroU32>,
    /// Count every copy of a page; by default pages that show the same text count once
    #[arg(long)]
    copies: bool,
    /// distill, mine, map: which attributes two tags must share to be equal: all, none, or a list
    /// of names separated by commas [default: all; map: none]
    #[arg(long, value_name = "NAMES", value_parser = attributes)]
    attributes: Option<Attributes>,
    /// distill, mine, map: treat numbers, dates, times and addresses in texts as equal if there
    /// are at least three other words for each
    #[arg(long)]
    mutable: bool,
    /// classify: what the cleaned pages are for [default: balanced]
    #[arg(long, value_parser = named::<Profile>(PROFILES.iter().copied()), value_name = "PROFILE")]
    pub(crate) profile: Option<Profile>,
    /// classify: leave out the headline, if you have the title in a field of its own
    #[arg(long)]
    pub(crate) no_headline: bool,
    /// Seed for choosing pages and pairing them [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    pub(crate) mining: Mining,
}

fn methods() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = Method::ALL.iter();
    all.map(|method| (method.name(), method.about()))
}

const PROFILES: &[(&str, &str)] = &[
    ("data", "Remove only what repeats, or holds no words of the page's own"),
    ("balanced", "Remove what suits the kind of site"),
    ("article", "Keep only the main text"),
];

fn attributes(names: &str) -> Result<Attributes, String> {
    Ok(match names {
        "all" => Attributes::All,
        "none" => Attributes::None,
        _ => {
            let names: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
            if names.iter().any(String::is_empty) {
                return Err("give all, none, or names separated by commas".to_owned());
            }
            Attributes::Only(names.into_iter().collect())
        }
    })
}

/// What a command does other than learning by the chosen method.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum ExpressionUse {
    Nothing,
    /// It mines expressions.
    Mining,
    /// It applies expressions.
    Applying,
}

impl LearningArgs {
    /// Returns the settings that go with some methods only, and whether each is given.
    fn settings(&self) -> Vec<(&'static str, bool, Setting)> {
        let mut settings = vec![
            ("--paper", self.paper, Setting::Paper),
            ("--attributes", self.attributes.is_some(), Setting::Attributes),
            ("--mutable", self.mutable, Setting::Mutable),
            ("--idioms", self.mining.idioms.is_some(), Setting::Idioms),
            ("--least-pages", self.least_pages.is_some(), Setting::LeastPages),
            ("--threshold", self.threshold.is_some(), Setting::Threshold),
            ("--profile", self.profile.is_some(), Setting::Profile),
            ("--no-headline", self.no_headline, Setting::Headline),
        ];
        settings.extend(self.mining.given());
        settings
    }

    /// Rejects settings that belong to another method: they would do nothing,
    /// but whoever gave them expects something. Expressions are mined and
    /// applied whatever the method.
    pub(crate) fn check(&self, besides: ExpressionUse) -> Result<(), Wrong> {
        let method = self.method();
        let finishing = self.mining.finishing();
        let mined = self.mining.given().map(|(option, _, _)| option);
        let finished = finishing.map(|(option, _, _)| option);
        for (option, is_given, setting) in self.settings().into_iter().chain(finishing) {
            let is_used = match besides {
                ExpressionUse::Nothing => false,
                ExpressionUse::Mining => option == "--paper" || mined.contains(&option),
                ExpressionUse::Applying => finished.contains(&option),
            };
            if is_given && !is_used && !method.takes(setting) {
                let names: Vec<_> = setting.methods().map(|method| format!("--method {method}")).collect();
                wrong!("{option} goes with {}, and the method is {method}", names.join(" or "));
            }
        }
        Ok(())
    }

    /// Returns how many sites make a mined string an idiom.
    pub(crate) fn idioms(&self) -> Option<NonZeroUsize> {
        let is_paper = self.paper && self.method() == Method::Mine;
        self.mining.idioms(is_paper)
    }

    pub(crate) fn method(&self) -> Method {
        self.method.unwrap_or_default()
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// Returns which settings of learning were given.
    pub(crate) fn given(&self) -> Vec<&'static str> {
        let of_all = [
            ("--method", self.method.is_some()),
            ("--pages", self.pages.is_some()),
            ("--copies", self.copies),
            ("--seed", self.seed.is_some()),
        ];
        let of_some = self.settings();
        let of_some = of_some.into_iter().map(|(option, is_given, _)| (option, is_given));
        let all = of_all.into_iter().chain(of_some);
        all.filter(|(_, is_given)| *is_given)
            .map(|(option, _)| option)
            .collect()
    }

    /// Returns a learner with these settings that mines expressions, whatever the method for templates.
    pub(crate) fn miner(&self) -> anyhow::Result<Learner> {
        let how = LearningArgs {
            method: Some(Method::Mine),
            ..self.clone()
        };
        how.learner()
    }

    /// Returns a learner with these settings.
    pub(crate) fn learner(&self) -> anyhow::Result<Learner> {
        let mut learner = if self.paper {
            Learner::paper(self.method())
        } else {
            Learner::new().method(self.method())
        };
        if let Some(n_pages) = self.pages {
            learner = learner.pages(n_pages.get());
        }
        if self.copies || self.paper {
            learner = learner.copies(true);
        }
        let (mut distill, mut map) = if self.paper {
            (distill_tree::Config::paper(), rtdm_tree_mapping::Config::paper())
        } else {
            (distill_tree::Config::new(), rtdm_tree_mapping::Config::new())
        };
        if let Some(threshold) = self.threshold {
            distill = distill.threshold(threshold);
            map = map.share(threshold);
        }
        if let Some(pages) = self.least_pages {
            distill = distill.least_support(pages.get());
        }
        let mut normalize = learner.get_normalize().mutable(self.mutable);
        if let Some(attributes) = &self.attributes {
            normalize = normalize.attributes(attributes.clone());
        }
        learner = learner.seed(self.seed()).distill(distill).map(map).normalize(normalize);
        learner = self.mining.apply(learner, self.paper)?;
        let classify = classify::Config::new()
            .headline(!self.no_headline)
            .profile(self.profile.unwrap_or_default());
        Ok(learner.classify(classify))
    }
}
