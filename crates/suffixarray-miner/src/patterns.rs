use std::{ops::Range, sync::LazyLock};

use regex_automata::{
    Anchored, Input, MatchKind, PatternSet,
    meta::{self, Regex},
};

use crate::{Error, inside::Inside};

/// The list of the thesis, in the format of [`Patterns::parse`].
const THESIS: &str = include_str!("data/mutable_patterns.txt");

/// Our own list, in the same format.
const MODERN: &str = include_str!("data/modern_patterns.txt");

/// The largest size of the automaton for one set of patterns, in bytes. Chosen: by eye.
const SIZE_LIMIT: usize = 16 << 20;

/// A list of mutable patterns. All tokens that match a pattern count as the same token (thesis, section 3.3).
///
/// A pattern must match a whole token. If several patterns do, the first in the list wins. With
/// [`inside`](Patterns::inside) patterns match within tokens as well.
///
/// # Examples
///
/// ```
/// use suffixarray_miner::Patterns;
///
/// let patterns = Patterns::thesis();
/// let number = patterns.find("27").unwrap();
/// assert_eq!(patterns.as_slice()[number], "[0-9,.]+");
/// assert_eq!(patterns.find("27-year-old"), None);
/// # Ok::<(), suffixarray_miner::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Patterns {
    patterns: Vec<String>,
    /// Every pattern, anchored at both ends, in the order of the list.
    regex: Regex,
    inside: Option<Inside>,
}

impl Patterns {
    /// Returns the empty list, with which every token stands for itself.
    pub fn none() -> Patterns {
        Patterns::new(Vec::new()).expect("no pattern is not a bad pattern")
    }

    /// Returns the list of section 5.2 of the thesis: dates, times, numbers, capitals, web and e-mail addresses.
    ///
    /// The list is compiled once; later calls copy it.
    pub fn thesis() -> Patterns {
        static LIST: LazyLock<Patterns> = LazyLock::new(|| Patterns::parse(THESIS).expect("the list is tested"));
        LIST.clone()
    }

    /// Returns our own list, for what changes on today's pages. It knows `https`, dates and times in standard
    /// formats, prices, percentages and counts with their units. Names of months and weekdays, capitals and
    /// abbreviations stay ordinary words, because they are content just as often.
    ///
    /// The list is compiled once, like [`thesis`](Patterns::thesis).
    pub fn modern() -> Patterns {
        static LIST: LazyLock<Patterns> = LazyLock::new(|| Patterns::parse(MODERN).expect("the list is tested"));
        LIST.clone()
    }

    /// Reads a list: one pattern per line, in the syntax of the `regex` crate.
    /// Empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    ///
    /// [`Error::Pattern`] if a line is not a regular expression, or if the
    /// automaton for the list becomes too large.
    pub fn parse(list: &str) -> Result<Patterns, Error> {
        let lines = list.lines().map(str::trim);
        let patterns = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        Patterns::new(patterns.map(str::to_owned).collect())
    }

    /// Makes a list of patterns in the syntax of the `regex` crate. Patterns
    /// that are to be exported should be restricted to what PCRE and Python's
    /// `re` also read: no POSIX classes, no set operations.
    ///
    /// # Errors
    ///
    /// [`Error::Pattern`] if one is not a regular expression, or if the automaton
    /// for the list becomes too large.
    pub fn new(patterns: Vec<String>) -> Result<Patterns, Error> {
        let config = meta::Config::new().match_kind(MatchKind::All).nfa_size_limit(Some(SIZE_LIMIT)).utf8_empty(true);
        for pattern in &patterns {
            // Each is compiled on its own first, so that `a)(?:b` is rejected. Inside of the group below it would be
            // valid.
            Regex::new(pattern).map_err(|error| refuse(pattern, &error))?;
        }
        let whole: Vec<String> = patterns.iter().map(|p| format!(r"\A(?:{p})\z")).collect();
        let regex = Regex::builder()
            .configure(config)
            .build_many(&whole)
            .map_err(|error| refuse(&patterns.join(" "), &error))?;
        Ok(Patterns { patterns, regex, inside: None })
    }

