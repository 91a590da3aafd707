//! What `demold repeats` writes is bounded by what it reads.

use crate::command::Folder;

/// A word for each number, from a generator of Lehmer's with this seed.
fn random(seed: u64, words: &[&'static str], n_words: usize) -> Vec<&'static str> {
    let mut state = seed;
    let mut next = || {
        state = state * 48_271 % 0x7fff_ffff;
        words[state as usize % words.len()]
    };
    (0..n_words).map(|_| next()).collect()
}

/// One page on each of three sites.
fn crawl(pages: &[Vec<&str>]) -> String {
    let pages = pages.iter().enumerate().map(|(site, words)| {
        let html = words.join(" ");
        format!("{{\"url\":\"http://h{site}.example/\",\"html\":\"<p>{html}\"}}\n")
    });
    pages.collect()
}

/// Finds what the pages share; returns the words of each line.
#[track_caller]
fn check(pages: &[Vec<&str>], min_words: &str) -> Vec<u64> {
    let folder = Folder::new();
    let input = crawl(pages);
    folder.write("crawl.jsonl", &input);
    let ran = folder.run(["repeats", "crawl.jsonl", "--min-words", min_words]).ok();
    let words: Vec<u64> = ran.records().iter().map(|line| line["words"].as_u64().unwrap()).collect();
    let n_words: usize = pages.iter().map(Vec::len).sum();
    assert!(words.iter().sum::<u64>() <= 2 * n_words as u64);
    // Besides the words, a line has numbers and up to five addresses.
    assert!(ran.stdout.len() < 2 * input.len() + 200 * words.len());
    words
}

#[test]
fn what_is_written_is_linear_in_what_is_read() {
    // The same on all sites, and a bit longer on each.
    let runs = |period: &[&'static str], n: [usize; 3]| n.map(|n| period.repeat(n));
    assert_eq!(check(&runs(&["a", "b"], [4_000; 3]), "50"), [8_000]);
    assert_eq!(check(&runs(&["a"], [4_000; 3]), "5"), [4_000]);
    assert_eq!(check(&runs(&["a"], [3_000, 4_000, 5_000]), "5"), [3_000, 4_000]);
    assert_eq!(check(&runs(&["a", "b", "a"], [999, 1_000, 1_001]), "5"), [2_997, 3_000]);

    for (words, min_words) in [(&["a", "b"][..], "1"), (&["a", "b", "c", "d"], "5")] {
        check(&[1, 2, 3].map(|seed| random(seed, words, 2_000)), min_words);
    }

    // Windows that slide over one text; each is on one more site.
    let text = random(7, &["a", "b", "c", "d", "e", "f", "g"], 1_500);
    let windows = [0, 100, 200, 300, 400].map(|start| text[start..start + 1_000].to_vec());
    assert_eq!(check(&windows, "50"), [900; 4]);
    // All of them on one page.
    let pages = [text.clone(), windows.join(&"-")];
    assert_eq!(check(&pages, "50"), [1_000; 5]);
}
