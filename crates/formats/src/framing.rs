//! Reads files that consist of members, one after another: compressed ones of gzip, Zstandard or LZ4, and plain
//! stretches.
//!
//! A damaged member costs only itself. The next one is searched for, and is accepted only if its content begins as
//! the content of such a file should.

mod effort;
mod retries;
mod window;
mod borders;
mod codec;
mod resync_check;
mod trial;
mod source;
mod dictionary;
mod search;
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
    source::{Broken, Source},
    text::{DamagedMember, Text},
};
