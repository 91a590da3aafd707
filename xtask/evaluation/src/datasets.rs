//! Collections of pages with gold: a reader for each form in which there are some, and what all of them make.
//!
//! [`folder::load`] finds out what a folder holds. Gold is one of these: texts, values, regions, or selectors that give
//! regions and so texts. Whoever needs regions of a text asks [`gold::from_text`].

pub mod checksum;
pub mod folder;
pub mod generated;
pub mod gold;
pub mod layout;
mod sections;
pub mod selector;
pub mod site;
pub mod wcxb;