    /// Returns the list with its patterns replaced *inside* of tokens too: `<b>100</b>` and `<b>7</b>` become the same
    /// token.
    ///
    /// The thesis can be read this way, since its patterns are "replaced in the original text" before that is cut into
    /// tokens (section 3.3). But its example there is of a "token entirely made by uppercase characters", and the
    /// expressions that it prints (section 5.2) have a literal `on:`, whose colon a pattern of its list matches.
    ///
    /// The leftmost match is replaced. Of several matches there, the longest wins, and of equally long ones the first
    /// in the list. The rest of the token follows, up to 64 replacements. A pattern that can match the empty text is
    /// replaced only where it matches a whole token.
    ///
    /// # Errors
    ///
    /// [`Error::Pattern`] if the automaton becomes too large.
    ///
    /// # Examples
    ///
    /// ```
    /// use suffixarray_miner::{Lexer, Lexicon, Patterns};
    ///
    /// let mut lexicon = Lexicon::new(Lexer::new(Patterns::thesis().inside()?));
    /// assert_eq!(lexicon.read("a <b>100</b>"), lexicon.read("a <b>7</b>"));
    /// # Ok::<(), suffixarray_miner::Error>(())
    /// ```
    pub fn inside(self) -> Result<Patterns, Error> {
        let inside =
            Inside::new(&self.patterns, SIZE_LIMIT).map_err(|error| refuse(&self.patterns.join(" "), &error))?;
        Ok(Patterns { inside: Some(inside), ..self })
    }

    /// Returns whether patterns are replaced inside of tokens.
    pub fn are_inside(&self) -> bool {
        self.inside.is_some()
    }

    /// Returns the patterns in order.
    pub fn as_slice(&self) -> &[String] {
        &self.patterns
    }

    /// Returns the index of the first pattern that matches all of `token`.
    ///
    /// # Complexity
    ///
    /// Linear in the length of `token`, for any list.
    pub fn find(&self, token: &str) -> Option<usize> {
        if self.patterns.is_empty() {
            return None;
        }
        // All matching patterns are asked for, because a search would report only one of them and not always the
        // first in the list.
        let mut found = PatternSet::new(self.patterns.len());
        let input = Input::new(token).anchored(Anchored::Yes);
        self.regex.which_overlapping_matches(&input, &mut found);
        found.iter().map(|pattern| pattern.as_usize()).min()
    }

    /// Finds what is replaced inside of a token that no pattern matches as a whole: the ranges, in order, with the
    /// indexes of their patterns.
    ///
    /// # Complexity
    ///
    /// Linear in the length of `token`, 64 times at worst.
    pub(crate) fn inside_of(&self, token: &str) -> Vec<(Range<usize>, usize)> {
        self.inside.as_ref().map_or_else(Vec::new, |inside| inside.find(token))
    }
}

