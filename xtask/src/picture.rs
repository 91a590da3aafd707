//! `cargo xtask picture`: a page of the sample before and after cleaning, as an SVG for the README.
//!
//! Source and template ranges become blocks of visible text ([`blocks`]), blocks are laid out as pages ([`page`], with
//! the type of [`setting`]), pages stand in windows side by side ([`draw`]), and all of it is SVG source ([`svg`]).

mod blocks;
mod draw;
mod page;
mod setting;
mod svg;

use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::Context as _;
use sitegen::Page;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; fail when the committed picture differs from what would be drawn
    #[arg(long)]
    check: bool,
}

const PICTURE: &str = "docs/before-after.svg";

/// The page that is shown: short, with an ordinary byline.
const PATH: &str = "articles/a-hull-made-of-bread.html";

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let pages = sitegen::sample();
    let page = pages
        .iter()
        .find(|page| page.path() == PATH)
        .context("the sample has lost the page of the picture")?;
    let picture = draw::picture(page.path(), page.html(), &template(page));
    let path = root.join(PICTURE);
    if arguments.check {
        let found =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        anyhow::ensure!(
            found == picture,
            "{PICTURE} is out of date: run `cargo xtask picture`"
        );
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)
            .with_context(|| format!("cannot create {}", parent.display()))?;
    }
    fs::write(&path, &picture).with_context(|| format!("cannot write {}", path.display()))?;
    eprintln!("{PICTURE}: {} bytes", picture.len());
    Ok(())
}

/// Returns the byte ranges of the page that are drawn as template: what `demold` learns from the
/// whole sample site with default settings.
fn template(page: &Page) -> Vec<Range<usize>> {
    let pages = sitegen::sample();
    let sources: Vec<&str> = pages.iter().map(Page::html).collect();
    let site = demold::Learner::new()
        .learn(&sources)
        .expect("the sample has pages");
    let cleaned = site
        .clean(page.html())
        .expect("the default method has no limits");
    cleaned.regions().iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_picture_is_what_is_drawn() {
        run(&crate::root(), &Arguments { check: true }).unwrap();
    }
}
