//! What became of everything that came in.

use std::{collections::BTreeMap, fmt, time::Duration};

use serde_json::{Value, json};

use crate::summary::{bytes, count};

/// Counts that add up: what came in is what went out and what was skipped.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Tally {
    /// Records, lines, rows and files.
    pub(crate) n_in: usize,
    pub(crate) n_cleaned: usize,
    /// Pages of sites that were too small, or have no template.
    pub(crate) n_passed: usize,
    /// Of the cleaned ones, those that fit no template of their site.
    pub(crate) n_misfits: usize,
    /// What is no page, by what it is.
    pub(crate) others: BTreeMap<String, usize>,
    /// What is broken or too long.
    pub(crate) n_faults: usize,
    pub(crate) bytes_in: u64,
    pub(crate) bytes_out: u64,
    pub(crate) bytes_removed: u64,
    pub(crate) bytes_decoded: u64,
}

/// How many kinds of what is no page are told apart, and how many are shown.
const MOST_KINDS: usize = 100;
const SHOWN_KINDS: usize = 8;

impl Tally {
    pub(crate) fn n_out(&self) -> usize {
        self.n_cleaned + self.n_passed
    }

    pub(crate) fn n_skipped(&self) -> usize {
        self.n_faults + self.others.values().sum::<usize>()
    }

    pub(crate) fn add(&mut self, other: &Tally) {
        self.n_in += other.n_in;
        self.n_cleaned += other.n_cleaned;
        self.n_passed += other.n_passed;
        self.n_misfits += other.n_misfits;
        for (what, n) in &other.others {
            // Strangers choose the types of their answers.
            let is_known = self.others.contains_key(what) || self.others.len() < MOST_KINDS;
            let what = if is_known {
                what.as_str()
            } else {
                "anything else"
            };
            *self.others.entry(what.to_owned()).or_default() += n;
        }
        self.n_faults += other.n_faults;
        self.bytes_in += other.bytes_in;
        self.bytes_out += other.bytes_out;
        self.bytes_removed += other.bytes_removed;
        self.bytes_decoded += other.bytes_decoded;
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({
            "in": self.n_in, "cleaned": self.n_cleaned, "passed": self.n_passed,
            "misfits": self.n_misfits, "others": self.others, "faults": self.n_faults,
            "bytes_in": self.bytes_in, "bytes_out": self.bytes_out,
            "bytes_removed": self.bytes_removed, "bytes_decoded": self.bytes_decoded,
        })
    }

    pub(crate) fn from_json(value: &Value) -> Option<Tally> {
        let n = |name: &str| value[name].as_u64().and_then(|n| usize::try_from(n).ok());
        let others = value["others"]
            .as_object()?
            .iter()
            .map(|(what, n)| Some((what.clone(), usize::try_from(n.as_u64()?).ok()?)));
        Some(Tally {
            n_in: n("in")?,
            n_cleaned: n("cleaned")?,
            n_passed: n("passed")?,
            n_misfits: n("misfits")?,
            others: others.collect::<Option<_>>()?,
            n_faults: n("faults")?,
            bytes_in: value["bytes_in"].as_u64()?,
            bytes_out: value["bytes_out"].as_u64()?,
            bytes_removed: value["bytes_removed"].as_u64()?,
            bytes_decoded: value["bytes_decoded"].as_u64()?,
        })
    }

    /// Returns the lines at the end.
    pub(crate) fn lines(&self, n_sites: usize, elapsed: Duration) -> Lines<'_> {
        Lines {
            tally: self,
            n_sites,
            elapsed,
        }
    }
}

/// What people read.
pub(crate) struct Lines<'a> {
    tally: &'a Tally,
    n_sites: usize,
    elapsed: Duration,
}

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lines {
            tally,
            n_sites,
            elapsed,
        } = self;
        let removed = 100.0 * tally.bytes_removed as f64 / tally.bytes_decoded.max(1) as f64;
        writeln!(
            f,
            "{} cleaned of {}, {} in, {} out, {removed:.1} % was template, {:.2} s",
            count(tally.n_cleaned, "page"),
            count(*n_sites, "site"),
            bytes(tally.bytes_in),
            bytes(tally.bytes_out),
            elapsed.as_secs_f64()
        )?;
        if tally.n_misfits != 0 {
            writeln!(
                f,
                "{} of these hardly fit the template of their site; --templates with --relearn learns again",
                count(tally.n_misfits, "page")
            )?;
        }
        if tally.n_passed != 0 {
            writeln!(
                f,
                "{} passed through whole: too few of their site to learn from",
                count(tally.n_passed, "page")
            )?;
        }
        write!(
            f,
            "{} in = {} out + {} skipped",
            tally.n_in,
            tally.n_out(),
            tally.n_skipped()
        )?;
        let mut kinds: Vec<(&String, usize)> =
            tally.others.iter().map(|(what, &n)| (what, n)).collect();
        // The most frequent first; the sort keeps the order of equal ones.
        kinds.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
        let n_hidden: usize = kinds.iter().skip(SHOWN_KINDS).map(|(_, n)| n).sum();
        let mut parts: Vec<String> = kinds
            .iter()
            .take(SHOWN_KINDS)
            .map(|(what, n)| format!("{n} × {what}"))
            .collect();
        if n_hidden != 0 {
            parts.push(format!("{n_hidden} × other kinds"));
        }
        if tally.n_faults != 0 {
            parts.push(format!("{} × broken or too long", tally.n_faults));
        }
        if !parts.is_empty() {
            write!(f, " ({})", parts.join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Tally;

    #[test]
    fn counts_survive_and_add_up() {
        let mut tally = Tally {
            n_in: 7,
            n_cleaned: 3,
            n_passed: 1,
            n_faults: 1,
            bytes_in: 2_000,
            ..Tally::default()
        };
        tally.others.insert("an answer of status 404".to_owned(), 2);
        assert_eq!(Tally::from_json(&tally.to_json()), Some(tally.clone()));
        assert_eq!(tally.n_in, tally.n_out() + tally.n_skipped());
        assert_eq!(
            tally.lines(2, Duration::from_millis(1500)).to_string(),
            "3 pages cleaned of 2 sites, 2.0 kB in, 0 B out, 0.0 % was template, 1.50 s\n\
             1 page passed through whole: too few of their site to learn from\n\
             7 in = 4 out + 3 skipped (2 × an answer of status 404, 1 × broken or too long)"
        );
        assert_eq!(Tally::from_json(&serde_json::json!({})), None);
    }
}
