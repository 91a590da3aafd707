//! `demold report`: one file to look at.

use crate::command::Folder;

/// A folder with a site of three pages.
fn site() -> Folder {
    let folder = Folder::new();
    for (name, own) in [("a", "The ferry is late"), ("b/c", "A seal came ashore"), ("d", "Fog")] {
        let page = format!("<nav><a href=/>Home</a> News</nav><p>{own}.</p><i>Imprint</i>");
        folder.write(&format!("site/{name}.html"), page);
    }
    folder
}

#[test]
fn all_pages_are_in_one_file() {
    let folder = site();
    for method in ["classify", "mine", "map", "distill"] {
        let ran = folder.run(["report", "site", "-o", "out/report.html", "--force", "--method", method]);
        assert!(ran.ok().stderr.starts_with("3 pages, "));
        let html = folder.read("out/report.html");
        for part in ["a.html", "b/c.html", "d.html", "page-data-2", "Why parts were removed"] {
            assert!(html.contains(part), "{method}: {part}");
        }
        // Sources are stored compressed.
        assert!(!html.contains("ferry"));
        assert_eq!(html.contains("\n---- cut at"), method == "mine");
        assert_eq!(html.contains("Profile balanced."), method == "classify");
    }
}

#[test]
fn a_crawl_of_many_sites_has_a_table_of_them() {
    let folder = Folder::new();
    for (host, nth) in (0..23).flat_map(|host| (0..3).map(move |nth| (host, nth))) {
        let page = format!("<nav><a href=/>Home</a> News</nav><p>Report {nth} of {host}.</p><i>Imprint</i>");
        folder.write(&format!("host{host}/{nth}.html"), page);
    }
    let mut args = vec!["report".to_owned()];
    args.extend((0..23).map(|host| format!("host{host}")));
    args.extend(["-o".to_owned(), "r.html".to_owned()]);
    assert!(folder.run(args).ok().stderr.starts_with("69 pages, "));
    let html = folder.read("r.html");
    assert!(html.contains("What was removed from 23 sites"));
    assert_eq!(html.matches("<h2>Why parts were removed from ").count(), 20);
}

#[test]
fn a_template_file_is_used() {
    let folder = site();
    folder.demold("learn site -o t.json --method map").ok();
    folder.demold("report site/a.html -o r.html --template t.json").ok();
    assert!(folder.read("r.html").contains("map: a template of"));
}

#[test]
fn selectors_override_the_template() {
    let folder = site();
    let report =
        |more: &[&str]| folder.run([&["report", "site", "-o", "r.html", "--force"], more].concat()).ok().stderr;
    assert!(!report(&[]).starts_with("3 pages, 0.0 %"), "{}", report(&[]));
    assert!(report(&["--keep", "body"]).starts_with("3 pages, 0.0 %"));
    let all = report(&["--drop", "body"]);
    assert!(all.starts_with("3 pages, 100.0 %"), "{all}");
}
