#![allow(clippy::print_stdout, missing_docs)]
#[path = "../tests/markdown/reader.rs"]
mod reader;
use cleaner::{MarkdownOptions, Regions};
use dom::Dom;
use std::time::Instant;
fn main() {
    let verbose = std::env::args().nth(1).unwrap() == "v";
    let (mut n, mut bad, mut bytes) = (0, 0, 0);
    let (mut t_parse, mut t_text, mut t_md) = (0.0, 0.0, 0.0);
    for path in std::env::args().skip(2) {
        let page = std::fs::read(&path).unwrap();
        let page = tokenize::decode(&page, None).into_text();
        bytes += page.len();
        let t = Instant::now();
        let dom = Dom::parse(&*page);
        t_parse += t.elapsed().as_secs_f64();
        let t = Instant::now();
        let text = cleaner::text(&dom, &Regions::new());
        t_text += t.elapsed().as_secs_f64();
        let t = Instant::now();
        let md = cleaner::markdown(&dom, &Regions::new(), &MarkdownOptions::new());
        t_md += t.elapsed().as_secs_f64();
        n += 1;
        let shown = reader::shown(&md);
        let (a, b) = (
            reader::words(&shown).concat(),
            reader::words(&text).concat(),
        );
        if a != b {
            bad += 1;
            if verbose {
                let at = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
                let cut = |s: &str| {
                    let mut from = at.saturating_sub(60);
                    while !s.is_char_boundary(from) {
                        from -= 1;
                    }
                    let mut to = (at + 60).min(s.len());
                    while !s.is_char_boundary(to) {
                        to += 1;
                    }
                    s[from..to].to_owned()
                };
                println!("{path}\n  md   {:?}\n  text {:?}", cut(&a), cut(&b));
            }
        }
    }
    println!(
        "{n} pages, {bad} differ; parse {:.0} text {:.0} markdown {:.0} MB/s; parse+text {:.1} parse+md {:.1}",
        bytes as f64 / t_parse / 1e6,
        bytes as f64 / t_text / 1e6,
        bytes as f64 / t_md / 1e6,
        bytes as f64 / (t_parse + t_text) / 1e6,
        bytes as f64 / (t_parse + t_md) / 1e6
    );
}
