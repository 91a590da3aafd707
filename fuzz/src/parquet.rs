//! Parquet: any bytes, and a table with some bytes changed.

use std::{
    panic,
    sync::{LazyLock, Once},
};

use bytes::Bytes;
use formats::{ParquetPages, ReaderOptions};

use crate::seeds;

/// Reads a table.
pub(crate) fn run(data: &[u8]) {
    static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| seeds::parquet().concat());
    silence();
    read(data.to_vec());
    // Without its frame nothing is read of a table; so a whole one is changed.
    let mut table = TABLE.clone();
    for change in data.chunks_exact(3).take(8) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % table.len();
        table[at] = change[2];
    }
    read(table);
}

fn read(bytes: Vec<u8>) {
    let Ok(pages) = ParquetPages::new(Bytes::from(bytes), "file", &ReaderOptions::new().max_page(64 << 10)) else {
        return;
    };
    for page in pages.take(1_000).flatten() {
        assert!(page.bytes.len() <= 64 << 10);
    }
}

/// Says nothing of panics that are caught.
pub(crate) fn silence() {
    // The library panics on some tables, which `formats` catches and reports as damage. libFuzzer would end there.
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !formats::is_guarded() {
                hook(info);
            }
        }));
    });
}
