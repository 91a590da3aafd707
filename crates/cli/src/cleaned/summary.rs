//! What people are told at the end of a run.

use std::{fmt, time::Duration};

use pipeline::Tally;

use crate::{
    pages::Inputs,
    terminal::{bytes, count, one_line, share},
};

/// The most kinds of skipped items that are shown.
///
/// Chosen: what fits on two lines of a terminal.
const SHOWN_KINDS: usize = 8;

/// Counts files that could not be opened or are no pages, links that are not followed, and addresses that gave no page.
pub(crate) fn add_unread(tally: &mut Tally, inputs: &Inputs) {
    let n_files = inputs.n_unreadable();
    tally.n_in += n_files;
    tally.n_faults += n_files;
    for (kind, n) in inputs.others().into_iter().filter(|(_, n)| *n != 0) {
        tally.n_in += n;
        *tally.others.entry(kind.to_owned()).or_default() += n;
    }
}

/// Checks that nothing was lost.
///
/// # Errors
///
/// If pages were skipped, became almost empty, or stay unchanged because of a bug. The error says how many.
pub(crate) fn check_strictly(tally: &Tally) -> anyhow::Result<()> {
    let lost = [
        (tally.n_faults, "skipped as broken or too long"),
        (tally.n_empty, "almost empty now"),
        (tally.n_panics, "left unchanged because of a bug"),
    ];
    let lost: Vec<String> =
        (lost.iter()).filter(|(n, _)| *n != 0).map(|(n, what)| format!("{} {what}", count(*n, "page"))).collect();
    if !lost.is_empty() {
        anyhow::bail!("{}, and --strict was given", lost.join(", "));
    }
    Ok(())
}

/// The lines that are printed at the end of a run.
pub(crate) struct Lines<'a> {
    pub(crate) tally: &'a Tally,
    /// The number of sites that have templates; none if templates do not belong to sites.
    pub(crate) n_sites: Option<usize>,
    pub(crate) elapsed: Duration,
}

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = self.tally;
        write!(f, "{} cleaned", count(tally.n_cleaned, "page"))?;
        if let Some(n_sites) = self.n_sites.filter(|n_sites| *n_sites != 0) {
            write!(f, ", by the templates of {}", count(n_sites, "site"))?;
        }
        write!(f, "; {} in, {} out, ", bytes(tally.bytes_in), bytes(tally.bytes_out))?;
        // Pages that are judged alone have no template, and `learn` measures none of them.
        match tally.share_of_template() {
            Some(share) => write!(f, "{:.1} % of pages with a template was template", 100.0 * share)?,
            None => write!(f, "{} was removed", share(tally.bytes_removed, tally.bytes_decoded))?,
        }
        write!(f, ", {:.2} s", self.elapsed.as_secs_f64())?;
        for (n, what) in [
            (tally.n_alone, "alone: judged without a template"),
            (tally.n_unlearned, "of sites that the method cannot learn: judged without a template"),
            (tally.n_rescued, "judged without the template, which would have left nothing"),
            (tally.n_misfits, "that hardly fit their site's template; --template DIR --relearn learns from them"),
            (tally.n_copies, "with the same text as an earlier page"),
            (tally.n_passed, "left unchanged: too few of their site"),
            (tally.n_other_language, "left out: in another language"),
            (tally.n_other_date, "left out: of another time, or of an unknown one"),
            (tally.n_short, "left out: too short"),
            (tally.n_unsure, "left out: below --min-confidence"),
            (tally.n_left_copies, "left out: copies of earlier ones"),
            (tally.n_panics, "left unchanged because of a bug"),
            (tally.n_empty, "almost empty now; --verbose names them"),
            (tally.n_scripted, "with hardly any text, which scripts load in a browser; --verbose names them"),
            (tally.n_framed, "of frames: their text is in the pages that the frames show; --verbose names them"),
        ] {
            if n != 0 {
                write!(f, "\n{} {what}", count(n, "page"))?;
            }
        }
        // If everything was cleaned and written, the sum would say nothing new.
        if tally.n_in == tally.n_cleaned && tally.n_left_out() == 0 {
            return Ok(());
        }
        write!(f, "\n{} in = {} out + {} skipped", tally.n_in, tally.n_out(), tally.n_skipped())?;
        if tally.n_left_out() != 0 {
            write!(f, " + {} left out", tally.n_left_out())?;
        }
        let parts = parts(tally);
        if !parts.is_empty() {
            write!(f, " ({})", parts.join(", "))?;
        }
        Ok(())
    }
}

/// Returns the kinds of skipped items with their numbers, the most frequent first.
fn parts(tally: &Tally) -> Vec<String> {
    let mut kinds: Vec<(&String, usize)> = tally.others.iter().map(|(what, &n)| (what, n)).collect();
    // The sort is stable, so kinds of equal frequency stay in alphabetical order.
    kinds.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
    let n_hidden: usize = kinds.iter().skip(SHOWN_KINDS).map(|(_, n)| n).sum();
    let mut parts: Vec<String> =
        kinds.iter().take(SHOWN_KINDS).map(|(what, n)| format!("{n} × {}", one_line(what))).collect();
    if n_hidden != 0 {
        parts.push(format!("{n_hidden} × other kinds"));
    }
    if tally.n_faults != 0 {
        parts.push(format!("{} × broken or too large", tally.n_faults));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_survive_and_add_up() {
        let mut tally =
            Tally { n_in: 7, n_cleaned: 3, n_alone: 1, n_passed: 1, n_faults: 1, bytes_in: 2_000, ..Tally::default() };
        tally.others.insert("an answer of status 404".to_owned(), 2);
        let json = serde_json::to_string(&tally).unwrap();
        assert_eq!(serde_json::from_str::<Tally>(&json).unwrap(), tally);
        let mut sum = Tally::default();
        sum.add(&tally);
        assert_eq!(sum, tally);
        assert_eq!(tally.n_in, tally.n_out() + tally.n_skipped());
        assert_eq!(
            Lines { tally: &tally, n_sites: Some(2), elapsed: Duration::from_millis(1500) }.to_string(),
            "3 pages cleaned, by the templates of 2 sites; 2.0 kB in, 0 B out, 0.0 % was removed, 1.50 s\n\
             1 page alone: judged without a template\n\
             1 page left unchanged: too few of their site\n\
             7 in = 4 out + 3 skipped (2 × an answer of status 404, 1 × broken or too large)"
        );
        assert!(check_strictly(&tally).is_err());
    }

    #[test]
    fn what_is_all_well_is_one_line() {
        let tally = Tally { n_in: 2, n_cleaned: 2, ..Tally::default() };
        let lines = Lines { tally: &tally, n_sites: None, elapsed: Duration::ZERO }.to_string();
        assert_eq!(lines, "2 pages cleaned; 0 B in, 0 B out, 0.0 % was removed, 0.00 s");
        assert!(check_strictly(&tally).is_ok());
    }
}
