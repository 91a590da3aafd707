//! Lays out the blocks of a page: with its frame, or what stays of it.

use super::blocks::{Block, Run, Slot};
use super::setting::{Type, frame, height, set, stack, width};
use super::svg::Svg;

/// Where a page is drawn.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
}

const SMALL: Type = Type::new(11.0, 14.5);
const SIDE: f64 = 170.0;

/// Draws the page with its frame, template tinted, and returns its bottom.
pub(super) fn source(blocks: &[Block], area: Area, svg: &mut Svg) -> f64 {
    let of =
        |slot: Slot| -> Vec<&Block> { blocks.iter().filter(|block| block.slot == slot).collect() };
    let Area { x, width, .. } = area;

    let y = masthead(&of(Slot::Masthead), area, svg) + 6.0;
    let y = menu(&of(Slot::Menu), Area { y, ..area }, svg) + 6.0;
    let y = boxed(&of(Slot::Banner), Area { y, ..area }, svg) + 10.0;

    let main_bottom = main(
        &of(Slot::Main),
        Area {
            y,
            width: width - SIDE - 16.0,
            ..area
        },
        svg,
    );
    let mut side = Area {
        x: x + width - SIDE,
        y,
        width: SIDE,
    };
    for card in numbered(of, Slot::Card) {
        side.y = boxed(&card, side, svg) + 8.0;
    }

    let y = main_bottom.max(side.y) + 4.0;
    let columns = numbered(of, Slot::Column);
    let columns_height = columns
        .iter()
        .map(|column| height(column, 160.0, SMALL))
        .fold(0.0, f64::max);
    let small = of(Slot::Footer);
    let bottom = y + columns_height + height(&small, width - 24.0, SMALL) + 22.0;
    frame(
        svg,
        &[columns.concat(), small.clone()].concat(),
        x,
        y,
        width,
        bottom - y,
    );
    for (number, column) in (0_u32..).zip(&columns) {
        stack(
            svg,
            column,
            x + 12.0 + 190.0 * f64::from(number),
            y + 8.0,
            160.0,
            SMALL,
        );
    }
    stack(
        svg,
        &small,
        x + 12.0,
        y + 14.0 + columns_height,
        width - 24.0,
        SMALL,
    );
    bottom
}

/// Draws what is not template, block below block, and returns its bottom.
pub(super) fn cleaned(blocks: &[Block], area: Area, svg: &mut Svg) -> f64 {
    let mut y = area.y;
    for block in blocks {
        let own = block
            .runs
            .iter()
            .filter(|run| !run.is_template && !run.text.trim().is_empty());
        let runs: Vec<Run> = own
            .map(|run| Run {
                text: format!("{} ", run.text.trim()),
                is_template: false,
            })
            .collect();
        if runs.is_empty() {
            continue;
        }
        let style = match block.level {
            1 => Type::new(22.0, 28.0).strong(),
            2..=6 => Type::new(14.0, 20.0).strong(),
            _ => Type::new(14.0, 20.0),
        };
        let kept = Block { runs, ..*block };
        y = set(svg, &kept, area.x, y, area.width, style) + 9.0;
    }
    y
}

/// The blocks of the first card or column, of the second, and so on.
fn numbered<'a>(
    of: impl Fn(Slot) -> Vec<&'a Block>,
    slot: fn(usize) -> Slot,
) -> Vec<Vec<&'a Block>> {
    (1..)
        .map(|number| of(slot(number)))
        .take_while(|blocks| !blocks.is_empty())
        .collect()
}

/// The name and the motto at the left, the search at the right.
fn masthead(blocks: &[&Block], area: Area, svg: &mut Svg) -> f64 {
    let Area { x, y, width: full } = area;
    let style = Type::new(11.5, 15.0);
    frame(svg, blocks, x, y, full, 48.0);
    let mut right = x + full - 12.0;
    for (index, block) in blocks.iter().enumerate().rev() {
        match index {
            0 => set(
                svg,
                block,
                x + 12.0,
                y + 7.0,
                full,
                Type::new(16.0, 20.0).strong(),
            ),
            1 => set(svg, block, x + 12.0, y + 27.0, full, Type::new(11.0, 14.0)),
            _ => {
                right -= width(block, style);
                let bottom = set(svg, block, right, y + 16.5, full, style);
                right -= 10.0;
                bottom
            }
        };
    }
    y + 48.0
}

/// The items beside each other.
fn menu(blocks: &[&Block], area: Area, svg: &mut Svg) -> f64 {
    let style = Type::new(12.0, 15.0);
    frame(svg, blocks, area.x, area.y, area.width, 26.0);
    let mut x = area.x + 12.0;
    for block in blocks {
        set(svg, block, x, area.y + 5.5, area.width, style);
        x += width(block, style) + 24.0;
    }
    area.y + 26.0
}

/// A box as high as its text.
fn boxed(blocks: &[&Block], area: Area, svg: &mut Svg) -> f64 {
    let inner = area.width - 22.0;
    let bottom = area.y + height(blocks, inner, SMALL) + 14.0;
    frame(svg, blocks, area.x, area.y, area.width, bottom - area.y);
    stack(svg, blocks, area.x + 11.0, area.y + 7.0, inner, SMALL);
    bottom
}

/// The text between the frame's parts; what is template in it is tinted word by word.
fn main(blocks: &[&Block], area: Area, svg: &mut Svg) -> f64 {
    let mut y = area.y;
    for block in blocks {
        let is_template = block.is_template();
        let style = match block.level {
            1 => Type::new(21.0, 26.0).strong(),
            2..=6 => Type::new(13.0, 18.0).strong(),
            _ if is_template => Type::new(11.5, 16.0),
            _ => Type::new(13.0, 18.0),
        };
        let below = if is_template { 3.0 } else { 8.0 };
        y = set(svg, block, area.x, y, area.width, style.tinted()) + below;
    }
    y
}
