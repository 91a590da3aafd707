//! The method of Foschini: strings of tokens that many pages have.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    fmt,
    ops::Range,
};

use cleaner::Regions;
use serde::{Deserialize, Serialize};
use suffixarray_miner::{
    Chosen, Config, Corpus, Histogram, Lexer, Lexicon, Locator, Patterns, Selection, Spelling, Word,
};
use tokenize::{Tokenizer, Vocabulary};

use super::{Found, Kinds, Model, listing::{Short, count}, switches::Switches, tokens};
use crate::{Error, Learner, Reading};

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
    fn are_parts(&self, number: u32) -> bool {
        self.parts.binary_search(&number).is_ok()
    }
}

/// What is done with the pieces of a page that strings match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finish {
    /// Two pieces with fewer characters than this between them become one.
    pub(crate) merge_gaps: usize,
    /// The least number of characters in both of them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) merge_beside: usize,
    /// The least number of characters in a piece.
    pub(crate) drop_islands: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Finish {
    fn is_none(&self) -> bool {
        *self == Finish::default()
    }

    fn apply(self, regions: Regions, source: &str) -> Regions {
        match self.is_none() {
            true => regions,
            false => regions
                .merge_gaps(source, self.merge_gaps, self.merge_beside)
                .drop_islands(source, self.drop_islands),
        }
    }
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
        let chosen = Chosen {
            document_frequency: self.cut.documents,
            bin: self.cut.bin,
        };
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
    fn form(&self, number: u32) -> Form<'_> {
        let meaning = match &self.words {
            Some(words) if words.mutable.contains(&number) => Meaning::Pattern,
            Some(words) if words.are_parts(number) => Meaning::Parts(&words.patterns),
            _ => Meaning::Literal,
        };
        Form {
            text: &self.forms[number as usize],
            meaning,
        }
    }

    fn own_string(&self, numbers: &[u32]) -> Vec<Form<'_>> {
        numbers.iter().map(|&number| self.form(number)).collect()
    }

    /// Returns the strings in words that mean the same on every site.
    pub(crate) fn own_strings(&self) -> impl Iterator<Item = Vec<Form<'_>>> {
        self.strings
            .iter()
            .map(|(_, _, numbers)| self.own_string(numbers))
    }

    /// Returns the model without some strings, or nothing if it has none of
    /// them.
    pub(crate) fn without(&self, dropped: &BTreeSet<&[Form<'_>]>) -> Option<Mined> {
        let mut smaller = self.clone();
        smaller
            .strings
            .retain(|(_, _, numbers)| !dropped.contains(&self.own_string(numbers)[..]));
        (smaller.strings.len() < self.strings.len()).then_some(smaller)
    }
}

/// Mined strings, ready to be found in pages.
#[derive(Debug)]
pub(crate) struct Engine {
    reader: Reader,
    n_forms: usize,
    locator: Locator,
    finish: Finish,
}

/// Reads pages. It knows the strings' forms only: all others are unknown, and
/// match nothing.
#[derive(Debug)]
enum Reader {
    Tokens(Tokenizer, Vocabulary),
    Words(Box<Lexicon>),
}

impl Reader {
    /// Makes a reader, and the symbols of the forms.
    fn new(model: &Mined) -> Result<(Reader, Vec<u32>), Error> {
        let Some(words) = &model.words else {
            let mut vocabulary = Vocabulary::new();
            let symbols = model.forms.iter().map(|form| vocabulary.intern(form));
            let symbols = symbols.collect();
            let tokenizer = model.normalize.to_normalize().build();
            return Ok((Reader::Tokens(tokenizer, vocabulary), symbols));
        };
        let damaged = |reason: String| Error::Damaged { reason };
        let mut patterns = Patterns::new(words.patterns.clone());
        if words.inside {
            patterns = patterns.and_then(Patterns::inside);
        }
        let lexer = patterns
            .and_then(|patterns| Lexer::with_token_pattern(&words.token, patterns))
            .map_err(|error| damaged(error.to_string()))?;
        let mut lexicon = Lexicon::new(lexer);
        let mut symbols = Vec::with_capacity(model.forms.len());
        for (number, form) in (0..).zip(&model.forms) {
            if words.are_parts(number) {
                let symbol = lexicon.intern_form(form);
                symbols.push(symbol.ok_or_else(|| damaged(format!("{form:?} has no patterns in it")))?);
                continue;
            }
            if !words.mutable.contains(&number) {
                symbols.push(lexicon.intern(form));
                continue;
            }
            let at = words.patterns.iter().position(|pattern| pattern == form);
            let at = at.ok_or_else(|| damaged(format!("{form:?} is none of the patterns")))?;
            symbols.push(u32::try_from(at).expect("there are not so many patterns"));
        }
        Ok((Reader::Words(Box::new(lexicon)), symbols))
    }

