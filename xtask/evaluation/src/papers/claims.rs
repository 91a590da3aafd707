//! Claims of Foschini's thesis that it gives no figures for, each as one small experiment: versions of one page teach
//! what several pages do (3.1), two weeks of articles suffice (5.1), and the parameters that there are change little
//! (abstract, 6).

use demold::{Learner, Method};
use serde::{Deserialize, Serialize};
use sitegen::Noise;
use suffixarray_miner::{Config, Lexer, Patterns, Selection};

use crate::{
    datasets::{generated, site::Page},
    measures::{
        content,
        ratio::{Ratio, mean},
        words::Bag,
    },
    reading::Reading,
    subject::Subject,
};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Claims {
    pub snapshots: Vec<Learned>,
    pub weeks: Vec<Learned>,
    pub parameters: Vec<Learned>,
}

/// Content words of pages that were not learned from, or of all pages of the sites where that is said.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Learned {
    pub subject: String,
    pub learned_from: String,
    pub cleaned: String,
    #[serde(flatten)]
    pub content: Ratio,
}

/// Versions of a page, and pages of one day.
const N_VERSIONS: u64 = 16;

/// Articles of a source on one day: the thesis calls its own "moderately prolific".
const A_DAY: usize = 10;

const DAYS: [usize; 6] = [1, 3, 7, 14, 21, 28];

/// Articles that appear after all that is learned from.
const N_LATER: usize = 40;

fn noise() -> Noise {
    Noise { ads: true, dates: true, teasers: true, ..Noise::NONE }
}

/// Learns from versions of one page and from pages of one day, and cleans later ones of both kinds.
pub(crate) fn snapshots(subjects: &[Subject], seed: u64) -> anyhow::Result<Vec<Learned>> {
    let seed = seed.wrapping_mul(1_000).wrapping_add(300);
    let news = || sitegen::Config::news().seed(seed).pages(2 * N_VERSIONS as usize).noise(noise());
    let versions = (0..2 * N_VERSIONS)
        .map(|day| {
            let site = news().content_seed(seed.wrapping_add(day)).build()?;
            Ok(generated::page(&site.page(0), None))
        })
        .collect::<anyhow::Result<Vec<Page>>>()?;
    let pages: Vec<Page> = news().build()?.pages().map(|page| generated::page(&page, None)).collect();
    let half = N_VERSIONS as usize;
    let sets = [("versions of one page", &versions), ("pages of one day", &pages)];
    let mut rows = Vec::new();
    for (subject, learner) in learners(subjects) {
        for (learned_from, learned) in sets {
            for (cleaned, all) in sets {
                rows.push(Learned {
                    subject: subject.to_string(),
                    learned_from: learned_from.to_owned(),
                    cleaned: cleaned.to_owned(),
                    content: cleaned_by(&learner.clone().seed(seed), &learned[..half], &all[half..])?,
                });
            }
        }
    }
    Ok(rows)
}

/// Learns from the articles of the first days, and cleans those that come after all of them.
pub(crate) fn weeks(subjects: &[Subject], seed: u64) -> anyhow::Result<Vec<Learned>> {
    let seed = seed.wrapping_mul(1_000).wrapping_add(400);
    let n_learned = A_DAY * DAYS[DAYS.len() - 1];
    let site = sitegen::Config::news()
        .seed(seed)
        .pages(n_learned + N_LATER)
        .page_bytes(8_000)
        .noise(Noise { missing_blocks: 20, ..noise() });
    let site = site.build()?;
    let pages: Vec<Page> = site.pages().map(|page| generated::page(&page, None)).collect();
    let mut rows = Vec::new();
    for (subject, learner) in learners(subjects) {
        for days in DAYS {
            rows.push(Learned {
                subject: subject.to_string(),
                learned_from: format!("{days} days, {} articles", A_DAY * days),
                cleaned: format!("{N_LATER} later articles"),
                content: cleaned_by(&learner.clone().seed(seed), &pages[..A_DAY * days], &pages[n_learned..])?,
            });
        }
    }
    Ok(rows)
}

