//! A store gives back what was put into it, and takes no more memory than it may.

use std::{ptr, thread};

use demold::Learner;
use formats::At;
use proptest::prelude::*;

use super::*;

fn page(nth: usize, length: usize) -> Page {
    let place = Place { file: "a.jsonl".into(), at: At::Line(nth as u64) };
    let html = format!("<title>{nth}</title><nav><a href=/>Home</a></nav>{}", "<p>Rain and snow.".repeat(length));
    Page { url: Some(format!("http://a.example/{nth}")), ..Page::new(place, html) }
}

/// Checks that a page is the one that was put in, in whatever form it was kept.
#[track_caller]
fn check(drawn: &Drawn, page: &Page, needed: &Needed) {
    let expected = Reading::of(input(page));
    match drawn.form() {
        PageForm::Parsed(reading) => assert_eq!(reading.source(), expected.source()),
        PageForm::Summary(_) => assert!(matches!(needed, Needed::Summaries(_))),
        PageForm::Source(kept, _) => {
            assert!(matches!(needed, Needed::Sources));
            assert_eq!((&kept.url, &kept.bytes), (&page.url, &page.bytes));
        }
    }
    assert_eq!(drawn.form().fingerprint(), expected.fingerprint());
}

/// Checks that the pages take no more memory than they may.
#[track_caller]
fn check_account(store: &PageStore) -> Memory {
    let memory = store.account.memory();
    assert!(memory.uncompressed <= store.for_uncompressed, "{memory:?}");
    assert!(memory.uncompressed + memory.compressed <= store.budget, "{memory:?}");
    memory
}

/// What is done with a page.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// It is put in with so many paragraphs, at once or prepared before, or before it is needed.
    Put(usize, bool),
    PutUnneeded(usize),
    /// One that was put in is needed now.
    Replace(usize),
    /// One of those in the store is read, dropped, or left and read by its place.
    Read(usize),
    Forget(usize),
    Leave(usize),
    Expect(u64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0..40_usize, any::<bool>()).prop_map(|(length, is_prepared)| Step::Put(length, is_prepared)),
        (0..40_usize).prop_map(Step::PutUnneeded),
        any::<usize>().prop_map(Step::Replace),
        any::<usize>().prop_map(Step::Read),
        any::<usize>().prop_map(Step::Forget),
        any::<usize>().prop_map(Step::Leave),
        (0..9_u64).prop_map(Step::Expect),
    ];
    proptest::collection::vec(step, 1..40)
}

