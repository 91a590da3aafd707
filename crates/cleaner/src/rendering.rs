//! What the regions leave of a page, in the forms that people and programs read.

mod dropped;

pub(crate) use self::dropped::Dropped;
