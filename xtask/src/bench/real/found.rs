//! What the runs of a collection say: rates, ratios, and the rows that stand for the others.

use super::{
    Collection, LEXBOR, RECORDS, RESILIPARSE, URL_AND_TEXT,
    tools::{Run, Tool},
};
use crate::bench::table::Table;

/// The runs of a collection: those of each tool and number of threads, round by round.
pub(super) struct Found {
    pub(super) runs: Vec<((Tool, usize), Vec<Run>)>,
    pub(super) absent: Vec<String>,
}

/// How many times as fast as resiliparse ours is, if both ran.
pub(super) struct Ratios {
    /// With everything that is known of a page.
    pub(super) records: Option<f64>,
    /// With what resiliparse writes.
    pub(super) url_and_text: Option<f64>,
}

impl Found {
    pub(super) fn of(&self, tool: Tool, n_threads: usize) -> &[Run] {
        let mut runs = self.runs.iter();
        let found = runs.find(|(planned, _)| *planned == (tool, n_threads));
        found.map_or(&[], |(_, runs)| runs)
    }

    /// Adds a row of what one thread does, and returns how many times as fast ours is.
    pub(super) fn one(&self, part: &Collection, table: &mut Table) -> Ratios {
        let megabytes = part.n_bytes() as f64 / 1e6;
        let seconds = |tool, seconds: fn(&Run) -> Option<f64>| -> Vec<f64> {
            self.of(tool, 1).iter().filter_map(seconds).collect()
        };
        let all = |run: &Run| Some(run.seconds);
        let records = seconds(RECORDS, all);
        let url_and_text = seconds(URL_AND_TEXT, all);
        let theirs = seconds(RESILIPARSE, all);
        let alone = seconds(RESILIPARSE, |run| run.alone);
        let lexbor = seconds(LEXBOR, |run| run.alone);
        let rate = |seconds: &[f64]| Some(megabytes / middle(seconds)?);
        let ratios = Ratios { records: times(&theirs, &records), url_and_text: times(&theirs, &url_and_text) };
        // What people get who name no fields comes first.
        let figures = [
            ("MB", Some(megabytes)),
            ("pages", Some(part.n_pages() as f64)),
            ("sites", Some(part.n_sites() as f64)),
            ("demold", rate(&records)),
            ("spread", spread(&records)),
            ("url and text", rate(&url_and_text)),
            ("spread", spread(&url_and_text)),
            ("resiliparse", rate(&theirs)),
            ("spread", spread(&theirs)),
            ("without JSON", rate(&alone)),
            ("lexbor's parse alone", rate(&lexbor)),
            ("demold / resiliparse", ratios.records),
            ("url and text / resiliparse", ratios.url_and_text),
            ("url and text / it without JSON", times(&alone, &url_and_text)),
            ("url and text / lexbor", times(&lexbor, &url_and_text)),
        ];
        table.row(&*part.name, figures);
        let mut names: Vec<&str> = self.runs.iter().filter_map(|(_, runs)| Some(runs.first()?.name.as_str())).collect();
        names.dedup();
        let versions = names.join(", ");
        if !versions.is_empty() && !table.notes.contains(&versions) {
            table.notes.push(versions);
        }
        self.note(part, table);
        ratios
    }

    /// Adds a row of what all threads do, and returns how many times as fast they are as one, pair by pair.
    pub(super) fn all(&self, part: &Collection, n_threads: usize, table: &mut Table) -> Vec<f64> {
        let megabytes = part.n_bytes() as f64 / 1e6;
        let walls = |tool, n_threads| -> Vec<f64> { self.of(tool, n_threads).iter().map(|run| run.wall).collect() };
        let (ours, theirs) = (walls(URL_AND_TEXT, n_threads), walls(RESILIPARSE, n_threads));
        let faster = pairs(&walls(URL_AND_TEXT, 1), &ours);
        let rate = |seconds: &[f64]| Some(megabytes / middle(seconds)?);
        let figures = [
            ("url and text", rate(&ours)),
            ("spread", spread(&ours)),
            ("resiliparse", rate(&theirs)),
            ("spread", spread(&theirs)),
            ("url and text / resiliparse", times(&theirs, &ours)),
            ("all threads / one", middle(&faster)),
        ];
        table.row(&*part.name, figures);
        faster
    }

    /// Says below a table what is missing and what failed.
    pub(super) fn note(&self, part: &Collection, table: &mut Table) {
        let absent = self.absent.iter().map(|reason| format!("left out: {reason}"));
        let of_one = self.runs.iter().filter(|((_, n), _)| *n == 1);
        let failed = of_one.filter_map(|(_, runs)| {
            let run = runs.first().filter(|run| run.failures != 0)?;
            Some(format!("{} failed on {} of {} pages of {}", run.name, run.failures, part.n_pages(), part.name))
        });
        for note in absent.chain(failed) {
            if !table.notes.contains(&note) {
                table.notes.push(note);
            }
        }
    }
}

fn pairs(over: &[f64], under: &[f64]) -> Vec<f64> {
    let pairs = std::iter::zip(over, under);
    pairs.map(|(over, under)| over / under).collect()
}

/// How many times as long the first took, in the middle of all rounds.
fn times(over: &[f64], under: &[f64]) -> Option<f64> {
    middle(&pairs(over, under))
}

/// The median; of an even number, the mean of the two in the middle.
pub(super) fn middle(figures: &[f64]) -> Option<f64> {
    let mut figures = figures.to_vec();
    figures.sort_by(f64::total_cmp);
    let at = figures.len() / 2;
    match figures.len() % 2 {
        _ if figures.is_empty() => None,
        0 => Some(f64::midpoint(figures[at - 1], figures[at])),
        _ => Some(figures[at]),
    }
}

/// How far the slowest is from the fastest, as a part of the median.
fn spread(figures: &[f64]) -> Option<f64> {
    let least = figures.iter().copied().reduce(f64::min)?;
    let most = figures.iter().copied().reduce(f64::max)?;
    Some((most - least) / middle(figures)?)
}

/// Names the row that is least in our favour, and the one in the middle. `of` says what is written.
pub(super) fn least_and_middle(of: &str, mut ratios: Vec<(f64, String)>) -> Vec<String> {
    ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
    let n = ratios.len();
    let named = |what: &str, (ratio, name): &(f64, String)| {
        format!("{of}, {what} of {n}: {name}, {ratio:.2} times as fast as resiliparse")
    };
    let least = ratios.first().map(|row| named("least favourable", row));
    let middle = ratios.get(n.saturating_sub(1) / 2).map(|row| named("median", row));
    least.into_iter().chain(middle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_the_median() {
        assert_eq!(middle(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(middle(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(middle(&[]), None);
        assert_eq!(spread(&[3.0, 1.0, 2.0]), Some(1.0));
    }

    #[test]
    fn ratios_are_those_of_a_round() {
        // A machine that is ten times as slow in one round changes nothing.
        assert_eq!(times(&[2.0, 20.0, 2.2], &[1.0, 10.0, 1.0]), Some(2.0));
    }

    #[test]
    fn rows_are_named_by_what_they_stand_for() {
        let rows = [(2.0, "b"), (1.5, "a"), (4.0, "d"), (3.0, "c")];
        let rows = rows.map(|(ratio, name)| (ratio, name.to_owned()));
        assert_eq!(
            least_and_middle("records", rows.into()),
            [
                "records, least favourable of 4: a, 1.50 times as fast as resiliparse",
                "records, median of 4: b, 2.00 times as fast as resiliparse",
            ]
        );
        assert_eq!(least_and_middle("records", Vec::new()), Vec::<String>::new());
    }
}
