//! Small WARC files.

use formats::warc::{Compression, RecordKind, WarcRecord, Writer};

pub(crate) const DATE: &str = "2026-01-31T12:00:00Z";

pub(crate) const COMPRESSIONS: [Compression; 3] = [Compression::None, Compression::Gzip, Compression::Zstd];

/// Returns a record whose block compresses to some kilobytes.
pub(crate) fn record(nth: usize) -> WarcRecord {
    let mut block = format!("record {nth}\n");
    for line in 0..400_usize {
        let figure = (line + 1).wrapping_mul(2_654_435_761 + nth) % 100_003;
        block.push_str(&format!("line {line} of {nth}: {figure}\n"));
    }
    WarcRecord::new(RecordKind::Conversion, DATE)
        .target(&format!("http://site.example/{nth}"))
        .block("text/plain", block.into_bytes())
}

/// Returns each of `n` records as it stands in a file.
pub(crate) fn members(n: usize, compression: Compression) -> Vec<Vec<u8>> {
    (0..n)
        .map(|nth| {
            let mut writer = Writer::new(Vec::new(), compression);
            writer.write(&record(nth)).unwrap();
            writer.into_inner()
        })
        .collect()
}
