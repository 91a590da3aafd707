//! Options that are wrong, contradict each other, or would do nothing.

use crate::command::Folder;

/// Each command line, its words separated by spaces, and what its message must contain: the option. An empty word is
/// `''`.
const WRONG: &[(&str, &str)] = &[
    // Values.
    ("clean site --threads 0", "'--threads <N>'"),
    ("clean site --threads 5000", "'--threads <N>': 5000 is not in 1..=512"),
    ("clean site -o out --method distill --threshold 0", "'--threshold <SHARE>'"),
    ("clean site -o out --method map --threshold 1.5", "'--threshold <SHARE>'"),
    ("clean site -o out --method map --threshold=-1", "'--threshold <SHARE>'"),
    ("clean site -o out --method map --threshold NaN", "'--threshold <SHARE>'"),
    ("clean site -o out --min-fit 2", "'--min-fit <SHARE>'"),
    ("report site -o r.html --min-fit nan", "'--min-fit <SHARE>'"),
    ("clean site --language englisch", "'--language <LANG>'"),
    ("clean site --language en,", "'--language <LANG>'"),
    ("clean site --format jsonl --fields title", "'--fields <FIELD>': it is part of metadata"),
    ("clean site --format jsonl --fields titel", "'--fields <FIELD>'"),
    ("clean site --date yesterday", "'--date <DATE>'"),
    ("clean site --date 2026-02-30T12:00:00Z", "'--date <DATE>'"),
    ("learn site --method mine --token-pattern [", "'--token-pattern <REGEX>'"),
    ("learn site --method mine --token-pattern ''", "'--token-pattern <REGEX>'"),
    ("learn site --sample-pages 0", "'--sample-pages <N>': give a whole number, 1 or more"),
    ("learn site --sample-pages many", "'--sample-pages <N>'"),
    ("learn site --sample-pages 99999999999999999999999", "'--sample-pages <N>': that number is out of range"),
    ("learn site --method distill --min-support 0", "'--min-support <N>'"),
    ("learn site --method mine --min-tokens 0", "'--min-tokens <N>'"),
    ("learn site --method mine --min-documents 0", "'--min-documents <N>'"),
    ("learn site --method mine --idioms 0", "'--idioms <SITES>'"),
    ("learn site --method map --attributes id,", "'--attributes <NAMES>'"),
    ("learn site --method guess", "'--method <METHOD>'"),
    ("learn site --profile none", "'--profile <PROFILE>'"),
    ("learn site --seed=-1", "--seed"),
    ("learn site --group (", "'--group <host|domain|folder|REGEX>'"),
    ("learn site --include [", "'--include <REGEX>'"),
    ("learn site --exclude [", "'--exclude <REGEX>'"),
    ("learn site --max-page 0", "'--max-page <BYTES>'"),
    ("learn site --memory some", "'--memory <BYTES>'"),
    ("learn site --url-field ''", "'--url-field <NAME>'"),
    ("learn site --html-field ''", "'--html-field <NAME>'"),
    ("clean site --keep p:hover", "'--keep <SELECTOR>'"),
    ("clean site --drop [", "'--drop <SELECTOR>'"),
    ("clean site --dedup some", "'--dedup <HOW>'"),
    ("clean site --format pdf", "'--format <FORMAT>'"),
    ("clean site --body pdf", "'--body <BODY>'"),
    ("clean site --url example.org/page", "'--url <URL>'"),
    ("clean site --config none.toml", "--config none.toml"),
    ("repeats site --min-words 0", "'--min-words <N>'"),
    ("repeats site --min-sites 0", "'--min-sites <N>'"),
    // What is not an option.
    ("clean site --fromat text", "'--format'"),
    ("clean site --templates t", "'--templates'"),
    ("scrub site", "'scrub'"),
    ("clean", "<PAGES>"),
    // Names that do not say what they are.
    ("clean site -o x.tsv", "--out x.tsv"),
    ("clean site -o x.gz", "--out x.gz"),
    ("learn site -o x.tsv", "--out"),
    ("clean site --format warc -o x", "--format warc"),
    ("clean site --format parquet -o x.jsonl", "--format parquet"),
    // What cannot be had together.
    ("clean site --quiet --verbose", "--quiet"),
    ("clean site --format parquet", "--format parquet"),
    ("clean site --format jsonl --resume", "--resume"),
    ("clean site -o x.warc --body text,html", "--body"),
    ("clean site -o out --threshold 0.5", "--threshold goes with --method distill or --method map"),
    ("clean site -o out --method map --selection paper", "--selection"),
    ("clean site -o out --method mine --profile data", "--profile"),
    ("learn site --method distill --no-headline", "--no-headline"),
    ("learn site --merge-gaps 3", "--merge-gaps"),
    ("learn site --method distill --merge-gaps 5", "--merge-gaps"),
    ("learn site --method mine --merge-beside 3", "--merge-beside"),
    ("learn site --method mine --min-support 1", "--min-support"),
    ("learn site --method map --words", "--words"),
    ("learn site --mutable", "--mutable"),
    ("learn site --paper", "--paper"),
    ("learn site --export e.txt --min-removal 3", "--min-removal"),
    ("clean site --template t.json --seed 1", "leave out --seed"),
    ("clean site --expressions e.txt --count-copies --sample-pages 3", "leave out --sample-pages and --count-copies"),
    ("clean site --expressions e.txt --template t.json", "--template"),
    ("clean site e.txt --url https://example.org/page", "--url is the address of a single page"),
    ("clean site --url https://example.org/page", "--url is the address of a single page"),
    // What would do nothing.
    ("learn site --export e.txt --method mine --merge-gaps 9", "--merge-gaps does nothing for --export"),
    ("learn site --export e.txt --method map --attributes all", "--attributes does nothing for --export"),
    ("clean site -o out --blocks", "--blocks"),
    ("clean site -o x.warc --blocks", "--blocks"),
    ("clean site -o out --no-metadata", "--no-metadata"),
    ("clean site -o out --fields url", "--fields"),
    ("clean site -o x.warc --fields text", "--fields"),
    ("clean site -o x.jsonl --fields text --blocks", "--blocks"),
    ("clean site -o x.jsonl --fields url,txt", "'text'"),
    ("clean site -o out --no-links", "--no-links"),
    ("clean site -o x.jsonl --no-images", "--no-images"),
    ("clean site -o x.jsonl --sanitize", "--sanitize"),
    ("clean site -o out --body text", "--body"),
    ("clean site -o out --relearn", "--template"),
    ("clean site -o out --relearn --template t.json", "--relearn"),
    ("repeats site --min-site-pages 2", "--min-site-pages"),
    // Two options for one file.
    ("learn site -o x.json --export ./x.json", "both --out and --export"),
    ("learn site -o x.json --method mine --patterns x.json", "both --out and --patterns"),
    ("clean site -o t --template t", "both --out and --template"),
    ("clean site -o t.json --template t.json --force", "both --out and --template"),
    ("report site -o site/../e.txt --expressions e.txt", "both --out and --expressions"),
];

