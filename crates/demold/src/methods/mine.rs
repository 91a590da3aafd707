//! The method of Foschini: strings of tokens that many pages have.

mod mined;

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap, HashSet},
    fmt,
    ops::Range,
};

use serde::{Serialize, Serializer};
use suffixarray_miner::{Chosen, Corpus, Histogram, Lexer, Lexicon, Patterns, StringLocator, Word};
use tokenize::{Tokenizer, Vocabulary};

pub(crate) use self::mined::Form;
use self::mined::{Cut, Mined, Words, finished};
use super::{Found, MethodTemplate, forms::Short, listing::count, switches::Switches, tokens};
use crate::{Error, Learner, Reading};

/// Mined strings, ready to be found in pages.
#[derive(Debug)]
pub(crate) struct MineTemplate {
    file: Mined,
    reader: Reader,
    locator: StringLocator,
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
        let mut patterns = Patterns::new(words.patterns.clone());
        if words.inside {
            patterns = patterns.and_then(Patterns::inside);
        }
        let lexer =
            patterns.and_then(|patterns| Lexer::with_token_pattern(&words.token, patterns)).map_err(Error::damaged)?;
        let mut lexicon = Lexicon::new(lexer);
        let mut symbols = Vec::with_capacity(model.forms.len());
        for (number, form) in (0..).zip(&model.forms) {
            if words.are_parts(number) {
                let symbol = lexicon.intern_form(form);
                symbols.push(symbol.ok_or_else(|| Error::damaged(format_args!("{form:?} has no patterns in it")))?);
                continue;
            }
            if !words.mutable.contains(&number) {
                symbols.push(lexicon.intern(form));
                continue;
            }
            let at = words.patterns.iter().position(|pattern| pattern == form);
            let at = at.ok_or_else(|| Error::damaged(format_args!("{form:?} is none of the patterns")))?;
            symbols.push(u32::try_from(at).expect("memory ends before 2^32 patterns"));
        }
        Ok((Reader::Words(Box::new(lexicon)), symbols))
    }

    /// Reads a page: the byte ranges of its tokens or words, and their symbols.
    fn read(&self, page: &Reading<'_>) -> (Vec<Range<usize>>, Vec<u32>) {
        match self {
            Reader::Tokens(tokenizer, vocabulary) => {
                (tokens::ranges(page), tokens::symbols(page, tokenizer, vocabulary))
            }
            Reader::Words(lexicon) => lexicon.look_up(page.source()),
        }
    }
}

/// What strings consist of.
enum Units<'a> {
    /// Tags and texts.
    Tokens(Tokenizer),
    /// Words of the source.
    Words(Cow<'a, Lexer>),
}

impl MineTemplate {
    /// Prepares what a file holds.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if the parts of the file contradict each other.
    pub(crate) fn new(file: Mined) -> Result<MineTemplate, Error> {
        file.check()?;
        let (reader, symbols) = Reader::new(&file)?;
        let strings: Vec<Vec<u32>> = (file.strings.iter())
            .map(|(_, _, forms)| forms.iter().map(|&form| symbols[form as usize]).collect())
            .collect();
        let locator = StringLocator::new(strings.iter().map(Vec::as_slice)).map_err(Error::Mine)?;
        Ok(MineTemplate { file, reader, locator })
    }

    /// Returns the strings in words that mean the same on every site.
    pub(crate) fn own_strings(&self) -> impl Iterator<Item = Vec<Form<'_>>> {
        self.file.own_strings()
    }

    /// Returns the template without some strings.
    ///
    /// # Errors
    ///
    /// None in practice: what is left of a template that was prepared once can be prepared again.
    pub(crate) fn without(&self, dropped: &BTreeSet<&[Form<'_>]>) -> Result<MineTemplate, Error> {
        MineTemplate::new(self.file.without(dropped))
    }

    /// Returns the histogram of all strings, and the resulting cut.
    pub(crate) fn histogram(&self) -> Option<(Histogram, Chosen)> {
        self.file.histogram()
    }
}

impl Mined {
    /// Checks what can be wrong in a file without being wrong as JSON.
    fn check(&self) -> Result<(), Error> {
        let damaged = |reason: String| Err(Error::damaged(reason));
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
            if let Some(form) = forms.iter().find(|form| self.forms.len() <= **form as usize) {
                return damaged(format!("string {number} holds form {form}, and there are {} forms", self.forms.len()));
            }
        }
        Ok(())
    }
}

/// Learns from pages of one kind.
pub(super) fn learn(learner: &Learner, pages: &[Reading<'_>]) -> Result<MineTemplate, Error> {
    let units = if learner.papers.words {
        Units::Words(learner.get_lexer())
    } else {
        Units::Tokens(learner.get_normalize().build())
    };
    let miner = learner.papers.mine.clone().build().map_err(Error::Mine)?;
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
            let lexicon = lexicon.insert(Lexicon::new(lexer.clone().into_owned()));
            let corpus: Corpus = pages.iter().map(|page| lexicon.read(page.source())).collect();
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
    let strings = (mined.strings().iter())
        .map(|string| {
            (
                string.document_frequency,
                string.term_frequency,
                string.symbols.iter().map(|&symbol| number(symbol)).collect(),
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

    MineTemplate::new(Mined {
        documents: mined.n_documents(),
        normalize,
        words,
        finish: learner.papers.finish,
        cut: Cut {
            documents: mined.chosen().document_frequency,
            bin: mined.chosen().bin,
            histogram: mined.histogram().bins().to_vec(),
        },
        forms,
        strings,
    })
}

impl Serialize for MineTemplate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.file.serialize(serializer)
    }
}

impl MethodTemplate for MineTemplate {
    /// The fit is the share of the strings' distinct tokens that were found.
    fn locate(&self, page: &Reading<'_>, _: bool) -> Result<Found, Error> {
        let (units, symbols) = self.reader.read(page);
        let runs = self.locator.locate(&symbols);
        let matched = runs.iter().flat_map(|run| &symbols[run.clone()]);
        let found: HashSet<u32> = matched.copied().collect();
        let fit = match self.file.forms.len() {
            0 => 1.0,
            n_forms => found.len() as f64 / n_forms as f64,
        };
        let regions = finished(self.file.finish, &units, &runs, page.source());
        Ok(Found::new(regions, fit))
    }

    fn is_empty(&self) -> bool {
        self.file.strings.is_empty()
    }

    fn sizes(&self) -> [usize; 2] {
        [self.file.strings.len(), self.file.forms.len()]
    }

    fn summary(&self, [strings, forms]: [usize; 2]) -> String {
        format!("{} of {}", count(strings, "string"), count(forms, "different token"))
    }

    /// Prints the histogram with the cut that was made, then each string with the number of documents that have it and,
    /// if it occurs more than once in some of them, the number of its occurrences.
    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((histogram, chosen)) = self.file.histogram() {
            writeln!(f, "{}", histogram.to_text(chosen))?;
        }
        let width = self.file.documents.to_string().len();
        for (documents, occurrences, numbers) in &self.file.strings {
            let times = if occurrences == documents { String::new() } else { format!(", {occurrences} times") };
            writeln!(
                f,
                "{documents:>width$}/{}{times}, {}",
                count(self.file.documents as usize, "page"),
                count(numbers.len(), "token")
            )?;
            for number in numbers {
                let form = self.file.form(*number).to_string();
                writeln!(f, "{:width$}    {}", "", Short(&form))?;
            }
        }
        Ok(())
    }

    fn listed_pages(&self) -> usize {
        self.file.documents as usize
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
