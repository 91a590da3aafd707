//! How templates are learned, and `demold learn`.

use std::{
    num::{NonZeroU32, NonZeroUsize},
    path::PathBuf,
};

use clap::{ValueEnum, ValueHint};
pub(crate) use demold::Method;
use demold::{Learner, Profile, Pruning, Setting, Settings};
use tokenize::Attributes;

use super::{
    Reading, Wrong, examples,
    headings::{CONTENT, DISTILL, MAP, PAPERS, TEMPLATES},
    mining::Mining,
    values::{count, named, positive_share},
};

/// Learn the template of one site, or of many
///
/// Writes one template to a file that ends in .json, or any number of them to a folder.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = examples::short(examples::LEARN), after_long_help = examples::LEARN)]
#[command(mut_arg("method", |arg| arg.hide_short_help(false)))]
pub(crate) struct Learn {
    /// Template file (.json) or folder of templates to write [default: standard output, for one site]
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub(crate) out: Option<PathBuf>,
    /// Write regular expressions to this file, one per line
    ///
    /// They are mined from the words of the pages' source, for each site by itself. Pages may also be
    /// plain text (.txt). No template is written unless --out is given too.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) export: Option<PathBuf>,
    /// Replace the file, or the templates in the folder
    #[arg(long)]
    pub(crate) force: bool,
    /// Print what would be read, learned and written, but write nothing
    #[arg(long, hide_short_help = true)]
    pub(crate) dry_run: bool,
    /// Fail if any page cannot be read
    #[arg(long, hide_short_help = true)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) how: LearningArgs,
}

/// How to learn.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LearningArgs {
    // First in its group, before --keep and --drop: for most people it is the only option that they need.
    /// What the cleaned pages are for [default: balanced]
    ///
    /// This is a setting of the method classify.
    #[arg(long, value_parser = named::<Profile>(PROFILES.iter().copied()), value_name = "PROFILE",
        help_heading = CONTENT, display_order = 0)]
    pub(crate) profile: Option<Profile>,
    /// Remove the headline too, for those who take the title from the metadata
    ///
    /// This is a setting of the method classify.
    #[arg(long, help_heading = CONTENT, hide_short_help = true)]
    pub(crate) no_headline: bool,
    /// How the template is found [default: classify]
    #[arg(long, value_parser = named::<Method>(methods()), help_heading = TEMPLATES, hide_short_help = true)]
    method: Option<Method>,
    /// Number of pages of a site to learn from [default: what suits the method]
    ///
    /// It is 16 for distill, 64 for mine, 24 for map and 24 for classify. With --paper it is 16 for
    /// distill, all for mine, and 25 for map.
    // Scripts still use the former name.
    #[arg(long, alias = "pages", value_name = "N", value_parser = count::<NonZeroUsize>, help_heading = TEMPLATES,
        hide_short_help = true)]
    pub(crate) sample_pages: Option<NonZeroUsize>,
    /// Leave the pages of sites that have fewer pages than this unchanged
    ///
    /// They are counted. By default no page is left unchanged: the only page of a site is judged by
    /// itself.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = TEMPLATES, hide_short_help = true)]
    pub(crate) min_site_pages: u64,
    /// Count pages that show the same text each for itself
    ///
    /// By default they count as one page in learning.
    #[arg(long, help_heading = TEMPLATES, hide_short_help = true)]
    count_copies: bool,
    /// Seed by which pages are drawn and paired [default: 0]
    #[arg(long, value_name = "N", help_heading = TEMPLATES, hide_short_help = true)]
    seed: Option<u64>,
    /// Do what the paper of the method says
    ///
    /// Other options change single settings. It goes with distill, mine and map, with --export, and with
    /// --expressions, where the white space beside a match counts for the match.
    #[arg(long, help_heading = PAPERS, hide_short_help = true)]
    pub(crate) paper: bool,
    /// Share of the pages that must have a token or node of the template [default: 0.5]
    ///
    /// It is above 0, and at most 1. With --paper it is 1 for map. It goes with distill and map.
    #[arg(long, value_name = "SHARE", value_parser = positive_share, help_heading = PAPERS, hide_short_help = true)]
    pub(crate) threshold: Option<f64>,
    /// Attributes that two tags must share to be equal: all, none, or names separated by commas
    ///
    /// The default is none for map, and all for distill and mine. It goes with these three.
    #[arg(long, value_name = "NAMES", value_parser = attributes, help_heading = PAPERS, hide_short_help = true)]
    attributes: Option<Attributes>,
    /// Treat numbers, dates, times and addresses in texts as equal
    ///
    /// This applies to texts with at least three other words for each of them. It goes with distill, mine
    /// and map.
    #[arg(long, help_heading = PAPERS, hide_short_help = true)]
    mutable: bool,
    /// Number of pages that must have a token of the template, whatever --threshold says [default: 2]
    ///
    /// With --paper it is 1.
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU32>, help_heading = DISTILL, hide_short_help = true)]
    min_support: Option<NonZeroU32>,
    /// Which nodes of the tree are pruned [default: results]
    #[arg(long, value_enum, value_name = "NODES", help_heading = DISTILL, hide_short_help = true)]
    prune: Option<Prune>,
    #[command(flatten)]
    pub(crate) mining: Mining,
    /// Do not share a leaf of one page with an inner node of another, as figure 4 of the paper has it
    #[arg(long, help_heading = MAP, hide_short_help = true)]
    leaf_updates: bool,
    /// Costs of inserting, deleting and replacing a node, separated by commas [default: 1,1,1]
    #[arg(long, value_name = "COSTS", value_parser = edit_costs, help_heading = MAP, hide_short_help = true)]
    edit_costs: Option<EditCosts>,
}