/// As above, for what fetches. `URL` stands for a URL, from which nothing is fetched.
const WRONG_FETCHING: &[(&str, &str)] = &[
    ("clean site -o out --site", "--site"),
    ("clean site -o out --delay 2", "--delay"),
    ("learn site --contact me@example.org", "--contact"),
    ("report site -o r.html --allow-private", "--allow-private"),
    ("clean URL --depth 2", "--depth goes with --site"),
    ("clean site --max-pages 2", "--max-pages is about fetching"),
    ("clean site --render-timeout 2", "--render"),
    ("clean URL --render x --render-timeout=-1", "'--render-timeout <SECONDS>'"),
    ("clean URL --render x --max-pages 2", "--max-pages"),
    ("clean --urls e.txt --url URL", "--url is the address of a single page"),
    ("clean URL --site --max-pages 51", "--contact"),
    ("clean URL --site --max-pages 0", "'--max-pages <N>'"),
    ("clean URL --contact me", "'--contact <MAIL|URL>'"),
    ("clean URL --proxy localhost:3128", "'--proxy <URL>'"),
    ("clean site -o out --proxy http://localhost:3128", "--proxy"),
    ("clean URL --url URL", "--url is the address of a single page"),
    ("crawl URL -o a.warc --contact me@example.org --proxy socks5://a", "'--proxy <URL>'"),
    ("crawl URL -o a.warc", "--contact <MAIL|URL>"),
    ("fetch --from . -o a.warc.gz", "--cdx <FILE>"),
    ("fetch --cdx i -o a.warc.gz", "--from <DIR|URL>"),
    ("fetch --cdx i --from . -o a.warc", ".warc.gz"),
    ("fetch --cdx a.warc.gz --from . -o ./a.warc.gz", "both --cdx and --out"),
    ("fetch --cdx i --from . -o a.warc.gz --delay 1", "--delay is for requests"),
    ("fetch --cdx i --from . -o a.warc.gz --contact me@example.org", "--contact is for requests"),
    ("fetch --cdx i --from URL -o a.warc.gz --follow-links", "--follow-links is about a folder"),
    ("fetch --cdx i --from . -o a.warc.gz --allow-private", "--allow-private is for requests"),
    ("fetch --cdx i --from . -o a.warc.gz --per-host 0", "'--per-host <N>'"),
    ("crawl URL -o a.warc --contact me", "'--contact <MAIL|URL>'"),
    ("crawl URL -o a.jsonl --contact me@example.org", "--out"),
    ("crawl URL -o - --contact me@example.org --resume", "--resume"),
    ("crawl URL -o a.warc --contact me@example.org --resume --force", "--resume"),
    ("crawl URL -o a.warc --contact me@example.org --previous ./a.warc", "both --out and --previous"),
    ("crawl URL -o a.warc --contact me@example.org --workers 0", "'--workers <N>'"),
    ("crawl URL -o a.warc --contact me@example.org --queue 0", "'--queue <N>'"),
    ("crawl URL -o a.warc --contact me@example.org --max-pages 0", "'--max-pages <N>'"),
    ("crawl URL -o a.warc --contact me@example.org --max-body 0", "'--max-body <BYTES>'"),
    ("crawl URL -o a.warc --contact me@example.org --delay=-1", "--delay"),
    ("crawl URL -o a.warc --contact me@example.org --timeout 1e30", "'--timeout <SECONDS>'"),
    ("crawl URL -o a.warc --contact me@example.org --include [", "'--include <REGEX>'"),
    ("crawl -o a.warc --contact me@example.org", "URLS"),
];

#[test]
fn every_wrong_option_is_named_and_ends_with_status_2() {
    let folder = Folder::of_site(4);
    folder.write("t.json", "{}");
    folder.write("e.txt", "");
    let before = folder.files();
    for (line, option) in WRONG.iter().chain(WRONG_FETCHING) {
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
