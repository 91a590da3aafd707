//! Writes superscripts, subscripts, fractions and references within a line: `10^6`, `H_2O`, `1/2`, `[1]`.
//!
//! A part is marked where it ends, when everything that the regions leave of it is written. So the text of a page
//! without its regions is the text of the cleaned page.

mod formulas;
mod parts;
mod references;

use dom::{Dom, Namespace, NodeId, Tag};

use self::parts::{Guard, Mark, Part};

/// The greatest number of open parts. Parts nested deeper are written like any other text. Chosen: by eye.
const MAX_OPEN: usize = 24;

/// The parts of a line that are open around the text being written.
#[derive(Debug, Default)]
pub(super) struct Linear {
    open: Vec<Open>,
    /// The byte position where marked text ends, and what may not follow it directly.
    guard: Option<(usize, Guard)>,
    /// The byte range of the last superscript, its mark included.
    raised: Option<(usize, usize)>,
    /// The byte position where a token of a single letter ends.
    letter_end: usize,
    /// The index one past the last node of the formula around the text.
    formula_end: usize,
}

#[derive(Debug)]
struct Open {
    node: NodeId,
    /// The index one past the last node of the element.
    end: usize,
    part: Part,
    /// The byte position where its text begins; `None` if a block began or ended in it since.
    start: Option<usize>,
    n_children: usize,
}

impl Linear {
    /// Opens a part, if the element is one.
    #[inline]
    pub(super) fn enter(&mut self, dom: &Dom<'_>, node: NodeId, line: &str) {
        match dom.tag(node) {
            Tag::SUP => self.push(dom, node, Part::Sup, line),
            Tag::SUB => self.push(dom, node, Part::Sub, line),
            Tag::A => self.push(dom, node, Part::Link, line),
            _ if dom.namespace(node) == Namespace::MathMl => self.enter_math(dom, node, line),
            _ => {}
        }
    }

    #[cold]
    fn enter_math(&mut self, dom: &Dom<'_>, node: NodeId, line: &str) {
        self.formula_end = self.formula_end.max(dom.subtree_end(node));
        let parent = dom.parent(node);
        let nth = self.open.last_mut().and_then(|above| {
            let is_child = Some(above.node) == parent;
            above.n_children += usize::from(is_child);
            is_child.then_some((above.part, above.n_children))
        });
        // An element can be both a child with a place in its parent, such as a numerator, and a parent of parts, such
        // as another fraction. The place is pushed first, so that it ends last and encloses the result.
        if let Some(part) = nth.and_then(|(above, nth)| formulas::child(above, nth)) {
            self.push(dom, node, part, line);
        }
        if let Some(part) = formulas::element(dom.name(node)) {
            self.push(dom, node, part, line);
        }
    }

    fn push(&mut self, dom: &Dom<'_>, node: NodeId, part: Part, line: &str) {
        if self.open.len() == MAX_OPEN {
            return;
        }
        // Trailing white space may still be removed, and then the position would be beyond the end of the line.
        let is_settled = !line.ends_with(char::is_whitespace);
        self.open.push(Open {
            node,
            end: dom.subtree_end(node),
            part,
            start: is_settled.then_some(line.len()),
            n_children: 0,
        });
    }

    /// Closes the parts that end before this place in the tree.
    #[inline]
    pub(super) fn end_before(&mut self, dom: &Dom<'_>, at: usize, line: &mut String) {
        while let Some(part) = self.open.pop_if(|part| part.end <= at) {
            self.leave(dom, &part, line);
        }
    }

    /// Drops all positions in the line, because a block begins or ends here.
    #[inline]
    pub(super) fn interrupt(&mut self) {
        self.guard = None;
        self.raised = None;
        self.letter_end = 0;
        // The open parts stay on the stack, so that they are popped at their ends, but they get no mark.
        for part in &mut self.open {
            part.start = None;
        }
    }

    /// Puts a space before the text that was just added to the line, if it would run into what is before it.
    #[inline]
    pub(super) fn set_apart(&mut self, line: &mut String) {
        let Some((at, guard)) = self.guard.take_if(|(at, _)| *at < line.len()) else {
            return;
        };
        // An attached part gets a mark between it and the text before. If the part was removed, no mark separates
        // them.
        let is_attached = |part: &Open| part.part.is_attached() && part.start == Some(at);
        if !self.open.iter().any(is_attached) && guard.parts(&line[..at], &line[at..]) {
            line.insert(at, ' ');
            for part in &mut self.open {
                part.start = part.start.map(|start| start + usize::from(at <= start));
            }
        }
    }

    /// Returns whether a text is in a formula. White space around it only arranges the source, as it does around
    /// MathML's tokens and between them.
    #[inline]
    pub(super) fn is_in_formula(&self, dom: &Dom<'_>, text: NodeId) -> bool {
        text.index() < self.formula_end
            && dom.parent(text).is_some_and(|above| dom.namespace(above) == Namespace::MathMl)
    }