/// Which nodes are pruned.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Prune {
    /// The results of a step
    Results,
    /// The inputs of a step, the other reading of the paper
    Inputs,
}

/// The costs of inserting, deleting and replacing a node. A type of its own, since a list would be several values.
#[derive(Clone, Copy, Debug)]
struct EditCosts([u16; 3]);

fn edit_costs(text: &str) -> Result<EditCosts, String> {
    let costs: Option<Vec<u16>> = text.split(',').map(|cost| cost.trim().parse().ok()).collect();
    let costs = costs.and_then(|costs| costs.try_into().ok());
    costs.map(EditCosts).ok_or_else(|| "give three whole numbers up to 65535, such as 1,1,1".to_owned())
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
    /// It mines expressions, besides learning.
    Mining,
    /// It mines expressions and learns nothing.
    OnlyMining,
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
            ("--min-support", self.min_support.is_some(), Setting::LeastPages),
            ("--prune", self.prune.is_some(), Setting::Pruning),
            ("--leaf-updates", self.leaf_updates, Setting::LeafUpdates),
            ("--edit-costs", self.edit_costs.is_some(), Setting::EditCosts),
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
                ExpressionUse::Mining | ExpressionUse::OnlyMining => {
                    ["--paper", "--idioms"].contains(&option) || mined.contains(&option)
                }
                ExpressionUse::Applying => option == "--paper" || finished.contains(&option),
            };
            if !is_given || is_used {
                continue;
            }
            if besides == ExpressionUse::OnlyMining {
                wrong!("{option} does nothing for --export, and without --out no template is written");
            }
            if !method.takes(setting) {
                let names: Vec<_> = setting.methods().map(|method| format!("--method {method}")).collect();
                wrong!("{option} goes with {}, and the method is {method}", names.join(" or "));
            }
        }
        Ok(())
    }

    /// Returns how many sites make a string of their templates an idiom.
    pub(crate) fn idioms(&self) -> Option<NonZeroUsize> {
        (self.method() == Method::Mine).then(|| self.exported_idioms()).flatten()
    }

    /// Returns how many sites make an expression of theirs an idiom, whatever the method for templates.
    pub(crate) fn exported_idioms(&self) -> Option<NonZeroUsize> {
        self.mining.idioms(self.paper)
    }

    pub(crate) fn method(&self) -> Method {
        self.method.unwrap_or_default()
    }

    /// Returns which settings of learning were given.
    pub(crate) fn given(&self) -> Vec<&'static str> {
        let of_all = [
            ("--method", self.method.is_some()),
            ("--sample-pages", self.sample_pages.is_some()),
            ("--count-copies", self.count_copies),
            ("--seed", self.seed.is_some()),
        ];
        let of_some = self.settings();
        let of_some = of_some.into_iter().map(|(option, is_given, _)| (option, is_given));
        let all = of_all.into_iter().chain(of_some);
        all.filter(|(_, is_given)| *is_given).map(|(option, _)| option).collect()
    }

    /// Returns a learner with these settings that mines expressions, whatever the method for templates.
    pub(crate) fn miner(&self) -> anyhow::Result<Learner> {
        let how = LearningArgs { method: Some(Method::Mine), ..self.clone() };
        how.learner()
    }

    /// Returns a learner with these settings.
    pub(crate) fn learner(&self) -> anyhow::Result<Learner> {
        let mut settings = Settings::default();
        settings.paper = self.paper;
        settings.pages = self.sample_pages.map(NonZeroUsize::get);
        settings.copies = self.count_copies;
        settings.seed = self.seed;
        settings.threshold = self.threshold;
        settings.attributes.clone_from(&self.attributes);
        settings.mutable = self.mutable;
        settings.min_support = self.min_support.map(NonZeroU32::get);
        settings.pruning = self.prune.map(|prune| match prune {
            Prune::Results => Pruning::Paper,
            Prune::Inputs => Pruning::Inputs,
        });
        settings.leaf_updates = self.leaf_updates;
        settings.edit_costs = self.edit_costs.map(|EditCosts(costs)| costs);
        self.mining.apply(&mut settings)?;
        let learner = settings.learner(self.method())?;
        let classify = classify::Config::new().headline(!self.no_headline).profile(self.profile.unwrap_or_default());
        Ok(learner.classify(classify))
    }
}
