//! Where pages come from: inputs of every form as one stream of items, and the grouping of pages into sites.

#[cfg(feature = "crawl")]
mod addresses;
#[cfg(not(feature = "crawl"))]
#[path = "pages/no_addresses.rs"]
mod addresses;
#[cfg(feature = "crawl")]
mod gather;
#[cfg(feature = "crawl")]
mod fetch;
#[cfg(feature = "crawl")]
mod render;
mod item;
mod kept;
mod account;
mod source;
mod walk;
mod folder_sites;
mod find;
mod items;
mod batches;
mod parallel;
mod grouping;

#[cfg(feature = "crawl")]
pub(crate) use self::fetch::{advice, crawl, out_of_requests};
pub(crate) use self::{
    batches::{Batches, each},
    find::{Sources, find},
    grouping::{Grouping, shown},
    item::Item,
    parallel::largest_first,
};
