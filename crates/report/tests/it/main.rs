//! The crate as its users see it.

#![expect(clippy::single_range_in_vec_init, reason = "a page often has one range")]

mod prop;
mod snapshots;
mod unpacked;
