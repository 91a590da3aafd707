//! A page reduced to the HTML that Markdown can say.
//!
//! The Markdown converter walks a tree recursively, copies the contents of an
//! element once for each level above it, and leaves blocks inside of links and
//! empty emphasis as they are. What it gets from here has none of that: blocks
//! nest only as lists and quotations, at most [`MAX_DEPTH`] deep; text stands
//! in paragraphs, headings, items, cells, or preformatted blocks; links and
//! emphasis stand inside of those, in one order, never empty and never two
//! alike side by side.

mod start;

use std::ops::Range;

use tokenize::{Kind, Tag, Token};

use super::{
    spans::Spans,
    tables::{self, Table},
};
use crate::{
    Regions,
    pieces::{self, Visit, breaks_line, cdata_contents},
    plan::Plan,
    rendering::without_empty_lines,
    stack::{NONE, Stack},
    verbatim::Verbatim,
};

/// Lists and quotations inside of so many others are shown as paragraphs. The
/// converter then needs less than 256 KiB of stack, in debug builds too.
pub(crate) const MAX_DEPTH: usize = 24;

/// Returns the reduced page.
pub(crate) fn reduce(source: &str, tokens: &[Token], regions: &Regions) -> String {
    let mut reducer = Reducer {
        source,
        plan: Plan::new(source, tokens, regions),
        tables: tables::data_tables(source, tokens),
        stack: Stack::new(source, tokens),
        verbatim: Verbatim::default(),
        blocks: Vec::new(),
        heading: None,
        run: Run::None,
        language: String::new(),
        indentation: String::new(),
        n_breaks: 0,
        spans: Spans::default(),
        out: String::new(),
    };
    pieces::walk(source, tokens, regions, &mut reducer);
    reducer.close_blocks(0);
    reducer.end_run();
    reducer.out
}

