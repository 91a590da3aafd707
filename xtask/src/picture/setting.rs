//! Sets blocks of text: in which type, and in boxes.

use super::blocks::Block;
use super::svg::{self, Svg};

/// How text is set.
#[derive(Clone, Copy)]
pub(super) struct Type {
    size: f64,
    leading: f64,
    is_strong: bool,
    /// Template is tinted behind its words.
    is_tinted: bool,
}

impl Type {
    pub(super) const fn new(size: f64, leading: f64) -> Type {
        Type {
            size,
            leading,
            is_strong: false,
            is_tinted: false,
        }
    }

    pub(super) const fn strong(self) -> Type {
        Type {
            is_strong: true,
            ..self
        }
    }

    pub(super) const fn tinted(self) -> Type {
        Type {
            is_tinted: true,
            ..self
        }
    }
}

/// Sets one block with its top left corner at `x`, `y`, and returns its bottom.
pub(super) fn set(
    svg: &mut Svg,
    block: &Block,
    x: f64,
    mut y: f64,
    width: f64,
    style: Type,
) -> f64 {
    let strong = if style.is_strong { " strong" } else { "" };
    for line in svg::wrap(&block.runs, style.size, style.is_strong, width) {
        for (start, piece) in &line.pieces {
            if style.is_tinted && piece.is_template {
                let piece_width = svg::width(&piece.text, style.size, style.is_strong);
                let height = style.leading - 1.0;
                svg.rect(
                    "tint",
                    x + start - 2.0,
                    y + 0.5,
                    piece_width + 4.0,
                    height,
                    3.0,
                );
            }
            let origin = if piece.is_template { "template" } else { "own" };
            let baseline = y + style.leading / 2.0 + style.size * 0.35;
            svg.text(
                &format!("{origin}{strong}"),
                x + start,
                baseline,
                style.size,
                &piece.text,
            );
        }
        y += style.leading;
    }
    y
}

/// Sets blocks below each other, headings strong, and returns the bottom.
pub(super) fn stack(
    svg: &mut Svg,
    blocks: &[&Block],
    x: f64,
    y: f64,
    width: f64,
    style: Type,
) -> f64 {
    blocks.iter().fold(y, |y, block| {
        let style = Type {
            is_strong: 0 < block.level,
            ..style
        };
        set(svg, block, x, y, width, style)
    })
}

/// Returns how high [`stack`] would be.
pub(super) fn height(blocks: &[&Block], width: f64, style: Type) -> f64 {
    let n_lines: usize = blocks
        .iter()
        .map(|block| svg::wrap(&block.runs, style.size, 0 < block.level, width).len())
        .sum();
    n_lines as f64 * style.leading
}

/// Returns how wide a block is on a single line.
pub(super) fn width(block: &Block, style: Type) -> f64 {
    let lines = svg::wrap(&block.runs, style.size, style.is_strong, f64::INFINITY);
    lines.first().map_or(0.0, |line| line.width)
}

/// Draws the box of a part of the page, tinted when nothing in it is content.
pub(super) fn frame(svg: &mut Svg, blocks: &[&Block], x: f64, y: f64, width: f64, height: f64) {
    let is_template = blocks.iter().all(|block| block.is_template());
    svg.rect(
        if is_template { "tinted" } else { "box" },
        x,
        y,
        width,
        height,
        5.0,
    );
}
