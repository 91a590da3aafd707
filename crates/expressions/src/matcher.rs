use std::{fmt, sync::Arc};

use cleaner::Regions;

use crate::{Error, Expressions, Separator, automaton::Automaton, tokens::Tokens};

/// The settings of a [`Matcher`], and its limits.
#[derive(Clone, Debug)]
#[must_use]
pub struct Config {
    by_byte: bool,
    size_limit: usize,
    finish: Finish,
}

/// What becomes of the union of all matches.
#[derive(Clone, Copy, Debug, Default)]
struct Finish {
    merge_gaps: usize,
    merge_beside: usize,
    drop_islands: usize,
    consume_separators: bool,
}

impl Config {
    /// The default limit: 64 MiB, enough for about a million tokens in all expressions. Chosen: by eye.
    pub const DEFAULT_SIZE_LIMIT: usize = 64 << 20;

    /// Returns the defaults.
    pub fn new() -> Config {
        Config { by_byte: false, size_limit: Config::DEFAULT_SIZE_LIMIT, finish: Finish::default() }
    }

    /// Sets whether all expressions are matched byte by byte. Otherwise those that are made of tokens are matched token by
    /// token, with the same result in less time. Default: false.
    pub fn by_byte(mut self, yes: bool) -> Config {
        self.by_byte = yes;
        self
    }

    /// Sets the width below which text between two matches counts as matched too, in characters (thesis, section
    /// 3.4.1, step 3). Separators at its edges count. With the default of 0 no gap is merged.
    pub fn merge_gaps(mut self, width: usize) -> Config {
        self.finish.merge_gaps = width;
        self
    }

    /// Sets the least number of characters of both matches beside a gap that is merged: the thesis speaks of "large"
    /// ones (section 6.1). Default: 0.
    pub fn merge_beside(mut self, min: usize) -> Config {
        self.finish.merge_beside = min;
        self
    }

    /// Sets the least number of characters of a match, counted after gaps are merged. A few characters amid text that
    /// stays are probably a false match (thesis, section 6.1). Default: 0.
    pub fn drop_islands(mut self, min: usize) -> Config {
        self.finish.drop_islands = min;
        self
    }

    /// Sets whether separators beside a match belong to it when gaps and matches are measured, as the expressions
    /// are printed (thesis, section 5.2): in `A b C`, the matches `A ` and ` C` have one character between them, and
    /// otherwise three. Separators at the edges of what is found are left out either way: if they were removed, the
    /// words on both sides would become one. Default: false.
    pub fn consume_separators(mut self, yes: bool) -> Config {
        self.finish.consume_separators = yes;
        self
    }

    /// Sets the largest size of each automaton, in bytes. Default:
    /// [`Config::DEFAULT_SIZE_LIMIT`].
    pub fn size_limit(mut self, bytes: usize) -> Config {
        self.size_limit = bytes;
        self
    }