struct Reducer<'s> {
    source: &'s str,
    plan: Plan,
    tables: Vec<Table>,
    stack: Stack<'s>,
    verbatim: Verbatim,
    /// The open blocks, outermost first.
    blocks: Vec<Block>,
    /// The heading that text now belongs to.
    heading: Option<(u32, Tag)>,
    /// What the text now goes into.
    run: Run,
    /// What the language of the next preformatted text is called.
    language: String,
    /// The white space that it begins with.
    indentation: String,
    /// Line breaks that wait for text behind them.
    n_breaks: usize,
    spans: Spans,
    out: String,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    /// It closes when this element does.
    element: u32,
    kind: BlockKind,
    /// Whether nothing stands in it yet.
    fresh: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum BlockKind {
    List(&'static str),
    Item,
    Quote,
    /// With its number of columns. Its tag is written before the first row.
    Table(u32),
    Row,
    Cell,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Run {
    None,
    /// Right inside of an item or a cell.
    Bare,
    Tagged(&'static str),
    Preformatted,
}

impl<'s> Reducer<'s> {
    fn top(&self) -> Option<BlockKind> {
        self.blocks.last().map(|block| block.kind)
    }

    /// Closes whatever belongs to elements above `innermost`, which are open
    /// no longer.
    fn close_above(&mut self, innermost: u32) {
        let is_open = |element: u32| innermost != NONE && element <= innermost;
        if self.heading.is_some_and(|(element, _)| !is_open(element)) {
            self.heading = None;
        }
        let n_open = self
            .blocks
            .iter()
            .rposition(|block| is_open(block.element))
            .map_or(0, |last| last + 1);
        self.close_blocks(n_open);
        self.spans.retain(is_open);
    }

    fn close_blocks(&mut self, n_open: usize) {
        while n_open < self.blocks.len() {
            self.end_run();
            let Some(block) = self.blocks.pop() else {
                break;
            };
            self.out.push_str(match block.kind {
                BlockKind::List("ol") => "</ol>",
                BlockKind::List(_) => "</ul>",
                BlockKind::Item => "</li>",
                BlockKind::Quote => "</blockquote>",
                BlockKind::Table(_) if block.fresh => "",
                BlockKind::Table(_) => "</table>",
                BlockKind::Row => "</tr>",
                BlockKind::Cell => "</td>",
            });
        }
    }

    fn open(&mut self, element: u32, kind: BlockKind) {
        self.end_run();
        if let Some(parent) = self.blocks.last_mut() {
            parent.fresh = false;
        }
        self.blocks.push(Block {
            element,
            kind,
            fresh: true,
        });
    }

    /// Ends a run of text, as the border of a block does.
    fn end_run(&mut self) {
        self.spans.close(&mut self.out);
        self.n_breaks = 0;
        match std::mem::replace(&mut self.run, Run::None) {
            Run::None | Run::Bare => {}
            Run::Tagged(name) => self.out.extend(["</", name, ">"]),
            Run::Preformatted => self.out.push_str("</code></pre>"),
        }
    }

    /// The border of a block that Markdown has no word for.
    fn border(&mut self) {
        if self.top() == Some(BlockKind::Cell) {
            self.spans.space();
        } else if self.run == Run::Preformatted && self.stack.is_verbatim() {
            if !self.out.ends_with(['\n', '>']) {
                self.out.push('\n');
            }
        } else {
            self.end_run();
        }
    }

    /// Opens what must be around text or blocks here.
    fn open_implied(&mut self) {
        let Some(&Block {
            element,
            kind,
            fresh,
        }) = self.blocks.last()
        else {
            return;
        };
        match kind {
            BlockKind::List(_) => self.open_item(element),
            BlockKind::Table(_) if !fresh => {
                self.open_row(element);
                self.open_cell(element);
            }
            BlockKind::Row => self.open_cell(element),
            _ => {}
        }
    }

    fn open_item(&mut self, element: u32) {
        self.open(element, BlockKind::Item);
        self.out.push_str("<li>");
    }

    fn open_row(&mut self, element: u32) {
        let Some(BlockKind::Table(n_columns)) = self.top() else {
            return;
        };
        let is_first = self.blocks.last().is_some_and(|table| table.fresh);
        self.open(element, BlockKind::Row);
        if is_first {
            self.out.push_str(&format!("<table><tr title={n_columns}>"));
        } else {
            self.out.push_str("<tr>");
        }
    }

    fn open_cell(&mut self, element: u32) {
        self.open(element, BlockKind::Cell);
        self.out.push_str("<td>");
    }

    /// Notes that something comes, and returns whether it is the first of an
    /// item.
    fn touch(&mut self) -> bool {
        let item = self
            .blocks
            .last_mut()
            .filter(|block| block.kind == BlockKind::Item);
        item.is_some_and(|block| std::mem::take(&mut block.fresh))
    }

    /// Makes ready for text or an image.
    fn begin_run(&mut self) {
        if self.run == Run::Preformatted {
            self.end_run();
        }
        if self.run == Run::None {
            self.open_implied();
            let in_cell = self.top() == Some(BlockKind::Cell);
            let starts_item = self.touch();
            self.run = match self.heading {
                Some((_, tag)) if !in_cell => Run::Tagged(tag.name()),
                _ if in_cell || starts_item => Run::Bare,
                _ => Run::Tagged("p"),
            };
            if let Run::Tagged(name) = self.run {
                self.out.extend(["<", name, ">"]);
            }
        } else if 1 < self.n_breaks && self.top() != Some(BlockKind::Cell) {
            self.end_run();
            return self.begin_run();
        }
        let has_break =
            std::mem::take(&mut self.n_breaks) != 0 && self.top() != Some(BlockKind::Cell);
        self.spans.write(&mut self.out, has_break);
    }

    fn push_text(&mut self, text: &str) {
        if text.starts_with(char::is_whitespace) {
            self.spans.space();
        }
        for word in text.split_whitespace() {
            self.begin_run();
            let is_reference = !self.spans.in_code() && tokenize::decode_references(word) != word;
            if is_reference {
                // Markdown reads references too.
                push_escaped(&mut self.out, &word.replace('&', "&amp;"));
            } else {
                push_escaped(&mut self.out, word);
            }
            self.spans.space();
        }
        if !text.ends_with(char::is_whitespace) {
            self.spans.unspace();
        }
    }

    fn push_verbatim(&mut self, text: &str) {
        if self.top() == Some(BlockKind::Cell) {
            return self.push_text(text);
        }
        if self.run != Run::Preformatted {
            if text.trim().is_empty() {
                without_empty_lines(text).clone_into(&mut self.indentation);
                return;
            }
            self.end_run();
            self.open_implied();
            self.out.push_str("<pre><code");
            if !self.language.is_empty() {
                self.out
                    .extend([" class=\"language-", &self.language, "\""]);
            }
            self.out.push('>');
            self.out.push_str(&std::mem::take(&mut self.indentation));
            self.run = Run::Preformatted;
            self.touch();
        }
        push_escaped(
            &mut self.out,
            &text.replace("\r\n", "\n").replace('\r', "\n"),
        );
    }
}

impl Visit for Reducer<'_> {
    fn gap(&mut self, range: Range<usize>) {
        if !self.stack.is_visible() {
            return;
        }
        if self.stack.is_verbatim() {
            let gap = self.verbatim.gap(self.source, range);
            self.push_verbatim(gap);
        } else {
            self.spans.space();
        }
    }

    fn piece(&mut self, at: usize, token: &Token, range: Range<usize>, covered: bool) {
        let stays = self.plan.stays(self.source, at, token, covered);
        match token.kind() {
            Kind::StartTag => {
                let element = self.stack.start(token);
                self.close_above(if element == NONE {
                    self.stack.innermost()
                } else {
                    self.stack.parent()
                });
                self.verbatim.pass(token);
                if self.stack.is_visible() {
                    self.start(token, element, stays);
                }
                return;
            }
            Kind::EndTag => {
                let ended = self.stack.end(token);
                self.close_above(self.stack.innermost());
                self.spans.retain(|element| element != ended);
                self.verbatim.pass(token);
                if breaks_line(token.tag()) && self.stack.is_visible() {
                    self.border();
                }
                return;
            }
            Kind::Text => self.stack.text(),
            _ => self.verbatim.pass(token),
        }
        if !stays || !self.stack.is_visible() {
            return;
        }
        match token.kind() {
            Kind::Text if self.stack.is_verbatim() => {
                let text = self.verbatim.text(self.source, range);
                self.push_verbatim(&tokenize::decode_references(text));
            }
            Kind::Text => self.push_text(&tokenize::decode_references(&self.source[range])),
            Kind::RawText => self.push_verbatim(&self.source[range]),
            Kind::Cdata => self.push_text(cdata_contents(&self.source[range])),
            _ => {}
        }
    }
}

/// Writes text, or an attribute's value between double quotes.
pub(crate) fn push_escaped(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '"', '\0']) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'"' => "&quot;",
            _ => "",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}
