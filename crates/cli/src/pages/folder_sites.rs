//! Decides which files of a folder are one site.

use std::{collections::HashMap, path::Path, sync::Arc};

use pipeline::{DeclaredHosts, PageFile};
use rayon::prelude::*;

use crate::{
    plan::Reading,
    terminal::{count, one_line},
};

/// The fewest pages of a folder that can be several sites. Set by: two pages of each of two hosts.
const FEWEST_OF_SEVERAL: usize = 4;

/// The most hosts that are named where a folder is several sites. Chosen: by eye.
const MOST_SHOWN: usize = 5;

/// Gives each file of a folder the key of its site. That is the folder, or the folder and a host if its pages declare
/// addresses of several hosts. The beginnings of all files are read for that.
///
/// `sources` are those of one folder.
pub(super) fn assign(folder: &Path, sources: &mut [PageFile], reading: &Reading, quiet: bool) {
    // By addresses, all pages are grouped alike, wherever they were found.
    if reading.pages.group.is_some() {
        return;
    }
    let options = reading.options();
    let whole: Arc<str> = folder.display().to_string().into();
    let declared: Vec<Option<String>> = if reading.folders_are_sites || sources.len() < FEWEST_OF_SEVERAL {
        vec![None; sources.len()]
    } else {
        sources.par_iter().map(|source| DeclaredHosts::host(&source.declared(&options)?)).collect()
    };
    let mut hosts = DeclaredHosts::default();
    declared.iter().for_each(|host| hosts.add(host.clone()));
    let sites = hosts.sites();
    let keys: HashMap<&str, Arc<str>> = sites.keys().map(|host| (*host, format!("{whole}: {host}").into())).collect();
    for (source, host) in sources.iter_mut().zip(&declared) {
        let own = host.as_deref().and_then(|host| keys.get(host));
        source.set_site(own.unwrap_or(&whole));
    }
    if !sites.is_empty() && !quiet {
        let mut by_size: Vec<(&str, usize)> = sites.into_iter().collect();
        by_size.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let shown = by_size.iter().take(MOST_SHOWN);
        let mut shown: Vec<String> = shown.map(|(host, n)| format!("{} ({n})", one_line(host))).collect();
        if by_size.len() > MOST_SHOWN {
            shown.push(format!("and {} more", by_size.len() - MOST_SHOWN));
        }
        say!(
            "{}: its pages declare addresses of {}, and each is a site: {}; --group folder makes it one",
            one_line(&whole),
            count(by_size.len(), "host"),
            shown.join(", ")
        );
    }
}
