//! Claims of Foschini's thesis that it gives no figures for, each as one small experiment: versions of one page teach
//! what several pages do (3.1), two weeks of articles suffice (5.1), the parameters that there are change little
//! (abstract, 6), and expressions can be used on similar sites (abstract). And its figure 3.2, of generated pages.

use anyhow::Context as _;
use demold::{Input, Learner, Method};
use sitegen::Noise;
use suffixarray_miner::{Config, Lexer, Patterns, Selection};

use super::{expressions, made};
use crate::{
    datasets::{
        generated::{self, seed_of},
        site::Page,
    },
    measures::{content, ratio::Ratio, words::Bag},
    reading::Reading,
    subject::Subject,
    table::{Table, share},
};

/// Versions of a page, and pages of one day.
const N_VERSIONS: usize = 16;

/// Articles of a source on one day: the thesis calls its own "moderately prolific".
const A_DAY: usize = 10;

const DAYS: [usize; 6] = [1, 3, 7, 14, 21, 28];

/// Articles that appear after all that is learned from.
const N_LATER: usize = 40;

const NOISE: Noise = Noise { teasers: true, ..made::NOISE };

pub(super) fn tables(readings: &[Reading], subjects: &[&Subject], seed: u64) -> anyhow::Result<Vec<Table>> {
    Ok(vec![
        snapshots(subjects, seed_of(seed, 300))?,
        weeks(subjects, seed_of(seed, 400))?,
        parameters(readings, seed)?,
        expressions::on_other_sites(readings, seed)?,
        histogram(seed)?,
    ])
}

fn table(title: &str) -> Table {
    Table::new(title, ["learned from", "cleaned", "subject", "P", "R", "F1"])
}

fn row(table: &mut Table, names: [&str; 3], found: Ratio) {
    let figures = [found.precision, found.recall, found.f1].map(|figure| share(Some(figure)));
    table.row(names.map(str::to_owned).into_iter().chain(figures));
}

fn learners<'a>(subjects: &'a [&Subject]) -> impl Iterator<Item = (&'a Subject, Learner)> {
    subjects.iter().filter_map(|subject| Some((*subject, subject.learner()?)))
}

/// Learns from some pages and cleans others: the mean of their content words.
fn cleaned_by(learner: &Learner, learned: &[Page], cleaned: &[Page]) -> anyhow::Result<Ratio> {
    let inputs: Vec<Input<'_>> = learned.iter().map(Page::input).collect();
    let site = learner.learn(&inputs)?;
    let of_pages = cleaned.iter().map(|page| {
        let gold = Bag::of(page.gold.text.as_deref().unwrap_or_default());
        let neutral = page.gold.neutral.as_deref().map(Bag::of);
        Ok(content::content(&Bag::of(&site.clean(page.input())?.text()), &gold, neutral.as_ref()))
    });
    Ok(Ratio::mean(&of_pages.collect::<anyhow::Result<Vec<_>>>()?).unwrap_or_default())
}

/// Learns from versions of one page and from pages of one day, and cleans later ones of both kinds.
fn snapshots(subjects: &[&Subject], seed: u64) -> anyhow::Result<Table> {
    let news = || sitegen::Config::news().seed(seed).pages(2 * N_VERSIONS).noise(NOISE);
    let versions = (0..2 * N_VERSIONS as u64)
        .map(|day| Ok(generated::page(&news().content_seed(seed.wrapping_add(day)).build()?.page(0), None)))
        .collect::<anyhow::Result<Vec<Page>>>()?;
    let pages: Vec<Page> = news().build()?.pages().map(|page| generated::page(&page, None)).collect();
    let sets = [("versions of one page", &versions), ("pages of one day", &pages)];
    let mut table = table("Versions of one page over time (Foschini, 3.1)");
    for (subject, learner) in learners(subjects) {
        for (learned_from, learned) in sets {
            for (cleaned, all) in sets {
                let (learner, later) = (learner.clone().seed(seed), &all[N_VERSIONS..]);
                let found = cleaned_by(&learner, &learned[..N_VERSIONS], later)?;
                row(&mut table, [learned_from, cleaned, subject.name], found);
            }
        }
    }
    Ok(table)
}

