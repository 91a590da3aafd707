//! Fetches a page and what it links to on its site, politely, into a WARC file.
//!
//! ```text
//! cargo run -p demold-crawl --example fetch -- https://example.org/ example.warc.gz
//! ```
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]

use std::{env, error::Error, path::Path};

use crawl::{Archive, Config, Event, Stopper};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [url, out] = arguments.as_slice() else {
        return Err("a URL and a file to write are needed".into());
    };
    // Servers want to know whom they can turn to.
    let crawler = Config::new("https://example.org/our-crawl").depth(1).same_site(true).max_pages(20).build()?;
    let (feed, urls) = tokio::sync::mpsc::channel(1);
    feed.send(url.clone()).await?;
    drop(feed);
    let archive = Archive::create(Path::new(out))?;
    let (_stopper, stop) = Stopper::new();
    let summary = crawler
        .crawl(urls, archive, stop, |_, event| {
            if let Event::Failed { url, reason } = event {
                eprintln!("{url}: {reason}");
            }
        })
        .await?;
    println!("{} pages", summary.pages);
    Ok(())
}
