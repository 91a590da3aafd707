//! One page, as somebody who tries the command has it.

use serde_json::Value;

use crate::command::{Folder, crawl, jsonl, page};

const PAGE: &str = "<title>Tides</title><h1>Tides</h1><p>High and <a href=/low>low</a> water come twice a day, \
    and nobody on this coast plans a walk without them.";
const URL: &str = "https://coast.example/tides";

#[test]
fn an_address_makes_links_absolute_and_names_the_site() {
    let folder = Folder::with("page.html", PAGE);
    let of = |input: &str, format: &str| {
        folder.run_with(["clean", input, "--url", URL, "--format", format, "--quiet"], PAGE.as_bytes()).ok().stdout
    };
    for input in ["page.html", "-"] {
        let markdown = of(input, "md");
        assert!(markdown.contains("[low](https://coast.example/low)"), "{markdown}");
        let record: Value = serde_json::from_str(&of(input, "json")).unwrap();
        assert_eq!((&record["url"], &record["site"]), (&URL.into(), &"coast.example".into()));
    }
}

#[test]
fn an_address_is_that_of_a_single_page() {
    let folder = Folder::with("page.html", PAGE);
    folder.write_site("site", 3);
    folder.write("crawl.jsonl", "{\"html\": \"<p>Rain\"}\n");
    folder.write("crawl", "{\"html\": \"<p>Rain\"}\n");
    for inputs in ["page.html page.html", "site", "crawl.jsonl", "crawl"] {
        let ran = folder.demold(format!("clean {inputs} --url {URL} --format jsonl"));
        ran.failed(2).says("--url is the address of a single page");
    }
}

#[test]
fn formats_have_short_names() {
    let folder = Folder::with("page.html", PAGE);
    let of = |format: &str| folder.run(["clean", "page.html", "--format", format]).ok().stdout;
    assert_eq!(of("md"), of("markdown"));
    assert_eq!(of("json"), of("jsonl"));
    assert_eq!(of("txt"), of("text"));
    assert_eq!(of("xmltei"), of("tei"));
}

#[test]
fn front_matter_has_what_the_page_says() {
    let folder = Folder::with("page.html", PAGE);
    folder.write("said.html", format!("<link rel=canonical href=https://coast.example/said>{PAGE}"));
    let of = |input: &str, format: &str, options: &[&str]| {
        let args = ["clean", input, "--format", format, "--quiet"];
        folder.run(args.into_iter().chain(options.iter().copied())).ok().stdout
    };
    for format in ["markdown", "text"] {
        let body = of("page.html", format, &[]);
        let head = |url: &str| format!("---\ntitle: Tides\n{url}---\n\n{body}");
        assert_eq!(of("page.html", format, &["--front-matter"]), head(""));
    }
    // The address that was given, and the one that the page declares.
    let given = format!("url: {URL}\n");
    assert!(of("page.html", "md", &["--front-matter", "--url", URL]).contains(&given));
    let declared = of("said.html", "md", &["--front-matter", "--url", URL]);
    assert!(declared.contains("\nurl: https://coast.example/said\n"), "{declared}");
    let ran = folder.demold("clean page.html --format html --front-matter").failed(2);
    assert!(ran.stderr.contains("--front-matter applies to Markdown and text"), "{}", ran.stderr);
    // Each page of a folder has its own, of what is known of the site.
    folder.write_site("site", 4);
    folder.demold("clean site --format md --front-matter --out out").ok();
    assert!(folder.read("out/sub/2.md").starts_with("---\ntitle: Report 2\n"), "{}", folder.read("out/sub/2.md"));
}

#[test]
fn addresses_and_noise_are_no_pages() {
    let folder = Folder::new();
    let noise: Vec<u8> = (0..2_000_u32).map(|n| (n.wrapping_mul(n).wrapping_mul(7919) >> 5) as u8).collect();
    let list = b"# of today\nhttps://coast.example/1\nhttps://coast.example/2\n";
    for (name, bytes, what, advice) in [
        ("list.html", &list[..], "a list of addresses", "--urls list.html"),
        ("list", list, "a list of addresses", "--urls list"),
        ("one.html", b"https://coast.example/tides\n", "an address", "--urls one.html"),
        ("name.html", b"tides.html", "the name of a file", ""),
        ("noise.html", &noise, "binary data of an unknown kind", ""),
    ] {
        folder.write(name, bytes);
        let ran = folder.run(["clean", name]).failed(1);
        let expected = format!("error: cannot read {name}: it is {what}, and not a web page");
        assert!(ran.stderr.starts_with(&expected), "{ran:?}");
        assert!(ran.stderr.contains(advice) && ran.stderr.lines().count() == 1, "{ran:?}");
        folder.run_with(["clean", "-"], bytes).failed(1).says(what);
        folder.write(&format!("site/{name}.html"), bytes);
    }
    folder.write_site("site", 3);
    folder.write("site/style.css", "p { color: red }");
    let ran = folder.demold("clean site --out out").ok();
    let counted = "9 in = 3 out + 6 skipped (2 × a file of a list of addresses, 1 × a file of an address, \
                   1 × a file of binary data of an unknown kind, 1 × a file of the name of a file, \
                   1 × a file that is no page)";
    assert!(ran.stderr.contains(counted), "{}", ran.stderr);
    assert_eq!(folder.files().iter().filter(|file| file.starts_with("out/")).count(), 3);
    // Of records too.
    let lines = jsonl(&crawl(3, 1));
    folder.write("crawl.jsonl", format!("{lines}{{\"html\":\"https://coast.example/\"}}\n"));
    folder.demold("clean crawl.jsonl --out out.jsonl").ok().says("1 × a line with an address in place of a page");
}

#[test]
fn removed_parts_are_told_by_their_first_and_last_words() {
    let folder = Folder::new();
    let links: String = (0..60).map(|n| format!("<a href=/{n}>Section{n}</a> ")).collect();
    for nth in 0..8 {
        let page = page(nth).replace("<nav>", &format!("<nav>{links}"));
        folder.write(&format!("site/{nth}.html"), page);
    }
    let ran = folder.demold("clean site --out out --explain").ok();
    let of_page: Vec<&str> = (ran.stderr.lines())
        .skip_while(|line| !line.starts_with("site/3.html"))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .collect();
    let nav = of_page.iter().find(|line| line.contains("  nav  "));
    let nav = nav.unwrap_or_else(|| panic!("{}", ran.stderr));
    assert!(nav.contains("\"Section0 Section1"), "{nav}");
    assert!(nav.contains(" … ") && nav.contains("News\"  "), "{nav}");
    assert!(of_page.iter().any(|line| line.contains("\"Printed on recycled bytes\"")), "{of_page:?}");
    assert!(of_page.iter().all(|line| !line.contains("  0 words  ")), "{of_page:?}");
}
