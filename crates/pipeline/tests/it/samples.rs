//! Samples depend on the pages, not on their order or on where they are kept.

use std::io;

use formats::{At, Page, Place};
use pipeline::{Needed, PageForm, PageStore, Samples, Sampling, Staged};
use proptest::prelude::*;

fn page(url: &str, html: &str) -> Page {
    let place = Place { file: "a".into(), at: At::Whole };
    Page { url: Some(url.to_owned()), ..Page::new(place, html.as_bytes().to_vec()) }
}

fn draw(pages: &[(String, String)], k: usize, seed: u64, budget: usize) -> Vec<(String, u64, Vec<Page>)> {
    draw_by(pages, k, seed, budget, |samples, site, page| {
        samples.offer(site, Staged::default(), page).unwrap();
    })
}

fn drawing(k: usize, seed: u64, budget: usize) -> Samples {
    let sampling = Sampling { k, seed, needed: Needed::Sources, ..Sampling::default() };
    Samples::new(sampling, PageStore::new(budget).into())
}

/// A page that need not be read any more.
fn known(page: &Page) -> PageForm {
    PageForm::Source(page.clone().into(), Some(page.fingerprint()))
}

fn draw_by(
    pages: &[(String, String)],
    k: usize,
    seed: u64,
    budget: usize,
    offer: impl Fn(&mut Samples, &str, &Page),
) -> Vec<(String, u64, Vec<Page>)> {
    let mut samples = drawing(k, seed, budget);
    for (url, html) in pages {
        let site = url.split('/').next().unwrap();
        offer(&mut samples, site, &page(url, html));
    }
    taken(samples)
}

/// Takes out all sites.
fn taken(mut samples: Samples) -> Vec<(String, u64, Vec<Page>)> {
    let sites: Vec<String> = samples.sites().map(|(key, _)| key.to_owned()).collect();
    sites
        .into_iter()
        .map(|site| {
            let sample = samples.take(&site).unwrap();
            (site, sample.n_pages(), sources(sample))
        })
        .collect()
}

/// Returns the pages of a sample, which may have been parsed.
fn sources(sample: pipeline::Sample) -> Vec<Page> {
    let drawn = sample.read().unwrap();
    let source = |drawn: &pipeline::Drawn| match drawn.form() {
        PageForm::Source(page, _) => Page::clone(page),
        form => panic!("{form:?} is no source"),
    };
    drawn.iter().map(source).collect()
}

fn pages() -> impl Strategy<Value = Vec<(String, String)>> {
    proptest::collection::vec(("[ab]/[a-d]{1,2}", "([xy]| |<b>){0,3}"), 0..40)
}

proptest! {
    #[test]
    fn order_and_memory_decide_nothing(
        (pages, shuffled) in pages().prop_flat_map(|pages| (Just(pages.clone()), Just(pages).prop_shuffle())),
        k in 1..6_usize,
        seed in any::<u64>(),
    ) {
        let expected = draw(&pages, k, seed, usize::MAX);
        prop_assert_eq!(&expected, &draw(&shuffled, k, seed, usize::MAX));
        prop_assert_eq!(&expected, &draw(&shuffled, k, seed, 0));
        prop_assert_eq!(&expected, &draw(&pages, k, seed, 20));
        // Whoever asks first need not read pages that cannot be drawn.
        let asked = draw_by(&pages, k, seed, usize::MAX, |samples, site, page| {
            if samples.n_pages(site) > 0 && samples.n_wanted(site, [page.rank(seed)]) == 0 {
                samples.count(site);
            } else {
                samples.offer(site, Some(known(page)).into(), page).unwrap();
            }
        });
        prop_assert_eq!(&expected, &asked);
        // Nor who reads the first page of a site, and when.
        for budget in [usize::MAX, 20] {
            let read = draw_by(&pages, k, seed, budget, |samples, site, page| {
                if let Some(first) = samples.prepare_first(site) {
                    samples.put_first(site, first).unwrap();
                    assert!(samples.prepare_first(site).is_none());
                }
                let is_first = samples.n_pages(site) == 0;
                let form = (!is_first || page.bytes.len() % 2 == 0).then(|| known(page));
                samples.offer(site, form.into(), page).unwrap();
            });
            prop_assert_eq!(&expected, &read);
        }
        // Nor whether pages are prepared, and whether there was room then.
        let full = drawing(k, seed, 0);
        for budget in [usize::MAX, 9, 20] {
            let prepared = draw_by(&pages, k, seed, budget, |samples, site, page| {
                let staged = match page.bytes.len() % 4 {
                    0 => full.prepare(page, known(page)),
                    1 => samples.prepare(page, known(page)),
                    2 => Some(known(page)).into(),
                    _ => Staged::default(),
                };
                samples.offer(site, staged, page).unwrap();
            });
            prop_assert_eq!(&expected, &prepared);
        }
        // Nor in which order the pages of a site are offered, and that most of those that are not drawn are not.
        let mut samples = drawing(k, seed, usize::MAX);
        for site in ["a", "b"] {
            let of_site = pages.iter().filter(|(url, _)| url.starts_with(site));
            let mut waiting: Vec<Page> = of_site.map(|(url, html)| page(url, html)).collect();
            waiting.sort_by_key(|page| page.rank(seed));
            loop {
                let n_wanted = samples.n_wanted(site, waiting.iter().map(|page| page.rank(seed)));
                if n_wanted == 0 {
                    break;
                }
                waiting.drain(..n_wanted).for_each(|page| samples.offer(site, Staged::default(), &page).unwrap());
            }
            waiting.iter().for_each(|_| samples.count(site));
        }
        prop_assert_eq!(&expected, &taken(samples));
        // Nor what is needed of the pages, and for how many there is room with it.
        for budget in [0, 1_000, usize::MAX] {
            let sampling = Sampling { k, seed, needed: Needed::Readings, ..Sampling::default() };
            let mut samples = Samples::new(sampling, PageStore::new(budget).into());
            for (url, html) in &pages {
                samples.offer(&url[..1], Staged::default(), &page(url, html)).unwrap();
            }
            for (site, _, drawn) in &expected {
                let found = samples.take(site).unwrap().read().unwrap();
                let found = found.iter().map(|drawn| match drawn.form() {
                    PageForm::Parsed(reading) => reading.fingerprint(),
                    PageForm::Source(page, _) => page.fingerprint(),
                });
                prop_assert!(found.eq(drawn.iter().map(Page::fingerprint)));
            }
        }
        for (site, n_pages, drawn) in expected {
            let of_site: Vec<_> = pages.iter().filter(|(url, _)| url.starts_with(&site)).collect();
            prop_assert_eq!(n_pages as usize, of_site.len());
            // White space and markup tell no pages apart.
            let mut texts: Vec<String> =
                of_site.iter().map(|(_, html)| html.replace("<b>", " ").split_whitespace().collect::<Vec<_>>().join(" ")).collect();
            texts.sort();
            texts.dedup();
            prop_assert_eq!(drawn.len(), k.min(texts.len()));
        }
    }
}

