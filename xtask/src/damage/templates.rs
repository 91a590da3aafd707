//! Damaged template files: one is refused, or it can be used.

use anyhow::Context as _;
use demold::{Learner, Method, Site};

use super::{change, reading::Counts};

/// A template file, and the pages that it was learned from.
pub(super) struct Learned {
    pub(super) name: &'static str,
    bytes: Vec<u8>,
    pages: Vec<String>,
}

/// Learns a template with each method.
pub(super) fn all() -> anyhow::Result<Vec<Learned>> {
    let site = sitegen::Config::new().seed(19).pages(6).build()?;
    let pages: Vec<String> = site.pages().map(|page| page.html().to_owned()).collect();
    let methods = [
        ("template of classify", Method::Classify),
        ("template of distill", Method::Distill),
        ("template of mine", Method::Mine),
        ("template of map", Method::Map),
    ];
    let learn = |(name, method)| {
        let site = Learner::new().method(method).learn(&pages).context(name)?;
        Ok(Learned { name, bytes: site.to_json().into_bytes(), pages: pages.clone() })
    };
    methods.into_iter().map(learn).collect()
}

/// How many damaged templates were read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reads {
    pub(super) counts: Counts,
    pub(super) n_usable: u64,
}

impl Reads {
    pub(super) fn plus(self, other: Reads) -> Reads {
        Reads { counts: self.counts.plus(other.counts), n_usable: self.n_usable + other.n_usable }
    }
}

/// Damages a template for the `nth` time, reads it, and cleans a page with it if it can be read.
pub(super) fn check(learned: &Learned, nth: u64) -> Reads {
    let mut bytes = learned.bytes.clone();
    let damage = change::damage(&mut bytes, nth);
    let page = &learned.pages[nth as usize % learned.pages.len()];
    let used = formats::catch_panic(|| {
        let Ok(site) = Site::from_json_bytes(&bytes) else {
            return 0;
        };
        if let Ok(cleaned) = site.clean(page.as_str()) {
            let _ = (cleaned.html(), cleaned.text(), cleaned.markdown().is_ok());
        }
        1
    });
    let n_panics = u64::from(used.is_err());
    if let Err(panic) = &used {
        eprintln!("{}, damage {nth} ({damage:?}): {panic}", learned.name);
    }
    Reads { counts: Counts { n_damages: 1, n_panics, ..Counts::default() }, n_usable: used.unwrap_or(0) }
}
