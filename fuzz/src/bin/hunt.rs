//! Looks for pages that take long, or that become long: every product of two parts of a page, at two sizes.
//! `hunt BYTES [NAME]` cleans pages of so many bytes and of twice as many, those whose long part is so named or all,
//! and prints what takes more than a second for each megabyte, or grows faster than its page, or writes more than
//! eight times its bytes.

use std::{env, fs, hint::black_box, process::ExitCode};

use demold::{Cleaned, Input, Learner, Method, Overrides};
use demold_fuzz::{LONG, MANY, product};

/// A name, and what is done to the pages of a site; returns the bytes that are written.
type Task = (&'static str, fn(&[String]) -> usize);

const TASKS: [Task; 13] = [
    ("read", |pages| dom::Dom::parse(&*pages[0]).len() / 2),
    ("judge", |pages| form(pages, |_| 0)),
    ("text", |pages| form(pages, |cleaned| cleaned.text().len())),
    ("markdown", |pages| form(pages, |cleaned| cleaned.markdown().map_or(0, |markdown| markdown.len()))),
    ("html", |pages| form(pages, |cleaned| cleaned.html().len())),
    ("sanitized", |pages| form(pages, |cleaned| cleaned.sanitized().len())),
    ("metadata", |pages| form(pages, |cleaned| json(&cleaned.metadata()))),
    ("blocks", |pages| form(pages, |cleaned| cleaned.blocks().map_or(0, |blocks| json(&blocks)))),
    ("overrides", |pages| {
        let overrides = Overrides::new()
            .drop("div.c7 p, .x:has(i) ~ p, div > div > span.y, table td:nth-child(3), a[href$=z]")
            .and_then(|overrides| overrides.keep("#k b, [title*=q] i, li:not(.z)"));
        let Ok(overrides) = overrides else { return 0 };
        form(pages, |cleaned| cleaned.clone().overridden(&overrides).regions().iter().count())
    }),
    ("classify", |pages| learned(pages, Method::Classify)),
    ("distill", |pages| learned(pages, Method::Distill)),
    ("mine", |pages| learned(pages, Method::Mine)),
    ("map", |pages| learned(pages, Method::Map)),
];

fn form(pages: &[String], form: impl Fn(&Cleaned<'_>) -> usize) -> usize {
    let page = Input::new(pages[0].as_bytes()).url("https://site.example/a/b");
    form(&Learner::new().clean_alone(page))
}

fn json(value: &impl serde::Serialize) -> usize {
    serde_json::to_string(value).map_or(0, |line| line.len())
}

fn learned(pages: &[String], method: Method) -> usize {
    match Learner::new().method(method).learn(pages) {
        Ok(site) => site.clean(&pages[0]).map_or(0, |cleaned| cleaned.text().len()),
        Err(_) => 0,
    }
}

/// Nanoseconds that this thread was given.
fn now() -> u64 {
    let read = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = read.split(' ').next().map(str::parse);
    first.and_then(Result::ok).unwrap_or(0)
}

fn main() -> ExitCode {
    let mut given = env::args().skip(1);
    let Some(bytes) = given.next().and_then(|bytes| bytes.parse::<usize>().ok()) else {
        eprintln!("hunt BYTES [NAME]");
        return ExitCode::from(2);
    };
    let name = given.next().unwrap_or_default();
    let way_name = given.next().unwrap_or_default();
    rayon::scope(|_| {
        for long in LONG.iter().filter(|long| long.name.starts_with(&name)) {
            for many in MANY {
                for (way, clean) in TASKS.iter().filter(|(way, _)| way.starts_with(&way_name)) {
                    let measured = [bytes, 2 * bytes].map(|bytes| {
                        let n_pages = if matches!(*way, "classify" | "distill" | "mine" | "map") { 3 } else { 1 };
                        let pages: Vec<String> = (0..n_pages).map(|own| product(long, many, bytes, own)).collect();
                        let before = now();
                        let written = black_box(clean(&pages));
                        let length: usize = pages.iter().map(String::len).sum();
                        ((now() - before) as f64, written as f64 / pages[0].len() as f64, length)
                    });
                    let [(short, ..), (taken, written, length)] = measured;
                    let seconds = taken / 1e3 / length as f64;
                    let power = (taken / short.max(1.0)).log2();
                    if seconds > 1.0 || written > 8.0 || power > 1.6 && 5e7 < taken {
                        println!(
                            "{} × {}, {way}: {seconds:.2} s/MB, power {power:.2}, {written:.1} times",
                            long.name, many.name
                        );
                    }
                }
            }
        }
    });
    ExitCode::SUCCESS
}
