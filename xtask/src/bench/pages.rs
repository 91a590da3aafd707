//! The pages that are measured on: real ones below some folders, or generated ones.

use std::{
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use flate2::read::MultiGzDecoder;
use rayon::prelude::*;

/// The pages of the news collection of the thesis, which generated news are like.
const N_NEWS: usize = 9_795;

/// Pages that are generated side by side.
const CHUNK: usize = 64;

/// Pages in one piece of memory, so that nothing between them counts as theirs.
pub(crate) struct Pages {
    text: String,
    ends: Vec<usize>,
}

/// The names of more folders would be no title.
const MOST_NAMED: usize = 3;

impl Pages {
    /// Bytes to measure single steps on: more than caches hold.
    pub(crate) const A_SAMPLE: usize = 8_000_000;

    /// The first pages that have so many bytes together, or all there are.
    pub(crate) fn load(folders: &[PathBuf], n_bytes: usize) -> anyhow::Result<Pages> {
        if folders.is_empty() { Pages::news(n_bytes) } else { Pages::files(folders, n_bytes) }
    }

    /// What the pages of these folders are called.
    pub(crate) fn name(folders: &[PathBuf]) -> String {
        if folders.is_empty() {
            return "generated news".to_owned();
        }
        let names = folders.iter().map(|folder| {
            let parts = folder.components().rev();
            let mut names = parts.map(|part| part.as_os_str().to_string_lossy());
            // The folder of a site's pages is named after the site, or in it.
            names.find(|name| name != "pages").unwrap_or_default()
        });
        if MOST_NAMED < folders.len() {
            return format!("{} folders", folders.len());
        }
        names.collect::<Vec<_>>().join(" and ")
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        let ends = self.ends.iter().enumerate();
        ends.map(|(idx, &end)| &self.text[idx.checked_sub(1).map_or(0, |idx| self.ends[idx])..end])
    }

    pub(crate) fn n_bytes(&self) -> usize {
        self.text.len()
    }

    fn with_capacity(n_bytes: usize) -> Pages {
        Pages { text: String::with_capacity(n_bytes + n_bytes / 8), ends: Vec::new() }
    }

    fn push(&mut self, page: &str) {
        self.text.push_str(page);
        self.ends.push(self.text.len());
    }

    fn news(n_bytes: usize) -> anyhow::Result<Pages> {
        Pages::generated(sitegen::Config::news(), n_bytes)
    }

    /// The first pages of a generated site that have so many bytes together.
    pub(crate) fn generated(config: sitegen::Config, n_bytes: usize) -> anyhow::Result<Pages> {
        let site = config.pages(N_NEWS).build()?;
        let mut pages = Pages::with_capacity(n_bytes);
        'all: for start in (0..N_NEWS).step_by(CHUNK) {
            let chunk: Vec<sitegen::GeneratedPage> =
                (start..N_NEWS.min(start + CHUNK)).into_par_iter().map(|page_idx| site.page(page_idx)).collect();
            for page in &chunk {
                if n_bytes <= pages.n_bytes() {
                    break 'all;
                }
                pages.push(page.html());
            }
        }
        Ok(pages)
    }

    fn files(folders: &[PathBuf], n_bytes: usize) -> anyhow::Result<Pages> {
        let mut pages = Pages::with_capacity(n_bytes.min(1 << 28));
        for folder in folders {
            for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
                let entry = entry.with_context(|| format!("cannot list {}", folder.display()))?;
                if n_bytes <= pages.n_bytes() {
                    return Ok(pages);
                }
                if entry.file_type().is_file() {
                    let bytes =
                        read(entry.path()).with_context(|| format!("cannot read {}", entry.path().display()))?;
                    pages.push(tokenize::decode(&bytes, None).text());
                }
            }
        }
        if pages.n_bytes() == 0 {
            bail!("there are no pages to measure on");
        }
        Ok(pages)
    }
}

/// Reads a file, and unpacks it if its name says that it is packed.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = fs::read(path)?;
    if path.extension().is_none_or(|extension| extension != "gz") {
        return Ok(bytes);
    }
    let mut unpacked = Vec::with_capacity(4 * bytes.len());
    MultiGzDecoder::new(&*bytes).read_to_end(&mut unpacked)?;
    Ok(unpacked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_come_in_any_size() {
        let pages = Pages::load(&[], 100_000).unwrap();
        assert!((100_000..200_000).contains(&pages.n_bytes()));
        assert!(pages.iter().all(|page| page.starts_with("<!")));
        assert_eq!(pages.iter().map(str::len).sum::<usize>(), pages.n_bytes());
    }

    #[test]
    fn files_are_read_in_order_until_it_is_enough() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b", "a", "c"] {
            fs::write(folder.path().join(name), name.repeat(5)).unwrap();
        }
        let folders = [folder.path().to_owned()];
        let check = |n_bytes, expected: &[&str]| {
            let pages = Pages::load(&folders, n_bytes).unwrap();
            assert_eq!(pages.iter().collect::<Vec<_>>(), expected);
        };
        check(1, &["aaaaa"]);
        check(6, &["aaaaa", "bbbbb"]);
        check(100, &["aaaaa", "bbbbb", "ccccc"]);
        let empty = folder.path().join("empty");
        fs::create_dir(&empty).unwrap();
        assert!(Pages::load(&[empty], 100).is_err());
    }

    #[test]
    fn packed_files_are_unpacked() {
        let folder = tempfile::tempdir().unwrap();
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        io::Write::write_all(&mut packer, b"<p>page").unwrap();
        fs::write(folder.path().join("a.html.gz"), packer.finish().unwrap()).unwrap();
        let pages = Pages::load(&[folder.path().to_owned()], 100).unwrap();
        assert_eq!(pages.iter().collect::<Vec<_>>(), ["<p>page"]);
    }

    #[test]
    fn folders_have_short_names() {
        assert_eq!(Pages::name(&[]), "generated news");
        assert_eq!(Pages::name(&["/x/one/pages".into(), "two".into()]), "one and two");
    }
}
