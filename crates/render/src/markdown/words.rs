//! Reads the texts of a tree, as far as the regions leave them.

use std::borrow::Cow;

use dom::{Dom, NodeId, NodeKind, Tag, decode_references};

use super::math::{Formula, Math, TextPart};
use crate::{
    cuts::{Cuts, Part, decode},
    {chunks::is_coded, embedded::embeds, lines::each_piece, media::media},
};

/// What the words of a line are written to.
pub(crate) trait Line {
    /// Adds words with single spaces between them.
    fn words(&mut self, words: &str);

    /// Notes white space between words.
    fn space(&mut self);

    /// Notes a line break.
    fn break_line(&mut self);

    /// Adds a formula.
    fn formula(&mut self, formula: &Formula);

    /// Adds a text, whose white space only separates words.
    #[inline]
    fn text(&mut self, text: &str) {
        each_piece(text, |piece| match piece {
            Some(words) => self.words(words),
            None => self.space(),
        });
    }

    /// Adds a text, whose lines count if `keeps_lines` is set.
    #[inline]
    fn lines_of(&mut self, text: &str, keeps_lines: bool) {
        let mut rest = text;
        while keeps_lines && let Some((line, others)) = rest.split_once('\n') {
            self.text(line);
            self.break_line();
            rest = others;
        }
        self.text(rest);
    }
}

/// Returns whether the regions leave any words of a text that is not hidden, or the tag of an image or formula.
pub(crate) fn keeps(dom: &Dom<'_>, cuts: &mut Cuts<'_>, node: NodeId) -> bool {
    match dom.kind(node) {
        NodeKind::Element => {
            let shows = match dom.tag(node) {
                Tag::IMG | Tag::MATH => true,
                Tag::OTHER => dom.is_image(node),
                Tag::AUDIO | Tag::VIDEO | Tag::IFRAME => media(dom, node).is_some() || embeds(dom, node),
                Tag::SCRIPT => dom.start_tag(node).is_some_and(|tag| dom.source()[tag].contains("math/tex")),
                _ => false,
            };
            shows && !cuts.cover(&dom.extent(node))
        }
        kind @ (NodeKind::Text | NodeKind::RawText) => {
            // The content of a script or style is raw text that nobody sees.
            if kind == NodeKind::RawText && dom.parent(node).is_some_and(|parent| dom.hides(parent)) {
                return false;
            }
            let range = dom.extent(node);
            let source = dom.source();
            let mut keeps = false;
            cuts.split(range, |part| {
                if let Part::Words(words) = part {
                    // White space can be written as references, as `&nbsp;` is, and is no word then either.
                    let words = &source[words];
                    keeps = keeps
                        || kind == NodeKind::RawText
                        || !words.contains('&')
                        || decode_references(words).contains(|letter: char| !letter.is_whitespace());
                }
            });
            keeps
        }
        _ => false,
    }
}

/// Adds a text of a page to a line, without what the regions remove.
pub(crate) fn add_words(dom: &Dom<'_>, cuts: &mut Cuts<'_>, math: Math, node: NodeId, line: &mut impl Line) {
    let keeps_lines = dom.keeps_lines(node);
    let range = dom.extent(node);
    if dom.kind(node) == NodeKind::RawText {
        if !cuts.cover(&range) {
            line.lines_of(&dom.text(node), keeps_lines);
        }
        return;
    }
    // In a text that is cut, one of the marks of a formula may be removed, so that none are looked for.
    if cuts.touch(&range) {
        cuts.split(range, |part| match part {
            Part::Space(space) => line.lines_of(&dom.source()[space], keeps_lines),
            Part::Words(words) => line.lines_of(&decode(dom, node, words), keeps_lines),
            Part::Gone(_) => {}
        });
        return;
    }
    // Borrowing the source saves decoding, which most texts do not need.
    let source = &dom.source()[range];
    let text = if math.reads_text() || is_coded(source) { dom.text(node) } else { Cow::Borrowed(source) };
    match math.split(&text) {
        None => line.lines_of(&text, keeps_lines),
        Some(parts) => {
            for part in parts {
                match part {
                    TextPart::Text(text) => line.lines_of(text, keeps_lines),
                    TextPart::Formula(formula) => line.formula(&formula),
                }
            }
        }
    }
}
