//! Addresses as inputs of a program that was built without fetching.

use std::{fs::File, io::Read, sync::Arc};

use anyhow::bail;

use crate::{options::Common, plan::Reading, terminal::one_line};

/// The first address that was given.
#[derive(Debug)]
pub(super) struct Addresses(Option<String>);

/// What became of all addresses.
#[derive(Debug, Default)]
pub(super) struct Fetched {
    pub(super) pages: Option<File>,
    pub(super) lost: Vec<String>,
    pub(super) n_others: usize,
    pub(super) n_repeated: usize,
}

impl Fetched {
    pub(super) fn lines(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Addresses {
    pub(super) fn new(_: &Reading, _: &Common) -> Addresses {
        Addresses(None)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub(super) fn name(&self) -> Arc<str> {
        "the fetched pages".into()
    }

    pub(super) fn add(&mut self, url: &str) {
        self.0.get_or_insert_with(|| url.to_owned());
    }

    pub(super) fn add_list(&mut self, _: &str, _: impl Read) -> std::io::Result<()> {
        Ok(())
    }
}

pub(super) fn gather(addresses: Addresses, _: &Reading, _: &Common) -> anyhow::Result<Fetched> {
    match addresses.0 {
        Some(url) => {
            let url = one_line(&url);
            bail!("{url} cannot be fetched: build demold with the feature `crawl`, as it is by default")
        }
        None => Ok(Fetched::default()),
    }
}
