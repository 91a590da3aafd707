//! Lines as they are written: text, and the marks of the spans around it.

mod code;

use super::{
    bare::{self, BareAddress, has_address},
    escape::{self, Opener, Openers, TextContext},
    flanks::flanks,
    math::Formula,
    spans::{OpenSpan, Span},
    words::Line,
    writer::{Run, Writer},
};
use crate::address;

impl Line for Writer {
    #[inline]
    fn space(&mut self) {
        self.spans.has_space = true;
    }

    // Two of them end a paragraph.
    fn break_line(&mut self) {
        // A row is one line, so that in a cell any number of breaks is one `<br>`.
        if self.run == Run::Cell {
            self.spans.n_breaks = 1;
        } else if self.run != Run::None {
            self.spans.n_breaks += 1;
        }
    }

    fn words(&mut self, words: &str) {
        let Some(next) = words.chars().next() else {
            return;
        };
        self.prepare(next);
        if self.spans.n_code > 0 {
            self.begin_code();
            self.push_code(words);
            return;
        }
        self.push_text(words);
    }

    // In the line, or between paragraphs if it is displayed.
    fn formula(&mut self, formula: &Formula) {
        if formula.is_display && self.run != Run::Cell && self.heading.is_none() {
            self.end_run();
            self.push_formula(&formula.tex, true);
            self.end_run();
        } else {
            self.push_formula(&formula.tex, formula.is_display);
        }
    }
}

impl Writer {
    /// Adds an image.
    pub(super) fn image(&mut self, text: &str, address: &str) {
        self.prepare('!');
        self.close_code();
        self.escape_addresses();
        self.out.push_str("![");
        let place =
            TextContext { in_link: true, in_strike: true, in_cell: self.run == Run::Cell, line_start: self.line_start };
        for (at, word) in text.split_whitespace().enumerate() {
            if at != 0 {
                self.out.push(' ');
            }
            // Marks in the text must not pair with those outside: with an opener pending, each dollar sign is
            // escaped.
            let address = BareAddress::after(self.out.len());
            let mut openers = Openers { dollars: vec![Opener::default()], tildes: Vec::new(), address };
            escape::push_escaped(&mut self.out, word, place, &mut openers);
        }
        self.out.push_str("](");
        address::push_destination(&mut self.out, address);
        self.out.push(')');
        self.skip();
    }

    fn push_formula(&mut self, tex: &str, is_display: bool) {
        let defines = tex.contains("]:") && self.may_define(self.out.len());
        // A backtick would begin code where formulas are not known, and a bare address would take in the mark at the
        // end.
        let is_known = !tex.contains(['$', '`']) && !has_address(tex);
        let is_plain = is_known && braces_match(tex) && !tex.ends_with('\\') && !defines;
        if !is_plain {
            self.spans.n_code += 1;
            self.words(tex);
            self.spans.n_code -= 1;
            return;
        }
        self.prepare('$');
        self.close_code();
        self.escape_addresses();
        // Dollar signs in the text before would pair with those of the formula.
        self.defuse_openers(|openers| &mut openers.dollars);
        let marks = if is_display { "$$" } else { "$" };
        if self.out[self.line_start..].ends_with('$') {
            // Dollar signs side by side would be read as one mark.
            self.out.push(' ');
        }
        self.out.push_str(marks);
        escape::push_tex(&mut self.out, tex, self.run == Run::Cell);
        self.out.push_str(marks);
    }

    /// Adds a reference to a footnote.
    pub(super) fn reference(&mut self, label: &str) {
        // References are superscript anyway.
        let high = self.spans.wanted.pop_if(|span| *span == Span::Tag("sup"));
        self.prepare('[');
        self.close_code();
        self.escape_addresses();
        self.defuse_exclamation();
        self.out.extend(["[^", label, "]"]);
        self.spans.wanted.extend(high);
    }

    /// Writes text in which nothing is markup.
    fn push_text(&mut self, text: &str) {
        let place = TextContext {
            in_link: self.spans.is_in(|span| matches!(span, Span::Link(..))),
            in_strike: self.spans.is_in(|span| *span == Span::Strike),
            in_cell: self.run == Run::Cell,
            line_start: self.line_start,
        };
        escape::push_escaped(&mut self.out, text, place, &mut self.spans.openers);
    }

