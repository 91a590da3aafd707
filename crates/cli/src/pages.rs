//! Where pages come from: one source for every form, and what belongs together.

mod fetch;
mod item;
mod source;
mod find;
mod items;
mod batches;
mod grouping;

pub(crate) use self::{
    batches::{Batches, each},
    fetch::crawl,
    find::{Sources, find},
    grouping::{Grouping, shown},
    item::Item,
};
