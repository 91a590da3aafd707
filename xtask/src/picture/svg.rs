//! Shapes and text as SVG source, and how wide text is without asking a font.

use std::fmt::Write as _;

use super::blocks::Run;

/// An SVG under construction.
#[derive(Debug, Default)]
pub(super) struct Svg {
    body: String,
}

/// Both color schemes. The picture follows the reader's, also inside of an `img`.
const STYLE: &str = "
    text { font-family: -apple-system, 'Segoe UI', Helvetica, Arial, 'Liberation Sans', sans-serif; fill: #1f2328 }
    .strong { font-weight: 600 }
    .template { fill: #93511f }
    .code { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace; fill: #d6deeb }
    .terminal { fill: #22272e; stroke: #22272e }
    .faint { fill: #656d76 }
    .window { fill: #ffffff; stroke: #d0d7de }
    .bar { fill: #f6f8fa; stroke: #d0d7de }
    .dot { fill: #d0d7de }
    .box { fill: none; stroke: #d8dee4 }
    .tint { fill: #ffeddb }
    .tinted { fill: #fff5ea; stroke: #f3c79b }
    .share { fill: #f6c28f }
    .rest { fill: #2da44e }
    .arrow { fill: none; stroke: #2da44e; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .template { fill: #e0a878 }
      .code { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace; fill: #d6deeb }
    .terminal { fill: #22272e; stroke: #22272e }
    .faint { fill: #9198a1 }
      .terminal { fill: #161b22; stroke: #3d444d }
      .window { fill: #0d1117; stroke: #3d444d }
      .bar { fill: #161b22; stroke: #3d444d }
      .dot { fill: #3d444d }
      .box { stroke: #30363d }
      .tint { fill: #33200f }
      .tinted { fill: #22170d; stroke: #6b4423 }
      .share { fill: #8a5a2b }
      .rest { fill: #3fb950 }
      .arrow { stroke: #3fb950 }
    }
  ";

impl Svg {
    pub(super) fn rect(
        &mut self,
        class: &str,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        radius: f64,
    ) {
        let _ = writeln!(
            self.body,
            "  <rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{radius}\"/>"
        );
    }

    pub(super) fn dot(&mut self, x: f64, y: f64) {
        let _ = writeln!(
            self.body,
            "  <circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"
        );
    }

    pub(super) fn path(&mut self, class: &str, path: &str) {
        let _ = writeln!(self.body, "  <path class=\"{class}\" d=\"{path}\"/>");
    }

    /// Draws text in exactly the width that [`width`] says, whatever font the reader has.
    pub(super) fn text(&mut self, class: &str, x: f64, y: f64, size: f64, text: &str) {
        let length = match class {
            // All letters of a fixed-width font are as wide.
            "code" => 0.6 * size * text.chars().count() as f64,
            _ => width(text, size, class.contains("strong")),
        };
        let _ = writeln!(
            self.body,
            "  <text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" textLength=\"{length:.1}\" lengthAdjust=\"spacingAndGlyphs\">{}</text>",
            escape(text)
        );
    }

    /// Draws another picture over this one.
    pub(super) fn append(&mut self, other: Svg) {
        self.body.push_str(&other.body);
    }

    pub(super) fn finish(self, title: &str, width: f64, height: f64) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n  <title>{}</title>\n  <style>{STYLE}</style>\n{}</svg>\n",
            escape(title),
            self.body
        )
    }
}

/// Text on one line, in pieces that are template or not.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Line {
    /// Where each piece begins, from the line's beginning.
    pub(super) pieces: Vec<(f64, Run)>,
    pub(super) width: f64,
}

/// Breaks runs into lines. A word wider than a line stands alone on one.
pub(super) fn wrap(runs: &[Run], size: f64, is_strong: bool, most: f64) -> Vec<Line> {
    let space = width(" ", size, is_strong);
    let mut lines = vec![Line::default()];
    let mut is_after_space = false;
    for run in runs {
        // The space at a piece's beginning belongs to the gap before it.
        for word in run.text.split_inclusive([' ', '\n', '\t']) {
            let bare = word.trim_end_matches([' ', '\n', '\t']);
            if !bare.is_empty() {
                let word_width = width(bare, size, is_strong);
                let Some(mut line) = lines.pop() else {
                    continue;
                };
                let gap = if is_after_space && !line.pieces.is_empty() {
                    space
                } else {
                    0.0
                };
                if is_after_space && most < line.width + gap + word_width && !line.pieces.is_empty()
                {
                    lines.push(line);
                    line = Line::default();
                }
                let gap = if line.pieces.is_empty() { 0.0 } else { gap };
                match line.pieces.last_mut() {
                    Some((_, last)) if last.is_template == run.is_template => {
                        if 0.0 < gap {
                            last.text.push(' ');
                        }
                        last.text.push_str(bare);
                    }
                    _ => {
                        let piece = Run {
                            text: bare.to_owned(),
                            is_template: run.is_template,
                        };
                        line.pieces.push((line.width + gap, piece));
                    }
                }
                line.width += gap + word_width;
                lines.push(line);
                is_after_space = false;
            }
            is_after_space |= bare.len() < word.len();
        }
    }
    lines.retain(|line| !line.pieces.is_empty());
    lines
}

/// Estimates the width of text from the usual proportions of sans-serif letters.
pub(super) fn width(text: &str, size: f64, is_strong: bool) -> f64 {
    let units: u32 = text
        .chars()
        .map(|letter| match letter {
            'i' | 'j' | 'l' | '\'' | '’' | '|' => 22,
            ' ' | '\u{a0}' | '.' | ',' | ':' | ';' | '!' | 'f' | 't' | 'I' | '/' | '·' => 28,
            'r' | '-' | '(' | ')' | '“' | '”' | '"' => 33,
            'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 50,
            'm' | 'M' => 83,
            'w' | 'C' | 'D' | 'H' | 'N' | 'R' | 'U' => 72,
            'G' | 'O' | 'Q' => 78,
            'W' | '%' => 92,
            '—' | '→' | '©' => 90,
            'A' | 'B' | 'E' | 'K' | 'P' | 'S' | 'V' | 'X' | 'Y' => 67,
            'F' | 'L' | 'T' | 'Z' => 60,
            _ => 56,
        })
        .sum();
    let strength = if is_strong { 1.06 } else { 1.0 };
    f64::from(units) / 100.0 * size * strength
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, is_template: bool) -> Run {
        Run {
            text: text.to_owned(),
            is_template,
        }
    }

    #[test]
    fn lines_hold_what_fits() {
        let lines = wrap(&[run("one two three four", false)], 10.0, false, 42.0);
        let texts: Vec<&str> = lines
            .iter()
            .map(|line| line.pieces[0].1.text.as_str())
            .collect();
        assert_eq!(texts, ["one two", "three", "four"]);
    }

    #[test]
    fn pieces_of_one_word_are_not_parted() {
        let lines = wrap(
            &[run("By ", true), run("Ann", false), run(", now", true)],
            10.0,
            false,
            500.0,
        );
        assert_eq!(lines.len(), 1);
        let texts: Vec<&str> = lines[0]
            .pieces
            .iter()
            .map(|(_, piece)| piece.text.as_str())
            .collect();
        assert_eq!(texts, ["By", "Ann", ", now"]);
    }
}
