//! The model: strings of forms, what they mean, and how they were chosen.

use std::{collections::BTreeSet, fmt, ops::Range};

use cleaner::Regions;
use serde::{Deserialize, Serialize};
use suffixarray_miner::{Chosen, Histogram, Spelling};

use crate::{
    learner::Finish,
    methods::{switches::Switches, tokens},
};

/// The mined strings, as the template file holds them.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mined {
    pub(crate) documents: u32,
    pub(crate) normalize: Switches,
    /// How sources are cut into words, if strings consist of words and not of
    /// tags and texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) words: Option<Words>,
    #[serde(default, skip_serializing_if = "Finish::is_none")]
    pub(crate) finish: Finish,
    pub(crate) cut: Cut,
    /// The normalized forms, or the words, of which strings consist.
    pub(crate) forms: Vec<String>,
    /// Document frequency, term frequency, and the numbers of the forms.
    pub(crate) strings: Vec<(u32, u32, Vec<u32>)>,
}

/// What words are, and which of them are mutable.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    /// What a word is, as a regular expression.
    pub(crate) token: String,
    /// The mutable patterns. A form that is listed here stands for whatever it
    /// matches.
    pub(crate) patterns: Vec<String>,
    /// The forms that are patterns, by their numbers.
    pub(crate) mutable: Vec<u32>,
    /// Whether patterns are replaced inside of words.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) inside: bool,
    /// The forms of words in which patterns are replaced, by their numbers. Another word may be spelled like one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) parts: Vec<u32>,
}

impl Words {
    pub(super) fn are_parts(&self, number: u32) -> bool {
        self.parts.binary_search(&number).is_ok()
    }
}

/// Returns the bytes of runs of tokens or words, once gaps are merged and islands are dropped.
pub(super) fn finished(settings: Finish, units: &[Range<usize>], runs: &[Range<usize>], source: &str) -> Regions {
    if settings.merge_gaps == 0 && settings.drop_islands == 0 {
        return tokens::regions(units, runs);
    }
    let finish = |regions: Regions| {
        let merged = regions.merge_gaps(source, settings.merge_gaps, settings.merge_beside);
        merged.drop_islands(source, settings.drop_islands)
    };
    if !settings.consume_separators {
        return finish(tokens::regions(units, runs));
    }
    let widened = runs.iter().map(|run| {
        let start = run.start.checked_sub(1).map_or(0, |before| units[before].end);
        start..units.get(run.end).map_or(source.len(), |behind| behind.start)
    });
    let found = finish(Regions::from_ranges(widened));
    // Without the separators at the edges: if they were removed, the words on both sides would become one.
    let trimmed = found.iter().filter_map(|range| {
        let first = units.partition_point(|unit| unit.start < range.start);
        let behind = units.partition_point(|unit| unit.end <= range.end);
        (first < behind).then(|| units[first].start..units[behind - 1].end)
    });
    Regions::from_ranges(trimmed)
}

/// How it was decided which strings are template.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cut {
    /// The least document frequency of a string of the template.
    pub(crate) documents: u32,
    /// The bin of the bimodal cut, if that decided.
    pub(crate) bin: Option<usize>,
    /// The number of strings in each hundredth of the documents.
    pub(crate) histogram: Vec<u64>,
}

impl Mined {
    /// Returns the histogram of all strings, and the resulting cut.
    pub(crate) fn histogram(&self) -> Option<(Histogram, Chosen)> {
        let bins: [u64; Histogram::N_BINS] = self.cut.histogram.as_slice().try_into().ok()?;
        let chosen = Chosen { document_frequency: self.cut.documents, bin: self.cut.bin };
        Some((Histogram::from_bins(bins, self.documents), chosen))
    }
}

/// A form with its meaning: what two sites must have in common.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Form<'a> {
    text: &'a str,
    meaning: Meaning<'a>,
}

/// Writes the form with its patterns, as users know them.
impl fmt::Display for Form<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spelling = match self.meaning {
            Meaning::Parts(patterns) => Spelling::read(self.text, patterns),
            Meaning::Literal | Meaning::Pattern => None,
        };
        match spelling {
            Some(spelling) => spelling.fmt(f),
            None => f.write_str(self.text),
        }
    }
}

#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Meaning<'a> {
    Literal,
    Pattern,
    /// With pattern numbers, which mean what this list says.
    Parts(&'a [String]),
}

impl Mined {
    pub(super) fn form(&self, number: u32) -> Form<'_> {
        let meaning = match &self.words {
            Some(words) if words.mutable.contains(&number) => Meaning::Pattern,
            Some(words) if words.are_parts(number) => Meaning::Parts(&words.patterns),
            _ => Meaning::Literal,
        };
        Form { text: &self.forms[number as usize], meaning }
    }

    fn own_string(&self, numbers: &[u32]) -> Vec<Form<'_>> {
        numbers.iter().map(|&number| self.form(number)).collect()
    }

    /// Returns the strings in words that mean the same on every site.
    pub(crate) fn own_strings(&self) -> impl Iterator<Item = Vec<Form<'_>>> {
        self.strings.iter().map(|(_, _, numbers)| self.own_string(numbers))
    }

    /// Returns the model without some strings.
    pub(crate) fn without(&self, dropped: &BTreeSet<&[Form<'_>]>) -> Mined {
        let mut smaller = self.clone();
        smaller.strings.retain(|(_, _, numbers)| !dropped.contains(&self.own_string(numbers)[..]));
        smaller
    }
}
