//! Escapes text so that Markdown reads it as nothing but text.
//!
//! Only what would be read as markup is escaped: `snake_case`, `2 * 3` and `[1]` stay as they
//! are. What has a meaning only at the beginning of a line is left to the writer, which knows
//! the finished line.
//!
//! `<`, `>` and `&` become character references, and everything else gets a backslash. All readers know the
//! references. Some do not know `\<`, and some take the backslash for the end of a [bare address](super::bare): both
//! would find a tag.

use super::bare::{self, BareAddress};

/// Returns whether a byte may be markup inside a line.
fn is_special(byte: u8) -> bool {
    matches!(byte, b'\\' | b'`' | b'*' | b'_' | b'[' | b']' | b'<' | b'>' | b';' | b'~' | b'$' | b'|' | b'^')
}

/// The surroundings of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextContext {
    pub(super) in_link: bool,
    pub(super) in_strike: bool,
    pub(super) in_cell: bool,
    /// The byte position where the line begins in the output.
    pub(super) line_start: usize,
}

/// What later text can turn into markup, by byte positions in the output.
#[derive(Clone, Debug, Default)]
pub(super) struct Openers {
    pub(super) dollars: Vec<Opener>,
    pub(super) tildes: Vec<Opener>,
    pub(super) address: BareAddress,
}

/// A mark that opens something if another mark of its kind closes it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Opener {
    pub(super) at: usize,
    /// The first bare address before it in its word.
    pub(super) address: Option<usize>,
}

impl Openers {
    /// Returns openers that are too many already: each mark is escaped at once, whatever follows.
    pub(super) fn full() -> Openers {
        let openers = vec![Opener::default(); MAX_OPENERS];
        Openers { dollars: openers.clone(), tildes: openers, address: BareAddress::default() }
    }

    /// Escapes the bare addresses of the last word, because something that is not plain text follows.
    pub(super) fn escape_addresses(&mut self, out: &mut String, line_start: usize) {
        let Some(found) = self.address.find(out, line_start) else {
            return;
        };
        let word = found..out.len();
        bare::escape(out, word, |at| self.shift(at, 1));
        self.address = BareAddress::after(out.len());
    }

    /// Moves the positions from byte `from` on, where `by` bytes were inserted.
    pub(super) fn shift(&mut self, from: usize, by: usize) {
        let openers = self.dollars.iter_mut().chain(&mut self.tildes);
        let openers = openers.flat_map(|opener| [&mut opener.at].into_iter().chain(&mut opener.address));
        for place in openers.chain(self.address.positions()) {
            if from <= *place {
                *place += by;
            }
        }
    }
}

/// The number of openers that wait to be escaped until something closes them. Further ones are escaped at once. Chosen:
/// by eye.
const MAX_OPENERS: usize = 8;

/// Adds a text to a line of Markdown.
pub(super) fn push_escaped(out: &mut String, text: &str, place: TextContext, openers: &mut Openers) {
    let bytes = text.as_bytes();
    // The meaning of brackets depends on what follows them, which may be in the next text.
    let follows = |at: usize| matches!(bytes.get(at), Some(b'(' | b':'));
    if follows(0) && out[place.line_start..].ends_with(']') {
        openers.escape_addresses(out, place.line_start);
        out.push('\\');
    }
    let mut copied = 0;
    for (at, &byte) in bytes.iter().enumerate().filter(|(_, byte)| is_special(**byte)) {
        out.push_str(&text[copied..at]);
        copied = at;
        let mark = Mark { before: out[place.line_start..].chars().next_back(), behind: text[at + 1..].chars().next() };
        let reference = match byte {
            b'<' if mark.behind.is_none_or(begins_tag) => "&lt;",
            b'>' if may_end_address(&out.as_bytes()[place.line_start..]) => "&gt;",
            _ => "",
        };
        if !reference.is_empty() {
            openers.escape_addresses(out, place.line_start);
            out.push_str(reference);
            copied += 1;
        } else if byte == b';' {
            // Only the semicolon completes a character reference, so its ampersand is escaped in hindsight.
            if let Some(len) = reference_len(&out[place.line_start..]) {
                openers.escape_addresses(out, place.line_start);
                out.insert_str(out.len() - len + 1, "amp;");
            }
        } else if mark.is_markup(byte, place, openers, out) {
            openers.escape_addresses(out, place.line_start);
            out.push('\\');
        }
        // `](` would begin the address of a link, and `]:` the definition of one.
        if byte == b']' && follows(at + 1) {
            openers.escape_addresses(out, place.line_start);
            out.push_str("]\\");
            copied += 1;
        }
    }
    out.push_str(&text[copied..]);
}

