//! Crawls that are killed at random moments, and gone on with.

use std::{collections::BTreeMap, fs::File, path::Path};

use anyhow::{Context as _, ensure};
use corpus::warc::{Kind, Reader};
use sitegen::Random;

use super::{
    kills::{Kills, moment},
    place::Place,
    server::{N_PAGES, Server},
};

const OUT: &str = "crawl.warc.gz";
const FRONTIER: &str = "crawl.warc.gz.frontier";

pub(super) fn args(url: &str) -> Vec<&str> {
    vec![
        "crawl",
        url,
        "--depth",
        "100",
        "--delay",
        "0.002",
        "--contact",
        "me@example.org",
        "--allow-private",
        "--quiet",
        "--out",
        OUT,
    ]
}

/// Kills `crawl` so often, and goes on. Each answer is there once in the end, as the server gave it; dates and ids differ
/// in each run.
pub(super) fn kill(program: &Path, n_kills: u64) -> anyhow::Result<Kills> {
    let server = Server::start()?;
    let url = server.url();
    let args = args(&url);
    let again = [&args[..], &["--resume"]].concat();
    let first = Place::new(program)?;
    let (time, _) = first.done(&args)?;
    let expected = answers(&first)?;
    ensure!(expected.len() == N_PAGES + 2, "{} answers", expected.len());
    let mut random = Random::stream(19, &[7]);
    let mut kills = Kills::default();
    while kills.n_kills < n_kills {
        let place = Place::new(program)?;
        let mut n_here = 0;
        let mut status = place.killed(&args, moment(&mut random, time))?;
        while !status.success() {
            n_here += 1;
            if n_here == 3 || random.percent(60) {
                break;
            }
            status = place.killed(going_on(&place, &args, &again), moment(&mut random, time))?;
        }
        if n_here == 0 {
            continue;
        }
        let what = || format!("crawl, after kill {}", kills.n_kills + n_here);
        // Killed after its last step, it has left nothing to do.
        if place.exists(FRONTIER) || !place.exists(OUT) {
            place
                .done(going_on(&place, &args, &again))
                .with_context(what)?;
        }
        ensure!(answers(&place)? == expected, "{}: other answers", what());
        place.is_left_with(&[OUT]).with_context(what)?;
        kills.n_kills += n_here;
        kills.n_runs += 1;
    }
    Ok(kills)
}

/// A crawl that was killed before it had made a file is begun.
fn going_on<'a>(place: &Place, args: &'a [&'a str], again: &'a [&'a str]) -> &'a [&'a str] {
    match place.exists(FRONTIER) {
        true => again,
        false => args,
    }
}

/// The blocks of all responses by their URLs, each of which occurs once.
pub(super) fn answers(place: &Place) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    for record in Reader::new(File::open(place.path(OUT))?) {
        let record = record?;
        let url = record.target_uri().unwrap_or_default().to_owned();
        // A crawl that goes on asks again what it may ask.
        if *record.kind() != Kind::Response || url.ends_with("/robots.txt") {
            continue;
        }
        let is_new = found.insert(url.clone(), record.into_body()).is_none();
        ensure!(is_new, "{url} is stored twice");
    }
    Ok(found)
}