    /// Reads a page: the byte ranges of its tokens or words, and their symbols.
    fn read(&self, page: &Reading<'_>) -> (Vec<Range<usize>>, Vec<u32>) {
        match self {
            Reader::Tokens(tokenizer, vocabulary) => (
                tokens::ranges(page),
                tokens::symbols(page, tokenizer, vocabulary),
            ),
            Reader::Words(lexicon) => lexicon.look_up(page.source()),
        }
    }
}

/// What strings consist of.
enum Units<'a> {
    /// Tags and texts.
    Tokens(Tokenizer),
    /// Words of the source.
    Words(&'a Lexer),
}

impl Model for Mined {
    type Engine = Engine;

    fn paper(learner: Learner) -> Learner {
        let patterns = Patterns::thesis().inside();
        learner
            .pages(usize::MAX)
            .copies(true)
            .words(true)
            .lexer(Lexer::new(patterns.expect("the list is tested")))
            .mine(Config::new().selection(Selection::paper()))
    }

    fn check_settings(learner: &Learner) -> Result<(), Error> {
        let config = learner.mine.clone();
        config.build().map(drop).map_err(Error::Mine)
    }

    fn learn(learner: &Learner, pages: &[Reading<'_>]) -> Result<Mined, Error> {
        let units = match learner.words {
            true => Units::Words(&learner.lexer),
            false => Units::Tokens(learner.get_normalize().build()),
        };
        let miner = learner.mine.clone().build().map_err(Error::Mine)?;
        let mut vocabulary = Vocabulary::new();
        let mut lexicon = None;
        let mined = match &units {
            Units::Tokens(tokenizer) => {
                let read;
                (vocabulary, read) = tokens::sample(pages, tokenizer);
                let symbols: Vec<&[u32]> = read.iter().map(|page| page.symbols()).collect();
                miner.mine(&symbols)
            }
            Units::Words(lexer) => {
                let lexicon = lexicon.insert(Lexicon::new((*lexer).clone()));
                let corpus: Corpus = pages
                    .iter()
                    .map(|page| lexicon.read(page.source()))
                    .collect();
                miner.mine_corpus(corpus, |symbol| lexicon.is_mutable(symbol), |_| {})
            }
        };
        let mined = mined.map_err(Error::Mine)?;

        // Forms are renumbered in the order in which the strings use them.
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let (mut forms, mut mutable, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        let mut number = |symbol: u32| {
            let next = u32::try_from(forms.len()).expect("symbols are counted in 32 bits");
            *numbers.entry(symbol).or_insert_with(|| {
                let form = match lexicon.as_ref().map(|lexicon| lexicon.word(symbol)) {
                    None => vocabulary.form(symbol),
                    Some(Some(Word::Pattern(pattern))) => {
                        mutable.push(next);
                        Some(pattern)
                    }
                    Some(Some(Word::Parts(spelling))) => {
                        parts.push(next);
                        Some(spelling.form())
                    }
                    Some(Some(Word::Literal(form))) => Some(form),
                    Some(None) => None,
                };
                forms.push(form.expect("the miner invents no symbols").to_owned());
                next
            })
        };
        let strings = mined
            .iter()
            .map(|string| {
                (
                    string.document_frequency,
                    string.term_frequency,
                    string
                        .symbols
                        .iter()
                        .map(|&symbol| number(symbol))
                        .collect(),
                )
            })
            .collect();
        let (normalize, words) = match &units {
            Units::Tokens(tokenizer) => (Switches::from(tokenizer.normalize()), None),
            Units::Words(lexer) => {
                let words = Words {
                    token: lexer.token_pattern().to_owned(),
                    patterns: lexer.patterns().as_slice().to_vec(),
                    mutable,
                    inside: lexer.patterns().are_inside(),
                    parts,
                };
                (Switches::from(&tokenize::Normalize::new()), Some(words))
            }
        };

        Ok(Mined {
            documents: mined.n_documents(),
            normalize,
            words,
            finish: learner.finish,
            cut: Cut {
                documents: mined.chosen().document_frequency,
                bin: mined.chosen().bin,
                histogram: mined.histogram().bins().to_vec(),
            },
            forms,
            strings,
        })
    }

    fn check(&self) -> Result<(), Error> {
        let damaged = |reason: String| Err(Error::Damaged { reason });
        if self.cut.histogram.len() != Histogram::N_BINS {
            return damaged(format!(
                "the histogram has {} bins, and should have {}",
                self.cut.histogram.len(),
                Histogram::N_BINS
            ));
        }
        let parts = self.words.as_ref().map_or(&[][..], |words| &words.parts);
        if !parts.is_sorted_by(|number, next| number < next) {
            return damaged("the numbers of words with patterns in them do not ascend".to_owned());
        }
        for (number, (documents, occurrences, forms)) in self.strings.iter().enumerate() {
            if *documents == 0 || self.documents < *documents || occurrences < documents {
                return damaged(format!(
                    "string {number} has {occurrences} occurrences in {documents} documents, and \
                     there are {} documents",
                    self.documents
                ));
            }
            if let Some(form) = forms
                .iter()
                .find(|form| self.forms.len() <= **form as usize)
            {
                return damaged(format!(
                    "string {number} holds form {form}, and there are {} forms",
                    self.forms.len()
                ));
            }
        }
        Ok(())
    }
    fn engine(&self) -> Result<Engine, Error> {
        let (reader, symbols) = Reader::new(self)?;
        let strings: Vec<Vec<u32>> = self
            .strings
            .iter()
            .map(|(_, _, forms)| forms.iter().map(|&form| symbols[form as usize]).collect())
            .collect();
        let locator = Locator::new(strings.iter().map(Vec::as_slice)).map_err(Error::Mine)?;
        Ok(Engine {
            reader,
            n_forms: self.forms.len(),
            locator,
            finish: self.finish,
        })
    }

    /// The fit is the share of the strings' distinct tokens that were found.
    fn locate(engine: &Engine, page: &Reading<'_>) -> Result<Found, Error> {
        let (units, symbols) = engine.reader.read(page);
        let runs = engine.locator.locate(&symbols);
        let matched = runs.iter().flat_map(|run| &symbols[run.clone()]);
        let found: HashSet<u32> = matched.copied().collect();
        let fit = match engine.n_forms {
            0 => 1.0,
            n_forms => found.len() as f64 / n_forms as f64,
        };
        let regions = tokens::regions(&units, &runs);
        let regions = engine.finish.apply(regions, page.source());
        Ok(Found::new(regions, fit))
    }

    fn is_empty(&self) -> bool {
        self.strings.is_empty()
    }

    fn summary(kinds: &Kinds<Mined>) -> String {
        format!(
            "{} of {}",
            count(kinds.sum(|model| model.strings.len()), "string"),
            count(kinds.sum(|model| model.forms.len()), "different token")
        )
    }

    /// Prints the histogram with the cut that was made, then each string with the number of documents that have it and,
    /// if it occurs more than once in some of them, the number of its occurrences.
    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((histogram, chosen)) = self.histogram() {
            writeln!(f, "{}", histogram.to_text(chosen))?;
        }
        let width = self.documents.to_string().len();
        for (documents, occurrences, numbers) in &self.strings {
            let times = match occurrences == documents {
                true => String::new(),
                false => format!(", {occurrences} times"),
            };
            writeln!(
                f,
                "{documents:>width$}/{}{times}, {}",
                count(self.documents as usize, "page"),
                count(numbers.len(), "token")
            )?;
            for number in numbers {
                let form = self.form(*number).to_string();
                writeln!(f, "{:width$}    {}", "", Short(&form))?;
            }
        }
        Ok(())
    }

    fn listed_pages(&self) -> usize {
        self.documents as usize
    }

    fn pieces(&self) -> Vec<String> {
        let strings = self.own_strings().map(|string| {
            let forms: Vec<String> = string.iter().map(Form::to_string).collect();
            forms.join(" ")
        });
        strings.collect()
    }
}

#[cfg(test)]
mod tests;
