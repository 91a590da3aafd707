use std::{borrow::Cow, iter::Peekable, ops::Range};

use tokenize::{Kind, Token};

use crate::{
    Regions,
    pieces::{self, Visit, breaks_line},
    plan::Plan,
};

/// Takes the regions out of a page and leaves a page.
///
/// * An element goes only when everything in it goes; the ancestors of what
///   stays, stay, whether the regions hold their tags or not. An element that
///   was empty before goes with its start tag; so does one that is no block,
///   and a cell of a table. Where an element begins and ends is decided by the tree
///   construction rules of the HTML standard, so end tags may be missing.
/// * If the tag that ended an element without an end tag goes, the end tag is
///   written out: in `<p>a<div>b</div>c` without the `div`, `c` must not
///   become a part of the paragraph.
/// * Text is cut to the byte. A tag, comment, or script goes whole or not at
///   all.
/// * The doctype, `base`, and a `meta` that declares the encoding always stay,
///   since they change how the rest is read. [`declare_utf8`] rewrites the
///   last where the page was decoded from something else.
/// * The white space beside what goes is kept once, and where a block that
///   broke a line goes without any, a line feed takes its place: words never
///   grow together.
///
/// A page of which nothing goes is borrowed: its bytes are the same. Parts of
/// a character stay, as does what the regions hold behind the end of the page.
///
/// `tokens` must be what [`tokenize::scan`] found in `source`.
///
/// [`declare_utf8`]: crate::declare_utf8
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
/// let source = "<ul><li><b>Home</b><li>News</ul>";
/// let tokens = tokenize::scan(source);
///
/// // The regions hold everything but the word "News".
/// let regions = Regions::from_ranges([0..23, 27..32]);
/// assert_eq!(cleaner::html(source, &tokens, &regions), "<ul><li>News</ul>");
/// ```
#[must_use]
pub fn html<'s>(source: &'s str, tokens: &[Token], regions: &Regions) -> Cow<'s, str> {
    if regions.is_empty() {
        return Cow::Borrowed(source);
    }
    let plan = Plan::new(source, tokens, regions);
    let mut writer = Writer {
        source,
        tokens,
        plan: &plan,
        implied_ends: plan.implied_ends().peekable(),
        out: String::new(),
        run: 0..0,
        gap: 0..0,
        went: false,
        line_broken: false,
        before: Before::Block,
        before_is_hidden: false,
        next: 0,
    };
    pieces::walk(source, tokens, regions, &mut writer);
    writer.finish()
}

struct Writer<'s, 'p, I: Iterator<Item = (usize, usize)>> {
    source: &'s str,
    tokens: &'p [Token],
    plan: &'p Plan,
    implied_ends: Peekable<I>,
    out: String,
    /// Bytes of the source that stay and are not in `out` yet.
    run: Range<usize>,
    /// The first gap since the last piece that stayed.
    gap: Range<usize>,
    /// Since the last piece that stayed: whether anything went,
    went: bool,
    /// and whether that broke a line.
    line_broken: bool,
    /// What the last piece that stayed was.
    before: Before,
    /// Whether it stood in an invisible element.
    before_is_hidden: bool,
    /// The index of the next token.
    next: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// The start of the page, or a tag that breaks the line by itself.
    Block,
    /// Text that more text would run into.
    Text,
    Other,
}

impl<'s, I: Iterator<Item = (usize, usize)>> Writer<'s, '_, I> {
    #[inline]
    fn copy(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        if self.run.end == range.start {
            self.run.end = range.end;
        } else {
            self.flush();
            self.run = range;
        }
    }

    fn flush(&mut self) {
        if self.out.is_empty() {
            self.out.reserve(self.source.len() - self.run.start);
        }
        self.out.push_str(&self.source[self.run.clone()]);
        self.run = self.run.end..self.run.end;
    }

    /// Writes the end tags that the tag or text `at` implied, now that it goes.
    fn write_implied_ends(&mut self, at: usize) {
        while let Some((_, start)) = self.implied_ends.next_if(|&(ended_at, _)| ended_at <= at) {
            if self.plan.follows_hidden(at) {
                // The gap belongs to the element that ends here.
                let gap = std::mem::replace(&mut self.gap, 0..0);
                self.copy(gap);
            }
            self.flush();
            let name = tokenize::tag_name(self.source, &self.tokens[start]);
            self.out.extend(["</", name, ">"]);
            self.before = if breaks_line(self.tokens[start].tag()) {
                Before::Block
            } else {
                Before::Other
            };
        }
    }

    /// What takes the place of the pieces that went.
    fn close_up(&mut self, token: &Token) {
        if !self.gap.is_empty() {
            self.copy(self.gap.clone());
        } else if !self.went {
        } else if self.line_broken && self.before != Before::Block && !breaks_line(token.tag()) {
            self.flush();
            self.out.push('\n');
        } else if self.before == Before::Text && token.kind() == Kind::Text {
            self.flush();
            defuse(&mut self.out);
        }
    }

    fn finish(mut self) -> Cow<'s, str> {
        let nothing_stays = self.went && self.out.is_empty() && self.run.is_empty();
        if !nothing_stays {
            self.copy(self.gap.clone());
        }
        if self.out.is_empty() && self.run == (0..self.source.len()) {
            return Cow::Borrowed(self.source);
        }
        self.flush();
        Cow::Owned(self.out)
    }
}

impl<I: Iterator<Item = (usize, usize)>> Visit for Writer<'_, '_, I> {
    #[inline]
    fn gap(&mut self, range: Range<usize>) {
        // White space of an element that went stood between no words.
        let is_inside = self.went && !self.before_is_hidden && self.plan.follows_hidden(self.next);
        if self.gap.is_empty() && !is_inside {
            self.gap = range;
        }
    }

    #[inline]
    fn piece(&mut self, at: usize, token: &Token, range: Range<usize>, covered: bool) {
        // A text may have more pieces to come.
        self.next = if token.kind() == Kind::Text && range.end < token.end() {
            at
        } else {
            at + 1
        };
        if self.plan.stays(self.source, at, token, covered) {
            while self
                .implied_ends
                .next_if(|&(ended_at, _)| ended_at <= at)
                .is_some()
            {}
            self.close_up(token);
            self.copy(range.clone());
            self.gap = range.end..range.end;
            self.went = false;
            self.line_broken = false;
            self.before_is_hidden = self.plan.follows_hidden(at);
            self.before = match token.kind() {
                Kind::Text => Before::Text,
                _ if breaks_line(token.tag()) => Before::Block,
                _ => Before::Other,
            };
        } else {
            self.write_implied_ends(at);
            self.went = true;
            self.line_broken |= self.plan.breaks_line(at);
        }
    }
}

/// Text that ends in the beginning of a tag or of a character reference must
/// not be completed by the text that is now next to it.
fn defuse(out: &mut String) {
    if out.ends_with('<') {
        out.pop();
        out.push_str("&lt;");
        return;
    }
    let word = out
        .trim_end_matches(|letter: char| letter.is_ascii_alphanumeric() || letter == '#')
        .len();
    if out[..word].ends_with('&') {
        let open = out.split_off(word - 1);
        let read = tokenize::decode_references(&open);
        out.push_str(&read.replace('&', "&amp;").replace('<', "&lt;"));
    }
}
