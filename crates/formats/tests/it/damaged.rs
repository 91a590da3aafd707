//! A damaged record costs itself, and says where it is.

use formats::{
    http::decoded,
    warc::{Compression, Damage, Error, Reader},
};
use proptest::prelude::*;

use crate::support::{COMPRESSIONS, members, record};

/// Returns the ids of the records that are read, and what was wrong where.
fn read(file: &[u8]) -> (Vec<usize>, Vec<(u64, Damage)>) {
    let ids: Vec<_> = (0..10).map(|nth| record(nth).id().unwrap().to_owned()).collect();
    let mut found = Vec::new();
    let mut damaged = Vec::new();
    for item in Reader::new(file) {
        match item {
            Ok(record) => {
                let id = record.id().unwrap();
                found.push(ids.iter().position(|known| known == id).unwrap());
            }
            Err(Error::Damaged { offset, reason }) => damaged.push((offset, reason)),
            Err(error) => panic!("{error}"),
        }
    }
    (found, damaged)
}

/// Damages a record of five. Returns what is wrong with it: all others are read, and it says where it is.
#[track_caller]
fn damage(compression: Compression, nth: usize, damage: impl FnOnce(&mut Vec<u8>)) -> Damage {
    let mut members = members(5, compression);
    let offset: u64 = members[..nth].iter().map(|member| member.len() as u64).sum();
    damage(&mut members[nth]);
    let (found, damaged) = read(&members.concat());
    let others: Vec<usize> = (0..5).filter(|other| *other != nth).collect();
    assert_eq!(found, others, "{compression:?}: {damaged:?}");
    let [(at, reason)] = &damaged[..] else { panic!("{compression:?}: {damaged:?}") };
    assert_eq!(*at, offset, "{compression:?}");
    reason.clone()
}

/// Changes a plain record as text.
fn text(change: impl FnOnce(String) -> String) -> impl FnOnce(&mut Vec<u8>) {
    |member| *member = change(String::from_utf8(std::mem::take(member)).unwrap()).into_bytes()
}

/// Sets the length in a header.
fn with_length(record: &str, stated: &str) -> String {
    let (before, rest) = record.split_once("Content-Length: ").unwrap();
    let (_, after) = rest.split_once("\r\n").unwrap();
    format!("{before}Content-Length: {stated}\r\n{after}")
}

#[test]
fn a_damaged_record_costs_itself() {
    for compression in [Compression::Gzip, Compression::Zstd] {
        let flip = |member: &mut Vec<u8>| {
            let half = member.len() / 2;
            member[half..half + 20].iter_mut().for_each(|byte| *byte ^= 0x5a);
        };
        assert!(matches!(damage(compression, 2, flip), Damage::Compressed { .. }), "{compression:?}");
    }
    for compression in COMPRESSIONS {
        damage(compression, 2, |member| member.truncate(member.len() / 2));
    }
    for (stated, reason) in [
        ("99999999", Damage::Truncated),
        ("20000", Damage::WrongLength { stated: 20_000 }),
        ("5", Damage::WrongLength { stated: 5 }),
        ("many", Damage::NoLength),
    ] {
        assert_eq!(damage(Compression::None, 2, text(|record| with_length(&record, stated))), reason);
    }
    // From its length to the end of the record: the next field would be the next record's.
    let cut = text(|record| record[..record.find("Content-Length").unwrap()].to_owned());
    assert_eq!(damage(Compression::None, 1, cut), Damage::HeaderUnended);
    // A length that leads to an empty line of the next record.
    let next = String::from_utf8(members(3, Compression::None).remove(2)).unwrap();
    let n_next = next.find("\r\n\r\n").unwrap();
    let mut stated = 0;
    let long = text(|record| {
        stated = record.split_once("\r\n\r\n").unwrap().1.len() + n_next;
        with_length(&record, &stated.to_string())
    });
    let found = damage(Compression::None, 1, long);
    assert_eq!(found, Damage::WrongLength { stated: stated as u64 });
    assert_eq!(damage(Compression::None, 1, |member| member[0] = 0), Damage::NotARecord);
}

