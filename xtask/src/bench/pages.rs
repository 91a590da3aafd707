//! The pages that are measured on: real ones below some folders, or generated ones.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use flate2::read::MultiGzDecoder;
use rayon::prelude::*;
use tokenize::{TokenizedPage, Tokenizer, Vocabulary};

/// The pages of the news collection of the thesis, which generated news are like.
const N_NEWS: usize = 9_795;

/// Pages that are generated side by side.
const CHUNK: usize = 64;

/// Bytes to measure single steps on: more than caches hold.
pub(crate) const A_SAMPLE: usize = 8_000_000;

/// The names of more folders would be no title.
const MOST_NAMED: usize = 3;

/// The first pages below some folders, or of generated news, that have so many bytes together, or all there are.
pub(crate) fn load(folders: &[PathBuf], n_bytes: usize) -> anyhow::Result<Vec<String>> {
    if folders.is_empty() {
        return generated(sitegen::Config::news(), n_bytes);
    }
    let mut pages = Vec::new();
    let mut left = n_bytes;
    for folder in folders {
        for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
            let entry = entry.with_context(|| format!("cannot list {}", folder.display()))?;
            if left > 0 && entry.file_type().is_file() {
                let page = read(entry.path()).with_context(|| format!("cannot read {}", entry.path().display()))?;
                left = left.saturating_sub(page.len());
                pages.push(page);
            }
        }
    }
    ensure!(left < n_bytes, "there are no pages to measure on");
    Ok(pages)
}

/// Reads a page, and unpacks it if its name says that it is packed.
fn read(path: &Path) -> std::io::Result<String> {
    let mut bytes = fs::read(path)?;
    if path.extension().is_some_and(|extension| extension == "gz") {
        let packed = std::mem::take(&mut bytes);
        MultiGzDecoder::new(&*packed).read_to_end(&mut bytes)?;
    }
    Ok(tokenize::decode(&bytes, None).text().to_owned())
}

/// The first pages of a generated site that have so many bytes together.
pub(crate) fn generated(config: sitegen::Config, n_bytes: usize) -> anyhow::Result<Vec<String>> {
    let site = config.pages(N_NEWS).build()?;
    let mut pages = Vec::new();
    let mut left = n_bytes;
    for start in (0..N_NEWS).step_by(CHUNK) {
        let chunk = (start..N_NEWS.min(start + CHUNK)).into_par_iter();
        let chunk: Vec<String> = chunk.map(|page_idx| site.page(page_idx).html().to_owned()).collect();
        for page in chunk {
            if left == 0 {
                return Ok(pages);
            }
            left = left.saturating_sub(page.len());
            pages.push(page);
        }
    }
    Ok(pages)
}

pub(crate) fn n_bytes(pages: &[String]) -> usize {
    pages.iter().map(String::len).sum()
}

/// What the pages of these folders are called.
pub(crate) fn name(folders: &[PathBuf]) -> String {
    // The folder of a site's pages is named after the site, or in it.
    let names = folders.iter().map(|folder| {
        let mut names = folder.components().rev().map(|part| part.as_os_str().to_string_lossy());
        names.find(|name| name != "pages").unwrap_or_default()
    });
    match folders.len() {
        0 => "generated news".to_owned(),
        1..=MOST_NAMED => names.collect::<Vec<_>>().join(" and "),
        n => format!("{n} folders"),
    }
}

/// Pages as the learners get them, with their symbols from one vocabulary.
pub(crate) fn tokenized(tokenizer: &Tokenizer, pages: &[String]) -> (Vocabulary, Vec<TokenizedPage>) {
    let mut vocabulary = Vocabulary::new();
    let pages = pages.iter().map(|page| vocabulary.adopt(tokenizer.draft(page))).collect();
    (vocabulary, pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_and_unpacked_in_order_until_it_is_enough() {
        let folder = tempfile::tempdir().unwrap();
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut packer, b"aaaaa").unwrap();
        for (name, bytes) in [("b", b"bbbbb".to_vec()), ("a.gz", packer.finish().unwrap()), ("c", b"ccccc".to_vec())] {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        let folders = [folder.path().to_owned()];
        for (n_bytes, expected) in [(1, &["aaaaa"][..]), (6, &["aaaaa", "bbbbb"]), (100, &["aaaaa", "bbbbb", "ccccc"])]
        {
            assert_eq!(load(&folders, n_bytes).unwrap(), expected);
        }
        let empty = folder.path().join("empty");
        fs::create_dir(&empty).unwrap();
        assert!(load(&[empty], 100).is_err());
        assert_eq!(name(&["/x/one/pages".into(), "two".into()]), "one and two");
    }
}
