//! Runs that are killed at random moments, and gone on with.

use std::{collections::BTreeMap, path::Path, time::Duration};

use anyhow::{Context as _, ensure};
use sitegen::Random;

use super::sandbox::Sandbox;

/// One output of `demold clean`.
pub(super) const OUTPUTS: [&str; 6] =
    ["out/", "out.jsonl", "out.jsonl.gz", "out.jsonl.zst", "out.parquet", "out.warc.gz"];

/// What came of the kills of one output.
#[derive(Debug, Default)]
pub(super) struct Kills {
    /// Kills of a running command.
    pub(super) n_kills: u64,
    /// Runs that were killed, gone on with, and compared.
    pub(super) n_runs: u64,
}

/// What files there are, without the name of the output.
type Files = BTreeMap<String, Vec<u8>>;

pub(super) fn clean_args(out: &str) -> Vec<&str> {
    let format = if out.ends_with('/') { "text" } else { "" };
    let mut args = vec!["clean", "in.jsonl", "--quiet", "--date", "2026-01-31T12:00:00Z", "--out", out];
    if !format.is_empty() {
        args.extend(["--format", format]);
    }
    args
}

/// Kills `clean` so often, and goes on each time.
pub(super) fn clean(program: &Path, input: &Path, out: &str, n_kills: u64) -> anyhow::Result<Kills> {
    let args = clean_args(out);
    let mut again = args.clone();
    again.push("--resume");
    let first = Sandbox::with(program, input)?;
    let (time, _) = first.done(&args)?;
    let expected = first.files(out)?;
    let names = first.names()?;
    let mut random = Random::stream(19, &[out.len() as u64]);
    let mut kills = Kills::default();
    while kills.n_kills < n_kills {
        let sandbox = Sandbox::with(program, input)?;
        let mut n_here = 0;
        // A run can be killed more than once before it is done.
        let mut status = sandbox.killed(&args, moment(&mut random, time))?;
        // Killed after its last step, a run has left nothing to do.
        let work = format!("{}.demold-work", out.trim_end_matches('/'));
        let is_done = || sandbox.exists(out) && !sandbox.exists(&work);
        while !status.success() {
            n_here += 1;
            if n_here == 3 || is_done() || random.percent(60) {
                break;
            }
            status = sandbox.killed(&again, moment(&mut random, time))?;
        }
        if n_here == 0 {
            continue;
        }
        let what = || format!("{out}, after kill {}", kills.n_kills + n_here);
        if !status.success() && !is_done() {
            sandbox.done(&again).with_context(what)?;
        }
        let found = sandbox.files(out)?;
        ensure!(found == expected, "{}: other bytes than without it", what());
        sandbox.is_left_with(&names).with_context(what)?;
        kills.n_kills += n_here;
        kills.n_runs += 1;
    }
    Ok(kills)
}

/// Kills `learn` so often. Without an old set there is the whole set afterwards, or none; with one, the old or the new one.
pub(super) fn learn(program: &Path, input: &Path, replaces: bool, n_kills: u64) -> anyhow::Result<Kills> {
    let args = ["learn", "in.jsonl", "--quiet", "--out", "sites.demold"];
    let forced = [&args[..], &["--force"]].concat();
    let old = [&args[..], &["--method", "distill"]].concat();
    let first = Sandbox::with(program, input)?;
    let (time, _) = first.done(&args)?;
    let expected = first.files("sites.demold")?;
    let names = first.names()?;
    let earlier = Sandbox::with(program, input)?;
    earlier.done(&old)?;
    let earlier = earlier.files("sites.demold")?;
    let mut random = Random::stream(19, &[u64::from(replaces)]);
    let mut kills = Kills::default();
    while kills.n_kills < n_kills {
        let sandbox = Sandbox::with(program, input)?;
        if replaces {
            for (name, bytes) in &earlier {
                let path = sandbox.path(name);
                std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
                std::fs::write(path, bytes)?;
            }
        }
        let args = if replaces { &forced[..] } else { &args[..] };
        if sandbox.killed(args, moment(&mut random, time))?.success() {
            continue;
        }
        kills.n_kills += 1;
        let what = || format!("learn, kill {}", kills.n_kills);
        // Without its work folder, which stands beside the set until the run is over.
        let left = sandbox.files("sites.demold/")?;
        let has = |set: &Files| set.iter().all(|(name, bytes)| left.get(name) == Some(bytes));
        let is_whole = if replaces {
            has(&earlier) || has(&expected)
        } else {
            left == expected || !sandbox.exists("sites.demold")
        };
        ensure!(is_whole, "{}: half a set", what());
        sandbox.done(&forced).with_context(what)?;
        ensure!(sandbox.files("sites.demold")? == expected, "{}: other files", what());
        sandbox.is_left_with(&names).with_context(what)?;
        kills.n_runs += 1;
    }
    Ok(kills)
}

/// A moment of a run that takes so long, or shortly after it.
pub(super) fn moment(random: &mut Random, time: Duration) -> Duration {
    time.mul_f64(f64::from(random.below(1_050)) / 1_000.0)
}
