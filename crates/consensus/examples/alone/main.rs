//! What rules do for a page alone: figures over single pages with gold, in the layout of WCXB.
//!
//! ```text
//! cargo run --release -p demold-consensus --example alone -- TABLE FOLDER
//! ```
//!
//! The folder holds `metadata.json` (page type and domain of each file), `html/ID.html.gz` and `ground-truth/ID.json`.
//! Each page is learned and cleaned alone; F1 is that of the multisets of words, as the benchmark counts them. The
//! pages are parted by domain: thresholds are chosen on two thirds (D) and shown on the other (V). `TABLE` is one of:
//!
//! * `types`: by page type, for each profile, with names unheard, and without the page model, which has learned from
//!   these pages and is not asked in the other tables;
//! * `evidence`: each reason for removing something left out in turn;
//! * `hosts`: pages of hosts that have several, each alone and learned together;
//! * `worst`: of each page type the twenty pages of the lowest F1;
//! * an `ID`: what goes from that page and why, and the words that it loses and keeps wrongly.

#![allow(clippy::print_stdout)]

mod pages;
mod tables;

use std::{error::Error, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [table, folder] = arguments.as_slice() else {
        return Err(
            "give a table (types, evidence, hosts, worst, or a page's ID) and a folder".into(),
        );
    };
    let pages = pages::list(Path::new(folder))?;
    match table.as_str() {
        "types" => tables::types(&pages),
        "evidence" => tables::evidence(&pages),
        "hosts" => tables::hosts(&pages),
        "worst" => tables::worst(&pages),
        id => tables::page(&pages, id),
    }
}
