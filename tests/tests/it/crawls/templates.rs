//! The templates of many sites.

use super::pages;
use crate::command::{Folder, jsonl};

#[test]
fn templates_are_kept_and_used_again() {
    let folder = Folder::new();
    let pages = pages();
    folder.write("crawl.jsonl", jsonl(&pages));
    folder.demold("learn crawl.jsonl -o sites.demold").ok().says("5 templates learned from 5 sites; about ");
    let expected = folder.demold("clean crawl.jsonl --format jsonl").ok().stdout;
    assert_eq!(folder.demold("clean crawl.jsonl --template sites.demold --format jsonl").ok().stdout, expected);
    // Pages about whose site nothing is known are judged by their own evidence.
    let other: Vec<_> =
        pages.iter().map(|(_, page)| ("http://new.example/".to_owned(), page.clone())).take(3).collect();
    folder.write("other.jsonl", jsonl(&other));
    folder.demold("clean other.jsonl --template sites.demold --format jsonl").ok().says("3 pages alone: judged");
    folder.demold("learn crawl.jsonl -o sites.demold").failed(1);
    folder.demold("learn crawl.jsonl -o sites.demold --force").ok();
}

#[test]
fn redesigned_sites_are_learned_again() {
    let folder = Folder::new();
    let old = |nth: usize| {
        format!(
            "<html><body><div class=top><a href=/>Home</a> <a href=/n>News</a></div><p>Report {nth}: the tide is {nth} feet high today, they say.</p><div class=end>Printed on recycled bytes</div></body></html>"
        )
    };
    let new = |nth: usize| {
        format!(
            "<html><body><ul class=menu><li>Start<li>Search the archive<li>Log in</ul><article>Story {nth}: the tide will be {nth} feet high tomorrow, we hear.</article><section class=legal>All rights upside down</section></body></html>"
        )
    };
    let of = |nth: usize, page: String| (format!("http://a.example/{nth}"), page);
    let mut pages: Vec<_> = (0..12).map(|nth| of(nth, old(nth))).collect();
    folder.write("old.jsonl", jsonl(&pages));
    pages.extend((20..32).map(|nth| of(nth, new(nth))));
    folder.write("new.jsonl", jsonl(&pages));
    for method in ["classify", "distill"] {
        let templates = format!("{method}.demold");
        folder.run(["learn", "old.jsonl", "--method", method, "-o", &templates]).ok();
        let args = ["clean", "new.jsonl", "--template", &templates, "--format", "jsonl", "--min-fit", "0.5"];
        let ran = folder.run(args).ok();
        // Of what fits badly, people have to look at what the method is not sure of by the page's own evidence;
        // `distill` never is.
        let (_, new): (Vec<_>, Vec<_>) =
            ran.records().into_iter().partition(|record| record["fit"].as_f64() >= Some(0.5));
        assert_eq!(new.len(), 12, "{}", ran.stdout);
        let below = |sure| new.iter().filter(|record| record["confidence"].as_f64().is_none_or(|is| is < sure)).count();
        let said = ran.stderr.lines().find(|line| line.contains("that hardly fit their site's template"));
        let said: usize = said.map_or(0, |line| line.split(' ').next().unwrap().parse().unwrap());
        // Records have two digits of it.
        assert!((below(0.895)..=below(0.905)).contains(&said), "{}", ran.stderr);
        assert!(method == "classify" || said == 12, "{}", ran.stderr);
        // What a template of the old design does not know, a page may still lose by its own evidence.
        assert!(ran.stdout.contains("Log in") || method == "classify");
        let again = folder.run(args.into_iter().chain(["--relearn", "--method", method])).ok();
        assert!(!again.stderr.contains("hardly fit"), "{}", again.stderr);
        assert!(!again.stdout.contains("Log in") && !again.stdout.contains("recycled"), "{}", again.stdout);
        // The folder knows both designs from now on.
        assert_eq!(folder.run(args).ok().stdout, again.stdout);
    }
}

#[test]
fn pages_that_fit_badly_are_reported_where_relearning_helps() {
    let folder = Folder::new();
    let page = |text: &str| format!("<nav>Home <a href=/n>News</a></nav><p>{text}</p><i>Printed on paper</i>");
    let of = |nth: usize, page: String| (format!("http://a.example/{nth}"), page);
    let mut pages: Vec<_> = (0..12).map(|nth| of(nth, page(&format!("Report {nth} of the tide.")))).collect();
    folder.write("old.jsonl", jsonl(&pages));
    pages.push(of(
        20,
        "<article><h1>Gale</h1><p>The gale has torn three boats from the quay, and the harbour is closed until Monday. \
         <p>Nobody was hurt, says the harbour master, who slept.</article>"
            .to_owned(),
    ));
    folder.write("all.jsonl", jsonl(&pages));
    // Learned from the same pages, so that relearning would find the same.
    let ran = folder.demold("clean all.jsonl --format jsonl").ok();
    assert!(!ran.stderr.contains("hardly fit"), "{}", ran.stderr);
    // The page fits badly, but how it was cleaned is as good as certain.
    folder.demold("learn old.jsonl -o sites.demold").ok();
    let ran = folder.demold("clean all.jsonl --template sites.demold --format jsonl").ok();
    let last = &ran.records()[12];
    assert!(last["fit"].as_f64() < Some(0.2) && last["confidence"].as_f64() >= Some(0.9), "{last}");
    assert!(!ran.stderr.contains("hardly fit"), "{}", ran.stderr);
}
