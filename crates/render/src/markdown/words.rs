//! Reads the texts of a tree, as far as the regions leave them.

use std::borrow::Cow;

use dom::{Dom, NodeId, NodeKind, Tag, decode_references};

use super::{
    listing::Listing,
    math::{Formula, Math, TextPart},
};
use crate::{
    cuts::{Cuts, Part},
    {chunks::is_coded, embedded::embeds, lines::each_piece, media::media, text::decode},
};

/// A piece of running text.
pub(crate) enum Piece<'t> {
    /// Words with single spaces between them.
    Words(&'t str),
    Space,
    /// A line feed that counts.
    LineBreak,
    Formula(Formula),
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

/// Splits a text into words, white space and formulas, without what the regions remove.
pub(crate) fn each_word(
    dom: &Dom<'_>,
    cuts: &mut Cuts<'_>,
    math: Math,
    node: NodeId,
    mut visit: impl FnMut(Piece<'_>),
) {
    let keeps_lines = dom.keeps_lines(node);
    if dom.kind(node) == NodeKind::RawText {
        if !cuts.cover(&dom.extent(node)) {
            pieces(&dom.text(node), keeps_lines, &mut visit);
        }
        return;
    }
    let range = dom.extent(node);
    // In a text that is cut, one of the marks of a formula may be removed, so that none are looked for.
    if cuts.touch(&range) {
        cuts.split(range, |part| match part {
            Part::Space(space) => pieces(&dom.source()[space], keeps_lines, &mut visit),
            Part::Words(words) => pieces(&decode(dom, node, words), keeps_lines, &mut visit),
            Part::Gone(_) => {}
        });
        return;
    }
    let source = &dom.source()[range];
    let text = if math.reads_text() || is_coded(source) { dom.text(node) } else { Cow::Borrowed(source) };
    match math.split(&text) {
        None => pieces(&text, keeps_lines, &mut visit),
        Some(parts) => {
            for part in parts {
                match part {
                    TextPart::Text(text) => pieces(text, keeps_lines, &mut visit),
                    TextPart::Formula(formula) => visit(Piece::Formula(formula)),
                }
            }
        }
    }
}

#[inline]
fn pieces(text: &str, keeps_lines: bool, visit: &mut impl FnMut(Piece<'_>)) {
    let mut rest = text;
    while keeps_lines && let Some((line, others)) = rest.split_once('\n') {
        pieces_of_line(line, visit);
        visit(Piece::LineBreak);
        rest = others;
    }
    pieces_of_line(rest, visit);
}

#[inline]
fn pieces_of_line(text: &str, visit: &mut impl FnMut(Piece<'_>)) {
    each_piece(text, |piece| {
        visit(match piece {
            Some(words) => Piece::Words(words),
            None => Piece::Space,
        });
    });
}

/// Adds a text to a listing, without what the regions remove.
pub(crate) fn add_verbatim(dom: &Dom<'_>, cuts: &mut Cuts<'_>, node: NodeId, listing: &mut Listing) {
    if dom.is_between_cells(node) {
        return;
    }
    let range = dom.extent(node);
    if dom.kind(node) == NodeKind::RawText {
        if !cuts.cover(&range) {
            listing.whole(&dom.text(node));
        }
        return;
    }
    if !cuts.touch(&range) {
        listing.whole(&dom.text(node));
        return;
    }
    let source = dom.source();
    cuts.split(range, |part| match part {
        Part::Space(space) => listing.space(&source[space]),
        Part::Words(words) => listing.words(&decode(dom, node, words)),
        Part::Gone(_) => listing.gone(),
    });
}
