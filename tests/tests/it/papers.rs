//! The settings that the papers have, from the command line.

use crate::command::{Folder, jsonl};

/// Two pages that share a frame, and a third that is a copy of the first.
fn site() -> Folder {
    let page = |text: &str| {
        format!(
            "<!doctype html><title>{text}</title><body class=\"{}\"><nav><a href=/>Home of all</a> \
             <a href=/b>Boats for sale</a></nav><p>{text}</p><footer>Printed by the harbor press</footer>",
            text.len()
        )
    };
    let folder = Folder::with("site/a.html", page("Lemons are cheap this week, said the grocer."));
    folder.write("site/b.html", page("The ferry was late again."));
    folder.write("site/c.html", page("Lemons are cheap this week, said the grocer."));
    folder
}

fn learn(folder: &Folder, args: &[&str]) -> String {
    let all = ["learn", "site"].iter().chain(args).copied();
    folder.run(all).ok().stdout
}

#[test]
fn copies_count_where_papers_count_them() {
    let folder = site();
    for (args, n_pages) in [
        (&["--method", "distill"][..], 2),
        (&["--method", "distill", "--count-copies"], 3),
        (&["--method", "distill", "--paper"], 3),
        (&["--method", "mine", "--count-copies"], 3),
        (&["--method", "map", "--paper"], 3),
    ] {
        let template = learn(&folder, args);
        let expected = format!("\"pages\": {n_pages},\n  \"available\": 3");
        assert!(template.contains(&expected), "{args:?}: {template}");
    }
}

#[test]
fn the_template_of_two_pages_is_their_union_only_in_the_paper() {
    let folder = site();
    let union = learn(&folder, &["--method", "distill", "--count-copies", "--min-support", "1", "--sample-pages", "2"]);
    let ours = learn(&folder, &["--method", "distill"]);
    assert!(!ours.contains("the ferry was late"), "{ours}");
    assert!(union.contains("lemons are cheap"), "{union}");
}

#[test]
fn labels_and_strictness_of_map() {
    let folder = site();
    // The classes of the bodies differ, so nothing below them is shared.
    assert!(learn(&folder, &["--method", "map"]).contains("printed by"));
    assert!(!learn(&folder, &["--method", "map", "--attributes", "all"]).contains("printed by"));
    assert!(!learn(&folder, &["--method", "map", "--paper"]).contains("printed by"));
    let tags = ["--method", "map", "--paper", "--attributes", "none"];
    assert!(learn(&folder, &tags).contains("printed by"));
}

#[test]
fn words_patterns_and_what_is_done_with_matches() {
    let folder = Folder::new();
    for page in 0..6 {
        folder.write(
            &format!("site/{page}.html"),
            format!("<p> Seen #{page} times by all of our readers </p> <p> w{page}a w{page}b w{page}c </p>"),
        );
    }
    let args = ["--method", "mine", "--words", "--selection", "paper"];
    let thesis = learn(&folder, &args);
    assert!(thesis.contains(r"\\S+") && thesis.contains("[bB]y"), "{thesis}");
    folder.write("patterns.txt", "# visitors\n[#][0-9]+\n");
    let own = learn(&folder, &[&args[..], &["--patterns", "patterns.txt"]].concat());
    assert!(own.contains("[#][0-9]+") && !own.contains("[bB]y"), "{own}");
    let modern = learn(&folder, &[&args[..], &["--patterns", "modern"]].concat());
    assert!(modern.contains("https?"), "{modern}");
    folder.write("bad.txt", "(\n");
    let ran = folder.demold("learn site --method mine --patterns bad.txt");
    assert!(ran.failed(1).stderr.contains("bad.txt"));

    folder.write("template.json", own);
    let text = |more: &[&str]| {
        let mut args = vec!["clean", "site/5.html", "--format", "text"];
        args.extend(more);
        folder.run(args).ok().stdout
    };
    let cleaned = text(&["--template", "template.json"]);
    assert!(cleaned.contains("w5a w5b w5c") && !cleaned.contains("readers"), "{cleaned}");
}

#[test]
fn strings_that_sites_share_are_found() {
    let folder = Folder::new();
    let notice = "You may copy and share this text as long as you name who wrote it and change nothing";
    let page = |host: &str, path: &str, text: &str| (format!("https://{host}/{path}"), format!("<p>{text}</p>"));
    let crawl = [
        page("a.example", "1", &format!("Apples are red. {notice}. Bye from a.")),
        page("a.example", "2", &format!("Pears are green. {notice}. Bye from a.")),
        page("b.example", "1", &format!("Plums are blue. {notice}.")),
        page("c.example", "1", "Nothing here is anybody else's at all, and nobody has ever said it before."),
        page("a.example", "3", "This line stands on two pages of one single site and nowhere else on earth."),
        page("a.example", "4", "This line stands on two pages of one single site and nowhere else on earth."),
    ];
    folder.write("crawl.jsonl", jsonl(&crawl));
    let args = ["repeats", "crawl.jsonl", "--min-words", "8"];
    let ran = folder.run(args).ok();
    let lines = ran.records();
    assert_eq!(lines.len(), 1, "{ran:?}");
    assert_eq!(lines[0]["text"], format!("{notice}."));
    let numbers = ["sites", "pages", "occurrences", "words"].map(|name| lines[0][name].as_u64());
    assert_eq!(numbers, [2, 3, 3, 18].map(Some));
    assert_eq!(lines[0]["examples"], serde_json::json!(["https://a.example/1", "https://b.example/1"]));

    // One site is enough if that is asked for; the file is the same as standard output.
    let one = [&args[..], &["--min-sites", "1", "-o", "out.jsonl"]].concat();
    folder.run(one).ok();
    let found = folder.read("out.jsonl");
    assert!(found.contains("nowhere else on earth"), "{found}");
    assert_eq!(found.lines().count(), 3, "{found}");

    // What does not fit is said, and nothing is written.
    let small = [&args[..], &["--memory", "1K"]].concat();
    assert!(folder.run(small).failed(1).stderr.contains("--memory"));
}