    /// Writes code, in which only the end of a cell needs an escape.
    fn push_code(&mut self, text: &str) {
        if self.run == Run::Cell {
            self.out.push_str(&text.replace('|', "\\|"));
        } else {
            self.out.push_str(text);
        }
    }

    /// Prepares for text that begins with this character: begins a run, writes the break or space
    /// before it, closes and opens spans.
    #[inline]
    fn prepare(&mut self, next: char) {
        if self.run == Run::None {
            self.begin_run();
            self.spans.forget();
        } else if self.spans.n_breaks > 0 {
            self.write_break();
        }
        // Code after code without a space continues it. A space between them ends the first.
        if self.spans.code_ended && self.spans.has_space {
            self.close_code();
        }
        // Most texts are in the same spans as the text before them.
        let spans = &self.spans;
        let is_same = spans.open.len() == spans.wanted.len()
            && spans.open.iter().zip(&spans.wanted).all(|(open, span)| open.span == *span)
            && (spans.n_code > 0) == spans.code_start.is_some();
        if is_same {
            self.write_space();
        } else {
            self.change_spans(next);
        }
    }

    fn write_break(&mut self) {
        let n_breaks = std::mem::take(&mut self.spans.n_breaks);
        match self.run {
            Run::Paragraph if n_breaks > 1 => {
                self.end_run();
                self.begin_run();
                self.spans.forget();
            }
            Run::Paragraph => {
                self.close_code();
                self.close_unwanted(' ');
                self.break_hard();
                self.spans.has_space = false;
            }
            Run::Cell if self.out.len() != self.line_start => {
                self.close_code();
                self.close_unwanted('<');
                self.end_address();
                self.out.push_str("<br>");
                self.spans.has_space = false;
            }
            Run::None | Run::Heading | Run::Cell => self.spans.has_space = true,
        }
    }

    #[inline]
    fn write_space(&mut self) {
        if std::mem::take(&mut self.spans.has_space) && self.line_start < self.out.len() {
            self.out.push(' ');
        }
    }

    /// Returns how many of the open spans also contain the next text.
    fn n_common(&self) -> usize {
        let pairs = self.spans.open.iter().zip(&self.spans.wanted);
        pairs.take_while(|(open, span)| open.span == **span).count()
    }

    fn change_spans(&mut self, next: char) {
        let n_common = self.n_common();
        let grows = n_common < self.spans.wanted.len();
        let stays_code = self.spans.n_code > 0 && !grows && n_common == self.spans.open.len();
        if !stays_code {
            self.close_code();
        }
        // The character after closing marks is one of the two that decide whether CommonMark reads them as such.
        let behind = match (self.spans.has_space, grows) {
            (true, _) => ' ',
            (false, true) => '*',
            (false, false) if self.spans.n_code > 0 => '`',
            (false, false) => next,
        };
        self.close_unwanted(behind);
        self.write_space();
        for at in n_common..self.spans.wanted.len() {
            let span = self.spans.wanted[at].clone();
            self.open_span(span);
        }
    }

    fn close_unwanted(&mut self, behind: char) {
        let n_common = self.n_common();
        while n_common < self.spans.open.len() {
            self.close_span(behind);
        }
    }

    /// Closes all spans, at the end of a run.
    pub(super) fn close_spans(&mut self) {
        self.close_code();
        while !self.spans.open.is_empty() {
            self.close_span(' ');
        }
    }

    fn open_span(&mut self, span: Span) {
        let (marks, tag) = span.marks();
        self.escape_addresses();
        if let Span::Link(..) = span {
            self.defuse_exclamation();
        }
        let marks = marks.filter(|marks| {
            let line = &self.out[self.line_start..];
            // Marks that close something must not merge with those that open
            // something.
            let opened_here =
                self.spans.open.last().is_some_and(|open| open.has_marks && self.out.len() - open.at <= 2);
            opened_here || !line.ends_with(&marks[..1])
        });
        if marks == Some("~~") {
            self.defuse_openers(|openers| &mut openers.tildes);
        }
        let at = self.out.len();
        match (&span, marks) {
            (Span::Link(..), _) => self.out.push('['),
            (_, Some(marks)) => self.out.push_str(marks),
            (_, None) => self.out.extend(["<", tag, ">"]),
        }
        self.spans.open.push(OpenSpan { span, at, has_marks: marks.is_some() });
    }

