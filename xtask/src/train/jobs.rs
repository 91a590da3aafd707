//! What is fitted: the model itself, and others that have not seen some of the pages.

use sha2::{Digest as _, Sha256};

use super::pages::{Page, WCXB};

/// Pages are held back in so many parts, those of one domain or site together.
const N_FOLDS: u8 = 4;

/// One forest.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) name: String,
    /// The pages that it is not to see.
    pub(super) held_back: Vec<usize>,
}

/// Lists the jobs: first that with all pages, then a part, a page type and a collection held back at a time.
pub(super) fn jobs(pages: &[Page]) -> Vec<Job> {
    let job = |name: String, holds_back: &dyn Fn(&Page) -> bool| Job {
        name,
        held_back: (0..pages.len())
            .filter(|&page| holds_back(&pages[page]))
            .collect(),
    };
    let mut jobs = vec![job("all".to_owned(), &|_| false)];
    for part in 0..N_FOLDS {
        jobs.push(job(format!("part-{part}"), &|page| {
            fold(&page.head.group) == part
        }));
    }
    let sorted = |names: &mut dyn Iterator<Item = &str>| -> Vec<String> {
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    for kind in sorted(
        &mut pages
            .iter()
            .map(|page| page.head.kind.as_str())
            .filter(|kind| !kind.is_empty()),
    ) {
        jobs.push(job(format!("type-{kind}"), &|page| page.head.kind == kind));
    }
    let collections = pages.iter().map(|page| page.head.collection.as_str());
    for collection in sorted(&mut collections.filter(|&collection| collection != WCXB)) {
        jobs.push(job(format!("collection-{collection}"), &|page| {
            page.head.collection == collection
        }));
    }
    jobs
}

fn fold(group: &str) -> u8 {
    Sha256::digest(group.as_bytes())[0] % N_FOLDS
}