    fn leave(&mut self, dom: &Dom<'_>, open: &Open, line: &mut String) {
        let Some(start) = open.start.filter(|&start| start < line.len()) else {
            return;
        };
        // Marks that enclose the guarded text move its end, and the guard with it.
        let is_guarded = self.guard.is_some_and(|(at, _)| at == line.len());
        self.mark(dom, open, start, line);
        if is_guarded && let Some((at, _)) = &mut self.guard {
            *at = line.len();
        }
    }

    /// Marks the part that begins at `start` and ends with the line.
    fn mark(&mut self, dom: &Dom<'_>, open: &Open, start: usize, line: &mut String) {
        let written = &line[start..];
        let lead = written.len() - written.trim_start().len();
        // The regions left only white space of the part; a mark would stand alone.
        if lead == written.len() {
            return;
        }
        // With white space between, the part is not attached to the word before it.
        let before = if lead == 0 { &line[..start] } else { "" };
        let n_before = before.len();
        let start = start + lead;
        match open.part {
            Part::Sup | Part::Sub | Part::Link => {
                // A link can be in a superscript, or hold nothing else.
                let in_sup = self.open.last().is_some_and(|around| around.part == Part::Sup)
                    || self.raised == Some((start, line.len()));
                let mark = match open.part {
                    Part::Sup => references::superscript(before, &line[start..]),
                    Part::Sub => references::subscript(before, &line[start..]),
                    _ => references::link(dom, open.node, before, &line[start..], in_sup),
                };
                // Only a subscript right after a slash is joined, and there `mark` is plain: it does not use `start`,
                // which joining makes stale.
                if open.part == Part::Sub {
                    self.join_fraction(start, line);
                }
                let is_sup = open.part == Part::Sup;
                let guard =
                    if is_sup && mark == Mark::Plain { verse(&line[..start], &line[start..]) } else { Guard::Digits };
                mark.write(line, start);
                if is_sup {
                    self.raised = Some((start, line.len()));
                }
                // A digit right after a raised or lowered number would be read as part of it.
                if open.part != Part::Link {
                    self.guard = Some((line.len(), guard));
                } else if mark == Mark::Note {
                    // The bracket of the note already separates what follows from the part inside it.
                    self.guard = None;
                }
            }
            Part::Letters => {
                let first = line[start..].chars().next();
                let is_letter = line[start..].chars().nth(1).is_none() && first.is_some_and(char::is_alphabetic);
                let last = before.chars().next_back();
                // Two variables in a row are a product, which print writes without a space: `ab`.
                let are_letters = is_letter && self.letter_end == start;
                if let (Some(last), Some(first)) = (last, first)
                    && formulas::run_together(last, first)
                    && !are_letters
                    && !self.is_set_apart_at(start)
                {
                    line.insert(start, ' ');
                }
                if is_letter {
                    self.letter_end = line.len();
                }
            }
            part => {
                if let Some(guard) = formulas::write(part, line, start, n_before) {
                    self.guard = Some((line.len(), guard));
                }
            }
        }
    }

    /// Returns whether a part begins here that has a mark of its own before it.
    fn is_set_apart_at(&self, start: usize) -> bool {
        let here = self.open.iter().rev();
        here.take_while(|part| part.start == Some(start)).any(|part| part.part.is_set_apart())
    }

    /// Joins a superscript, a slash and a subscript to a fraction, because then the superscript is no power of what
    /// is before it.
    fn join_fraction(&mut self, start: usize, line: &mut String) {
        let Some((from, to)) = self.raised.take() else {
            return;
        };
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        // Marks written since then may have moved the superscript, so its range is checked rather than trusted.
        let (Some(raised), Some(slash)) = (line.get(from..to), line.get(to..start)) else {
            return;
        };
        let number = raised.trim_matches(['^', '[', ']']);
        if !matches!(slash, "/" | "\u{2044}" | "\u{2215}")
            || raised == number
            || !is_number(number)
            || !is_number(&line[start..])
        {
            return;
        }
        // In a mixed number, the space keeps the whole number off the fraction: `1 1/2`, not `11/2`.
        let apart = if line[..from].ends_with(char::is_alphanumeric) { " " } else { "" };
        let fraction = [apart, number, slash, &line[start..]].concat();
        line.truncate(from);
        line.push_str(&fraction);
    }
}

/// Returns what may not follow a superscript without a mark: if it is a number at the beginning of a line or after a
/// sign that ends a clause, it is that of a verse.
fn verse(before: &str, text: &str) -> Guard {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Guard::Digits;
    }
    let last = before.trim_end_matches([' ', '\t']).chars().next_back();
    match last {
        None | Some('\n' | '.' | ',' | ';' | ':' | '!' | '?' | '”' | '’' | '»' | '"') => Guard::Words,
        _ => Guard::Verse,
    }
}
