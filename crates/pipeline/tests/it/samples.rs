//! Samples depend on the pages, not on their order or on where they are kept.

use std::{
    fs::File,
    io,
    sync::atomic::{AtomicUsize, Ordering},
};

use formats::{At, Page, Place};
use pipeline::{Cacheable, Samples, Sampling};
use proptest::prelude::*;
use tokenize::Fingerprint;

fn page(url: &str, html: &str) -> Page {
    let place = Place { file: "a".into(), at: At::Whole };
    Page { url: Some(url.to_owned()), ..Page::new(place, html.as_bytes().to_vec()) }
}

fn draw(pages: &[(String, String)], k: usize, seed: u64, budget: usize) -> Vec<(String, u64, Vec<Page>)> {
    draw_by(pages, k, seed, (budget, 0), |samples, site, page| {
        samples.offer(site, None, page).unwrap();
    })
}

type Drawing = Samples<fn() -> io::Result<File>>;

/// What draws with so much memory, of which parsed pages may take the second number of bytes.
fn sampling<R>(k: usize, seed: u64, (budget, parsed): (usize, usize)) -> Sampling<R> {
    Sampling { k, seed, budget, parsed, ..Sampling::default() }
}

fn drawing(k: usize, seed: u64, memory: (usize, usize)) -> Drawing {
    Samples::new(sampling(k, seed, memory), tempfile::tempfile)
}

fn draw_by(
    pages: &[(String, String)],
    k: usize,
    seed: u64,
    (budget, kept): (usize, usize),
    offer: impl Fn(&mut Drawing, &str, &Page),
) -> Vec<(String, u64, Vec<Page>)> {
    let mut samples = drawing(k, seed, (budget, kept));
    for (url, html) in pages {
        let site = url.split('/').next().unwrap();
        offer(&mut samples, site, &page(url, html));
    }
    taken(samples)
}