    /// Builds a matcher of some expressions.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] beyond the size limit.
    pub fn build(self, expressions: &Expressions) -> Result<Matcher, Error> {
        let mut by_token = Vec::new();
        let mut by_byte = Vec::new();
        for (line, tokens) in expressions.read() {
            match tokens {
                Some(tokens) if !self.by_byte => by_token.push(tokens),
                _ => by_byte.push(line),
            }
        }
        let separator = expressions.separator.clone();
        let tokens = Tokens::new(separator.clone(), &by_token, self.size_limit)?;
        let automaton = if by_byte.is_empty() { None } else { Some(Automaton::new(&by_byte, self.size_limit)?) };
        let parts = Parts { separator, tokens: (!by_token.is_empty()).then_some(tokens), automaton };
        Ok(Matcher { parts: Arc::new(parts), finish: self.finish })
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}

/// Finds the parts of pages that expressions match. Built by [`Config::build`]. It is cheap to clone and can be
/// shared between threads.
///
/// # Examples
///
/// ```
/// use expressions::{Config, Expressions, plain};
///
/// let expressions = Expressions::from_file(r"
/// (\s+|^)Published\s+on:\s+[0-9]+\s+May(\s+|$)
/// (\s+|^)read\s+more(\s+|$)
/// ")?;
/// let matcher = Config::new().build(&expressions)?;
/// let page = "Published on: 7 May\n\nIt has rained. read more\nread more";
/// assert_eq!(plain(page, &matcher.regions(page)?), "It has rained.");
/// # Ok::<(), expressions::Error>(())
/// ```
#[derive(Clone)]
pub struct Matcher {
    parts: Arc<Parts>,
    finish: Finish,
}

struct Parts {
    separator: Separator,
    tokens: Option<Tokens>,
    automaton: Option<Automaton>,
}

impl Matcher {
    /// Returns a matcher of the same expressions that treats gaps, islands and separators as `config` says. No
    /// automaton is built again.
    ///
    /// # Examples
    ///
    /// ```
    /// use expressions::{Config, Expressions, plain};
    ///
    /// let matcher = Config::new().build(&Expressions::from_file("menu\nfoot")?)?;
    /// let page = "menu or foot";
    /// assert_eq!(plain(page, &matcher.regions(page)?), "or");
    /// let merging = matcher.finishing(&Config::new().merge_gaps(5));
    /// assert_eq!(plain(page, &merging.regions(page)?), "");
    /// # Ok::<(), expressions::Error>(())
    /// ```
    #[must_use]
    pub fn finishing(&self, config: &Config) -> Matcher {
        Matcher { parts: Arc::clone(&self.parts), finish: config.finish }
    }

    /// Finds all matches of each expression separately, and returns their union.
    ///
    /// The order of the expressions does not matter, and matches may overlap. Separators at the edges of the union
    /// are left out. A gap is included if it contains nothing but separators, or if it is narrower than
    /// [`Config::merge_gaps`] and lies between two matches of at least [`Config::merge_beside`] characters. Anything
    /// shorter than [`Config::drop_islands`] is left out.
    ///
    /// # Complexity
    ///
    /// Linear in `page`, for a given set of expressions. Expressions made of tokens take a few look-ups for each token of
    /// the page, and as many more as expressions have begun before it.
    ///
    /// # Errors
    ///
    /// [`Error::TooMuchWork`] if there are too many ways to match the page, and [`Error::Unsupported`] for expressions that
    /// are not made of tokens.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn regions(&self, page: &str) -> Result<Regions, Error> {
        let parts = &*self.parts;
        let mut ranges = Vec::new();
        if let Some(tokens) = &parts.tokens {
            tokens.cover(page, &mut ranges)?;
            if self.finish.consume_separators {
                // What is matched byte by byte has consumed them.
                for range in &mut ranges {
                    *range = parts.separator.widen(page, range.clone());
                }
            }
        }
        if let Some(automaton) = &parts.automaton {
            automaton.cover(page, &mut ranges)?;
        }
        let covered = Regions::from_ranges(ranges);
        let finish = |regions: &Regions| {
            let merged = regions.merge_gaps(page, self.finish.merge_gaps, self.finish.merge_beside);
            merged.drop_islands(page, self.finish.drop_islands)
        };
        Ok(if self.finish.consume_separators {
            parts.join(page, &finish(&covered))
        } else {
            finish(&parts.join(page, &covered))
        })
    }
}

impl Parts {
    /// Removes separators from the edges, and joins ranges that only separators keep apart.
    fn join(&self, page: &str, covered: &Regions) -> Regions {
        let mut joined: Vec<std::ops::Range<usize>> = Vec::new();
        for range in covered.iter() {
            let range = self.separator.trim(page, range);
            if range.is_empty() {
                continue;
            }
            match joined.last_mut() {
                Some(last) if self.separator.trim(page, last.end..range.start).is_empty() => {
                    last.end = range.end;
                }
                _ => joined.push(range),
            }
        }
        Regions::from_ranges(joined)
    }
}

impl fmt::Debug for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matcher").field("separator", &self.parts.separator).finish_non_exhaustive()
    }
}