#[test]
fn a_damaged_beginning_costs_one_record() {
    for compression in [Compression::Gzip, Compression::Zstd] {
        let damages: [fn(&mut Vec<u8>); 4] = [
            |member| member.insert(0, 0),
            |member| member[0] ^= 1,
            |member| member.truncate(1),
            |member| drop(member.drain(..9)),
        ];
        for (nth, damage) in damages.iter().enumerate() {
            let mut members = members(3, compression);
            damage(&mut members[0]);
            let (found, _) = read(&members.concat());
            let expected: &[usize] = if nth == 0 { &[0, 1, 2] } else { &[1, 2] };
            assert_eq!(found, expected, "{compression:?}, damage {nth}");
        }
    }
}

#[test]
fn a_file_that_breaks_off_keeps_its_whole_records() {
    for compression in COMPRESSIONS {
        let members = members(3, compression);
        let mut file = members.concat();
        file.truncate(file.len() - members[2].len() / 2);
        let (found, damaged) = read(&file);
        assert_eq!(found, [0, 1], "{compression:?}");
        let offset = (members[0].len() + members[1].len()) as u64;
        assert_eq!(damaged, [(offset, Damage::Truncated)]);
    }
}

#[test]
fn other_files_are_one_damaged_record() {
    assert_eq!(read(b""), (vec![], vec![]));
    assert_eq!(read(b"\r\n\r\n"), (vec![], vec![]));
    assert_eq!(read(b"<html>").1, [(0, Damage::NotARecord)]);
    let endless = [b"WARC/1.0\r\n".to_vec(), vec![b'x'; 100_000]].concat();
    assert_eq!(read(&endless).1, [(0, Damage::HeaderTooLong)]);
    let message = Reader::new(&b"<html>"[..]).next().unwrap().unwrap_err().to_string();
    assert_eq!(message, "damaged record at byte 0: it does not begin with WARC/ and a version");
}

#[test]
fn damage_in_the_middle_of_a_member_is_where_the_member_is() {
    let packed = |members: &[&[u8]]| -> Vec<Vec<u8>> {
        members.iter().map(|member| formats::pack(member, Compression::Gzip).unwrap()).collect()
    };
    let members = members(3, Compression::None);
    let junk = packed(&[&members[0], &[&members[1][..], b"junk"].concat(), &members[2]]);
    // Unpacked it is at a byte that the file does not have.
    let expected = (vec![0, 1, 2], vec![(junk[0].len() as u64, Damage::NotARecord)]);
    assert_eq!(read(&junk.concat()), expected);
    // A length that leads out of its member.
    let long = String::from_utf8(members[1].clone()).unwrap().replacen("Length: ", "Length: 999999", 1);
    let (found, damaged) = read(&packed(&[&members[0], long.as_bytes(), &members[2]]).concat());
    assert_eq!(found, [0, 2]);
    assert!(matches!(damaged[..], [(_, Damage::WrongLength { .. })]), "{damaged:?}");
}

#[test]
fn zeros_behind_the_last_member_mean_nothing() {
    for compression in [Compression::Gzip, Compression::Zstd] {
        let mut file = members(2, compression).concat();
        file.extend([0; 600]);
        assert_eq!(read(&file), (vec![0, 1], vec![]));
    }
}

#[test]
fn what_is_packed_has_a_checksum() {
    // Numbers that hardly shrink: most of the bytes are letters as they are.
    let text = record(0).into_body();
    for (compression, name) in [(Compression::Gzip, "gzip"), (Compression::Zstd, "zstd")] {
        let packed = formats::pack(&text, compression).unwrap();
        for at in 20..packed.len() {
            let mut packed = packed.clone();
            packed[at] ^= 1;
            let unpacked = decoded(packed.into(), name, 1 << 20);
            assert!(unpacked.fault.is_some() || *unpacked.bytes == *text, "{name}, byte {at}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn damage_stays_where_it_is(
        nth in 0..5_usize,
        compression in 0..3_usize,
        at in 0.0..1.0_f64,
        bytes in proptest::collection::vec(any::<u8>(), 1..30),
    ) {
        let mut members = members(5, COMPRESSIONS[compression]);
        let length = members[nth].len();
        let at = (at * length as f64) as usize;
        let end = (at + bytes.len()).min(length);
        members[nth][at..end].copy_from_slice(&bytes[..end - at]);
        let file = members.concat();
        let intact = Reader::new(&file[..])
            .flatten()
            .filter(|found| (0..5).any(|known| record(known).id() == found.id()))
            .count();
        prop_assert!(intact >= 4, "{} of 5", intact);
    }
}