#[test]
fn every_page_is_drawn_as_often_as_any_other() {
    let pages: Vec<(String, String)> = (0..20).map(|nth| (format!("a/{nth}"), format!("<p>{nth}"))).collect();
    let mut n_times = [0; 20];
    for seed in 0..2000 {
        for drawn in &draw(&pages, 5, seed, usize::MAX)[0].2 {
            n_times[drawn.url.as_ref().unwrap()[2..].parse::<usize>().unwrap()] += 1;
        }
    }
    // 500 are expected, with a deviation of 19.
    assert!(n_times.iter().all(|n| (410..590).contains(n)), "{n_times:?}");
}

#[test]
fn pages_that_need_not_be_offered() {
    let mut samples = drawing(2, 0, usize::MAX);
    assert_eq!(samples.n_wanted("a", []), 0);
    assert_eq!(samples.n_wanted("a", [1, 2, 3]), 2);
    let mut pages: Vec<Page> = (0..6).map(|nth| page("a/x", &format!("<p>{nth}"))).collect();
    pages.sort_by_key(|page| page.rank(0));
    for page in &pages[2..4] {
        samples.offer("a", Some(known(page)).into(), page).unwrap();
    }
    let n_wanted = |pages: &[Page]| samples.n_wanted("a", pages.iter().map(|page| page.rank(0)));
    assert_eq!(n_wanted(&pages[..2]), 2);
    assert_eq!(n_wanted(&pages[1..2]), 1);
    // One that was drawn may come again, from elsewhere.
    assert_eq!(n_wanted(&pages[3..]), 1);
    assert_eq!(n_wanted(&pages[4..]), 0);
    assert_eq!(samples.n_wanted("b", [7]), 1);
}

#[test]
fn what_is_taken_leaves_room() {
    let page = |site: &str| page(&format!("{site}/x"), "<p>Rain in the north");
    let length = page("a").bytes.len();
    // One page finds room; the next would go to a file, and there is none.
    let store = PageStore::new(length).file(|| Err(io::ErrorKind::Unsupported.into()));
    let mut samples = Samples::new(Sampling { k: 2, ..Sampling::default() }, store.into());
    let offer = |samples: &mut Samples, site| samples.offer(site, Staged::default(), &page(site));
    offer(&mut samples, "a").unwrap();
    assert_eq!(offer(&mut samples, "b").unwrap_err().kind(), io::ErrorKind::Unsupported);
    samples.take("a");
    samples.take("b");
    assert_eq!(samples.n_pages("a"), 0);
    assert!(samples.take("a").is_none());
    offer(&mut samples, "b").unwrap();
    assert_eq!(samples.n_pages("b"), 1);
}
