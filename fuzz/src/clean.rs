//! A site of a few pages, learned and cleaned by each method, in each form.

use arbitrary::Unstructured;
use demold::{Cleaned, Learner, Method, Regions, Site};

use crate::pages::{letters, page};

/// Learns a site and cleans its pages.
pub(crate) fn run(data: &[u8]) {
    let bytes = Unstructured::new(data);
    let Some((method, pages)) = site(bytes) else {
        return;
    };
    // What exceeds a limit is an error.
    let Ok(learned) = Learner::new().method(method).learn(&pages) else {
        return;
    };
    let again = Site::from_json(&learned.to_json()).expect("what was written can be read");
    for page in &pages {
        let Ok(cleaned) = learned.clean(page) else {
            continue;
        };
        check(page, &cleaned);
        let twin = again.clean(page).expect("the same site, the same limits");
        assert_eq!(cleaned.regions(), twin.regions(), "{method:?} {pages:?}");
    }
    check(&pages[0], &demold::extract(&pages[0]));
}

/// Two to four pages that share a frame.
fn site(mut bytes: Unstructured<'_>) -> Option<(Method, Vec<String>)> {
    let methods = [Method::Classify, Method::Distill, Method::Mine, Method::Map];
    let method = *bytes.choose(&methods).ok()?;
    let n_pages = bytes.int_in_range(2..=4).ok()?;
    let rest = bytes.take_rest();
    let piece = rest.len() / (n_pages + 2);
    let (head, rest) = rest.split_at(piece);
    let (foot, rest) = rest.split_at(piece);
    let own = (0..n_pages).map(|nth| page(&rest[nth * piece..(nth + 1) * piece]).into_owned());
    let (head, foot) = (page(head), page(foot));
    Some((method, own.map(|own| format!("{head}{own}{foot}")).collect()))
}

fn check(page: &str, cleaned: &Cleaned<'_>) {
    let source = cleaned.source();
    for range in cleaned.regions().iter() {
        assert!(source.get(range.clone()).is_some(), "{range:?} of {source:?}");
    }
    for removal in cleaned.removals() {
        assert!(source.get(removal.range()).is_some(), "{removal:?} of {source:?}");
    }
    assert!((0.0..=1.0).contains(&cleaned.removed_share()) && (0.0..=1.0).contains(&cleaned.fit()));
    // A letter goes when all of its bytes are covered.
    let kept = |&(at, letter): &(usize, char)| !cleaned.regions().covers(at..at + letter.len_utf8());
    let expected: String = source.char_indices().filter(kept).map(|(_, letter)| letter).collect();
    assert!(cleaned.raw().ends_with(&expected), "{page:?}");
    let dom = cleaned.dom().expect("pages have trees");
    let all = render::text(dom, &Regions::new());
    // The signs of powers, fractions and notes depend on what stands before them.
    let mut all = letters(&all).filter(|letter| letter.is_alphanumeric());
    for letter in letters(&cleaned.text()).filter(|letter| letter.is_alphanumeric()) {
        assert!(all.any(|other| other == letter), "{page:?} has no such text");
    }
    let _ = (
        cleaned.html(),
        cleaned.sanitized(),
        cleaned.markdown().expect("small pages take few steps"),
        cleaned.blocks().expect("small pages take few steps"),
    );
    let record = cleaned.record();
    let written = serde_json::to_string(&record).expect("records are plain data");
    let read: demold::Record = serde_json::from_str(&written).expect("what was written can be read");
    let again = Cleaned::restore(page, &read).expect("it is the same page");
    assert_eq!(again.text(), cleaned.text());
}
