//! Options that are wrong, contradict each other, or would do nothing.

use crate::command::Folder;

#[test]
fn every_wrong_option_is_named_and_ends_with_status_2() {
    let folder = Folder::of_site(4);
    folder.write("t.json", "{}");
    folder.write("e.txt", "");
    let before = folder.files();
    for case in include_str!("options.txt").lines().filter(|case| !case.is_empty() && !case.starts_with("# ")) {
        let (line, option) = case.split_once(" => ").unwrap();
        let words = line.split(' ').map(|word| match word {
            "''" => "",
            "URL" => "http://127.0.0.1:9/",
            word => word,
        });
        let ran = folder.run(words);
        let said = &ran.stderr;
        assert_eq!((ran.status, &*ran.stdout), (2, ""), "{line}: {said}");
        assert!(said.contains(option), "{line}: {said}");
        // In words for whoever typed it, and with a way to find out more.
        assert!(!said.contains("non-zero"), "{line}: {said}");
        assert!(said.contains("Usage") || said.contains("--help"), "{line}: {said}");
    }
    assert_eq!(folder.files(), before, "nothing was begun");
}

/// The sum of a limit and anything else must not wrap around: a page would be larger than allowed, or a count zero.
#[test]
fn the_largest_numbers_are_no_small_ones() {
    let folder = Folder::of_site(3);
    let line = "{\"html\":\"<p>Rain falls on the coast today\",\"url\":\"http://a.example/\"}\n";
    folder.write("a.jsonl", line);
    let most = usize::MAX.to_string();
    for (args, option) in [
        ("clean site --format jsonl", "--max-page"),
        ("clean a.jsonl --format jsonl", "--max-page"),
        ("clean site --format jsonl", "--memory"),
        ("clean site --format jsonl", "--sample-pages"),
        ("clean site --format jsonl", "--seed"),
        ("clean site --format jsonl --method mine --merge-beside 1", "--merge-gaps"),
        ("clean site --format jsonl --method mine --merge-gaps 1", "--merge-beside"),
        ("clean site --format jsonl --method mine", "--min-removal"),
        ("clean site --format jsonl --method mine", "--idioms"),
        ("clean site --format jsonl --method mine", "--sample-pages"),
        ("clean site --format jsonl --method distill", "--sample-pages"),
        ("clean site --format jsonl --method map", "--sample-pages"),
        ("clean site --format jsonl", "--chunk"),
    ] {
        let ran = folder.run(args.split(' ').chain([option, &*most])).ok();
        let n_pages = if args.contains("a.jsonl") { 1 } else { 3 };
        assert_eq!(ran.stdout.lines().count(), n_pages, "{args} {option}: {ran:?}");
        assert!(!ran.stderr.contains("because of a bug"), "{args} {option}: {ran:?}");
    }
    for option in ["--min-site-pages", "--min-words"] {
        folder.run(["clean", "site", "--format", "jsonl", option, &most]).ok();
    }
    folder.run(["mirrors", "site", "--memory", &most]).ok();
    folder.run(["repeats", "site", "--memory", &most, "--min-words", "4294967295", "--min-sites", "4294967295"]).ok();
}
