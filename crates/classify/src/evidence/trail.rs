//! Whether a line may be a breadcrumb trail: links with separators between them, such as "Home » News » Tides".

/// What the texts of a line read so far say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Trail {
    /// No link yet. A label may be before the first one: "You are here:".
    #[default]
    Label,
    /// Links alone. `last` is where the last one ends.
    Links { last: usize, has_several: bool, is_separated: bool },
    /// Links, and a text behind them: the page itself.
    Ended { is_trail: bool },
    /// Running text, or a list of names.
    Other,
}

impl Trail {
    /// Adds a text of the line. If it is in a link, `link` is where the link ends.
    pub(super) fn add(&mut self, text: &str, link: Option<usize>) {
        *self = match (*self, link) {
            (Trail::Label, Some(last)) => Trail::Links { last, has_several: false, is_separated: false },
            (Trail::Label, None) => Trail::Label,
            (Trail::Links { last, has_several, is_separated }, Some(link)) => {
                Trail::Links { last: link, has_several: has_several || link != last, is_separated }
            }
            (Trail::Links { last, has_several, is_separated }, None) => {
                let end = text.find(char::is_alphanumeric);
                let (separator, rest) = text.split_at(end.unwrap_or(text.len()));
                let is_separated = is_separated || !separator.trim().is_empty();
                match (is_of_sentence(separator), rest.is_empty()) {
                    (true, _) => Trail::Other,
                    (false, true) => Trail::Links { last, has_several, is_separated },
                    (false, false) => Trail::Ended { is_trail: is_separated || has_several },
                }
            }
            (Trail::Ended { .. } | Trail::Other, _) => Trail::Other,
        };
    }

    /// Returns whether the line is a trail.
    pub(super) fn is_trail(self) -> bool {
        match self {
            Trail::Links { has_several, .. } => has_several,
            Trail::Ended { is_trail } => is_trail,
            Trail::Label | Trail::Other => false,
        }
    }
}

/// Returns whether what is between two texts stands between the names of a list, or before what someone says. A colon with a
/// space before it separates links.
fn is_of_sentence(separator: &str) -> bool {
    let is_colon = separator.trim_end().starts_with([':', '：']);
    is_colon || separator.contains([',', ';', '&', '(', '"', '“', '、', '，', '،'])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says whether a line is a trail; links are in brackets, and a bar cuts a link into texts.
    fn is_trail(line: &str) -> bool {
        let mut trail = Trail::default();
        for (nth, text) in line.split(['[', ']']).enumerate().filter(|(_, text)| !text.trim().is_empty()) {
            text.split('|').for_each(|text| trail.add(text, (nth % 2 == 1).then_some(nth)));
        }
        trail.is_trail()
    }

    #[test]
    fn separators_make_a_trail() {
        for line in [
            "[Home] » [News] » Tides",
            "You are here: [Home] / [Tides]",
            "[Home][News] Tides",
            "[Home] > Tides",
            "[Home] : Tides",
        ] {
            assert!(is_trail(line), "{line}");
        }
    }

    #[test]
    fn names_and_sentences_are_none() {
        for line in [
            "[Ida Berg] and [Jan Holm]: Tides",
            "[Ida Berg], [Jan Holm] Tides",
            "[Ida Berg] Tides",
            "[Ida |Berg] Tides",
            "[Ida Berg]: Tides",
            "[Ida Berg] reports from Oslo: Tides",
            "[Tides]",
            "Tides",
        ] {
            assert!(!is_trail(line), "{line}");
        }
    }
}
