//! What the start tags of a page become.

use tokenize::{Tag, Token};

use super::{BlockKind, MAX_DEPTH, Reducer, Run, push_escaped};
use crate::{
    markdown::{spans::Span, tables},
    pieces::breaks_line,
};

impl Reducer<'_> {
    pub(super) fn start(&mut self, token: &Token, element: u32, stays: bool) {
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
        let mut attributes = tokenize::attributes(&self.source[token.range()]);
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
