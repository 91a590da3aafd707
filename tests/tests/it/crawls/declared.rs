//! Folders whose pages declare addresses of several hosts.

use formats::warc::Compression;

use super::{ours, pages, records, warc};
use crate::command::{Folder, page};

/// A page that declares this address.
fn declaring(nth: usize, address: &str) -> String {
    page(nth).replacen("<head>", &format!("<head><meta property=\"og:url\" content=\"{address}\">"), 1)
}

/// Returns the site of each record, by its address.
fn sites(stdout: &str) -> Vec<String> {
    let records = records(stdout);
    records.into_values().map(|record| record["site"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_folder_of_several_sites_gives_what_their_crawl_gives() {
    let pages = pages();
    let folder = Folder::with("crawl.warc.gz", warc(&pages, Compression::Gzip));
    for (nth, (_, page)) in pages.iter().enumerate() {
        folder.write(&format!("mixed/{nth}.html"), page);
    }
    let clean = |more: &[&str]| folder.run([&["clean", "--format", "jsonl"], more].concat()).ok();
    let plain = |stdout: &str| {
        let mut records = ours(records(stdout));
        for record in records.values_mut() {
            let site = record["site"].as_str().unwrap();
            let host = site.strip_prefix("mixed: ").unwrap_or(site);
            let host = host.strip_prefix("www.").unwrap_or(host).to_owned();
            record["site"] = host.into();
        }
        records
    };
    let from_crawl = clean(&["crawl.warc.gz"]);
    for threads in ["1", "2"] {
        let found = clean(&["mixed", "--threads", threads]);
        let said = "mixed: its pages declare addresses of 5 hosts, and each is a site: ";
        assert!(found.stderr.contains(said), "{}", found.stderr);
        assert_eq!(plain(&found.stdout), plain(&from_crawl.stdout));
        assert!(clean(&["mixed", "--threads", threads, "--memory", "20K"]).stdout == found.stdout);
    }
    let whole = clean(&["mixed", "--group", "folder"]);
    assert!(!whole.stderr.contains("declare"), "{}", whole.stderr);
    assert!(sites(&whole.stdout).iter().all(|site| site == "mixed"));
    folder.demold("learn mixed -o sites.demold").ok().says("5 hosts");
    assert_eq!(clean(&["mixed", "--template", "sites.demold"]).stdout, clean(&["mixed"]).stdout);
}

#[test]
fn a_lone_outlier_stays_with_its_folder() {
    let folder = Folder::new();
    for nth in 0..4 {
        let host = if nth % 2 == 0 { "www.a.example" } else { "a.example" };
        folder.write(&format!("site/{nth}.html"), declaring(nth, &format!("https://{host}/{nth}")));
    }
    folder.write("site/4.html", declaring(4, "https://agency.example/4"));
    let clean = || folder.demold("clean site --format jsonl").ok();
    let ran = clean();
    assert!(!ran.stderr.contains("declare"), "{}", ran.stderr);
    assert_eq!(sites(&ran.stdout), ["site"; 5]);
    // The second page of the other host makes it a site. A page that declares nothing stays with the folder.
    folder.write("site/5.html", declaring(5, "https://agency.example/5"));
    folder.write("site/6.html", page(6));
    let ran = clean().says("site: its pages declare addresses of 2 hosts").says("a.example (4), agency.example (2)");
    let mut found = sites(&ran.stdout);
    found.sort();
    let (own, agency) = (["site: a.example"; 4], ["site: agency.example"; 2]);
    assert_eq!(found, [&["site"][..], &own, &agency].concat());
    assert!(!folder.demold("clean site --format jsonl --quiet").ok().stderr.contains("declare"));
}

/// What pages declare joins no pages of different folders, so one folder cannot spoil the template of another.
#[test]
fn only_pages_of_one_folder_are_grouped_by_what_they_declare() {
    let folder = Folder::new();
    for (nth, host) in [(0, "a"), (1, "a"), (2, "b"), (3, "b")] {
        for site in ["one", "two"] {
            folder
                .write(&format!("{site}/{nth}.html"), declaring(nth, &format!("https://{host}.example/{site}/{nth}")));
        }
    }
    let ran = folder.demold("clean one two --format jsonl").ok();
    let found = sites(&ran.stdout);
    let expected = |host: &str| ["one", "one", "two", "two"].map(|site| format!("{site}: {host}.example"));
    assert_eq!(found, [expected("a"), expected("b")].concat());
}
