//! Nothing is passed over in silence: what could not be read ends with status 1 and its name.

use std::{
    fs,
    io::{Cursor, Write as _},
};

use crate::{
    command::{Folder, crawl, jsonl, page},
    crawls,
};
use formats::warc::Compression;

fn lines(n_pages: usize) -> String {
    jsonl(&crawl(n_pages, 1))
}

/// Runs the command, which fails with this in its last message, and returns all of its messages.
#[track_caller]
fn fails(folder: &Folder, args: &[&str], expected: &str) -> String {
    let ran = folder.run(args).failed(1);
    let error = ran.stderr.rfind("error: ").map(|at| &ran.stderr[at..]);
    assert!(error.is_some_and(|error| error.contains(expected)), "{ran:#?}");
    ran.stderr
}

#[test]
fn an_input_of_which_nothing_can_be_read() {
    let folder = Folder::with("good.jsonl", lines(3));
    folder.write("garbage.jsonl", "rain\nsnow\n");
    folder.write("garbage.warc", "rain\nsnow\n");
    folder.write("table.parquet", "rain");
    let clean = |input, expected| {
        let args = ["clean", input, "--format", "jsonl"];
        fails(&folder, &args, expected)
    };
    clean("garbage.jsonl", "garbage.jsonl: nothing could be read, 2 records not seen: line 1: it is not JSON");
    clean("garbage.warc", "garbage.warc: nothing could be read");
    clean("table.parquet", "table.parquet: nothing could be read");
    let named = ["clean", "good.jsonl", "--format", "jsonl", "--html-field", "nosuch"];
    fails(&folder, &named, "good.jsonl: nothing could be read, 3 records not seen");
    // The others are read.
    let ran = folder.demold("clean garbage.jsonl good.jsonl --format jsonl").failed(1).says("5 in = 3 out + 2 skipped");
    assert_eq!(ran.stdout.lines().count(), 3, "{ran:#?}");
    for args in [&["learn", "garbage.jsonl", "-o", "sites.demold"][..], &["repeats", "garbage.jsonl"]] {
        fails(&folder, args, "garbage.jsonl: nothing could be read");
    }
}

#[test]
fn a_named_file_without_permission() {
    let folder = Folder::with("good.jsonl", lines(3));
    #[cfg(unix)]
    for name in ["secret.jsonl", "secret.html"] {
        use std::os::unix::{fs::PermissionsExt as _, process::CommandExt as _};
        let path = folder.write(name, lines(3));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = folder.command();
        if fs::File::open(&path).is_ok() {
            // Only root may read it all the same, and root can be somebody else.
            command.uid(65_534);
        }
        let output = command.args(["clean", "good.jsonl", name, "--format", "jsonl"]).output();
        // Where a sandbox lets nobody else run the test's program, there is nothing to see.
        let Ok(output) = output else {
            return;
        };
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains(&format!("error: cannot read {name}: Permission denied")), "{stderr}");
    }
}

