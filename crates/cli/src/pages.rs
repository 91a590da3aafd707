//! Where pages come from: one source for every form, and the grouping into
//! sites.

#[cfg(feature = "crawl")]
mod fetch;
mod item;
mod kept;
mod account;
mod source;
mod walk;
mod find;
mod items;
mod batches;
mod parallel;
mod grouping;

#[cfg(feature = "crawl")]
pub(crate) use self::fetch::{crawl, out_of_requests};
pub(crate) use self::{
    batches::{Batches, each},
    find::{Sources, find},
    grouping::{Grouping, shown},
    item::Item,
    parallel::largest_first,
};