/// Adds TeX to a line, so that readers that know no formulas find no tags, links or notes in it.
///
/// A space comes after a sign that would begin one of these. TeX ignores the space between the signs of a formula,
/// and shows it only in words (`\text`). In a cell, a pipe is escaped, because it would end the cell. A pipe that TeX
/// has escaped already, which readers understand differently, becomes the command of the same meaning.
pub(super) fn push_tex(out: &mut String, tex: &str, in_cell: bool) {
    let mut letters = tex.chars().peekable();
    let mut is_escaped = false;
    let has_sign = tex.contains('<');
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        match letter {
            '|' if in_cell && is_escaped => {
                out.pop();
                out.push_str("\\Vert{}");
            }
            '|' if in_cell => out.push_str("\\|"),
            _ => out.push(letter),
        }
        let begins = match (letter, next) {
            ('<', Some(next)) => begins_tag(next),
            (']', Some('(')) | ('[', Some('^')) => true,
            // `<1@a.example>` would be a link.
            ('@', Some(_)) => has_sign,
            _ => false,
        };
        if begins {
            out.push(' ');
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
}

/// Returns whether a character after `<` makes it the beginning of a tag, a comment or an address.
fn begins_tag(next: char) -> bool {
    next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')
}

/// Returns whether `>` after this would end an address in angle brackets, such as `<1@a.example>`.
fn may_end_address(line: &[u8]) -> bool {
    let is_end =
        |at: usize| line[at].is_ascii_whitespace() || matches!(line[at], b'<' | b'>') || line[..=at].ends_with(b"&gt;");
    let end = (0..line.len()).rev().find(|&at| is_end(at));
    end.is_some_and(|at| line[at] == b'<')
}

struct Mark {
    before: Option<char>,
    /// `None` if the text ends here: what follows is not known.
    behind: Option<char>,
}

impl Mark {
    fn is_markup(&self, mark: u8, place: TextContext, openers: &mut Openers, out: &str) -> bool {
        let opener = || Opener { at: out.len(), address: openers.address.find(out, place.line_start) };
        match mark {
            b'\\' => self.behind.is_none_or(|next| next.is_ascii_punctuation()),
            b'`' => true,
            // An asterisk or underscore between spaces, as in `2 * 3`, is text, and so is an underscore within a word.
            b'*' => !(self.follows_space() && self.precedes_space()),
            b'_' => !(self.follows_space() && self.precedes_space() || self.is_in_word()),
            // Outside of links, only what follows the bracket matters, which `push_escaped` checks.
            b'[' | b']' => place.in_link,
            b'^' => self.before == Some('['),
            b'|' => place.in_cell,
            b'~' => place.in_strike || self.may_close(&mut openers.tildes, opener, '~'),
            b'$' => self.may_close(&mut openers.dollars, opener, '$'),
            _ => false,
        }
    }

    fn follows_space(&self) -> bool {
        self.before.is_none_or(char::is_whitespace)
    }

    fn precedes_space(&self) -> bool {
        self.behind.is_some_and(char::is_whitespace)
    }

    fn is_in_word(&self) -> bool {
        self.before.is_some_and(char::is_alphanumeric) && self.behind.is_some_and(char::is_alphanumeric)
    }

    /// Returns whether a mark that means nothing alone has to be escaped: it stands beside another one, may close one,
    /// or too many openers wait already.
    fn may_close(&self, openers: &mut Vec<Opener>, opener: impl FnOnce() -> Opener, mark: char) -> bool {
        // A dollar sign after a space closes no formula.
        let closes = !openers.is_empty() && (mark == '~' || !self.follows_space());
        if self.before == Some(mark) || closes || openers.len() == MAX_OPENERS {
            return true;
        }
        if !self.precedes_space() {
            openers.push(opener());
        }
        false
    }
}

/// Returns the length of the character reference that a semicolon would end here.
fn reference_len(line: &str) -> Option<usize> {
    // The longest name has 31 letters.
    let name = line.bytes().rev().take(32);
    let len = name.take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    let (before, name) = line.split_at(line.len() - len);
    if len == 0 || !before.ends_with('&') {
        return None;
    }
    let reference = ["&", name, ";"].concat();
    // An unknown name such as `&foo;` is text as it is.
    (dom::decode_references(&reference) != reference).then_some(len + 1)
}

/// Returns where a finished line needs a backslash so that it does not begin a
/// block.
///
/// `is_first` means that the line is the first of its paragraph, `opens_item` that it is the
/// first of a list item.
pub(super) fn block_start(line: &str, is_first: bool, opens_item: bool) -> Option<usize> {
    let bytes = line.as_bytes();
    let ends_word = |at: usize| bytes.get(at).is_none_or(|&byte| byte == b' ');
    let is_all = |of: &[u8]| bytes.iter().all(|byte| of.contains(byte));
    let is_start = match *bytes.first()? {
        b'#' => {
            let len = bytes.iter().take_while(|&&byte| byte == b'#').count();
            len <= 6 && ends_word(len)
        }
        b'>' => true,
        b'*' => ends_word(1),
        // Some readers take a line of plus signs for the border of the page's metadata.
        b'+' => ends_word(1) || is_all(b"+ "),
        b'-' => ends_word(1) || is_all(b"-| :"),
        // Below a line of text, a line of equals signs makes a heading of it, and one of pipes and hyphens a table.
        b'=' => !is_first && is_all(b"= "),
        b'|' | b':' => !is_first && is_all(b"|-: "),
        b'[' if is_callout(line) => true,
        b'[' => {
            opens_item
                && matches!(bytes.get(1), Some(b' ' | b'x' | b'X'))
                && bytes.get(2) == Some(&b']')
                && ends_word(3)
        }
        b'0'..=b'9' => {
            let len = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            // CommonMark reads no item numbers of more than nine digits.
            let is_marker = len <= 9 && matches!(bytes.get(len), Some(b'.' | b')')) && ends_word(len + 1);
            return is_marker.then_some(len);
        }
        _ => false,
    };
    is_start.then_some(0)
}

/// Returns whether a line would make a callout of the quotation that begins with it.
fn is_callout(line: &str) -> bool {
    let name = line.strip_prefix("[!");
    let name = name.and_then(|name| name.trim_end().strip_suffix(']'));
    name.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let place = TextContext { in_link: false, in_strike: false, in_cell: false, line_start: 0 };
        let mut out = String::new();
        push_escaped(&mut out, text, place, &mut Openers::default());
        if let Some(at) = block_start(&out, true, false) {
            out.insert(at, '\\');
        }
        out
    }

    #[test]
    fn only_what_is_markup_is_escaped() {
        for case in include_str!("escape/cases.txt").lines() {
            if let Some((text, expected)) = case.split_once(" => ") {
                assert_eq!(escaped(text), expected);
            }
        }
    }

    #[test]
    fn formulas_begin_nothing_else() {
        let check = |tex: &str, in_cell: bool, expected: &str| {
            let mut out = String::new();
            push_tex(&mut out, tex, in_cell);
            assert_eq!(out, expected);
        };
        check("a<b", false, "a< b");
        check("a < 1<2 \\le |x|", false, "a < 1<2 \\le |x|");
        check("\\\\</b><!--<?", false, "\\\\< /b>< !--< ?");
        check("a@b <1@a.b>", false, "a@ b <1@ a.b>");
        check("f[x](y)[^1]", false, "f[x] (y)[ ^1]");
        check("|x| \\|y\\| \\\\|", true, "\\|x\\| \\Vert{}y\\Vert{} \\\\\\|");
    }
}
