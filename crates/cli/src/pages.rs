//! Where pages come from: the inputs that a command line names.

mod addresses;
#[cfg(feature = "crawl")]
mod gather;
#[cfg(feature = "crawl")]
mod fetch;
#[cfg(feature = "crawl")]
mod render;
mod walk;
mod folder_sites;
mod find;
mod each;
mod site_name;

#[cfg(feature = "crawl")]
pub(crate) use self::fetch::{advice, crawl, out_of_requests};
pub(crate) use self::{
    each::{each, texts},
    find::{Inputs, find},
    site_name::shown,
};
