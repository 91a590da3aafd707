//! The pages of all inputs as one stream of items, and the sites that they belong to.

mod read_options;
mod item;
mod kept;
mod account;
mod page_file;
mod items;
mod page_files;
mod batches;
mod parallel;
mod grouping;

pub(crate) use self::parallel::largest_first;
pub use self::{
    account::Trouble,
    batches::Batches,
    grouping::Grouping,
    item::Item,
    items::Items,
    page_file::{Backing, Contents, NotAPage, PageFile, SinglePage, form_of},
    page_files::PageFiles,
    read_options::{ReadOptions, UrlFilter},
};
