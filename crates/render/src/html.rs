use std::{borrow::Cow, ops::Range};

use dom::{Dom, NodeId};

use crate::{
    Regions,
    cuts::{Cuts, Part},
    pieces::{Piece, PieceKind, pieces},
    plan::Plan,
};

/// Removes the regions from a page so that what is left is a page.
///
/// * An element is removed only if everything in it is. The ancestors of what stays also stay, whether the regions
///   hold their tags or not. An element that was already empty, one that is not a block, and a cell of a table are
///   removed only if the regions also hold their start tags. A formatting element that was left open, and that the
///   parser repeats in later blocks, stays with the last of them.
/// * If an element without an end tag was ended by a tag that is removed, its end tag is written out: in
///   `<p>a<div>b</div>c` without the `div`, `c` must not become a part of the paragraph.
/// * Text is cut to the byte, but a character reference is removed whole. A tag, a comment or a script is removed
///   whole or not at all.
/// * The doctype, `base`, and a `meta` that declares the encoding always stay, because they change how the rest is
///   read. If the page was decoded from another encoding, [`declare_utf8`] rewrites that `meta`.
/// * Of the white space around removed pieces, one run is kept. Where a removed block broke a line and there is no
///   white space, a line feed replaces it: words never run together.
/// * Tags that the parser ignored stay if the element around them stays and the
///   regions do not hold them. The end tag of a form that stays does so in any case, because a browser ignores other
///   forms until it has come.
///
/// A page from which nothing is removed is borrowed: its bytes are the same. A character of which the regions hold
/// only some bytes stays. Regions after the end of the page are ignored. What stays comes in the order of the source,
/// even where the parser moved it.
///
/// [`declare_utf8`]: crate::declare_utf8
///
/// # Complexity
///
/// `O(n + r)` for `n` bytes and `r` regions, whatever the nesting; `m` elements
/// without end tags, or nodes that the parser moved, add `O(m log m)`.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use render::Regions;
/// use dom::Dom;
///
/// let dom = Dom::parse("<ul><li><b>Home</b><li>News</ul>");
///
/// // The regions hold everything but the word "News".
/// let regions = Regions::from_ranges([0..23, 27..32]);
/// assert_eq!(render::html(&dom, &regions), "<ul><li>News</ul>");
/// ```
#[must_use]
pub fn html<'d>(dom: &'d Dom<'_>, regions: &Regions) -> Cow<'d, str> {
    let source = dom.source();
    let mut cuts = Cuts::new(source, regions);
    if cuts.is_empty() {
        return Cow::Borrowed(source);
    }
    let pieces = pieces(dom);
    let plan = Plan::new(dom, &pieces, &mut cuts);
    let mut writer = Writer {
        dom,
        source,
        plan: &plan,
        implied_ends: plan.implied_ends(),
        out: String::new(),
        run: 0..0,
        gap: 0..0,
        went: false,
        line_broken: false,
        before: Before::Block,
        before_is_hidden: false,
    };
    let mut done = 0;
    for (at, piece) in pieces.iter().enumerate() {
        let range = piece.range();
        // Only white space is between pieces. It belongs to no node, and is kept or dropped as that of a text is.
        if done < range.start {
            writer.gap(done..range.start, false);
        }
        done = range.end;
        if piece.kind != PieceKind::Text {
            writer.piece(at, piece, range, plan.stays(dom, piece, &mut cuts));
            continue;
        }
        let is_hidden = plan.is_hidden(piece.node);
        cuts.split(range, |part| match part {
            Part::Space(space) => writer.gap(space, is_hidden),
            Part::Words(words) => writer.piece(at, piece, words, true),
            Part::Gone(words) => writer.piece(at, piece, words, false),
        });
    }
    if done < source.len() {
        writer.gap(done..source.len(), false);
    }
    writer.finish()
}

struct Writer<'d, 'p> {
    dom: &'d Dom<'d>,
    source: &'d str,
    plan: &'p Plan,
    /// The implied ends that are still to come, in the order of the pieces.
    implied_ends: &'p [(usize, NodeId)],
    out: String,
    /// Bytes of the source that stay but are not in `out` yet.
    run: Range<usize>,
    /// The first gap since the last piece that stayed.
    gap: Range<usize>,
    /// Whether anything was removed since the last piece that stayed.
    went: bool,
    /// Whether the removed pieces since then broke a line.
    line_broken: bool,
    /// What kind of piece the last one that stayed was.
    before: Before,
    /// Whether the last piece that stayed was in an invisible element.
    before_is_hidden: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// The start of the page, or a tag that breaks the line by itself.
    Block,
    /// Text with which following text would run together.
    Text,
    Other,
}

