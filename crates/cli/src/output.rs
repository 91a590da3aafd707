//! Where output is written that is not of cleaned pages, and what is known about a run that writes those.

mod about;
mod single;

pub(crate) use self::{
    about::about,
    single::{Checked, Single},
};
