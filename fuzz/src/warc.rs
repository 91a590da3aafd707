//! WARC files of any bytes. The target `damage` holds what comes through of damaged ones.

use formats::{
    ReaderOptions, WarcPages,
    warc::{Error, Reader},
};

/// If more of a block than this were kept, it would not be bounded.
const MOST: usize = 64 << 10;

/// Reads a WARC file.
pub(crate) fn run(data: &[u8]) {
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
    for item in WarcPages::new(data, "file", &ReaderOptions::new().max_page(MOST)) {
        let _ = item.map(|page| assert!(page.bytes.len() <= MOST));
    }
}
