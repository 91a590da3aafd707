//! WARC files: any bytes, and files with some bytes changed.

use formats::{
    Options, WarcPages,
    warc::{Compression, Error, Reader, Writer},
};

use crate::seeds;

/// If more of a block than this were kept, it would not be bounded.
const MOST: usize = 64 << 10;

/// Reads a WARC file, and one that is damaged.
pub fn warc(data: &[u8]) {
    let mut last = None;
    for item in Reader::new(data).max_block(MOST) {
        match item {
            Ok(record) => {
                assert!(record.body().len() <= MOST);
                assert!(last < Some(record.offset()) || last.is_none(), "records come in order");
                last = Some(record.offset());
            }
            Err(Error::Damaged { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    for item in WarcPages::new(data, "file", &Options::new().max_page(MOST)) {
        let _ = item.map(|page| assert!(page.bytes.len() <= MOST));
    }
    damaged(data);
}

/// Changes one record of several: all others must come through.
fn damaged(data: &[u8]) {
    let [form, which, at, length, change @ ..] = data else {
        return;
    };
    let compression = [Compression::None, Compression::Gzip, Compression::Zstd][usize::from(*form) % 3];
    let records = seeds::records();
    let mut members: Vec<Vec<u8>> = records
        .iter()
        .map(|record| {
            let mut writer = Writer::new(Vec::new(), compression);
            writer.write(record).expect("memory takes it");
            writer.into_inner()
        })
        .collect();
    let which = usize::from(*which) % members.len();
    let member = &mut members[which];
    let start = usize::from(*at) * member.len() / 256;
    let end = (start + usize::from(*length)).min(member.len());
    // What begins a record, or a frame, is one; the reader is right to take it for that.
    let change = &change[..change.len().min(64)];
    let begins = [&b"WARC/"[..], b"\x1f\x8b", b"\x28\xb5\x2f\xfd"];
    if begins.iter().any(|mark| change.windows(mark.len()).any(|window| window == *mark)) {
        return;
    }
    member.splice(start..end, change.iter().copied());
    let found: Vec<Option<String>> = Reader::new(&members.concat()[..])
        .filter_map(Result::ok)
        .map(|record| record.id().map(str::to_owned))
        .collect();
    for (nth, record) in records.iter().enumerate() {
        let id = record.id().map(str::to_owned);
        assert!(
            nth == which || found.contains(&id),
            "record {nth} is lost when {which} is damaged: {compression:?} {start}..{end} {change:?}"
        );
    }
}
