//! The pages of all inputs as one stream of items, and the sites that they belong to.

mod read_options;
mod item;
mod kept;
mod account;
mod source;
mod items;
mod sources;
mod batches;
mod parallel;
mod grouping;

pub use self::{
    account::Trouble,
    batches::Batches,
    grouping::Grouping,
    item::Item,
    items::Items,
    parallel::largest_first,
    read_options::{ReadOptions, UrlFilter},
    source::{Backing, Contents, SinglePage, Source, form_of},
    sources::Sources,
};