#[test]
fn two_templates_are_compared() {
    let folder = site();
    let old = learn(&folder, &["--method", "distill"]);
    folder.write("old.json", &old);
    folder.write("new.json", old.replace("printed by the harbor press", "printed by a printer"));
    let ran = folder.demold("compare old.json new.json --verbose").ok();
    for expected in ["new        1", "gone       1", "    + printed by a printer", "    - printed by the harbor press"]
    {
        assert!(ran.stdout.contains(expected), "{expected}: {}", ran.stdout);
    }
    let same = folder.demold("compare old.json old.json").ok().stdout;
    assert!(same.contains("100.0 % of the bytes"), "{same}");
    folder.write("map.json", learn(&folder, &["--method", "map"]));
    folder.demold("compare old.json map.json").failed(1).says("one template was learned by distill");
}

/// A crawl of three sites, each with a phrase of its own on all of its pages, and all with another one.
fn gazettes() -> Folder {
    let page = |host: &str, page: char| {
        let html = format!("<p>The {host} gazette of {host} says{page} as much as that says{page}x");
        (format!("https://{host}.example/{page}"), html)
    };
    let pages = ["north", "south", "west"].into_iter().flat_map(|host| ('a'..='f').map(move |nth| page(host, nth)));
    Folder::with("crawl.jsonl", jsonl(&pages.collect::<Vec<_>>()))
}

#[test]
fn idioms_of_many_sites_stay() {
    let folder = gazettes();
    let args = ["clean", "crawl.jsonl", "--method", "mine", "--words", "--out"];
    folder.run(args.iter().chain(&["all.jsonl"])).ok();
    assert!(!folder.read("all.jsonl").contains("as much as that"));
    folder.run(args.iter().chain(&["few.jsonl", "--idioms", "3", "--verbose"])).ok().says("3 sites: as much as that");
    let few = folder.read("few.jsonl");
    assert!(few.contains("as much as that") && !few.contains("gazette of"), "{few}");

    // The second level of the thesis is on when there are several sites.
    let paper = ["clean", "crawl.jsonl", "--method", "mine", "--paper"];
    folder.run(paper.iter().chain(&["--out", "paper.jsonl"])).ok();
    let paper = folder.read("paper.jsonl");
    assert!(paper.contains("as much as that") && !paper.contains("gazette of"), "{paper}");

    // What is said of the templates holds for what is left of them.
    let share = |args: &[&str]| {
        let args = args.iter().chain(&["--method", "mine", "--words", "--idioms", "3"]);
        let said = folder.run(args).ok().stderr;
        let (before, _) = said.split_once(" %").expect("a share is said");
        let number = before.rsplit(' ').next().expect("it has a number");
        number.parse::<f64>().expect("it is a number").round()
    };
    assert_eq!(
        share(&["learn", "crawl.jsonl", "--out", "templates/"]),
        share(&["clean", "crawl.jsonl", "--out", "idioms.jsonl"]),
    );
}

/// The expressions of the thesis are those of its sites, each mined by itself, without what many sites have.
#[test]
fn expressions_of_many_sites_leave_idioms_out() {
    let folder = gazettes();
    let export = |more: &[&str]| {
        let args = ["learn", "crawl.jsonl", "--export", "e.txt", "--force"];
        folder.run(args.iter().chain(more)).ok();
        folder.read("e.txt")
    };
    let file = export(&["--selection", "paper"]);
    assert!(file.contains(r"(\s+|^)as\s+much\s+as\s+that(\s+|$)"), "{file}");
    for more in [&["--idioms", "3", "--selection", "paper"][..], &["--paper"], &["--method", "mine", "--paper"]] {
        let file = export(more);
        assert!(!file.contains("much"), "{file}");
        // Of all pages together a third has each of these, which is not enough for the cut.
        for host in ["north", "south", "west"] {
            assert!(file.contains(&format!(r"(\s+|^)<p>The\s+{host}\s+gazette\s+of\s+{host}(\s+|$)")), "{file}");
        }
        assert!(file.contains("from 18 of 18 pages of 3 sites"), "{file}");
    }
    assert!(export(&["--paper", "--idioms", "4"]).contains("much"));
}

/// As printed, an expression consumes the separators beside it.
#[test]
fn in_the_paper_gaps_are_counted_between_separators() {
    let folder = Folder::with("e.txt", "(\\s+|^)A\\s+B(\\s+|$)\n(\\s+|^)C\\s+D(\\s+|$)\n");
    folder.write("page.txt", "A B x C D\n");
    let text = |more: &[&str]| {
        let args = ["clean", "page.txt", "--expressions", "e.txt", "--format", "text", "--merge-gaps", "2"];
        folder.run(args.iter().chain(more)).ok().stdout
    };
    assert_eq!(text(&[]).trim(), "x");
    assert_eq!(text(&["--paper"]).trim(), "");
}

#[test]
fn the_paper_mines_all_pages() {
    let folder = Folder::new();
    for page in 0..70 {
        folder.write(&format!("site/{page}.txt"), format!("as it is w{page}x"));
    }
    folder.demold("learn site --export e.txt --paper").ok();
    let file = folder.read("e.txt");
    assert!(file.contains("from 70 of 70 pages"), "{file}");
}
