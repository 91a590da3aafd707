//! `demold learn`, `show` and `completions`.

use crate::command::{Folder, crawl, jsonl, page};

#[test]
fn the_template_and_its_listing_can_be_read() {
    let folder = Folder::of_site(5);
    for method in ["distill", "mine", "map", "classify"] {
        let args = ["learn", "site", "-o", "site.demold.json", "--method", method, "--force"];
        assert_eq!(folder.run(args).ok().stdout, "");
        insta::assert_snapshot!(format!("template-{method}"), folder.read("site.demold.json"));
        let listing = folder.demold("show site.demold.json").ok().stdout;
        insta::assert_snapshot!(format!("listing-{method}"), listing);
    }
}

#[test]
fn a_template_is_shown_on_a_page() {
    let folder = Folder::of_site(5);
    folder.demold("learn site -o site.demold.json").ok();
    let shown = folder.demold("show site.demold.json --page site/sub/1.html").ok().stdout;
    let (gone, kept) = shown.split_once("what stays: ").unwrap();
    assert!(gone.contains("nav  \"Home News\"") && gone.contains("on 4 of 4 other pages"), "{shown}");
    assert!(gone.contains("footer") && kept.contains("heading  \"Report 1\""), "{shown}");
    assert!(!kept.contains("Home"), "{shown}");
    folder.demold("show site.demold.json site.demold.json --page site/sub/1.html").failed(2);
}

#[test]
fn without_a_file_the_template_goes_to_standard_output() {
    let folder = Folder::of_site(5);
    folder.demold("learn site -o site.demold.json --verbose").ok();
    assert_eq!(folder.demold("learn site").ok().stdout, folder.read("site.demold.json"));
}

#[test]
fn more_pages_than_asked_for_are_sampled_by_the_seed() {
    let folder = Folder::of_site(40);
    let learn = |seed: &str| folder.run(["learn", "site", "--sample-pages", "3", "--seed", seed]).ok().stdout;
    assert!(learn("0").contains("\"pages\": 3,\n  \"available\": 40,\n  \"seed\": 0"), "{}", learn("0"));
    assert_eq!(learn("5"), learn("5"));
}

#[test]
fn a_single_page_is_a_template_of_its_own_evidence() {
    let folder = Folder::of_site(1);
    let ran = folder.demold("learn site --method distill --strict").ok().prints("\"method\": \"classify\"");
    folder.write("t.json", ran.stdout);
    let text = folder.demold("clean site --template t.json --format text").ok().stdout;
    assert_eq!(text, folder.demold("clean site --format text").ok().stdout);
}

/// Pages that are alone have no template, whatever is removed from them.
#[test]
fn learn_and_clean_measure_the_same_share() {
    let folder = Folder::new();
    let menu: String = (0..40).map(|n| format!("<a href=/{n}>Section {n}</a> ")).collect();
    let alone =
        (1..10).map(|nth| (format!("http://s{nth}.example/"), page(nth).replace("<nav>", &format!("<nav>{menu}"))));
    folder.write("crawl.jsonl", jsonl(&crawl(12, 1).into_iter().chain(alone).collect::<Vec<_>>()));
    let share = |said: &str, of: &str| -> f64 {
        let (_, rest) = said.split_once(of).unwrap_or_else(|| panic!("{said}"));
        rest.split(' ').next().unwrap().parse().unwrap()
    };
    let learned = folder.demold("learn crawl.jsonl -o t").ok().stderr;
    let cleaned = folder.demold("clean crawl.jsonl -o out.jsonl").ok().stderr;
    let (learned, cleaned) = (share(&learned, "; about "), share(&cleaned, " out, "));
    assert!((learned - cleaned).abs() <= 0.5, "{learned} {cleaned}");
    assert!(learned > 5.0 && learned < 60.0, "{learned}");
}

#[test]
fn a_line_about_a_template_is_shown_once() {
    let folder = Folder::with("crawl.jsonl", jsonl(&crawl(12, 2)));
    folder.demold("learn crawl.jsonl -o t").ok();
    let shown = folder.demold("show t").ok().stdout;
    let lines: Vec<&str> = shown.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 4, "{shown}");
    assert!(lines[0].starts_with("s0.example: 6 pages, 1 template"), "{shown}");
    assert!(lines[1].starts_with("classify: a template of "), "{shown}");
}

#[test]
fn shells_get_their_completions() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = folder.run(["completions", shell]).ok();
        assert!(ran.stdout.contains("demold") && ran.stdout.contains("threshold"), "{shell}");
    }
}

#[test]
fn help_is_a_page_that_people_read() {
    let folder = Folder::new();
    insta::assert_snapshot!("help", folder.demold("--help").ok().stdout);
    insta::assert_snapshot!("help-clean-short", folder.demold("clean -h").ok().stdout);
    insta::assert_snapshot!("help-clean", folder.demold("clean --help").ok().stdout);
    insta::assert_snapshot!("help-crawl", folder.demold("crawl --help").ok().stdout);
}