fn needed() -> impl Strategy<Value = Needed> {
    prop_oneof![Just(Needed::Sources), Just(Needed::Readings), Just(Needed::Summaries(Learner::new().into()))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// The naive twin of a store is a list of pages.
    #[test]
    fn what_comes_out_is_what_went_in(
        steps in steps(),
        needed in needed(),
        budget in prop_oneof![Just(0), 0..200_000_usize],
        part in 0..=4_usize,
    ) {
        let store = PageStore::new(budget).uncompressed(budget / 4 * part);
        let mut twin: Vec<(Page, Stored, bool)> = Vec::new();
        for (nth, step) in steps.into_iter().enumerate() {
            let at = |any: usize| any.checked_rem(twin.len());
            match step {
                Step::Put(length, is_prepared) => {
                    let page = page(nth, length);
                    let form = PageForm::read(&page, &needed);
                    let staged = if is_prepared { store.prepare(&page, form, &needed) } else { Some(form).into() };
                    check_account(&store);
                    let stored = store.put(&page, staged, &needed).unwrap();
                    twin.push((page, stored, true));
                }
                Step::PutUnneeded(length) => {
                    let page = page(nth, length);
                    let stored = store.put(&page, Staged::default(), &needed).unwrap();
                    twin.push((page, stored, false));
                }
                Step::Replace(any) => {
                    if let Some(at) = at(any)
                        && !twin[at].2
                    {
                        let (page, stored, _) = twin.swap_remove(at);
                        let staged = store.prepare(&page, PageForm::read(&page, &needed), &needed);
                        let stored = store.replace(stored, staged, &needed).unwrap();
                        twin.push((page, stored, true));
                    }
                }
                Step::Read(any) => {
                    if let Some(at) = at(any) {
                        let (page, stored, _) = twin.swap_remove(at);
                        check(&Drawn::read(stored.into(), &needed).unwrap().unwrap(), &page, &needed);
                    }
                }
                Step::Forget(any) => {
                    if let Some(at) = at(any) {
                        twin.swap_remove(at);
                    }
                }
                Step::Leave(any) => {
                    if let Some(at) = at(any) {
                        let (page, stored, _) = twin.swap_remove(at);
                        store.leave(vec![Drawn::read(stored.into(), &needed).unwrap().unwrap()]);
                        check_account(&store);
                        let read = store.read(&page);
                        prop_assert_eq!(read.source().as_bytes(), &*page.bytes);
                        prop_assert_eq!(read.url(), page.url.as_deref());
                    }
                }
                Step::Expect(before) => store.expect(before, 9),
            }
            check_account(&store);
        }
        for (page, stored, _) in twin {
            check(&Drawn::read(stored.into(), &needed).unwrap().unwrap(), &page, &needed);
        }
        prop_assert_eq!(check_account(&store), Memory::default());
    }
}

#[test]
fn threads_take_no_room_twice() {
    let one = PageForm::read(&page(0, 9), &Needed::Readings).memory().uncompressed;
    let store = PageStore::new(7 * one);
    let prepare = |nth| {
        let page = page(nth, 9);
        let staged = store.prepare(&page, PageForm::read(&page, &Needed::Readings), &Needed::Readings);
        (page, staged)
    };
    let staged: Vec<(Page, Staged)> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..4).map(|thread| scope.spawn(move || [0, 1, 2].map(|nth| prepare(nth + 3 * thread)))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    check_account(&store);
    let put = |(page, staged): (Page, Staged)| (store.put(&page, staged, &Needed::Readings).unwrap(), page);
    let stored: Vec<(Stored, Page)> = staged.into_iter().map(put).collect();
    check_account(&store);
    for (stored, page) in stored {
        check(&Drawn::read(stored.into(), &Needed::Readings).unwrap().unwrap(), &page, &Needed::Readings);
    }
    assert_eq!(check_account(&store), Memory::default());
}

/// As many pages are kept whole as leave room for the rest, so that none has to be read again.
#[test]
fn there_is_room_for_what_is_to_come() {
    let needed = Needed::Summaries(Learner::new().into());
    let form = |nth| PageForm::read(&page(100 + nth, 9), &needed);
    let whole = form(0).memory().uncompressed;
    let light = form(0).lightened(&Learner::new()).memory().uncompressed;
    let budget = 20 * whole;
    let (mut n_tight, mut n_loose) = (0, 0);
    for n_pages in [5, 10, 19, 25, 30, 40, 50, 100] {
        let store = PageStore::new(budget);
        let stored = (0..n_pages).map(|nth| {
            store.expect(nth as u64, n_pages as u64);
            let page = page(100 + nth, 9);
            let staged = store.prepare(&page, form(nth), &needed);
            store.put(&page, staged, &needed).unwrap()
        });
        let stored: Vec<Stored> = stored.collect();
        check_account(&store);
        let count = |is: fn(&Content) -> bool| stored.iter().filter(|stored| is(&stored.content)).count();
        let n_whole = count(|of| matches!(of, Content::Uncompressed(form, _) if matches!(**form, PageForm::Parsed(_))));
        let n_light =
            count(|of| matches!(of, Content::Uncompressed(form, _) if matches!(**form, PageForm::Summary(_))));
        // Of the first page nobody knows how many others follow.
        if whole + n_pages * light <= budget {
            assert_eq!(n_whole + n_light, n_pages);
            n_loose += 1;
        }
        if n_pages * whole > budget {
            assert!(n_light > 0, "{n_pages}");
            n_tight += 1;
        }
        // If all are light there is room for so many that are not; some of it stays, for more than is expected.
        let most = |light: usize| (budget.saturating_sub(n_pages * light) / (whole - light)).min(n_pages);
        assert!(n_whole <= most(light).max(1), "{n_pages}: {n_whole} of {}", most(light));
        assert!(most(light + light / 4) <= 2 * n_whole, "{n_pages}: {n_whole} of {}", most(light));
    }
    assert!(n_tight > 1 && n_loose > 1, "{whole} {light}");
}

#[test]
fn a_file_that_cannot_be_had_is_an_error() {
    let store = PageStore::new(0).file(|| Err(io::ErrorKind::StorageFull.into()));
    for staged in [None, Some(PageForm::read(&page(0, 1), &Needed::Readings))] {
        let error = store.put(&page(0, 1), staged.into(), &Needed::Readings).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}

#[test]
fn a_page_is_in_memory_once() {
    let needed = Needed::Readings;
    let store = PageStore::new(usize::MAX);
    let place = Place { file: "a.html".into(), at: At::Whole };
    let utf_8 = Page::new(place.clone(), "<p>Grün".to_owned());
    let put = |page: &Page| {
        let stored = store.put(page, Some(PageForm::read(page, &needed)).into(), &needed).unwrap();
        Drawn::read(stored.into(), &needed).unwrap().unwrap()
    };
    let drawn = put(&utf_8);
    assert!(ptr::eq(drawn.reading().unwrap().source().as_bytes(), &*utf_8.bytes));
    store.leave(vec![drawn]);
    assert!(ptr::eq(store.read(&utf_8).source().as_bytes(), &*utf_8.bytes));
    // What has to be decoded is another text.
    let latin_1 = Page::new(place, b"<p>Gr\xFCn und Blau sind Farben".to_vec());
    assert_eq!(put(&latin_1).reading().unwrap().source(), "<p>Grün und Blau sind Farben");
}
