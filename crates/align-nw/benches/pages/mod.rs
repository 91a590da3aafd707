//! Pairs of sequences to measure with: pages of a made-up site, and real ones.

use align_nw::Interner;
use sitegen::Random;

/// Two sequences and what to call them.
pub(crate) struct Pair {
    pub(crate) name: String,
    pub(crate) left: Vec<u32>,
    pub(crate) right: Vec<u32>,
}

/// Returns the pairs of made-up pages of these lengths, of one site (`alike`) and
/// without a common template (`unlike`), and that of real ones, if there is one.
///
/// With `ALIGN_BENCH_PAGES` set to a folder, its two largest files are that pair
/// (`files`), cut into tokens at `<` and `>`.
pub(crate) fn pairs(lengths: &[usize]) -> Vec<Pair> {
    let made_up = lengths.iter().flat_map(|&len| [pages("alike", len, 80), pages("unlike", len, 0)]);
    made_up.chain(files()).collect()
}

/// Two pages of `len` tokens. `shared` percent of a template's tokens are on both;
/// the others are replaced, on a quarter of the places by two or none.
fn pages(name: &str, len: usize, shared: u32) -> Pair {
    let mut draw = Random::new(7);
    let template: Vec<u32> = (0..len).map(|_| draw.below(300)).collect();
    let [left, right] = [1_000_000, 2_000_000].map(|own| {
        // The ends differ, so that no end is matched without a matrix.
        let mut page = vec![own];
        for &symbol in &template {
            match draw.below(100) {
                share if share < shared => page.push(symbol),
                _ => match draw.below(8) {
                    0 => {}
                    1 => page.extend([draw.below(300), draw.below(3_000)]),
                    _ => page.push(draw.below(3_000)),
                },
            }
        }
        page.resize(len - 1, 0);
        page.push(own + 1);
        page
    });
    Pair { name: format!("{name}-{len}"), left, right }
}

/// The two largest files of a folder, as symbols.
fn files() -> Option<Pair> {
    let folder = std::env::var_os("ALIGN_BENCH_PAGES")?;
    let mut paths: Vec<_> = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut files: Vec<_> = paths.iter().filter_map(|path| std::fs::read(path).ok()).collect();
    files.sort_by_key(Vec::len);
    let mut numbers = Interner::new();
    let mut symbols = |file: Vec<u8>| -> Vec<u32> {
        let tokens = file.split_inclusive(|&byte| byte == b'>').flat_map(|run| {
            let (text, tag) = run.split_at(run.iter().position(|&byte| byte == b'<').unwrap_or(0));
            [text.to_vec(), tag.to_vec()]
        });
        numbers.intern(tokens.filter(|token| !token.trim_ascii().is_empty()))
    };
    let (left, right) = (symbols(files.pop()?), symbols(files.pop()?));
    Some(Pair { name: format!("files-{}-{}", left.len(), right.len()), left, right })
}
