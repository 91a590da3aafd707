//! Time over the pages learned from, for several numbers of processors. Only the time may depend on them.

use std::time::Instant;

use anyhow::Context as _;
use demold::Learner;
use serde::{Deserialize, Serialize};

use crate::{reading::Reading, subject::Subject};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Threads {
    pub subject: String,
    pub threads: usize,
    pub learned_from: usize,
    pub seconds: f64,
}

/// The numbers of pages, as far as the site has them.
const N_PAGES: [usize; 3] = [4, 16, 64];

/// Learns a site with one thread, two, four, … up to the number of processors.
pub(crate) fn threads(reading: &Reading, subjects: &[Subject], seed: u64) -> anyhow::Result<Vec<Threads>> {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let inputs: Vec<demold::Input<'_>> = reading.site.pages.iter().map(|page| page.input()).collect();
    let mut found = Vec::new();
    let learners = subjects.iter().filter_map(|&subject| Some((subject, subject.learner()?)));
    for (subject, learner) in learners {
        for n in std::iter::successors(Some(1), |n| Some(2 * n)).take_while(|&n| n <= most) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(n).build()?;
            for n_pages in N_PAGES.into_iter().filter(|&n_pages| n_pages <= inputs.len()) {
                let learner: Learner = learner.clone().seed(seed).pages(n_pages);
                let start = Instant::now();
                pool.install(|| learner.learn(&inputs).map(drop))
                    .with_context(|| format!("{subject} with {n} threads"))?;
                found.push(Threads {
                    subject: subject.to_string(),
                    threads: n,
                    learned_from: n_pages,
                    seconds: start.elapsed().as_secs_f64(),
                });
            }
        }
    }
    Ok(found)
}
