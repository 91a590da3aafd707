//! Counts the pages of each host in WARC files.
//!
//! ```text
//! cargo run -p demold-formats --example sites -- crawl.warc.gz ...
//! ```
#![expect(clippy::print_stdout, reason = "it is a command")]

use std::{collections::BTreeMap, env, error::Error, fs::File, io::BufReader};

use formats::{Host, ReaderOptions, WarcPages};

fn main() -> Result<(), Box<dyn Error>> {
    let mut n_pages: BTreeMap<String, u64> = BTreeMap::new();
    for path in env::args().skip(1) {
        let file = BufReader::new(File::open(&path)?);
        // What is not a page, or damaged, comes as an error; counting goes on behind it.
        for page in WarcPages::new(file, path.as_str(), &ReaderOptions::new()).flatten() {
            let host = page.url.as_deref().and_then(Host::of);
            *n_pages.entry(host.map(|host| host.with_port()).unwrap_or_default()).or_default() += 1;
        }
    }
    for (host, n_pages) in &n_pages {
        println!("{n_pages:8} {host}");
    }
    Ok(())
}
