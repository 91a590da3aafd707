//! A page reduced to the HTML that Markdown can say.
//!
//! The Markdown converter walks a tree recursively, copies the contents of an
//! element once for each level above it, and leaves blocks inside of links and
//! empty emphasis as they are. What it gets from here has none of that: blocks
//! nest only as lists and quotations, at most [`MAX_DEPTH`] deep; text stands
//! in paragraphs, headings, items, cells, or preformatted blocks; links and
//! emphasis stand inside of those, in one order, never empty and never two
//! alike side by side.

use std::ops::Range;

use tokenize::{Kind, Tag, Token};

use crate::{
    Regions,
    lines::without_empty_lines,
    pieces::{self, Visit, breaks_line},
    plan::Plan,
    quirks::quirks,
    spans::{Span, Spans},
    stack::{NONE, Stack},
    tables::{self, Table},
    text::cdata_contents,
    verbatim::Verbatim,
};

/// Lists and quotations inside of so many others are shown as paragraphs. The
/// converter then needs less than 256 KiB of stack, in debug builds too.
pub(crate) const MAX_DEPTH: usize = 24;

/// Returns the reduced page.
pub(crate) fn reduce(source: &str, tokens: &[Token], regions: &Regions) -> String {
    let quirks = quirks(source, tokens);
    let mut reducer = Reducer {
        source,
        plan: Plan::new(source, tokens, regions),
        tables: tables::data_tables(source, tokens, quirks),
        stack: Stack::new(source, quirks),
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

    fn start(&mut self, token: &Token, element: u32, stays: bool) {
        let tag = token.tag();
        if tag == Tag::BR && stays {
            if self.stack.is_verbatim() && self.run == Run::Preformatted {
                self.out.push('\n');
            } else if self.run != Run::None {
                self.n_breaks += 1;
            }
            self.spans.space();
            return;
        }
        if breaks_line(tag) {
            self.border();
        }
        if !stays && !matches!(tag, Tag::TD | Tag::TH) {
            return;
        }
        let in_cell = self.top() == Some(BlockKind::Cell);
        let has_room = self.blocks.len() < MAX_DEPTH && !in_cell && !self.stack.is_verbatim();
        match tag {
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                self.heading = Some((element, tag))
            }
            Tag::UL | Tag::OL | Tag::MENU | Tag::DIR if has_room => {
                self.open_implied();
                let name = if tag == Tag::OL { "ol" } else { "ul" };
                self.open(element, BlockKind::List(name));
                self.out.extend(["<", name]);
                if let Some(start) = self.attribute(token, "start").filter(|_| tag == Tag::OL) {
                    // Markdown's numbers have at most nine digits.
                    if start.len() <= 9
                        && !start.is_empty()
                        && start.bytes().all(|byte| byte.is_ascii_digit())
                    {
                        self.out.extend([" start=", &start]);
                    }
                }
                self.out.push('>');
            }
            Tag::LI if !in_cell => {
                // An implied item has no element of its own that would end it.
                if self.top() == Some(BlockKind::Item) && !self.has_own_element() {
                    self.close_blocks(self.blocks.len().saturating_sub(1));
                }
                if matches!(self.top(), Some(BlockKind::List(_))) {
                    self.open_item(element);
                }
            }
            Tag::BLOCKQUOTE if has_room => {
                self.open_implied();
                self.open(element, BlockKind::Quote);
                self.out.push_str("<blockquote>");
            }
            Tag::TABLE if has_room => {
                if let Some(table) = tables::find(&self.tables, element) {
                    let kind = BlockKind::Table(table.n_columns);
                    self.open_implied();
                    self.open(element, kind);
                }
            }
            Tag::TR => {
                while matches!(self.top(), Some(BlockKind::Row | BlockKind::Cell)) {
                    self.close_blocks(self.blocks.len().saturating_sub(1));
                }
                self.open_row(element);
            }
            Tag::TD | Tag::TH if self.top() == Some(BlockKind::Row) => self.open_cell(element),
            Tag::PRE | Tag::LISTING | Tag::XMP | Tag::PLAINTEXT if !in_cell => {
                self.end_run();
                self.language.clear();
                self.indentation.clear();
                self.find_language(token);
            }
            Tag::CODE if self.stack.is_verbatim() => self.find_language(token),
            Tag::HR if !in_cell && !self.stack.is_verbatim() => {
                self.open_implied();
                if self.top() != Some(BlockKind::Cell) {
                    self.out.push_str("<hr>");
                }
            }
            Tag::IMG if !self.stack.is_verbatim() => self.image(token),
            Tag::A if !self.stack.is_verbatim() => {
                if let Some(target) = self.attribute(token, "href") {
                    self.spans.start(Span::link(element, target));
                }
            }
            _ if !self.stack.is_verbatim() => {
                if let Some(span) = Span::of(element, tag) {
                    self.spans.start(span);
                }
            }
            _ => {}
        }
    }

    /// Whether the innermost block and the one around it have two elements.
    fn has_own_element(&self) -> bool {
        match self.blocks.as_slice() {
            [.., outer, inner] => outer.element != inner.element,
            _ => true,
        }
    }

    fn image(&mut self, token: &Token) {
        let Some(address) = self
            .attribute(token, "src")
            .filter(|address| !address.is_empty())
        else {
            return;
        };
        if address.starts_with("data:") {
            return;
        }
        let text = self.attribute(token, "alt").unwrap_or_default();
        self.begin_run();
        self.out.push_str("<img src=\"");
        push_escaped(&mut self.out, &address);
        self.out.push_str("\" alt=\"");
        push_escaped(&mut self.out, &text);
        self.out.push_str("\">");
    }

    /// Returns an attribute's value on one line.
    fn attribute(&self, token: &Token, name: &str) -> Option<String> {
        let source: &'s str = self.source;
        let mut attributes = tokenize::attributes(&source[token.range()]);
        let found = attributes.find(|attribute| attribute.name().eq_ignore_ascii_case(name))?;
        Some(
            found
                .value()
                .split(['\n', '\r', '\t'])
                .map(str::trim)
                .collect::<Vec<_>>()
                .join(""),
        )
    }

    fn find_language(&mut self, token: &Token) {
        let Some(classes) = self.attribute(token, "class") else {
            return;
        };
        let mut names = classes.split(' ').filter_map(|class| {
            class
                .strip_prefix("language-")
                .or_else(|| class.strip_prefix("lang-"))
        });
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "+-#_.".contains(letter);
        if let Some(name) = names.find(|name| name.chars().all(is_letter)) {
            name.clone_into(&mut self.language);
        }
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
