//! Pass two: what pages are cleaned by, and what people are told of them.

mod given;
pub(crate) mod keep;
mod explain;
mod summary;

pub(crate) use self::{
    explain::{applied, explanation},
    given::{given, of_sites},
    summary::{Lines, add_unread, check_strictly},
};
