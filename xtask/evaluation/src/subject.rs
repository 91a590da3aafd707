//! What is evaluated: every method as users get it and as its paper prints it, a baseline of the papers, and doing
//! nothing.

pub mod lines;
pub mod sst;

use std::{collections::HashSet, fmt};

use anyhow::bail;
use cleaner::Regions;
use demold::{Input, Learner, Method, Normalize, Profile};
use distill_tree::Pruning;
use suffixarray_miner::{Config, Lexer, Patterns, Selection};
use tokenize::Attributes;

use self::{lines::Lines, sst::StyleTree};
use crate::{datasets::site::Page, reading::Reading};

/// A way to clean pages.
pub struct Subject {
    pub name: &'static str,
    way: Way,
    /// Whether this takes part in the papers' experiments, which are about methods, not settings.
    pub is_of_papers: bool,
}

enum Way {
    /// Keep everything: the baseline.
    Keep,
    /// The site style tree, to which Vieira et al. compare theirs.
    StyleTree,
    /// Dropping the lines that such a share of the other pages have: the baseline that everyone uses.
    Lines(f64),
    /// A method with its settings.
    Method(fn() -> Learner),
    /// The same, after which what sites of the collection have in common stays.
    WithIdioms(fn() -> Learner),
}

/// What a subject has learned of a site.
#[derive(Debug)]
pub enum Learned {
    Nothing,
    Tree(StyleTree),
    /// The lines, and the pages that they were counted on.
    Lines(Lines, HashSet<usize>),
    Site(demold::Site),
}

/// All of them, in the order of the tables: the baseline, all methods in the order of their papers, the same as printed,
/// other baselines, methods with one template for all kinds of pages, settings that users choose for what they need, and
/// readings of the papers that did not become defaults.
static ALL: [Subject; 27] = [
    of_papers(Subject::KEEP, Way::Keep),
    of_papers("distill", Way::Method(|| Learner::new().method(Method::Distill))),
    of_papers("mine", Way::Method(|| Learner::new().method(Method::Mine))),
    of_papers("map", Way::Method(|| Learner::new().method(Method::Map))),
    of_papers("classify", Way::Method(|| Learner::new().method(Method::Classify))),
    of_papers("distill-paper", Way::Method(|| Learner::paper(Method::Distill))),
    of_papers("mine-paper", Way::Method(|| Learner::paper(Method::Mine))),
    of_papers("map-paper", Way::Method(|| Learner::paper(Method::Map))),
    of_papers("sst", Way::StyleTree),
    of_papers("lines", Way::Lines(0.0)),
    of_papers("lines-30", Way::Lines(0.3)),
    setting("distill-one-kind", || one_kind(Method::Distill)),
    setting("mine-one-kind", || one_kind(Method::Mine)),
    setting("map-one-kind", || one_kind(Method::Map)),
    setting("classify-data", || classified(Profile::Data)),
    setting("classify-article", || classified(Profile::Article)),
    // `distill` as its paper prints it, with the other reading of its pruning.
    setting("distill-inputs", || Learner::paper(Method::Distill).distill(inputs())),
    // `mine` on tags and texts with the thesis's cut.
    setting("mine-tokens", || Learner::new().method(Method::Mine).mine(selected(Selection::paper()))),
    // `mine` as its paper prints it, but with the list of mutable patterns that is ours.
    setting("mine-modern", || Learner::paper(Method::Mine).lexer(Lexer::new(Patterns::modern()))),
    // `mine` as its paper prints it, but with mutable patterns replaced inside of words too.
    setting("mine-inside", || Learner::paper(Method::Mine).lexer(inside())),
    // `mine` as its paper prints it, with its second level: what sites of the collection have in common stays.
    Subject { name: "mine-idioms", way: Way::WithIdioms(|| Learner::paper(Method::Mine)), is_of_papers: false },
    // `mine` as its paper prints it, with the other reading of what a maximal string is.
    setting("mine-enclosed", || Learner::paper(Method::Mine).mine(selected(Selection::paper().drop_enclosed(true)))),
    // `mine` by its own rule on words.
    setting("mine-words", || Learner::new().method(Method::Mine).words(true)),
    // The same, with mutable patterns replaced inside of words.
    setting("mine-words-inside", || Learner::new().method(Method::Mine).words(true).lexer(inside())),
    // `mine` on tags and texts with mutable patterns in the texts.
    setting("mine-mutable", || Learner::new().method(Method::Mine).normalize(Normalize::new().mutable(true))),
    // `map` as its paper prints it, with the other reading of its labels: tags alone.
    setting("map-paper-tags", || Learner::paper(Method::Map).normalize(Normalize::new().attributes(Attributes::None))),
    // `map` as its paper prints it, with figure 4 taken literally: a leaf is not shared with an inner node.
    setting("map-paper-updates", || {
        Learner::paper(Method::Map).map(rtdm_tree_mapping::Config::paper().leaf_updates(true))
    }),
];

const fn of_papers(name: &'static str, way: Way) -> Subject {
    Subject { name, way, is_of_papers: true }
}