/// Learns from the articles of the first days, and cleans those that come after all of them.
fn weeks(subjects: &[&Subject], seed: u64) -> anyhow::Result<Table> {
    let n_learned = A_DAY * DAYS[DAYS.len() - 1];
    let site = sitegen::Config::news().seed(seed).pages(n_learned + N_LATER).page_bytes(8_000);
    let site = site.noise(Noise { missing_blocks: 20, ..NOISE }).build()?;
    let pages: Vec<Page> = site.pages().map(|page| generated::page(&page, None)).collect();
    let mut table = table("Articles of so many days (Foschini, 5.1: two weeks are more than enough)");
    for (subject, learner) in learners(subjects) {
        for days in DAYS {
            let found = cleaned_by(&learner.clone().seed(seed), &pages[..A_DAY * days], &pages[n_learned..])?;
            let learned_from = format!("{days} days, {} articles", A_DAY * days);
            row(&mut table, [&learned_from, &format!("{N_LATER} later articles"), subject.name], found);
        }
    }
    Ok(table)
}

/// Changes one parameter of `mine` as printed at a time. Sites without gold texts are left out.
fn parameters(readings: &[Reading], seed: u64) -> anyhow::Result<Table> {
    let paper = || Learner::paper(Method::Mine);
    let selected = |selection: Selection| paper().mine(Config::new().selection(selection));
    let selection = Selection::paper;
    let pieces = Lexer::with_token_pattern("\\w+|[^\\w\\s]+", Patterns::thesis())?;
    let settings = [
        ("as printed", paper()),
        ("strings of 3 tokens", selected(selection().min_tokens(3))),
        ("strings of 5 tokens", selected(selection().min_tokens(5))),
        ("strings on 3 pages", selected(selection().min_documents(3))),
        ("strings on 5 pages", selected(selection().min_documents(5))),
        ("tokens \\w+|[^\\w\\s]+", paper().lexer(pieces)),
        ("gaps of 10 characters merged", paper().merge_gaps(10)),
        ("gaps of 40 characters merged", paper().merge_gaps(40)),
        ("patterns replaced inside of words", paper().lexer(Lexer::new(Patterns::thesis().inside()?))),
        ("no mutable patterns", paper().lexer(Lexer::new(Patterns::none()))),
    ];
    let mut table = table("One parameter changed (Foschini, abstract and 6: little or no changes)");
    for (name, learner) in settings {
        let mut of_sites = Vec::new();
        for reading in readings.iter().filter(|reading| reading.has_text()) {
            let inputs: Vec<Input<'_>> = reading.site.pages.iter().map(Page::input).collect();
            let site = learner.clone().seed(seed).learn(&inputs)?;
            let mut of_pages = Vec::new();
            for (page, input) in std::iter::zip(&reading.pages, &inputs) {
                if let Some(gold) = &page.gold {
                    let text = page.text(site.clean(*input)?.regions());
                    of_pages.push(content::content(&Bag::of(&text), gold, page.neutral.as_ref()));
                }
            }
            of_sites.extend(Ratio::mean(&of_pages));
        }
        let cleaned = format!("all pages of {} sites", of_sites.len());
        row(&mut table, [name, &cleaned, "mine-paper"], Ratio::mean(&of_sites).unwrap_or_default());
    }
    Ok(table)
}

/// Counts the strings of a site of 400 pages by the share of the pages that they are on, in hundredths.
fn histogram(seed: u64) -> anyhow::Result<Table> {
    let many = made::many(seed)?;
    let inputs: Vec<Input<'_>> = many.pages.iter().map(Page::input).collect();
    let site = Learner::paper(Method::Mine).seed(seed).learn(&inputs)?;
    let (histogram, chosen) = site.template().histogram().context("nothing was mined")?;
    let mut table = Table::new(
        "Strings in each hundredth of the pages, and the cut (Foschini, figure 3.2)",
        ["pages", "cut at bin", "least pages of a string", "strings"],
    );
    let bins: Vec<String> = histogram.bins().iter().map(ToString::to_string).collect();
    let cut = crate::table::or_dot(chosen.bin, |bin| bin.to_string());
    let least = chosen.document_frequency.to_string();
    table.row([histogram.n_documents().to_string(), cut, least, bins.join(" ")]);
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_a_page_differ_in_content_and_share_the_rest() {
        let mined = Subject::named(&["mine-paper".to_owned()]).unwrap();
        let rows = snapshots(&mined, seed_of(0, 300)).unwrap().rows;
        assert_eq!(rows.len(), 4);
        assert_eq!(rows[0][..3], ["versions of one page", "versions of one page", "mine-paper"]);
        assert!(rows.iter().all(|row| row[5].parse::<f64>().unwrap() > 0.0), "{rows:?}");
    }
}