    fn close_span(&mut self, behind: char) {
        let Some(mut open) = self.spans.open.pop() else {
            return;
        };
        let (marks, tag) = open.span.marks();
        if let Span::Link(_, to) = &open.span {
            self.out.push_str("](");
            address::push_destination(&mut self.out, to);
            self.out.push(')');
            self.skip();
            return;
        }
        if let Some(marks) = marks.filter(|_| open.has_marks) {
            if self.are_read(marks, open.at, behind) && !self.are_in_address(marks, behind) {
                self.out.push_str(marks);
                return;
            }
            open.has_marks = false;
            // Whether marks are read is known only here, where the span ends, so the opening ones are replaced in
            // hindsight.
            let opening = format!("<{tag}>");
            self.out.replace_range(open.at..open.at + marks.len(), &opening);
            self.shift(open.at + 1, opening.len() - marks.len());
        }
        self.out.extend(["</", tag, ">"]);
    }

    /// Returns whether CommonMark reads these marks as opening at a place, and as closing here.
    fn are_read(&self, marks: &str, at: usize, behind: char) -> bool {
        let mark = marks.as_bytes()[0].into();
        let is_read = |skipped: &[char]| {
            // Marks of the same kind side by side are one run, and the characters around the run decide.
            let before = self.out[..at].trim_end_matches(skipped).chars().next_back();
            let inside = self.out[at + marks.len()..].trim_start_matches(skipped);
            let (Some(first), Some(last)) =
                (inside.chars().next(), inside.trim_end_matches(skipped).chars().next_back())
            else {
                return false;
            };
            flanks(before.unwrap_or(' '), first) && flanks(behind, last)
        };
        // GitHub's reader also skips tildes, whatever the mark, and what is behind a tilde is not known.
        is_read(&[mark]) && is_read(&[mark, '~']) && behind != '~'
    }

    /// Returns whether some reader takes these marks for a part of the bare address before them. All readers leave
    /// asterisks out of the end of an address.
    fn are_in_address(&mut self, marks: &str, behind: char) -> bool {
        let is_end = behind.is_ascii_whitespace() && marks.starts_with('*');
        !is_end && self.spans.openers.address.find(&self.out, self.line_start).is_some()
    }

    /// Escapes the bare addresses of the last word, because a mark follows them.
    pub(super) fn escape_addresses(&mut self) {
        self.spans.openers.escape_addresses(&mut self.out, self.line_start);
    }

    /// Ends a bare address by a space, because a line break follows.
    pub(super) fn end_address(&mut self) {
        if self.spans.openers.address.find(&self.out, self.line_start).is_some() {
            self.out.push(' ');
        }
    }

    /// Leaves what is written so far out of the search for bare addresses: the end of it is no text.
    pub(super) fn skip(&mut self) {
        self.spans.openers.address = BareAddress::after(self.out.len());
    }

    /// An exclamation mark before a link would make an image of it.
    fn defuse_exclamation(&mut self) {
        if self.out[self.line_start..].ends_with('!') {
            self.out.pop();
            self.out.push_str("\\!");
        }
    }

    /// Escapes earlier marks in the text that a mark written now would close.
    fn defuse_openers(&mut self, openers: impl Fn(&mut Openers) -> &mut Vec<Opener>) {
        while let Some(Opener { mut at, address }) = openers(&mut self.spans.openers).pop() {
            if let Some(address) = address {
                let mut places = Vec::new();
                bare::escape(&mut self.out, address..at, |place| places.push(place));
                for place in &places {
                    self.shift(*place, 1);
                }
                at += places.len();
            }
            self.out.insert(at, '\\');
            self.shift(at, 1);
        }
    }

    /// Moves the remembered positions from byte `from` on, where `by` bytes were inserted.
    pub(super) fn shift(&mut self, from: usize, by: usize) {
        self.spans.shift(from, by);
        // What is inserted at the start of the line belongs to the line.
        if from < self.line_start {
            self.line_start += by;
        }
    }
}

/// Returns the length of the longest run of a byte.
pub(super) fn longest_run(text: &str, byte: u8) -> usize {
    let runs = text.as_bytes().split(|&other| other != byte);
    runs.map(<[u8]>::len).max().unwrap_or(0)
}

fn braces_match(tex: &str) -> bool {
    let (mut depth, mut is_escaped) = (0_i64, false);
    let is_matched = tex.bytes().all(|byte| {
        match byte {
            b'{' if !is_escaped => depth += 1,
            b'}' if !is_escaped => depth -= 1,
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
        depth >= 0
    });
    is_matched && depth == 0
}