/// Takes out all sites.
fn taken(mut samples: Drawing) -> Vec<(String, u64, Vec<Page>)> {
    let sites: Vec<String> = samples.sites().map(|(key, _)| key.to_owned()).collect();
    sites
        .into_iter()
        .map(|site| {
            let sample = samples.take(&site).unwrap();
            (site, sample.n_pages(), sample.read().unwrap())
        })
        .collect()
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
        prop_assert_eq!(&expected, &draw(&pages, k, seed, 60));
        // Nor does it matter how much is kept as it was read, with or without room for the rest.
        for (budget, kept) in [(usize::MAX, usize::MAX), (usize::MAX, 9), (20, 9), (20, 20)] {
            let offer = |samples: &mut Drawing, site: &str, page: &Page| samples.offer(site, None, page).unwrap();
            prop_assert_eq!(&expected, &draw_by(&pages, k, seed, (budget, kept), offer));
            prop_assert_eq!(&expected, &draw_by(&shuffled, k, seed, (budget, kept), offer));
        }
        // Whoever asks first need not read pages that cannot be drawn.
        let asked = draw_by(&pages, k, seed, (usize::MAX, 0), |samples, site, page| {
            if samples.n_pages(site) > 0 && samples.n_wanted(site, [page.rank(seed)]) == 0 {
                samples.count(site);
            } else {
                samples.offer(site, Some(Page::read(page)), page).unwrap();
            }
        });
        prop_assert_eq!(&expected, &asked);
        // Nor who reads the first page of a site, and when.
        for budget in [(usize::MAX, usize::MAX), (20, 20)] {
            let read = draw_by(&pages, k, seed, budget, |samples, site, page| {
                if let Some(first) = samples.prepare_first(site) {
                    samples.put_first(site, first).unwrap();
                    assert!(samples.prepare_first(site).is_none());
                }
                let is_first = samples.n_pages(site) == 0;
                let read = (!is_first || page.bytes.len() % 2 == 0).then(|| Page::read(page));
                samples.offer(site, read, page).unwrap();
            });
            prop_assert_eq!(&expected, &read);
        }
        // Nor whether pages are prepared, and whether there was room then.
        let full = drawing(k, seed, (0, 0));
        for budget in [(usize::MAX, usize::MAX), (20, 9), (20, 20)] {
            let prepared = draw_by(&pages, k, seed, budget, |samples, site, page| {
                let read = (page.bytes.len() % 2 == 0).then(|| Page::read(page));
                let prepared = match page.bytes.len() % 3 {
                    0 => full.prepare(page, read),
                    1 => samples.prepare(page, read),
                    _ => read.into(),
                };
                samples.offer(site, prepared, page).unwrap();
            });
            prop_assert_eq!(&expected, &prepared);
        }
        // Nor whether what is not needed is kept, or for how many there is room with it.
        for (budget, kept) in [(usize::MAX, 0), (usize::MAX, 9), (30, 9), (30, 30)] {
            let mut sampling = sampling(k, seed, (budget, kept));
            sampling.shrink = Some(Box::new(|page| page));
            let mut samples = Drawing::new(sampling, tempfile::tempfile);
            for (url, html) in &pages {
                samples.expect(1, html.len() as u64);
                let site = url.split('/').next().unwrap();
                let page = page(url, html);
                let prepared = samples.prepare(&page, (html.len() % 2 == 0).then(|| Page::read(&page)));
                samples.offer(site, prepared, &page).unwrap();
            }
            prop_assert_eq!(&expected, &taken(samples));
        }
        // Nor in which order the pages of a site are offered, and that most of those that are not drawn are not.
        let mut samples = drawing(k, seed, (usize::MAX, 0));
        for site in ["a", "b"] {
            let of_site = pages.iter().filter(|(url, _)| url.starts_with(site));
            let mut waiting: Vec<Page> = of_site.map(|(url, html)| page(url, html)).collect();
            waiting.sort_by_key(|page| page.rank(seed));
            loop {
                let n_wanted = samples.n_wanted(site, waiting.iter().map(|page| page.rank(seed)));
                if n_wanted == 0 {
                    break;
                }
                waiting.drain(..n_wanted).for_each(|page| samples.offer(site, None, &page).unwrap());
            }
            waiting.iter().for_each(|_| samples.count(site));
        }
        prop_assert_eq!(&expected, &taken(samples));
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
    let mut samples = drawing(2, 0, (usize::MAX, 0));
    assert_eq!(samples.n_wanted("a", []), 0);
    assert_eq!(samples.n_wanted("a", [1, 2, 3]), 2);
    let mut pages: Vec<Page> = (0..6).map(|nth| page("a/x", &format!("<p>{nth}"))).collect();
    pages.sort_by_key(|page| page.rank(0));
    for page in &pages[2..4] {
        samples.offer("a", Some(Page::read(page)), page).unwrap();
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
fn a_file_that_cannot_be_had_is_an_error() {
    let mut samples: Samples<_> = Samples::new(sampling(1, 0, (0, 0)), || Err(io::ErrorKind::StorageFull.into()));
    let page = page("a/1", "x");
    let error = samples.offer("a", None, &page).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    assert!(samples.take("b").is_none());
}

/// A page that takes ten bytes, or one once it is lightened.
#[derive(Clone)]
struct Weighed {
    page: Page,
    is_light: bool,
    is_read_again: bool,
}

impl Cacheable for Weighed {
    fn read(page: &Page) -> Weighed {
        Weighed { page: page.clone(), is_light: false, is_read_again: false }
    }

    fn read_again(page: &Page) -> Weighed {
        Weighed { is_read_again: true, ..Weighed::read(page) }
    }

    fn fingerprint(&self) -> Fingerprint {
        self.page.fingerprint()
    }

    fn memory(&self) -> usize {
        if self.is_light { 1 } else { 10 }
    }

    fn light_memory(&self) -> usize {
        1
    }
}

/// As many pages are kept whole as leave room for the rest, so that none has to be read again.
#[test]
fn there_is_room_for_what_is_to_come() {
    const BUDGET: usize = 100;
    // Of the first page nobody knows how many others follow.
    const OF_FIRST: usize = 9;
    for n_pages in [5, 10, 11, 30, 91, 100, 300] {
        let mut sampling = sampling(usize::MAX, 0, (BUDGET, BUDGET));
        sampling.shrink = Some(Box::new(|page: Weighed| Weighed { is_light: true, ..page }));
        let mut samples = Samples::new(sampling, tempfile::tempfile);
        for nth in 0..n_pages {
            samples.expect(nth as u64, n_pages as u64);
            let page = page("a", &format!("<p>{nth}"));
            let prepared = samples.prepare(&page, Some(Weighed::read(&page)));
            samples.offer("a", prepared, &page).unwrap();
        }
        let drawn = samples.take("a").unwrap().read().unwrap();
        let n_again = drawn.iter().filter(|page| page.is_read_again).count();
        let has_room = n_pages <= BUDGET - OF_FIRST;
        assert_eq!(n_again == 0, has_room, "{n_pages}: {n_again}");
        let n_light = drawn.iter().filter(|page| page.is_light).count();
        let n_whole = n_pages - n_light - n_again;
        // If all are light there is room for so many that are not; some of it stays, for more than is expected.
        let most = (BUDGET.saturating_sub(n_pages) / 9).min(n_pages);
        assert!(n_whole <= most.max(1), "{n_pages}: {n_whole} of {most}");
        assert!(2 * most <= 3 * n_whole, "{n_pages}: {n_whole} of {most}");
    }
}

/// Of pages that are prepared side by side each has its own room, so that none is lightened by whoever keeps it.
#[test]
fn prepared_pages_have_their_room() {
    static N_LIGHTENED: AtomicUsize = AtomicUsize::new(0);
    let n_lightened = || N_LIGHTENED.load(Ordering::Relaxed);
    let mut sampling = sampling(9, 0, (35, 35));
    sampling.shrink = Some(Box::new(|page: Weighed| {
        N_LIGHTENED.fetch_add(1, Ordering::Relaxed);
        Weighed { is_light: true, ..page }
    }));
    let mut samples = Samples::new(sampling, tempfile::tempfile);
    // Nothing is to come.
    samples.expect(1, 1);
    let pages: Vec<Page> = (0..5).map(|nth| page("a", &format!("<p>{nth}"))).collect();
    let prepare = |samples: &Samples<_, Weighed>, page: &Page| samples.prepare(page, Some(Weighed::read(page)));
    // What is dropped gives its room back.
    for _ in 0..3 {
        let some: Vec<_> = (pages.iter().take(3)).map(|page| prepare(&samples, page)).collect();
        assert_eq!((some.len(), n_lightened()), (3, 0));
    }
    let all: Vec<_> = pages.iter().map(|page| prepare(&samples, page)).collect();
    assert_eq!(n_lightened(), 2);
    for (page, prepared) in pages.iter().zip(all).rev() {
        samples.offer("a", prepared, page).unwrap();
    }
    let drawn = samples.take("a").unwrap().read().unwrap();
    assert_eq!((drawn.len(), n_lightened()), (5, 2));
    assert!(drawn.iter().all(|page| !page.is_read_again));
}

#[test]
fn what_is_taken_leaves_room() {
    let page = |site: &str| page(&format!("{site}/x"), "<p>Rain in the north");
    let length = page("a").bytes.len();
    // One page finds room; the next would go to a file, and there is none.
    let mut samples = Samples::<_, Page>::new(sampling(2, 0, (length, 0)), || Err(io::ErrorKind::Unsupported.into()));
    let offer = |samples: &mut Samples<_, Page>, site| samples.offer(site, None, &page(site));
    offer(&mut samples, "a").unwrap();
    assert!(offer(&mut samples, "b").is_err());
    samples.take("a");
    samples.take("b");
    assert_eq!(samples.n_pages("a"), 0);
    assert!(samples.take("a").is_none());
    offer(&mut samples, "b").unwrap();
    assert_eq!(samples.n_pages("b"), 1);
}
