use dom::counters::{self, Counts};

use super::*;
use crate::{Learner, Method, Overrides, Site};

/// Returns what all work on one thread reads.
fn counted<T: Send>(work: impl FnOnce() -> T + Send) -> (T, Counts) {
    let counted = || {
        counters::take();
        let done = work();
        (done, counters::take())
    };
    #[cfg(feature = "rayon")]
    {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        pool.unwrap().install(counted)
    }
    #[cfg(not(feature = "rayon"))]
    counted()
}

/// What is counted if each page is read once.
fn once(pages: &[String]) -> Counts {
    let length: usize = pages.iter().map(String::len).sum();
    Counts { decoded: length, lexed: length, nodes: pages.iter().map(|page| Dom::parse(&**page).len()).sum() }
}

fn pages(n_pages: usize) -> Vec<String> {
    let site = sitegen::Config::news().pages(n_pages).build().unwrap();
    site.pages().map(|page| page.html().to_owned()).collect()
}

/// Asks for everything that is made of a page.
fn render(cleaned: crate::Cleaned<'_>) {
    let overrides = Overrides::new().keep("h1").unwrap().drop("nav").unwrap();
    let cleaned = cleaned.overridden(&overrides);
    assert!(!cleaned.record().text.unwrap().is_empty());
    assert!(!cleaned.html().is_empty() && !cleaned.raw().is_empty());
    assert!(!cleaned.markdown().unwrap().is_empty() && !cleaned.blocks().unwrap().is_empty());
    assert!(!cleaned.page().fingerprint().text().to_string().is_empty());
}

#[test]
fn a_fingerprint_is_the_same_whatever_was_asked_before() {
    let page = "<title>Tide</title><p>High   water &amp; low";
    for is_text in [false, true] {
        let input = || Input::new(page.as_bytes()).plain_text(is_text);
        let expected = if is_text { Fingerprint::of_plain(page) } else { Fingerprint::of(&Dom::parse(page)) };
        assert_eq!(Reading::of(input()).fingerprint(), expected);
        let decoded = DecodedPage::of(input());
        assert_eq!(decoded.rank(3), expected.rank(3));
        let reading = decoded.read();
        assert_eq!(reading.text_number(), expected.text());
        assert_eq!(reading.fingerprint(), expected);
    }
}

#[test]
fn a_page_alone_is_read_once() {
    let pages = pages(2);
    let ((), counts) = counted(|| render(crate::extract(&pages[0])));
    assert_eq!(counts, once(&pages[..1]));
    let nothing = || render(Site::nothing().clean(&pages[0]).unwrap());
    assert_eq!(counted(nothing).1, once(&pages[..1]));
}

#[test]
fn every_method_reads_each_page_of_its_sample_once() {
    // As many as every method draws.
    let pages = pages(16);
    for &method in Method::ALL {
        for learner in [Learner::new().method(method), Learner::paper(method)] {
            let (site, counts) = counted(|| learner.learn(&pages).unwrap());
            assert_eq!(counts, once(&pages), "{method}");
            let unseen = &pages[3..4];
            let ((), counts) = counted(|| render(site.clean(&unseen[0]).unwrap()));
            assert_eq!(counts, once(unseen), "{method}");
        }
    }
}

#[test]
fn a_reading_that_is_kept_is_the_same_and_is_not_read_again() {
    let pages = pages(3);
    let site = Learner::new().learn(&pages).unwrap();
    let plain = Input::new(b"a < b").plain_text(true);
    for input in pages.iter().map(Input::from).chain([plain]) {
        let (kept, counts) = counted(|| Reading::of(input).into_owned());
        assert_eq!(counts.decoded, input.bytes().len());
        let (cleaned, counts) = counted(|| {
            let again = kept.clone().into_owned().at(Some("http://a.example/b/c"));
            let cleaned = site.clean(&again).unwrap();
            serde_json::to_string(&cleaned.record()).unwrap()
        });
        if !kept.is_plain_text() {
            assert_eq!(counts, Counts::default());
            let share = kept.memory() as f64 / kept.source().len() as f64;
            assert!((4.0..7.0).contains(&share), "{share}");
            // What it says of the evidence is near what that takes.
            let share = kept.evidence().memory() as f64 / (kept.tree().len() * EVIDENCE_PER_NODE) as f64;
            assert!((0.5..1.5).contains(&share), "{share}");
        }
        let fresh = site.clean(input.url("http://a.example/b/c")).unwrap();
        assert_eq!(cleaned, serde_json::to_string(&fresh.record()).unwrap());
    }
}

#[test]
fn a_page_is_read_again_only_if_it_changed() {
    let cyrillic = b"<p>\xcf\xf0\xe8\xe2\xe5\xf2";
    let inputs = [
        Input::new(b"<p>a"),
        Input::new(b"\xef\xbb\xbf<p>a"),
        Input::new(cyrillic).charset("windows-1251"),
        Input::new(b"<p>a").plain_text(true),
    ];
    for (i, input) in inputs.into_iter().enumerate() {
        let kept = Reading::of(input).into_owned();
        for (j, other) in inputs.into_iter().enumerate() {
            let other = other.url("http://a.example/");
            let (again, counts) = counted(|| kept.clone().reuse_or_read(other));
            assert_eq!(counts.nodes == 0, i == j || other.get_plain_text(), "{i} {j}");
            let fresh = Reading::of(other);
            let said = |page: &Reading<'_>| {
                let source = page.source().to_owned();
                (source, page.declared_encoding(), page.is_plain_text(), page.url().map(str::to_owned))
            };
            assert_eq!(said(&again), said(&fresh));
        }
    }
}

#[test]
fn pages_that_are_not_drawn_are_only_decoded() {
    let pages = pages(30);
    let learner = Learner::new().pages(10);
    let (_, counts) = counted(|| learner.learn(&pages).unwrap());
    let all = once(&pages);
    assert_eq!(counts.decoded, all.decoded);
    assert!(counts.lexed < all.lexed / 2, "{counts:?}");
}

#[test]
fn what_is_asked_twice_is_read_once() {
    let pages = pages(12);
    let sites: Vec<Site> =
        (Method::ALL.iter()).map(|&method| Learner::new().method(method).learn(&pages).unwrap()).collect();
    let (_, counts) = counted(|| {
        let page = Reading::from(&pages[0]);
        for site in sites.iter().chain(&sites) {
            assert!(site.fit(&page).is_ok());
            render(site.clean(&page).unwrap());
        }
    });
    assert_eq!(counts, once(&pages[..1]));
}
