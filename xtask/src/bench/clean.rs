//! Each method as a whole: learning a site and cleaning its pages, beside tokenizing them.

use std::{hint::black_box, path::PathBuf};

use demold::{Cleaned, Learner, Method};
use tokenize::Normalize;

use super::{
    clock,
    pages::Pages,
    peers::{Peers, Timed},
    reading::Read,
    table::Table,
};

pub(crate) fn measure(folders: &[PathBuf], peers: Option<&Peers>) -> anyhow::Result<Vec<Table>> {
    let pages = Pages::load(folders, Pages::A_SAMPLE)?;
    let sources: Vec<&str> = pages.iter().collect();
    let tokenizer = Normalize::new().build();
    let some = Learner::new().get_pages().min(sources.len());
    let Read { vocabulary, .. } = Read::new(&tokenizer, &sources[..some]);

    let title = format!(
        "clean: {} pages, {:.1} MB of {}; times are ratios to tokenizing them, best of several",
        sources.len(),
        pages.n_bytes() as f64 / 1e6,
        Pages::name(folders)
    );
    let head = ["method", "learn", "to HTML", "to text", "to text MB/s", "with learning MB/s"];
    let mut table = Table::new(title, &head);
    let mut whole = Vec::new();
    for &method in Method::ALL {
        let learner = Learner::new().method(method);
        let site = learner.learn(&sources)?;
        // What can fail for one page fails here, before it is counted as fast.
        for source in &sources {
            site.clean(*source)?;
        }
        let clean = |render: fn(&Cleaned<'_>)| {
            let cleaned = sources.iter().map(|source| site.clean(*source));
            cleaned.flatten().for_each(|page| render(&page));
        };
        let [tokenizing, learning, to_html, to_text] = clock::best_of_each([
            &mut || {
                for source in &sources {
                    black_box(tokenizer.read(source, &vocabulary));
                }
            },
            &mut || drop(black_box(learner.learn(&sources))),
            &mut || clean(|page| drop(black_box(page.html()))),
            &mut || clean(|page| drop(black_box(page.text()))),
        ]);
        let figures = [
            learning / tokenizing,
            to_html / tokenizing,
            to_text / tokenizing,
            clock::rate(pages.n_bytes(), to_text),
            clock::rate(pages.n_bytes(), learning + to_text),
        ];
        table.push(method.name(), figures);
        whole.push(Timed { name: format!("demold, {}", method.name()), seconds: learning + to_text, failures: 0 });
    }
    let Some(peers) = peers else {
        return Ok(vec![table]);
    };
    whole.extend(peers.extract(&pages)?);
    Ok(vec![table, beside(&pages, &whole)])
}

/// Sets tools side by side, the default method as the measure.
fn beside(pages: &Pages, tools: &[Timed]) -> Table {
    let title = "clean to text, ours with learning, beside page-level extractors";
    let head = ["tool", "pages/s", "MB/s", "times our default", "failures"];
    let mut table = Table::new(title, &head);
    let name = format!("demold, {}", Method::default().name());
    let default = tools.iter().find(|tool| tool.name == name);
    for tool in tools {
        let figures = [
            Some(pages.iter().len() as f64 / tool.seconds),
            Some(clock::rate(pages.n_bytes(), tool.seconds)),
            default.map(|default| tool.seconds / default.seconds),
            Some(tool.failures as f64),
        ];
        table.push(&*tool.name, figures);
    }
    table.notes.push("time of demold: learning, and cleaning each page, from text in memory to text".to_owned());
    table.notes.push("time of the others: the call for each page, from text in memory to text; loading, reading and decoding are left out".to_owned());
    table
}
