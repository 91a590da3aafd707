//! What is written is what is read.

use std::io::{self, Read};

use formats::{
    pack,
    warc::{Compression, Reader, RecordKind, WarcRecord, Writer},
};
use proptest::prelude::*;

use crate::support::{COMPRESSIONS, DATE, members, record};

/// A reader that gives few bytes at a time, as pipes do.
struct Drops<R>(R);

impl<R: Read> Read for Drops<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n = into.len().min(7);
        self.0.read(&mut into[..n])
    }
}

/// Asserts that a file holds the first `n` records of `support`.
fn check(file: &[u8], n: usize) {
    for records in [Reader::new(file).collect::<Vec<_>>(), Reader::new(Drops(file)).collect()] {
        assert_eq!(records.len(), n);
        for (nth, found) in records.into_iter().enumerate() {
            let found = found.unwrap();
            assert_eq!(found.headers(), record(nth).headers());
            assert_eq!(found.body(), record(nth).body());
            assert!(!found.is_cut());
        }
    }
}

/// Record by record, as a whole, and in members that hold no whole record.
#[test]
fn records_come_back_however_they_are_packed() {
    let plain = members(6, Compression::None).concat();
    for compression in COMPRESSIONS {
        check(&members(6, compression).concat(), 6);
        check(&pack(&plain, compression).unwrap(), 6);
        let pieces: Vec<Vec<u8>> = plain.chunks(1000).map(|piece| pack(piece, compression).unwrap()).collect();
        check(&pieces.concat(), 6);
    }
}

#[test]
fn a_dictionary_in_the_first_frame_is_used() {
    let plain: Vec<Vec<u8>> = members(6, Compression::None);
    let dictionary = plain[0].repeat(2);
    for packed in [dictionary.clone(), pack(&dictionary, Compression::Zstd).unwrap()] {
        let mut file = 0x184d_2a5d_u32.to_le_bytes().to_vec();
        file.extend(u32::try_from(packed.len()).unwrap().to_le_bytes());
        file.extend(&packed);
        let mut compressor = zstd::bulk::Compressor::with_dictionary(3, &dictionary).unwrap();
        for record in &plain {
            file.extend(compressor.compress(record).unwrap());
        }
        check(&file, 6);
    }
}

#[test]
fn lines_may_end_as_they_like() {
    let file = b"WARC/1.0\nWARC-Type: resource\ncontent-length: 3\n\nabc\n\nWARC/0.18\r\nWARC-Type: resource\r\n\
                 WARC-Target-URI: <http://a.example/>\r\nContent-Length:4\r\n\r\ndefg";
    let records: Vec<WarcRecord> = Reader::new(&file[..]).map(Result::unwrap).collect();
    assert_eq!(records[0].kind(), &RecordKind::Resource);
    assert_eq!(records[0].body(), b"abc");
    assert_eq!(records[1].target_uri(), Some("http://a.example/"));
    assert_eq!(records[1].body(), b"defg");
    assert_eq!(records[1].offset(), 53);
}

#[test]
fn long_blocks_are_cut_and_passed_over() {
    for compression in COMPRESSIONS {
        let mut writer = Writer::new(Vec::new(), compression);
        let long = WarcRecord::new(RecordKind::Resource, DATE).block("text/plain", vec![b'x'; 3 << 20]);
        writer.write(&long).unwrap();
        writer.write(&record(1)).unwrap();
        let file = writer.into_inner();
        let mut reader = Reader::new(&file[..]).max_block(1000);
        let found = reader.next().unwrap().unwrap();
        assert_eq!((found.body().len(), found.length()), (1000, 3 << 20));
        assert!(found.is_cut());
        assert_eq!(reader.next().unwrap().unwrap().id(), record(1).id());
        assert!(reader.next().is_none());
    }
}

#[test]
fn offsets_cut_records_out() {
    for compression in COMPRESSIONS {
        let members = members(3, compression);
        let file = members.concat();
        let mut offset = 0;
        for (found, member) in Reader::new(&file[..]).zip(&members) {
            let found = found.unwrap();
            assert_eq!(found.offset(), offset);
            let alone = Reader::new(&file[offset as usize..]).next().unwrap().unwrap();
            assert_eq!(alone.id(), found.id());
            offset += member.len() as u64;
        }
    }
}

proptest! {
    #[test]
    fn any_record_comes_back(
        block in proptest::collection::vec(any::<u8>(), 0..300),
        uri in "[ -~\r\n]{0,40}",
        compression in 0..3_usize,
        n in 1..4_usize,
    ) {
        let written = WarcRecord::new(RecordKind::Metadata, DATE).target(&uri).block("a/b", block);
        let mut writer = Writer::new(Vec::new(), COMPRESSIONS[compression]);
        for _ in 0..n {
            writer.write(&written).unwrap();
        }
        let file = writer.into_inner();
        let found: Vec<WarcRecord> = Reader::new(&file[..]).map(Result::unwrap).collect();
        prop_assert_eq!(found.len(), n);
        for found in found {
            prop_assert_eq!(found.body(), written.body());
            prop_assert_eq!(found.id(), written.id());
            let expected = uri.replace(['\r', '\n'], " ");
            prop_assert_eq!(found.header("WARC-Target-URI"), Some(expected.trim()));
        }
    }
}