/// Changes one parameter of `mine` as printed at a time. Sites without gold texts are left out.
pub(crate) fn parameters(readings: &[Reading], seed: u64) -> anyhow::Result<Vec<Learned>> {
    let paper = || Learner::paper(Method::Mine);
    let selected = |selection: Selection| paper().mine(Config::new().selection(selection));
    let selection = Selection::paper;
    let pieces = Lexer::with_token_pattern("\\w+|[^\\w\\s]+", Patterns::thesis())?;
    let inside = Lexer::new(Patterns::thesis().inside()?);
    let settings = [
        ("as printed", paper()),
        ("strings of 3 tokens", selected(selection().min_tokens(3))),
        ("strings of 5 tokens", selected(selection().min_tokens(5))),
        ("strings on 3 pages", selected(selection().min_documents(3))),
        ("strings on 5 pages", selected(selection().min_documents(5))),
        ("tokens \\w+|[^\\w\\s]+", paper().lexer(pieces)),
        ("gaps of 10 characters merged", paper().merge_gaps(10)),
        ("gaps of 40 characters merged", paper().merge_gaps(40)),
        ("patterns replaced inside of words", paper().lexer(inside)),
        ("no mutable patterns", paper().lexer(Lexer::new(Patterns::none()))),
    ];
    let mut rows = Vec::new();
    for (name, learner) in settings {
        let mut of_sites = Vec::new();
        for reading in readings.iter().filter(|reading| reading.has_text()) {
            let inputs: Vec<demold::Input<'_>> = reading.site.pages.iter().map(Page::input).collect();
            let site = learner.clone().seed(seed).learn(&inputs)?;
            let mut of_pages = Vec::new();
            for (page, input) in std::iter::zip(&reading.pages, &inputs) {
                if let Some(gold) = &page.gold {
                    let cleaned = site.clean(*input)?;
                    let text = page.text(cleaned.regions());
                    of_pages.push(content::content(&Bag::of(&text), gold, page.neutral.as_ref()));
                }
            }
            of_sites.extend(mean_of(&of_pages));
        }
        rows.push(Learned {
            subject: "mine-paper".to_owned(),
            learned_from: name.to_owned(),
            cleaned: format!("all pages of {} sites", of_sites.len()),
            content: mean_of(&of_sites).unwrap_or_default(),
        });
    }
    Ok(rows)
}

fn learners(subjects: &[Subject]) -> impl Iterator<Item = (Subject, Learner)> + '_ {
    let learners = subjects.iter().map(|&subject| (subject, subject.learner()));
    learners.filter_map(|(subject, learner)| Some((subject, learner?)))
}

/// Learns from some pages and cleans others: the mean of their content words.
fn cleaned_by(learner: &Learner, learned: &[Page], cleaned: &[Page]) -> anyhow::Result<Ratio> {
    let inputs: Vec<demold::Input<'_>> = learned.iter().map(Page::input).collect();
    let site = learner.learn(&inputs)?;
    let mut of_pages = Vec::new();
    for page in cleaned {
        let text = site.clean(page.input())?.text();
        let gold = Bag::of(page.gold.text.as_deref().unwrap_or_default());
        let neutral = page.gold.neutral.as_deref().map(Bag::of);
        of_pages.push(content::content(&Bag::of(&text), &gold, neutral.as_ref()));
    }
    Ok(mean_of(&of_pages).unwrap_or_default())
}

/// Returns the means of precision, recall and F1, each for itself.
fn mean_of(ratios: &[Ratio]) -> Option<Ratio> {
    Some(Ratio {
        precision: mean(ratios.iter().map(|ratio| ratio.precision))?,
        recall: mean(ratios.iter().map(|ratio| ratio.recall))?,
        f1: mean(ratios.iter().map(|ratio| ratio.f1))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_a_page_differ_in_content_and_share_the_rest() {
        let mined = [Subject::Paper(Method::Mine)];
        let rows = snapshots(&mined, 0).unwrap();
        assert_eq!(rows.len(), 4);
        assert_eq!((&*rows[0].learned_from, &*rows[0].cleaned), ("versions of one page", "versions of one page"));
        for row in &rows {
            assert!(row.content.f1 > 0.0 && row.content.recall < 1.0 + 1e-9, "{row:?}");
        }
    }
}