impl<'d> Writer<'d, '_> {
    /// Notes white space between pieces, or at the ends of a text. `is_hidden` tells whether that text is hidden.
    #[inline]
    fn gap(&mut self, range: Range<usize>, is_hidden: bool) {
        // White space inside a removed hidden element did not separate visible words.
        let is_inside = self.went && !self.before_is_hidden && is_hidden;
        if is_inside {
            return;
        }
        // Of several gaps around removed pieces only the first is kept, so that the white space does not pile up.
        if self.gap.is_empty() {
            self.gap = range;
        } else if self.gap.end == range.start {
            self.gap.end = range.end;
        }
    }

    /// Writes or removes a piece, or a part of a text.
    #[inline]
    fn piece(&mut self, at: usize, piece: &Piece, range: Range<usize>, stays: bool) {
        if !stays {
            self.write_implied_ends(at);
            self.went = true;
            self.line_broken |= self.plan.breaks_line(self.dom, piece);
            return;
        }
        // A piece that stays ends the elements by itself. An ignored tag may not be what ended them, so it settles
        // nothing.
        let is_ignored = piece.is_ignored(self.dom);
        while !is_ignored
            && let [(ended_at, _), rest @ ..] = self.implied_ends
            && *ended_at <= at
        {
            self.implied_ends = rest;
        }
        let is_line_end = !is_ignored && is_tag(piece) && self.dom.is_block(piece.node);
        self.close_up(piece.kind == PieceKind::Text, is_line_end);
        self.gap = range.end..range.end;
        self.copy(range);
        self.went = false;
        self.line_broken = false;
        // After its end tag, an element is over, so the state is that of the element around it.
        self.before_is_hidden = match piece.kind {
            PieceKind::EndTag => {
                let parent = self.dom.parent(piece.node);
                parent.is_some_and(|parent| self.plan.is_hidden(parent))
            }
            _ => self.plan.is_hidden(piece.node),
        };
        self.before = match piece.kind {
            PieceKind::Text => Before::Text,
            _ if is_line_end => Before::Block,
            _ => Before::Other,
        };
    }

    /// Writes the end tags of the elements that the removed piece with this number would have ended.
    fn write_implied_ends(&mut self, at: usize) {
        while let [(ended_at, element), rest @ ..] = self.implied_ends
            && *ended_at <= at
        {
            self.implied_ends = rest;
            if self.plan.is_hidden(*element) {
                // The gap is inside the hidden element that ends here, and stays with it.
                let gap = std::mem::replace(&mut self.gap, 0..0);
                self.copy(gap);
            }
            self.flush();
            self.out.extend(["</", self.dom.name(*element), ">"]);
            // The written end tag takes the place of the last piece that stayed.
            self.before = if self.dom.is_block(*element) { Before::Block } else { Before::Other };
        }
    }

    /// Writes what separates the next piece from the last one that stayed.
    fn close_up(&mut self, is_text: bool, is_line_end: bool) {
        // Two texts that were apart become neighbours: their ends could form a tag or a reference.
        let joins = self.went && self.before == Before::Text && is_text;
        if joins {
            self.flush();
            defuse_tag(&mut self.out);
        }
        // A gap separates by itself. Without one, a line feed replaces the line break of a removed block, unless the
        // tag of a block before or after it breaks the line anyway.
        if !self.gap.is_empty() {
            self.copy(self.gap.clone());
        } else if !self.went {
        } else if self.line_broken && self.before != Before::Block && !is_line_end {
            self.flush();
            self.out.push('\n');
        } else if joins {
            defuse_reference(&mut self.out);
        }
    }

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

    fn finish(mut self) -> Cow<'d, str> {
        // A page of which nothing stays is empty, rather than the white space between its elements.
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

fn is_tag(piece: &Piece) -> bool {
    matches!(piece.kind, PieceKind::StartTag | PieceKind::EndTag)
}

/// Prevents text that ends in the beginning of a tag from being completed to a tag by the text that now follows it.
/// Only texts of `title` and `textarea` hold more of a tag than its first character.
fn defuse_tag(out: &mut String) {
    let letters = out.bytes().rev().take("textarea".len());
    let name = letters.take_while(u8::is_ascii_alphabetic).count();
    let before = &out[..out.len() - name];
    // In `title` and `textarea` only the element's own end tag counts, so that an unfinished `</titl` is text.
    let open = match before.strip_suffix("</") {
        Some(before) => before.len(),
        None if out.ends_with('<') => out.len() - 1,
        None => return,
    };
    out.replace_range(open..=open, "&lt;");
}

/// Prevents text that ends in the beginning of a character reference from being completed by the text that follows.
fn defuse_reference(out: &mut String) {
    /// The longest name has 31 letters; numbers with more digits are not characters, unless they begin with zeros.
    /// Chosen: twice as many.
    const LONGEST_REFERENCE: usize = 64;
    let letters = out.bytes().rev().take(LONGEST_REFERENCE);
    let letters = letters.take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#');
    let word = out.len() - letters.count();
    if out[..word].ends_with('&') {
        // The reference is written as its parser read it without the text that follows: `&copy` as `©`, `&a` as
        // `&amp;a`.
        let open = out.split_off(word - 1);
        let read = dom::decode_references(&open);
        out.push_str(&read.replace('&', "&amp;").replace('<', "&lt;"));
    }
}
