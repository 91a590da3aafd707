//! A store gives back what was put into it, and takes no more memory than it may.

use std::{ptr, thread};

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
fn check(drawn: &Drawn, page: &Page, needed: Needed) {
    let expected = Reading::of(input(page));
    match drawn.form() {
        PageForm::Parsed(reading) => assert_eq!(reading.source(), expected.source()),
        PageForm::Source(kept, _) => {
            assert_eq!(needed, Needed::Sources);
            assert_eq!((&kept.url, &kept.bytes), (&page.url, &page.bytes));
        }
    }
    assert_eq!(drawn.form().fingerprint(), expected.fingerprint());
}

/// Checks that the pages take no more memory than they may, and returns how much they take.
#[track_caller]
fn used(store: &PageStore) -> usize {
    let used = store.used.load(Ordering::Relaxed);
    assert!(used <= store.budget, "{used}");
    used
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
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0..40_usize, any::<bool>()).prop_map(|(length, is_prepared)| Step::Put(length, is_prepared)),
        (0..40_usize).prop_map(Step::PutUnneeded),
        any::<usize>().prop_map(Step::Replace),
        any::<usize>().prop_map(Step::Read),
        any::<usize>().prop_map(Step::Forget),
        any::<usize>().prop_map(Step::Leave),
    ];
    proptest::collection::vec(step, 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// The naive twin of a store is a list of pages.
    #[test]
    fn what_comes_out_is_what_went_in(
        steps in steps(),
        needed in prop_oneof![Just(Needed::Sources), Just(Needed::Readings)],
        budget in prop_oneof![Just(0), 0..200_000_usize],
    ) {
        let store = PageStore::new(budget);
        let mut twin: Vec<(Page, Stored, bool)> = Vec::new();
        for (nth, step) in steps.into_iter().enumerate() {
            let at = |any: usize| any.checked_rem(twin.len());
            match step {
                Step::Put(length, is_prepared) => {
                    let page = page(nth, length);
                    let form = PageForm::read(&page, needed);
                    let staged = if is_prepared { store.prepare(&page, form) } else { Some(form).into() };
                    used(&store);
                    let stored = store.put(&page, staged).unwrap();
                    twin.push((page, stored, true));
                }
                Step::PutUnneeded(length) => {
                    let page = page(nth, length);
                    let stored = store.put(&page, Staged::default()).unwrap();
                    twin.push((page, stored, false));
                }
                Step::Replace(any) => {
                    if let Some(at) = at(any)
                        && !twin[at].2
                    {
                        let (page, stored, _) = twin.swap_remove(at);
                        let staged = store.prepare(&page, PageForm::read(&page, needed));
                        let stored = store.replace(stored, staged).unwrap();
                        twin.push((page, stored, true));
                    }
                }
                Step::Read(any) => {
                    if let Some(at) = at(any) {
                        let (page, stored, _) = twin.swap_remove(at);
                        check(&Drawn::read(stored.into(), needed).unwrap().unwrap(), &page, needed);
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
                        store.leave(vec![Drawn::read(stored.into(), needed).unwrap().unwrap()]);
                        used(&store);
                        let read = store.read(&page);
                        prop_assert_eq!(read.source().as_bytes(), &*page.bytes);
                        prop_assert_eq!(read.url(), page.url.as_deref());
                    }
                }
            }
            used(&store);
        }
        for (page, stored, _) in twin {
            check(&Drawn::read(stored.into(), needed).unwrap().unwrap(), &page, needed);
        }
        prop_assert_eq!(used(&store), 0);
    }
}

#[test]
fn threads_take_no_room_twice() {
    let one = PageForm::read(&page(0, 9), Needed::Readings).memory();
    let store = PageStore::new(7 * one);
    let prepare = |nth| {
        let page = page(nth, 9);
        let staged = store.prepare(&page, PageForm::read(&page, Needed::Readings));
        (page, staged)
    };
    let staged: Vec<(Page, Staged)> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..4).map(|thread| scope.spawn(move || [0, 1, 2].map(|nth| prepare(nth + 3 * thread)))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    used(&store);
    let put = |(page, staged): (Page, Staged)| (store.put(&page, staged).unwrap(), page);
    let stored: Vec<(Stored, Page)> = staged.into_iter().map(put).collect();
    used(&store);
    for (stored, page) in stored {
        check(&Drawn::read(stored.into(), Needed::Readings).unwrap().unwrap(), &page, Needed::Readings);
    }
    assert_eq!(used(&store), 0);
}

#[test]
fn a_file_that_cannot_be_had_is_an_error() {
    let store = PageStore::new(0).file(|| Err(io::ErrorKind::StorageFull.into()));
    for staged in [None, Some(PageForm::read(&page(0, 1), Needed::Readings))] {
        let error = store.put(&page(0, 1), staged.into()).unwrap_err();
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
        let stored = store.put(page, Some(PageForm::read(page, needed)).into()).unwrap();
        Drawn::read(stored.into(), needed).unwrap().unwrap()
    };
    let drawn = put(&utf_8);
    assert!(ptr::eq(drawn.reading().unwrap().source().as_bytes(), &*utf_8.bytes));
    store.leave(vec![drawn]);
    assert!(ptr::eq(store.read(&utf_8).source().as_bytes(), &*utf_8.bytes));
    // What has to be decoded is another text.
    let latin_1 = Page::new(place, b"<p>Gr\xFCn und Blau sind Farben".to_vec());
    assert_eq!(put(&latin_1).reading().unwrap().source(), "<p>Grün und Blau sind Farben");
}