#[cold]
fn refuse(pattern: &str, error: &meta::BuildError) -> Error {
    // Syntax errors repeat the pattern over several lines. Only the last line says what is wrong.
    let reason = match error.syntax_error() {
        Some(error) => error.to_string().lines().last().unwrap_or_default().to_owned(),
        None => error.to_string(),
    };
    Error::Pattern { pattern: pattern.to_owned(), reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each pattern of the file, by its first characters: tokens for which
    /// it is the first to match, and similar tokens that it does not match.
    const CASES: &[(&str, &[&str], &[&str])] = &[
        ("[bB]y", &["by", "By"], &["bye", "BY", "by,"]),
        ("(?:hr|day", &["hr", "hrs", "day", "minutes", "second"], &["days,", "hour", "today"]),
        ("(?:Monday", &["Monday", "Tuesday,", "Sunday.)"], &["monday", "Mondays", "(Monday"]),
        ("(?:Mon|Tue", &["Mon", "Tue,", "Sun:"], &["Money", "mon", "Sund"]),
        ("(?:January", &["January", "February,", "May", "May."], &["Mayor", "february"]),
        ("(?:Jan|Feb", &["Jan", "Feb,", "Dec."], &["Janet", "dec", "Sept"]),
        ("[0-9]+(?:st", &["1st", "22nd", "3rd", "27th"], &["27", "th", "27th,"]),
        ("[0-9,.]+", &["27", "9,795", "3.14", "2007,"], &["3a", "-3", "3%"]),
        ("-+", &["-", "----"], &["--x", "–"]),
        ("[0-9\\-", &["2007-02-27", "27/02/2007", "12:45", "1-2\\3"], &["12h45", "a/b"]),
        ("[$0-9", &["$1,250.00", "(050)-883-111", "[3]"], &["$1k", "€3", "(a)"]),
        ("(?:[A-Z]\\.)", &["U.S.", "J.R.R."], &["J.", "u.s.", "U.S"]),
        ("[A-Z][0-9A", &["Prof.", "Nov1.", "Ab.", "Abcde."], &["A.", "prof.", "Abcdef.", "Section."]),
        ("[A-Z()\\-_]", &["BREAKING", "AFP)", "A-B", "__", "(AFP)", "()!"], &["Breaking", "A", "AFPs", "!()"]),
        ("http://", &["http://example.org/a?b", "http://"], &["https://example.org", "http:/a"]),
        ("[0-9A-Za-z_!", &["editor@example.org", "<a@b>"], &["@", "a@", "é@b"]),
    ];

    /// Checks that each pattern is the first to match its tokens, and matches none of the similar ones.
    fn check(patterns: &Patterns, cases: &[(&str, &[&str], &[&str])], heads: &[&str]) {
        assert_eq!((patterns.as_slice().len(), heads.len()), (cases.len(), cases.len()));
        for (number, &(head, tokens, others)) in cases.iter().enumerate() {
            assert!(heads[number].starts_with(head), "{} at {number}", heads[number]);
            for token in tokens {
                assert_eq!(patterns.find(token), Some(number), "{token} under {head}");
            }
            let alone = Patterns::new(vec![patterns.as_slice()[number].clone()]).unwrap();
            for token in others {
                assert_eq!(alone.find(token), None, "{token} under {head}");
            }
        }
    }

    #[test]
    fn each_pattern_of_the_thesis_wins_its_tokens() {
        let patterns = Patterns::thesis();
        let heads: Vec<&str> = patterns.as_slice().iter().map(String::as_str).collect();
        check(&patterns, CASES, &heads);
    }

    /// As above, for our own list: by the beginning of its comment.
    const MODERN_CASES: &[(&str, &[&str], &[&str])] = &[
        ("A web address:", &["https://example.org/a?b", "(http://example.org),"], &["https://", "example.org"]),
        ("A web address without its scheme:", &["www.example.org/a"], &["www.", "www.x"]),
        ("An e-mail address:", &["editor@example.org,", "mailto:a.b@example.org"], &["@editor", "a@b"]),
        (
            "A date with a time, after ISO 8601:",
            &["2026-11-22T10:30:00Z", "2026-11-22T10:30+01:00."],
            &["2026-11-22T", "T10:30"],
        ),
        ("A date, after ISO 8601:", &["2026-11-22", "(2026-11-22)"], &["2026-11", "26-11-22"]),
        ("A date of digits:", &["22/11/2026", "22.11.26", "2026/11/22,"], &["22/11", "a/b/c"]),
        ("A time:", &["10:30", "10:30:15", "9:05pm"], &["10:3", "10h30"]),
        ("A full hour:", &["9am", "11p.m."], &["9a", "am"]),
        ("A price:", &["$1,250.00", "€12,50", "12.50€"], &["$", "USD"]),
        ("A percentage:", &["12.5%", "-3%,"], &["%", "a%"]),
        ("A telephone number:", &["+1-555-123-4567", "(050)-883-111"], &["555-", "a-b-c"]),
        ("A count with its unit:", &["1.2k", "45min", "3MB,"], &["k", "3x"]),
        ("An ordinal number:", &["1st", "27th,"], &["th", "1sts"]),
        ("A number:", &["27", "9,795", "(3.14)", "#5"], &["a1", "-"]),
    ];

    #[test]
    fn each_of_our_own_patterns_wins_its_tokens() {
        let patterns = Patterns::modern();
        let comments: Vec<&str> = MODERN
            .split("\n\n")
            .filter_map(|entry| entry.strip_prefix("# "))
            .filter(|entry| entry.contains("\n") && !entry.contains("\n#"))
            .collect();
        check(&patterns, MODERN_CASES, &comments);
        // Words are words.
        for word in ["May", "BREAKING", "U.S.", "by", "Monday", "Prof."] {
            assert_eq!(patterns.find(word), None, "{word}");
        }
    }

    #[test]
    fn each_pattern_of_the_files_has_a_comment() {
        let mut above = "";
        for line in THESIS.lines().chain(MODERN.lines()) {
            if !line.is_empty() && !line.starts_with('#') {
                assert!(above.starts_with("# "), "{line}");
            }
            above = line;
        }
    }

    #[test]
    fn a_pattern_matches_whole_tokens_only() {
        let patterns = Patterns::new(vec!["a".to_owned(), "ab|abc".to_owned()]).unwrap();
        for (token, found) in [("a", Some(0)), ("ab", Some(1)), ("abc", Some(1)), ("abcd", None)] {
            assert_eq!(patterns.find(token), found, "{token}");
        }
        assert_eq!(patterns.find(""), None);
    }

    #[test]
    fn bad_patterns_are_refused() {
        for pattern in ["(", "a)(?:b", "[z-a]", r"\p{Nonsense}", "(?:a{1000}){1000}"] {
            let error = Patterns::new(vec![pattern.to_owned()]).unwrap_err();
            let Error::Pattern { pattern: given, .. } = error else { panic!("{error}") };
            assert_eq!(given, pattern);
        }
    }
}