const fn setting(name: &'static str, learner: fn() -> Learner) -> Subject {
    Subject { name, way: Way::Method(learner), is_of_papers: false }
}

fn one_kind(method: Method) -> Learner {
    Learner::new().method(method).classify(classify::Config::new().max_clusters(1))
}

fn classified(profile: Profile) -> Learner {
    Learner::new().method(Method::Classify).classify(classify::Config::new().profile(profile))
}

fn selected(selection: Selection) -> Config {
    Config::new().selection(selection)
}

/// The thesis's patterns, also inside of words.
fn inside() -> Lexer {
    Lexer::new(Patterns::thesis().inside().expect("the lists are tested"))
}

fn inputs() -> distill_tree::Config {
    distill_tree::Config::paper().pruning(Pruning::Inputs)
}

impl Subject {
    /// The name of doing nothing.
    pub const KEEP: &str = "keep";

    /// Returns the baseline and the named subjects, or all of them, in their order.
    pub fn named(names: &[String]) -> anyhow::Result<Vec<&'static Subject>> {
        if let Some(name) = names.iter().find(|name| ALL.iter().all(|subject| subject.name != **name)) {
            let names: Vec<&str> = ALL.iter().map(|subject| subject.name).collect();
            bail!("there is no {name} to evaluate: {}", names.join(", "));
        }
        let is_named =
            |subject: &&Subject| names.is_empty() || subject.is_keep() || names.iter().any(|name| name == subject.name);
        Ok(ALL.iter().filter(is_named).collect())
    }

    pub fn is_keep(&self) -> bool {
        self.name == Subject::KEEP
    }

    /// Returns what learns; nothing for baselines.
    pub fn learner(&self) -> Option<Learner> {
        match self.way {
            Way::Keep | Way::StyleTree | Way::Lines(_) => None,
            Way::Method(learner) | Way::WithIdioms(learner) => Some(learner()),
        }
    }

    /// Returns how tokens are distilled, if that is what this does.
    pub fn distillation(&self) -> Option<distill_tree::Config> {
        match self.name {
            "distill" => Some(distill_tree::Config::new()),
            "distill-paper" => Some(distill_tree::Config::paper()),
            "distill-inputs" => Some(inputs()),
            _ => None,
        }
    }

    /// Returns whether what is learned of a site depends on the other sites of its collection.
    pub fn drops_idioms(&self) -> bool {
        matches!(self.way, Way::WithIdioms(_))
    }

    /// Learns a site from `n_pages`, or as many as the method takes by default: all for a baseline.
    pub fn learn(&self, reading: &Reading, n_pages: Option<usize>, seed: u64) -> anyhow::Result<Learned> {
        let draw = |copies| {
            let inputs: Vec<Input<'_>> = reading.pages.iter().map(|page| (&page.source).into()).collect();
            Learner::new().seed(seed).pages(n_pages.unwrap_or(usize::MAX)).copies(copies).draw(&inputs)
        };
        let sources = |drawn: &[usize]| -> Vec<&str> { drawn.iter().map(|&at| &*reading.pages[at].source).collect() };
        Ok(match self.way {
            Way::Keep => Learned::Nothing,
            Way::StyleTree => Learned::Tree(StyleTree::learn(sources(&draw(false)).into_iter())),
            Way::Lines(share) => {
                let counted = draw(true);
                Learned::Lines(Lines::learn(share, &sources(&counted)), counted.into_iter().collect())
            }
            Way::Method(learner) | Way::WithIdioms(learner) => {
                let mut learner = learner().seed(seed);
                if let Some(n_pages) = n_pages {
                    learner = learner.pages(n_pages);
                }
                let inputs: Vec<Input<'_>> = reading.site.pages.iter().map(Page::input).collect();
                Learned::Site(learner.learn(&inputs)?)
            }
        })
    }
}

impl Learned {
    /// Returns what goes of a page of the site.
    pub fn regions(&self, reading: &Reading, page: usize) -> anyhow::Result<Regions> {
        let source = &reading.pages[page].source;
        Ok(match self {
            Learned::Nothing => Regions::new(),
            Learned::Tree(tree) => tree.regions(source),
            Learned::Lines(lines, counted) => lines.regions(source, counted.contains(&page)),
            Learned::Site(site) => site.clean(reading.site.pages[page].input())?.regions().clone(),
        })
    }
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_have_names_in_one_order() {
        let all = Subject::named(&[]).unwrap();
        let names: Vec<&str> = all.iter().map(|subject| subject.name).collect();
        assert_eq!((names[0], names.len()), (Subject::KEEP, ALL.len()));
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), ALL.len());
        assert!(Method::ALL.iter().all(|method| names.contains(&method.name())));
        let some = Subject::named(&["map", "mine"].map(str::to_owned)).unwrap();
        assert_eq!(some.iter().map(|subject| subject.name).collect::<Vec<_>>(), ["keep", "mine", "map"]);
        assert!(Subject::named(&["guess".to_owned()]).is_err());
        // The papers' come first.
        assert!(all.is_sorted_by_key(|subject| !subject.is_of_papers));
    }
}
