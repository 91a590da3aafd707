//! Spelling the same tags differently: letter case, order of attributes, white space.

use crate::Random;

/// The spelling of the tags of one page.
#[derive(Clone, Debug)]
pub(crate) struct Spelling {
    random: Random,
    /// The end tag up to which text is copied unchanged.
    raw_until: Option<&'static str>,
}

impl Spelling {
    pub(crate) fn new(random: Random) -> Spelling {
        Spelling { random, raw_until: None }
    }

    /// Appends markup of this crate, in which `<` always begins a tag, comment or doctype, and values are in double
    /// quotes.
    ///
    /// The contents of scripts and styles, comments and everything outside of whole tags are copied. Some line breaks
    /// are followed by another one or by a tab.
    pub(crate) fn respell(&mut self, markup: &str, out: &mut String) {
        let mut rest = markup;
        while !rest.is_empty() {
            if let Some(end_tag) = self.raw_until {
                let end = rest.find(end_tag).unwrap_or(rest.len());
                out.push_str(&rest[..end]);
                rest = &rest[end..];
                if !rest.is_empty() {
                    self.raw_until = None;
                }
                // The end tag itself is respelled in the next round.
                continue;
            }
            let Some(start) = rest.find('<') else {
                self.text(rest, out);
                return;
            };
            self.text(&rest[..start], out);
            rest = &rest[start..];
            let close = if rest.starts_with("<!--") { "-->" } else { ">" };
            let end = rest.find(close).map_or(rest.len(), |at| at + close.len());
            let (tag, after) = rest.split_at(end);
            // A tag that the markup cuts short goes on in the next call, in which its rest looks like text.
            if tag.starts_with("<!") || !tag.ends_with('>') {
                out.push_str(tag);
            } else {
                self.tag(tag, out);
            }
            if tag.starts_with("<script") {
                self.raw_until = Some("</script");
            } else if tag.starts_with("<style") {
                self.raw_until = Some("</style");
            }
            rest = after;
        }
    }

    fn text(&mut self, text: &str, out: &mut String) {
        out.push_str(text);
        if text.ends_with('\n') && self.random.percent(20) {
            out.push_str(if self.random.percent(50) { "\n" } else { "\t" });
        }
    }

    fn tag(&mut self, tag: &str, out: &mut String) {
        // Names of tags and attributes are case-insensitive in HTML.
        let is_large = self.random.percent(25);
        let inner = &tag[1..tag.len() - 1];
        let name_end = inner.find(char::is_whitespace).unwrap_or(inner.len());
        let (name, mut rest) = inner.split_at(name_end);
        out.push('<');
        push_cased(name, is_large, out);
        let mut attributes = Vec::new();
        while !rest.trim_start().is_empty() {
            rest = rest.trim_start();
            let value_start = rest.find("=\"").map(|at| at + 2);
            let bare_end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let end = match value_start {
                // A quote after this attribute's name and `=` begins its value, which may contain spaces. Any other
                // one belongs to a later attribute.
                Some(start) if start <= bare_end + 1 => rest[start..].find('"').map_or(rest.len(), |at| start + at + 1),
                _ => bare_end,
            };
            let (attribute, after) = rest.split_at(end);
            attributes.push(attribute);
            rest = after;
        }
        // Attributes have no order in HTML, so that reversing them changes the spelling only.
        if attributes.len() > 1 && self.random.percent(40) {
            attributes.reverse();
        }
        for attribute in attributes {
            out.push_str(if self.random.percent(10) { "\n  " } else { " " });
            match attribute.split_once('=') {
                Some((name, value)) => {
                    push_cased(name, is_large, out);
                    out.push('=');
                    out.push_str(value);
                }
                None => push_cased(attribute, is_large, out),
            }
        }
        if self.random.percent(10) {
            out.push(' ');
        }
        out.push('>');
    }
}

fn push_cased(name: &str, is_large: bool, out: &mut String) {
    let start = out.len();
    out.push_str(name);
    if is_large && let Some(added) = out.get_mut(start..) {
        added.make_ascii_uppercase();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_spelling_changes() {
        let markup = "<!DOCTYPE html>\n<div class=\"a b\" id=\"c\"><script>if (1 < 2) {}</script><!-- <x> -->\n<input disabled></div>";
        let sorted = |text: &str| {
            let mut letters: Vec<char> =
                text.to_ascii_lowercase().chars().filter(|letter| !letter.is_whitespace()).collect();
            letters.sort_unstable();
            letters
        };
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..40 {
            let mut out = String::new();
            Spelling::new(Random::new(seed)).respell(markup, &mut out);
            assert_eq!(sorted(&out), sorted(markup), "{out}");
            assert!(out.contains(">if (1 < 2) {}</"), "{out}");
            seen.insert(out);
        }
        assert!(seen.len() > 20, "{}", seen.len());
    }
}
