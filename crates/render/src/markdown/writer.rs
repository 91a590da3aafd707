//! Writes Markdown: blocks, and the containers around them.
//!
//! Nothing is written until it has content, so empty lists, quotations and emphasis leave no
//! trace.

mod markers;

use super::{escape, spans::Spans, words::Line};
use crate::address;

/// At most this many containers are written inside each other (a list counts as one, and its item as
/// another), because each line repeats the prefixes of those around it. Chosen: by eye.
const MAX_CONTAINERS: usize = 48;

/// The largest number that an item may have in Markdown. Set by: CommonMark, which allows nine digits.
pub(super) const MAX_NUMBER: u64 = 999_999_999;

/// A container of blocks.
#[derive(Clone, Debug)]
enum Container {
    /// A quotation, or a callout with the mark of its kind.
    Quote(Option<&'static str>),
    List {
        /// The number of the next item; bullets have none.
        number: Option<u64>,
        /// Whether it has to differ from the list right before it.
        is_other: bool,
        n_items: u32,
        /// Whether it contains a blank line.
        is_loose: bool,
    },
    Item,
    Note(String),
}

#[derive(Debug)]
struct Nested {
    kind: Container,
    /// The length of the prefix of the lines outside it, in bytes.
    outer: usize,
}

/// The kind of block to which text is being added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Run {
    #[default]
    None,
    Paragraph,
    Heading,
    Cell,
}

#[derive(Debug, Default)]
pub(super) struct Writer {
    pub(super) out: String,
    limit: usize,
    pub(super) spans: Spans,
    /// The prefix of each line in the open containers.
    prefix: String,
    containers: Vec<Nested>,
    /// How many of the containers are written.
    n_open: usize,
    /// Whether the last thing written is the marker of a container.
    is_fresh: bool,
    /// Whether the last thing written is a paragraph, which a list may follow without a blank line.
    after_paragraph: bool,
    /// If the last thing written is a list: whether it was numbered, and whether it had the second of the two
    /// markers.
    after_list: Option<(bool, bool)>,
    /// Whether a rule is pending until something follows it.
    has_rule: bool,
    /// A check box that is pending until its text comes, and whether it is checked.
    task: Option<bool>,
    pub(super) run: Run,
    /// The level of the heading that is being written.
    pub(super) heading: Option<usize>,
    pub(super) line_start: usize,
    /// Whether the last thing written is the mark of a callout, which is a line of its own.
    is_marked: bool,
    /// Whether the line is the first of its paragraph, and whether that opens an item.
    pub(super) is_first_line: bool,
    opens_item: bool,
}

impl Writer {
    /// Returns a writer that stops before the next line once more than `limit` bytes are written.
    pub(super) fn new(capacity: usize, limit: usize) -> Writer {
        Writer { out: String::with_capacity(capacity), limit, ..Writer::default() }
    }

    /// Returns how many containers there are, for [`Writer::leave_to`].
    pub(super) fn depth(&self) -> usize {
        self.containers.len()
    }

    /// Enters a quotation, or a callout if it is given the mark of a kind. Returns whether there was
    /// room for it.
    pub(super) fn enter_quote(&mut self, kind: Option<&'static str>) -> bool {
        let depth = self.depth();
        self.enter(Container::Quote(kind));
        depth < self.depth()
    }

    /// Enters a list, numbered from a start if it is given one.
    pub(super) fn enter_list(&mut self, start: Option<u64>) {
        self.enter(Container::List { number: start, is_other: false, n_items: 0, is_loose: false });
    }

    /// Enters an item of the innermost list.
    pub(super) fn enter_item(&mut self, number: Option<u64>) {
        if let Some(number) = number
            && let Some(Nested { kind: Container::List { number: next, .. }, .. }) = self.containers.last_mut()
            && next.is_some()
        {
            *next = Some(number);
        }
        self.enter(Container::Item);
    }

    pub(super) fn enter_note(&mut self, label: &str) {
        self.enter(Container::Note(label.to_owned()));
    }

    fn enter(&mut self, kind: Container) {
        self.end_run();
        if self.run != Run::Cell && self.containers.len() < MAX_CONTAINERS {
            self.containers.push(Nested { kind, outer: 0 });
        }
    }

    /// Leaves all but the outermost `depth` containers.
    pub(super) fn leave_to(&mut self, depth: usize) {
        self.end_run();
        while depth < self.containers.len() {
            let is_open = self.n_open == self.containers.len();
            let Some(left) = self.containers.pop() else {
                break;
            };
            if !is_open {
                continue;
            }
            self.n_open -= 1;
            // Containers end from the inside out, so the prefix outside this one is what is left.
            self.prefix.truncate(left.outer);
            self.is_fresh = false;
            self.after_paragraph = false;
            if let Container::List { number, is_other, n_items, .. } = left.kind {
                if n_items > 0 {
                    self.after_list = Some((number.is_some(), is_other));
                }
            } else {
                self.after_list = None;
            }
        }
        self.task = None;
    }

    /// Ends a run of text, as the border of a block does.
    pub(super) fn end_run(&mut self) {
        match self.run {
            Run::None => {}
            // The borders of blocks in a cell break its line.
            Run::Cell => self.break_line(),
            Run::Paragraph | Run::Heading => {
                self.close_spans();
                self.finish_line();
                self.after_paragraph = self.run == Run::Paragraph;
                self.run = Run::None;
                self.spans.forget();
            }
        }
    }

