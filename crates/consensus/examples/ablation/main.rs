//! What each kind of evidence is worth: tables over sites with gold.
//!
//! ```text
//! cargo run --release -p demold-consensus --example ablation -- TABLE FOLDER...
//! ```
//!
//! A folder holds sites as `SITE/pages/*.html` with `SITE/gold/*.txt` (the text of the content) or
//! `SITE/gold/*.values.json` (strings that must survive), and `SITE/neutral/*.txt` where some text is neither. A
//! site named `collection__site` is counted in that collection, others in that of their folder. `TABLE` is one of:
//!
//! * `profiles`: the profiles, and names unheard;
//! * `alone`: each page learned and cleaned alone, with the page model and by the rules;
//! * `pages`: by the number of pages that are learned from, and that there are;
//! * `evidence`: each reason for removing something left out in turn;
//! * `left-out`: which reasons the other collections would leave out, and what that does to each collection;
//! * `kinds`: two sites poured together, as one template and as several;
//! * `worst`: the pages of the lowest F1 and of the fewest values.

#![allow(clippy::print_stdout)]

mod measure;
mod sites;
mod tables;

use std::{error::Error, path::Path};

use crate::sites::{Files, Site};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let table = arguments.next().unwrap_or_default();
    let mut files = Vec::new();
    for folder in arguments {
        files.extend(Files::read_all(Path::new(&folder))?);
    }
    let sites: Vec<Site<'_>> = files.iter().map(Site::new).collect();
    match table.as_str() {
        "profiles" => tables::profiles(&sites),
        "alone" => tables::alone(&sites),
        "pages" => tables::pages(&sites),
        "evidence" => tables::evidence(&sites),
        "left-out" => tables::left_out(&sites),
        "kinds" => tables::kinds(&sites),
        "worst" => tables::worst(&sites),
        _ => return Err(
            "give a table (profiles, alone, pages, evidence, left-out, kinds, worst) and folders of sites"
                .into(),
        ),
    }
    Ok(())
}
