//! The table for those who come from trafilatura: each of its command lines is run, and does what its row says.

use std::collections::BTreeSet;

use crate::{
    command::{Folder, Ran, sentence},
    pipeline::web,
};

const DOCS: &str = include_str!("../../../docs/from-trafilatura.md");

const PAGE: &str = "<title>Tides | Coast</title><nav><a href=/>Home</a></nav><main><h1>Tides</h1>\
    <p>High and <a href=/low>low</a> water come twice a day, and nobody on this coast plans a walk without them.</p>\
    <p>The heights of this week are those of the harbour; behind the island they are half a metre lower.</p>\
    <table><tr><th>Day<th>Height<tr><td>Monday<td>three metres<tr><td>Tuesday<td>three metres and a half\
    <tr><td>Wednesday<td>nearly four metres</table><img src=sea.png alt=Sea></main>\
    <footer><a href=/imprint>Imprint</a></footer>";

/// Returns the rows for the command line, as what trafilatura has and what to do here.
fn rows() -> Vec<(&'static str, &'static str)> {
    let (_, table) = DOCS.split_once("## At the command line").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| "));
    let rows = rows.filter(|row| row.starts_with('`'));
    rows.map(|row| row.trim_end_matches(" |").split_once(" | ").unwrap()).collect()
}

/// Returns what stands between backticks.
fn codes(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('`').skip(1).step_by(2)
}

/// A folder with all that the rows name.
fn folder(url: &str) -> Folder {
    let folder = Folder::with("page.html", PAGE);
    folder.write_site("IN", 5);
    folder.write("urls.txt", format!("{url}/1\n{url}/2\n"));
    folder.write("FILE", "format = \"text\"\n");
    folder
}

/// Runs a command line of the table.
fn run(folder: &Folder, line: &str, url: &str) -> Ran {
    let (line, input) = line.split_once(" < ").unwrap_or((line, ""));
    let input = match input {
        "" => String::new(),
        file => folder.read(file),
    };
    let mut words: Vec<String> = line
        .split(' ')
        .skip(1)
        .map(|word| match word {
            "URL" => format!("{url}/1"),
            "MAIL" => "mail@coast.example".to_owned(),
            "PATTERN" if line.contains("--exclude") => "3$".to_owned(),
            "PATTERN" => "[12]$".to_owned(),
            word => word.to_owned(),
        })
        .collect();
    if line.contains("URL") || line.contains("--urls") || words[0] == "crawl" {
        words.extend(["--allow-private", "--delay", "0.01"].map(str::to_owned));
    }
    folder.run_with(words, input.as_bytes())
}

#[test]
fn every_command_line_of_the_table_runs() {
    let url = web::serve();
    let mut n_lines = 0;
    for (theirs, ours) in rows() {
        let folder = folder(&url);
        for line in codes(ours).filter(|code| code.starts_with("demold ")) {
            if line == "demold crawl" {
                continue;
            }
            run(&folder, line, &url).ok();
            n_lines += 1;
        }
        assert!(!theirs.is_empty() && !ours.is_empty());
    }
    assert!(n_lines > 25, "{n_lines}");
}

/// Returns what the first command line of a row writes to standard output, and the folder.
fn written(theirs: &str) -> (String, Folder) {
    let url = web::serve();
    let folder = folder(&url);
    let (_, ours) = rows()
        .into_iter()
        .find(|(of, _)| codes(of).any(|code| code == theirs))
        .unwrap_or_else(|| panic!("no row for {theirs}"));
    let mut stdout = String::new();
    for line in codes(ours).filter(|code| code.starts_with("demold ")) {
        stdout = run(&folder, line, &url).ok().stdout;
        if !ours.contains(", then ") {
            break;
        }
    }
    (stdout, folder)
}

#[test]
fn what_is_written_is_that_of_the_rows() {
    for (theirs, expected, gone) in [
        ("trafilatura < page.html", "Tides\nHigh and low water", "<"),
        ("-u URL", &*sentence(1), "<"),
        ("--output-format txt", "Monday\tthree metres", "<"),
        ("--markdown", "[low](/low)", "Imprint"),
        ("--formatting", "# Tides", "Imprint"),
        ("--html", "<a href=/low>low</a>", "Imprint"),
        ("--json", "\"title\":\"Tides", "Imprint"),
        ("--with-metadata", "---\ntitle: Tides\nlanguage: en\n---\n\n# Tides\n", "Imprint"),
        ("--xmltei", "<ref target=\"/low\">low</ref>", "Imprint"),
        ("--xml", "<head rend=\"h1\">Tides</head>", "Imprint"),
        ("--config-file", "High and low water", "Imprint"),
        ("--no-tables", "High and low", "Monday"),
        ("--links", "low", "]("),
        ("--recall", "three metres", "\0"),
        ("--precision", "High and low", "\0"),
        ("--version", "demold ", "\0"),
    ] {
        let (found, _) = written(theirs);
        assert!(found.contains(expected) && !found.contains(gone), "{theirs}: {found}");
    }
}

#[test]
fn what_is_made_is_that_of_the_rows() {
    for theirs in ["--input-dir IN --output-dir OUT", "--keep-dirs"] {
        let (_, folder) = written(theirs);
        assert_eq!(folder.read("OUT/sub/3.txt"), format!("Report 3\n{}\n", sentence(3)));
    }
    let (_, folder) = written("-i urls.txt --output-dir OUT");
    let files = folder.files();
    let texts: Vec<&String> = files.iter().filter(|file| file.starts_with("OUT/")).collect();
    assert_eq!(texts.len(), 2, "{files:?}");
    assert!(folder.read(texts[0]).contains(&sentence(1)));
    let (_, folder) = written("--csv");
    assert!(folder.read("pages.csv").starts_with("url,site,title,"));
    for (theirs, made) in [
        ("--url-filter PATTERN", "OUT/"),
        ("--blacklist", "OUT/"),
        ("--crawl URL", "OUT/"),
        ("--explore URL", "crawl.warc.gz"),
        ("--sitemap URL", "crawl.warc.gz"),
    ] {
        let (_, folder) = written(theirs);
        assert!(folder.files().iter().any(|file| file.starts_with(made)), "{theirs}: {:?}", folder.files());
    }
}

#[test]
fn no_option_is_named_twice() {
    let mut seen = BTreeSet::new();
    for (theirs, _) in rows() {
        for code in codes(theirs).filter(|code| !code.contains(' ')) {
            assert!(seen.insert(code), "{code}");
        }
    }
}

#[test]
fn options_of_trafilatura_name_ours() {
    let folder = Folder::with("page.html", PAGE);
    let mut n_options = 0;
    for (theirs, _) in rows() {
        for option in codes(theirs).filter_map(|code| code.split(' ').find(|word| word.starts_with('-'))) {
            // Some mean the same here.
            if ["--verbose", "-v", "--version"].contains(&option) {
                continue;
            }
            folder.run(["clean", "page.html", option]).failed(2).says("that is an option of trafilatura; here: ");
            n_options += 1;
        }
    }
    assert!(n_options > 30, "{n_options}");
    for (option, ours) in [
        ("--precision", "--profile article"),
        ("--recall", "--profile data"),
        ("--no-tables", "--drop table"),
        ("--with-metadata", "--front-matter"),
        ("-i", "--urls FILE"),
    ] {
        folder.run(["clean", "page.html", option]).failed(2).says(ours);
    }
    // Another option that nobody has gets the usual answer.
    let ran = folder.demold("clean page.html --moon").failed(2);
    assert!(!ran.stderr.contains("trafilatura"), "{}", ran.stderr);
}
