//! Records that are damaged.

use std::io::Write as _;

use formats::warc::{Compression, Writer};

use super::{html, pages, records, response};
use crate::command::Folder;

#[test]
fn broken_records_cost_themselves_and_are_counted() {
    let folder = Folder::new();
    let pages = pages();
    let mut file = Vec::new();
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    bomb.write_all(&vec![b'x'; 3 << 20]).unwrap();
    let bomb = response(
        "http://bomb.example/",
        "200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip",
        &bomb.finish().unwrap(),
    );
    for (nth, (url, page)) in pages.iter().enumerate() {
        let mut writer = Writer::new(Vec::new(), Compression::Gzip);
        writer.write(&html(url, page)).unwrap();
        if nth == 7 {
            writer.write(&bomb).unwrap();
            writer.write(&html("http://long.example/", &"y".repeat(2 << 20))).unwrap();
        }
        let mut member = writer.into_inner();
        if nth == 20 {
            let half = member.len() / 2;
            member[half..half + 9].fill(0x55);
        }
        if nth == 59 {
            member.truncate(member.len() / 2);
        }
        file.extend(member);
    }
    folder.write("crawl.warc.gz", file);
    let args = ["clean", "crawl.warc.gz", "--max-page", "1M", "--format", "jsonl"];
    let ran = folder.run(args).ok().says("62 in = 58 out + 4 skipped (4 × broken or too large)");
    assert_eq!(records(&ran.stdout).len(), 58);
    ran.says_all(&["(http://bomb.example/)", "(http://long.example/)", "crawl.warc.gz, byte "]);
    folder.run(args.into_iter().chain(["--strict"])).failed(1);
}
