//! Sites of several kinds, made up from a list of words, and what is to be kept of their pages.

use classify::{Config, Decision, Evidence, Model};
use dom::Dom;

/// A page and the texts that are its own.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) source: String,
    pub(crate) own: Vec<String>,
}

const WORDS: [&str; 48] = [
    "river", "stone", "amber", "window", "market", "garden", "winter", "copper", "harbor", "letter", "meadow",
    "candle", "bridge", "forest", "silver", "morning", "island", "basket", "thunder", "velvet", "orchard", "lantern",
    "pebble", "summit", "canyon", "feather", "mirror", "pocket", "saddle", "timber", "valley", "whistle", "anchor",
    "blanket", "cottage", "desert", "engine", "fabric", "glacier", "hammer", "insect", "jacket", "kettle", "ladder",
    "marble", "needle", "oyster", "pillow",
];

/// Makes a sentence of so many words, another one for every seed.
pub(crate) fn sentence(seed: usize, n_words: usize) -> String {
    let mut state = seed as u64 + 1;
    let mut words = Vec::new();
    for _ in 0..n_words {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        words.push(WORDS[(state >> 33) as usize % WORDS.len()]);
    }
    format!("{}.", words.join(" "))
}

/// News: a running text, and around it all that changes without being the page's own.
pub(crate) fn news(n_pages: usize) -> Vec<Page> {
    (0..n_pages)
        .map(|page| {
            let title = format!("Headline {}", sentence(page, 5));
            let paragraphs: Vec<String> = (0..8).map(|i| sentence(1_000 + 10 * page + i, 30)).collect();
            let text: String = paragraphs.iter().map(|p| format!("<p>{p}</p>\n")).collect();
            let related: String =
                (1..5).map(|i| format!("<li class=item><a href=/{i}>{}</a></li>", sentence(page + 7 * i, 6))).collect();
            let source = format!(
                "<!DOCTYPE html><title>{title} | The Paper</title><body>\n\
                 <header><ul><li><a href=/>Home</a><li><a href=/world>World</a></ul></header>\n\
                 <div class=story><h1>{title}</h1>\n{text}</div>\n\
                 <div class=related-stories><h3>More stories</h3><ul>{related}</ul></div>\n\
                 <div id=comments><p>{}</p></div>\n<footer>All rights reserved by the paper</footer></body>",
                sentence(5_000 + page, 20)
            );
            Page { source, own: [vec![title], paragraphs].concat() }
        })
        .collect()
}

/// Documentation: short texts, code and tables, beside a list of all chapters.
pub(crate) fn docs(n_pages: usize) -> Vec<Page> {
    let menu: String = (0..12).map(|i| format!("<li><a href={i}.html>Chapter {}</a>", sentence(i, 2))).collect();
    (0..n_pages)
        .map(|page| {
            let title = format!("The {} command", sentence(300 + page, 2));
            let text = sentence(2_000 + page, 12);
            let code = format!("run --{}", sentence(3_000 + page, 3));
            let cells: Vec<String> = (0..6).map(|i| sentence(4_000 + 10 * page + i, 3)).collect();
            let rows: String =
                cells.chunks(2).map(|row| format!("<tr><td>{}<td>{}", row[0], row.last().unwrap())).collect();
            let source = format!(
                "<title>{title}</title><body><div class=sidebar><ul>{menu}</ul></div>\n\
                 <div class=content><h1>{title}</h1><p>{text}</p><h2>Options</h2>\n\
                 <pre>{code}</pre><table>{rows}</table></div>\n\
                 <div class=bottom>Made with a generator of documentation</div>"
            );
            Page { source, own: [vec![title, text, code], cells].concat() }
        })
        .collect()
}

/// Records: values beside labels. The first few values are the same on all pages, the others stand on
/// every seventh.
pub(crate) fn records(n_pages: usize, n_shared: usize) -> Vec<Page> {
    let labels = ["Price", "Maker", "Color", "Weight", "Seats", "Doors"];
    (0..n_pages)
        .map(|page| {
            let name = format!("Model {}", sentence(page, 2));
            let values: Vec<String> = (0..labels.len())
                .map(|i| {
                    let variant = if i < n_shared { 0 } else { page % 7 };
                    sentence(6_000 + 100 * i + variant, 2)
                })
                .collect();
            let rows: String =
                labels.iter().zip(&values).map(|(l, v)| format!("<tr><th>{l}</th><td>{v}</td></tr>\n")).collect();
            let source = format!(
                "<title>{name}</title><body><div class=top><a href=/>Shop</a> <a href=/cart>Cart</a></div>\n\
                 <div class=record><h1>{name}</h1><table>\n{rows}</table><p>{}</p></div>\n\
                 <div class=legal>Prices include tax where it applies to you</div>",
                sentence(7_000 + page, 14)
            );
            Page { source, own: [vec![name], values].concat() }
        })
        .collect()
}

/// Pages that share nothing.
pub(crate) fn strangers(n_pages: usize) -> Vec<Page> {
    (0..n_pages)
        .map(|page| {
            let own: Vec<String> = (0..9).map(|i| sentence(8_000 + 20 * page + i, 4 + 3 * i)).collect();
            let text: String = own.iter().map(|text| format!("<p>{text}\n")).collect();
            Page { source: format!("<body>{text}"), own }
        })
        .collect()
}

/// Reads the evidence of pages.
pub(crate) fn evidence(pages: &[Page]) -> Vec<Evidence> {
    pages.iter().map(|page| Evidence::read(&Dom::parse(&page.source))).collect()
}

/// Learns a site.
pub(crate) fn learn(config: &Config, pages: &[Page]) -> Model {
    config.learn(&evidence(pages))
}

/// Returns what is kept of a page.
pub(crate) fn kept(model: &Model, page: &Page) -> String {
    text(&page.source, &model.apply(&Dom::parse(&page.source)))
}

/// Renders a decision.
pub(crate) fn text(source: &str, decision: &Decision) -> String {
    render::text(&Dom::parse(source), decision.regions())
}