#[test]
fn files_that_are_not_web_pages() {
    let folder = Folder::with("a.pdf", "%PDF-1.7\n%\u{e2}\n1 0 obj");
    folder.write("b.html", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01");
    folder.write("site/c.html", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01");
    folder.write("site/d.html", page(1));
    folder.write("c.json", "[{\"html\": \"<p>Rain\"}]");
    let said = fails(&folder, &["clean", "c.json"], "c.json");
    assert!(said.contains("a single JSON document") && said.lines().count() == 1, "{said}");
    for (name, what) in [("a.pdf", "PDF (application/pdf)"), ("b.html", "PNG (image/png)")] {
        let expected = format!("cannot read {name}: it is {what}, and not a web page");
        let said = fails(&folder, &["clean", name], &expected);
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let elf = fs::read(env!("CARGO_BIN_EXE_demold-under-test")).unwrap();
    let ran = folder.run_with(["clean", "-", "--format", "jsonl"], &elf[..4096.min(elf.len())]).failed(1);
    assert!(ran.stderr.contains("and not a web page"), "{ran:#?}");
    // In a folder it is counted.
    folder.demold("clean site --format jsonl").ok().says("2 in = 1 out + 1 skipped (1 × a file of PNG (image/png))");
}

/// What a pipe gives can be read only once, and is read twice.
#[test]
#[cfg(target_os = "linux")]
fn a_named_pipe_is_an_input() {
    let folder = Folder::new();
    let path = folder.path().join("in.jsonl");
    let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    let writer = std::thread::spawn(move || fs::write(&path, lines(12)));
    let ran = folder.demold("clean in.jsonl --format jsonl").ok();
    writer.join().unwrap().unwrap();
    assert_eq!(ran.stdout.lines().count(), 12, "{ran:#?}");
}

/// Returns a ZIP archive of these files.
fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::STORE);
    for (name, bytes) in files {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Such as after a download that failed.
#[test]
fn what_is_empty_is_named_and_replaces_nothing() {
    let folder = Folder::with("full.jsonl", lines(3));
    let pack = |bytes: &[u8], compression| formats::pack(bytes, compression).unwrap();
    let table = crawls::parquet(&[]);
    let lz4 = lz4_flex::frame::FrameEncoder::new(Vec::new()).finish().unwrap();
    let empty = "it is empty: there is no record in it";
    for (name, bytes, why) in [
        ("a.warc", vec![], empty),
        ("a.arc", vec![], empty),
        ("a.wet", vec![], empty),
        ("a.jsonl", vec![], empty),
        ("a.ndjson", vec![], empty),
        ("white.jsonl", b" \r\n\n\t\n".to_vec(), empty),
        ("mark.jsonl", "\u{feff}".into(), empty),
        ("ends.warc", b"\r\n\r\n".to_vec(), empty),
        ("a.warc.gz", pack(b"", Compression::Gzip), empty),
        ("a.jsonl.gz", pack(b"", Compression::Gzip), empty),
        ("a.warc.zst", pack(b"", Compression::Zstd), empty),
        ("a.jsonl.zst", pack(b"", Compression::Zstd), empty),
        ("a.jsonl.lz4", lz4, empty),
        ("a.parquet", table, empty),
        ("a.wacz", zipped(&[("archive/b.warc", b"")]), "archive/b.warc: it is empty"),
        ("b.wacz", zipped(&[("archive/c.warc.gz", &pack(b"", Compression::Gzip))]), "archive/c.warc.gz: it is empty"),
        ("cut.warc.gz", pack(b"", Compression::Gzip)[..12].to_vec(), "nothing could be read"),
        ("cut.warc", b"WARC/1.1\r\nWARC-Type: resp".to_vec(), "nothing could be read"),
        ("cut.jsonl", b"{\"html\": \"<p>Ra".to_vec(), "nothing could be read"),
    ] {
        folder.write(name, bytes);
        let expected = format!("{name}: {why}");
        for out in ["old.jsonl", "old.parquet"] {
            folder.write(out, "old");
            fails(&folder, &["clean", name, "-o", out, "--force"], &expected);
            assert_eq!(fs::read(folder.path().join(out)).unwrap(), b"old", "{name}");
        }
        fails(&folder, &["clean", name, "full.jsonl", "-o", "both.jsonl", "--force"], &expected);
        assert_eq!(fs::read_to_string(folder.path().join("both.jsonl")).unwrap().lines().count(), 3, "{name}");
        let others = ["learn", "report", "repeats", "mirrors"];
        for command in others.into_iter().filter(|_| name == "a.warc" || name == "a.parquet") {
            fails(&folder, &[command, name, "-o", if command == "learn" { "new.json" } else { "new" }], &expected);
        }
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    assert_eq!(folder.files(), ["both.jsonl", "full.jsonl", "old.jsonl", "old.parquet"]);
}

#[test]
fn records_without_a_page_are_no_pages() {
    let folder = Folder::with("full.jsonl", lines(3));
    let info = formats::warc::WarcRecord::warcinfo("2026-01-31T12:00:00Z", &[("software", "a")]);
    let mut writer = formats::warc::Writer::new(Vec::new(), Compression::Gzip);
    writer.write(&info).unwrap();
    folder.write("info.warc.gz", writer.into_inner());
    folder.write("old.jsonl", "old");
    let none = "no page in info.warc.gz: 1 record read, and none is a page";
    let alone = ["clean", "info.warc.gz", "-o", "old.jsonl", "--force"];
    let said = fails(&folder, &alone, none);
    assert!(said.contains("1 in = 0 out + 1 skipped (1 × a record of type warcinfo)"), "{said}");
    assert_eq!(fs::read(folder.path().join("old.jsonl")).unwrap(), b"old");
    fails(&folder, &["clean", "info.warc.gz", "-o", "new.jsonl", "--dry-run"], none);
    // Among others such a file is usual.
    let ran = folder.demold("clean info.warc.gz full.jsonl --format jsonl").ok();
    assert_eq!(ran.stdout.lines().count(), 3);
    // What the user leaves out was there.
    folder.demold("clean full.jsonl --exclude example -o old.jsonl --force").ok();
    assert_eq!(fs::read(folder.path().join("old.jsonl")).unwrap(), b"");
}

#[test]
fn archives_of_other_kinds_are_read() {
    let folder = Folder::new();
    let pages = crawl(5, 1);
    let warc = crawls::warc(&pages, Compression::Gzip);
    let mut lz4 = lz4_flex::frame::FrameEncoder::new(Vec::new());
    lz4.write_all(&crawls::warc(&pages, Compression::None)).unwrap();
    let arc: String = (pages.iter())
        .map(|(url, page)| {
            let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
            let length = block.len();
            format!("{url} 192.0.2.1 20050131120000 text/html {length}\n{block}\n")
        })
        .collect();
    let about = "1 0 Somebody\nURL IP-address Archive-date Content-type Archive-length\n";
    let length = about.len();
    let arc = format!("filedesc://a.arc 0.0.0.0 20050131120000 text/plain {length}\n{about}\n{arc}");
    // Whatever they are called.
    for (name, bytes) in [
        ("a.wacz", zipped(&[("archive/data.warc.gz", &warc)])),
        ("b", zipped(&[("archive/data.warc.gz", &warc)])),
        ("c.warc.lz4", lz4.finish().unwrap()),
        ("d.arc", arc.clone().into_bytes()),
        ("e", arc.into_bytes()),
    ] {
        folder.write(name, bytes);
        let ran = folder.run(["clean", name, "--format", "jsonl"]).ok().says("5 pages cleaned");
        assert_eq!(ran.stdout.lines().count(), 5, "{name}: {ran:#?}");
    }
    folder.write("other.zip", zipped(&[("letters/a.txt", b"Dear Ann")]));
    let expected = "cannot read other.zip: it is ZIP (application/zip), and not a web page";
    fails(&folder, &["clean", "other.zip"], expected);
}

#[test]
fn values_come_out_as_they_went_in() {
    let folder = Folder::new();
    let values = r#""a":NaN,"b":[1e400,"\ud800"],"c":1.10,"d":12345678901234567890123,"e":-Infinity"#;
    let deep = format!("{}{}", "[".repeat(500), "]".repeat(500));
    let lines: String = (0..3)
        .map(|nth| {
            let page = serde_json::to_string(&page(nth)).unwrap();
            format!("{{{values},\"f\":{deep},\"html\":{page}}}\n")
        })
        .collect();
    folder.write("in.jsonl", format!("\u{feff}{lines}"));
    let ran = folder.demold("clean in.jsonl --format jsonl").ok();
    for line in ran.stdout.lines() {
        assert!(line.contains(&format!("{values},\"f\":{deep}")), "{line}");
    }
    assert_eq!(ran.stdout.lines().count(), 3);
    // A table has columns for numbers, and text for all else.
    folder.demold("clean in.jsonl -o out.parquet --body text,html").ok();
    let ran = folder.demold("clean out.parquet --format jsonl").ok();
    let record = &ran.records()[0];
    assert_eq!(record["c"], 1.1);
    assert_eq!(record["d"], "12345678901234567890123");
    assert_eq!(record["b"], r#"[1e400,"\ud800"]"#);
    assert_eq!(record["f"], deep);
}

#[test]
fn a_table_of_cleaned_pages_is_not_one_of_pages() {
    let folder = Folder::of_site(3);
    folder.demold("clean site -o cleaned.parquet").ok();
    let ran = folder.demold("clean cleaned.parquet -o again.jsonl").failed(1);
    assert!(ran.stderr.contains("none of its 3 rows has a page in the column of --html-field"), "{}", ran.stderr);
    folder.demold("clean cleaned.parquet --html-field text -o again.jsonl --force").ok();
}