    /// Notes a rule between blocks.
    pub(super) fn rule(&mut self) {
        self.end_run();
        self.has_rule = true;
    }

    /// Notes a check box before the text of an item.
    pub(super) fn task(&mut self, is_done: bool) {
        let is_first = match self.containers.last() {
            Some(Nested { kind: Container::Item, .. }) => self.n_open < self.containers.len() || self.is_fresh,
            _ => false,
        };
        if is_first && self.run == Run::None {
            self.task = Some(is_done);
        }
    }

    /// Begins the paragraph or heading that the text to come is in.
    pub(super) fn begin_run(&mut self) {
        let opens_item = self.begin_block();
        // Where callouts are not known, their mark begins the paragraph.
        self.is_first_line = !self.is_marked;
        self.opens_item = opens_item;
        self.run = Run::Paragraph;
        if let Some(level) = self.heading {
            self.out.push_str(&"######"[..level]);
            self.out.push(' ');
            self.run = Run::Heading;
            self.opens_item = false;
        } else if let Some(is_done) = self.task.take()
            && opens_item
        {
            self.out.push_str(if is_done { "[x] " } else { "[ ] " });
            self.opens_item = false;
        }
        self.line_start = self.out.len();
    }

    /// Breaks the line of a paragraph with a hard line break.
    pub(super) fn break_hard(&mut self) {
        self.finish_line();
        self.end_address();
        self.out.push_str("\\\n");
        self.out.push_str(&self.prefix);
        self.line_start = self.out.len();
        self.is_first_line = false;
        self.opens_item = false;
    }

    /// Escapes what would make the finished line a block of another kind.
    fn finish_line(&mut self) {
        let line = &self.out[self.line_start..];
        if self.run == Run::Heading {
            // CommonMark drops hashes at the end of a heading, unless they follow another character directly.
            let hashes = line.trim_end_matches('#').len();
            let is_end = hashes < line.len() && (hashes == 0 || line.as_bytes()[hashes - 1] == b' ');
            if is_end {
                self.out.insert(self.line_start + hashes, '\\');
            }
            return;
        }
        // Where notes are not known, this is the definition of a link.
        let defines = self.is_first_line
            && matches!(self.containers.last(), Some(Nested { kind: Container::Note(_), .. }))
            && !address::leads_somewhere(line);
        if defines {
            self.out.insert_str(self.line_start, "<code>");
            self.shift(self.line_start, "<code>".len());
            self.out.push_str("</code>");
        } else if let Some(at) = escape::block_start(line, self.is_first_line, self.opens_item) {
            let at = self.line_start + at;
            self.out.insert(at, '\\');
            self.shift(at, 1);
        }
    }

    /// Adds lines that are taken as they are: fenced code, rows of HTML.
    pub(super) fn lines(&mut self, lines: &str) {
        self.end_run();
        self.begin_block();
        for (at, line) in lines.split('\n').enumerate() {
            // Each line repeats the prefix, and there may be many in one element.
            if self.limit < self.out.len() {
                return;
            }
            if at != 0 {
                self.new_line(!line.is_empty());
            }
            self.out.push_str(line);
        }
    }

    /// Begins a block, and returns whether it is the first in an item.
    pub(super) fn begin_block(&mut self) -> bool {
        self.is_marked = false;
        // A rule separates blocks, so none is written before the first block of the page or of a container.
        if std::mem::take(&mut self.has_rule) && !self.out.is_empty() && !self.is_fresh {
            self.separate(true);
            self.out.push_str("---");
            self.after_paragraph = false;
            self.after_list = None;
        }
        while self.n_open < self.containers.len() {
            self.open_next();
        }
        // A list without items has no marker, so what is in it opens the item around it.
        let marked = self.containers.iter().rev().find(|nested| !matches!(nested.kind, Container::List { .. }));
        let opens_item = self.is_fresh && matches!(marked, Some(Nested { kind: Container::Item, .. }));
        self.separate(true);
        self.is_fresh = false;
        self.after_paragraph = false;
        self.after_list = None;
        opens_item
    }

    /// Begins a line for what comes next, unless there is one.
    fn separate(&mut self, with_blank: bool) {
        if std::mem::take(&mut self.is_fresh) || self.out.is_empty() {
            return;
        }
        if with_blank {
            self.new_line(false);
            // A blank line anywhere in a list makes it loose, and its later items then keep their distance too.
            for nested in &mut self.containers[..self.n_open] {
                if let Container::List { is_loose, n_items, .. } = &mut nested.kind {
                    *is_loose |= *n_items > 0;
                }
            }
        }
        self.new_line(true);
    }

    /// Ends the line and begins another, which either has content or is blank.
    pub(super) fn new_line(&mut self, has_content: bool) {
        self.out.push('\n');
        if has_content {
            self.out.push_str(&self.prefix);
        } else {
            self.out.push_str(self.prefix.trim_end());
        }
    }

    /// Returns all that was written.
    pub(super) fn finish(mut self) -> String {
        self.leave_to(0);
        self.out
    }
}
