//! Two windows side by side: what the site serves, and what stays.

use std::ops::Range;

use super::blocks;
use super::page::{self, Area};
use super::svg::Svg;

const LEFT: f64 = 556.0;
const GAP: f64 = 72.0;
const RIGHT: f64 = 372.0;
/// Where the windows begin, below their captions, and how high their title bars are.
const TOP: f64 = 30.0;
const TITLE_BAR: f64 = 30.0;
/// Room for the stroke on all sides.
const EDGE: f64 = 1.0;

/// Draws a page before and after.
///
/// `template` holds byte ranges of `html`, sorted and disjoint: what is drawn as template and left out at the right.
pub(super) fn picture(path: &str, html: &str, template: &[Range<usize>]) -> String {
    let blocks = blocks::read(html, template);
    let right = EDGE + LEFT + GAP;
    let y = TOP + TITLE_BAR;

    // Windows lie under their contents, and their heights are known afterwards.
    let mut contents = Svg::default();
    let bottom = page::source(
        &blocks,
        Area {
            x: EDGE + 14.0,
            y: y + 14.0,
            width: LEFT - 28.0,
        },
        &mut contents,
    ) + 14.0;
    let cleaned = Area {
        x: right + 18.0,
        y: y + 18.0,
        width: RIGHT - 36.0,
    };
    let cleaned_bottom = page::cleaned(&blocks, cleaned, &mut contents) + 9.0;

    let mut svg = Svg::default();
    svg.text("strong", EDGE, 18.0, 14.0, "A page of a site");
    window(path, EDGE, LEFT, bottom, &mut svg);
    svg.text("strong", right, 18.0, 14.0, "What it alone has to say");
    window(path, right, RIGHT, cleaned_bottom, &mut svg);
    svg.append(contents);

    let (from, to, middle) = (
        EDGE + LEFT + 16.0,
        right - 16.0,
        (TOP + cleaned_bottom) / 2.0,
    );
    svg.path(
        "arrow",
        &format!("M{from:.1} {middle:.1} H{to:.1} m-10 -9 l10 9 l-10 9"),
    );
    let n_template = template.iter().map(ExactSizeIterator::len).sum();
    let legend_bottom = legend(
        n_template,
        html.len(),
        right,
        cleaned_bottom + 42.0,
        &mut svg,
    );
    let height = bottom.max(legend_bottom) + EDGE;
    svg.finish(
        "A page before and after its template is removed",
        right + RIGHT + EDGE,
        height,
    )
}

/// Draws a browser's window.
fn window(path: &str, x: f64, width: f64, bottom: f64, svg: &mut Svg) {
    svg.rect("window", x, TOP, width, bottom - TOP, 8.0);
    let (below, curve, right) = (TOP + TITLE_BAR, TOP + 8.0, x + width - 8.0);
    let bar =
        format!("M{x:.1} {below:.1} V{curve:.1} q0 -8 8 -8 H{right:.1} q8 0 8 8 V{below:.1} Z");
    svg.path("bar", &bar);
    for dot in 0..3 {
        svg.dot(x + 16.0 + 14.0 * f64::from(dot), TOP + 15.0);
    }
    svg.text("faint", x + 66.0, TOP + 19.0, 11.0, path);
}

/// Draws how much of the page is template and what the colors mean, and returns the bottom.
fn legend(n_template: usize, n_bytes: usize, x: f64, y: f64, svg: &mut Svg) -> f64 {
    let share = n_template as f64 / n_bytes.max(1) as f64;
    let sum = format!(
        "{:.0} % of the page’s {} bytes are template",
        100.0 * share,
        grouped(n_bytes)
    );
    svg.text("strong", x, y, 14.0, &sum);
    svg.rect("rest", x, y + 12.0, RIGHT, 10.0, 5.0);
    svg.rect("share", x, y + 12.0, RIGHT * share, 10.0, 5.0);
    let meanings = [
        ("share", "Template: the site’s other pages have it too."),
        ("rest", "Content, and the markup that carries it."),
    ];
    for (line, (class, meaning)) in (0_u32..).zip(meanings) {
        let y = y + 50.0 + 22.0 * f64::from(line);
        svg.rect(class, x, y - 9.5, 11.0, 11.0, 3.0);
        svg.text("own", x + 20.0, y, 13.0, meaning);
    }
    svg.rect("terminal", x, y + 96.0, RIGHT, 40.0, 8.0);
    svg.text(
        "code",
        x + 16.0,
        y + 120.5,
        13.0,
        "$ demold clean site/ --out cleaned/",
    );
    y + 136.0
}

/// Writes a number with commas: 5,821.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut res = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if 0 < index && (digits.len() - index).is_multiple_of(3) {
            res.push(',');
        }
        res.push(digit);
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        assert_eq!(
            [7, 821, 5_821, 1_005_821].map(grouped),
            ["7", "821", "5,821", "1,005,821"]
        );
    }
}
