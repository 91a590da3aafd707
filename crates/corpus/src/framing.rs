//! Files that are packed in members, one after another: gzip, Zstandard, LZ4, and stretches that are not packed.
//!
//! A damaged member costs itself. The next one is sought, and has to prove that it is one by what it holds.

mod effort;
mod retries;
mod window;
mod borders;
mod gzip;
mod codec;
mod resync_check;
mod trial;
mod source;
mod dictionary;
mod search;
mod single;
#[cfg(feature = "packed")]
mod lz4;
mod text;

#[cfg(test)]
pub(crate) use self::effort::counted;
#[cfg(feature = "packed")]
pub(crate) use self::lz4::Lz4;
pub(crate) use self::{
    effort::count,
    resync_check::{ResyncCheck, may_begin_arc},
    single::unpacked,
    source::{Broken, Source},
    text::{DamagedMember, Text},
};
