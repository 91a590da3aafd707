//! Additional template of a given size: menus, boxes, style rules and small print.

use crate::{
    Random,
    prose::{N_TOPICS, Prose, Text},
    theme::{Role, Theme},
    writer::escaped,
};

/// Additional template for each part of the frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filler {
    pub(crate) styles: String,
    pub(crate) scripts: String,
    pub(crate) menu: String,
    pub(crate) boxes: String,
    pub(crate) footer: String,
}

impl Filler {
    /// Makes blocks until they have about `n_bytes` bytes, for the footer alone if `is_footer_only` is set.
    ///
    /// The error is half of one small block, some fifty bytes.
    pub(crate) fn make(
        n_bytes: usize,
        is_footer_only: bool,
        language: crate::Language,
        theme: &Theme,
        random: &mut Random,
    ) -> Filler {
        let mut filler = Filler::default();
        let mut left = n_bytes;
        for round in 0_usize.. {
            let topic = random.below(N_TOPICS as u32) as usize;
            let prose = Prose::new(language, topic);
            // The parts take turns, so that none of them holds all of the filler. Large blocks come only while they
            // are a small part of what is left.
            let (part, block) = match round % 7 {
                _ if is_footer_only => (&mut filler.footer, link(prose, random)),
                0 | 3 => (&mut filler.footer, link(prose, random)),
                1 => (&mut filler.menu, link(prose, random)),
                2 if left > 600 => (&mut filler.boxes, side_box(prose, theme, random)),
                4 => (&mut filler.styles, rule(random)),
                5 => (&mut filler.scripts, setting(random)),
                6 if left > 600 => (&mut filler.footer, small_print(prose, random)),
                _ => (&mut filler.menu, link(prose, random)),
            };
            // Adding this block would miss the size by more than leaving it out.
            if left < block.len() / 2 {
                break;
            }
            part.push_str(&block);
            // The last block may exceed what is left by up to half of its length.
            left = left.saturating_sub(block.len());
        }
        filler
    }
}

fn link(prose: Prose, random: &mut Random) -> String {
    let label = escaped(&prose.make(Text::Label, random), false);
    format!("<li><a href=\"/go/{:04}/\">{label}</a></li>\n", random.below(10_000))
}

fn side_box(prose: Prose, theme: &Theme, random: &mut Random) -> String {
    let [text, label] = [Text::Sentence, Text::Label].map(|text| escaped(&prose.make(text, random), false));
    format!("{}\n<h3>{label}</h3>\n<p>{text}</p>\n{}", theme.open(Role::Box), theme.close(Role::Box))
}

fn small_print(prose: Prose, random: &mut Random) -> String {
    format!("<li class=\"note\">{}</li>\n", escaped(&prose.make(Text::Sentence, random), false))
}

fn rule(random: &mut Random) -> String {
    let property = random.pick(&["margin", "padding", "border-radius", "font-size", "line-height", "max-width"]);
    format!(
        ".c{:03x} > .e{:02x} {{ {property}: {}px; color: #{:06x} }}\n",
        random.below(4096),
        random.below(256),
        random.between(1, 64),
        random.below(1 << 24)
    )
}

fn setting(random: &mut Random) -> String {
    let name = random.pick(&["track", "load", "place", "slot", "style", "font", "cache", "vote"]);
    format!(
        "site.{name}.push({{ \"id\": {}, \"on\": {}, \"at\": \"x{:05x}\" }});\n",
        random.below(100_000),
        random.percent(50),
        random.below(1 << 20)
    )
}
