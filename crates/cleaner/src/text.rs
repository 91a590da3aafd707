use std::ops::Range;

use tokenize::{Kind, Tag, Token};

use crate::{
    Regions,
    lines::{Break, Lines},
    pieces::{self, Visit, breaks_line},
    stack::Stack,
    verbatim::Verbatim,
};

/// Returns the visible text of what the regions leave of a page.
///
/// * Blocks, `br` and `hr` stand on lines of their own; there are no empty
///   lines but in `pre`, and no line feed at the end. The blocks are those of the whole
///   page: one that the regions hold still breaks the line it stood in.
/// * The cells of a table row share a line, with tabs between, until one of
///   them has more than one line. Cells without text leave no trace.
/// * Character references are decoded. White space, non-breaking spaces
///   included, becomes one space, except in `pre`, whose line breaks and
///   indentation stay.
/// * Not visible are comments, `head`, `title`, `script`, `style`, `noscript`,
///   `template`, `iframe`, `svg`, `canvas`, `audio`, `video`, `datalist` and
///   `textarea`. Buttons and the options of a `select` are.
/// * No style is evaluated: text in elements that are hidden by a `hidden`
///   attribute or by CSS counts as visible. Whether such text is the page's
///   own is for the template to say.
///
/// `tokens` must be what [`tokenize::scan`] found in `source`.
///
/// # Complexity
///
/// `O(n + r)` for `n` bytes and `r` regions, whatever the nesting.
///
/// # Panics
///
/// If `tokens` are not of this `source`.
///
/// # Examples
///
/// ```
/// use cleaner::Regions;
///
/// let source = "<nav>Menu</nav><h1>Q&amp;A</h1><table><tr><td>one<td> two </table>";
/// let tokens = tokenize::scan(source);
/// let regions = Regions::from_ranges([0..15]);
/// assert_eq!(cleaner::text(source, &tokens, &regions), "Q&A\none\ttwo");
/// ```
#[must_use]
pub fn text(source: &str, tokens: &[Token], regions: &Regions) -> String {
    let mut reader = Reader {
        source,
        stack: Stack::new(source, tokens),
        lines: Lines::new(),
        verbatim: Verbatim::default(),
    };
    pieces::walk(source, tokens, regions, &mut reader);
    reader.lines.finish()
}

struct Reader<'s> {
    source: &'s str,
    stack: Stack<'s>,
    lines: Lines,
    verbatim: Verbatim,
}

impl Reader<'_> {
    #[inline]
    fn break_line(&mut self, tag: Tag) {
        if !self.stack.is_visible() {
            return;
        }
        if !breaks_line(tag) {
            if self.stack.line_ended() {
                self.lines.interrupt(Break::Line);
            }
            return;
        }
        self.lines.interrupt(match tag {
            Tag::TD | Tag::TH => Break::Cell,
            Tag::TR | Tag::TABLE | Tag::TBODY | Tag::THEAD | Tag::TFOOT | Tag::CAPTION => {
                Break::Row
            }
            _ => Break::Line,
        });
    }
}

impl Visit for Reader<'_> {
    #[inline]
    fn gap(&mut self, range: Range<usize>) {
        if !self.stack.is_visible() {
            return;
        }
        if self.stack.is_verbatim() {
            self.lines
                .push_verbatim(self.verbatim.gap(self.source, range));
        } else {
            self.lines.interrupt(Break::Space);
        }
    }

    #[inline]
    fn piece(&mut self, _: usize, token: &Token, range: Range<usize>, covered: bool) {
        match token.kind() {
            Kind::StartTag => {
                self.stack.start(token);
                self.break_line(token.tag());
                self.verbatim.pass(token);
                return;
            }
            Kind::EndTag => {
                self.stack.end(token);
                self.break_line(token.tag());
                self.verbatim.pass(token);
                return;
            }
            Kind::Text => self.stack.text(),
            _ => self.verbatim.pass(token),
        }
        if covered || !self.stack.is_visible() {
            return;
        }
        match token.kind() {
            Kind::Text if self.stack.is_verbatim() => {
                let text = self.verbatim.text(self.source, range);
                self.lines.push_verbatim(&tokenize::decode_references(text));
            }
            Kind::Text => self
                .lines
                .push(&tokenize::decode_references(&self.source[range])),
            // The contents of `xmp` and `plaintext`.
            Kind::RawText => self.lines.push_verbatim(&self.source[range]),
            Kind::Cdata => self.lines.push(cdata_contents(&self.source[range])),
            _ => {}
        }
    }
}

/// Returns what stands between the marks of a CDATA section.
pub(crate) fn cdata_contents(section: &str) -> &str {
    let inside = section.strip_prefix("<![CDATA[").unwrap_or(section);
    inside.strip_suffix("]]>").unwrap_or(inside)
}
