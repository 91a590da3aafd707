//! Files of any form: what they hold is recognized, and read to its end.

use std::io::{Seek as _, Write as _};

use formats::{Content, Form, ReaderOptions};

/// No page may be larger.
const MOST: usize = 64 << 10;

/// Opens bytes as a file of each form.
pub(crate) fn run(data: &[u8]) {
    let mut file = tempfile::tempfile().expect("there is room for a file");
    file.write_all(data).expect("there is room for a file");
    for is_page in [false, true] {
        let content = Content::of_file(&mut file, is_page).expect("the file can be read");
        assert_eq!(file.stream_position().ok(), Some(0), "{content:?}");
    }
    for form in [Form::Warc, Form::Wacz, Form::Jsonl] {
        let copy = file.try_clone().expect("a handle can be copied");
        let pages = formats::open(copy, form, "file", &ReaderOptions::new().max_page(MOST));
        let mut n_items = 0;
        for item in pages.expect("only tables are refused whole") {
            let _ = item.map(|page| assert!(page.bytes.len() <= MOST));
            n_items += 1;
        }
        // An archive may have several names for the same bytes.
        assert!(form == Form::Wacz || n_items <= data.len() + 1, "{n_items} items of {form:?}");
    }
}
