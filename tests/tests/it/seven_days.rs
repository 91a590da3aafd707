//! The example of the thesis's section 5.2, as `--paper` runs it, with articles of our own: the text that a poor
//! parser leaves has a head and a tail that the site put there.

use crate::command::Folder;

/// What each article has between head and tail. No two words stand together in more than one of them.
const ARTICLES: [&str; 7] = [
    "Builders and lenders in the harbour quarter fear a slow spring.",
    "A ferry ran aground at dawn; nobody was hurt, its cargo was lemons.",
    "Schools reopen after storms tore off three roofs.",
    "\"We never sold that bridge,\" said the mayor's brother.",
    "Bakers strike against dear flour, while millers blame rain.",
    "An orchestra without conductor plays tonight under open skies.",
    "Nine well-known swans crossed our runway.",
];

const DAYS: [(&str, &str, &str); 7] = [
    ("Tuesday,", "27th", "February,"),
    ("Thursday", "1st", "March,"),
    ("Friday,", "2nd", "March"),
    ("Monday,", "23rd", "April,"),
    ("Sunday,", "6th", "May,"),
    ("Saturday,", "30th", "June,"),
    ("Wednesday,", "4th", "July,"),
];

/// What stands before the head. No page has the mark of another one.
const MARKS: [&str; 7] = ["#", "*", "§", "+", "~", "%", "&"];

fn page(number: usize) -> String {
    let (weekday, day, month) = DAYS[number];
    let (last_weekday, last_day, last_month) = DAYS[(number + 1) % DAYS.len()];
    let of = if number.is_multiple_of(2) { " " } else { " of " };
    format!(
        "{} Permanent link | no responses | Published on: {weekday} {day} {month} 2007 {}\n\
         Please login to leave a reply read more {last_weekday} {last_day}{of}{last_month} read more",
        MARKS[number], ARTICLES[number]
    )
}

/// Mines all pages but the last. The separators are those of the printed expressions: white space and hyphens.
fn learn(folder: &Folder) -> String {
    for number in 0..ARTICLES.len() - 1 {
        folder.write(&format!("site/{number}.txt"), page(number));
    }
    folder.run(["learn", "site", "--export", "e.txt", "--paper", "--token-pattern", r"[^\-\s]+"]).ok();
    folder.read("e.txt")
}

/// The first expression that the thesis prints. Its classes, which were lost in printing, are those of the list of
/// patterns, and its groups capture nothing.
#[test]
fn the_printed_expression_is_found() {
    let between = r"[\-\s]+";
    let punctuation = r"[!-/:-@\[-`{-~]*";
    let head = ["Permanent", "link", r"\|", "no", "responses", r"\|", "Published", "on:"].join(between);
    let weekday = format!("(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday){punctuation}");
    let day = "[0-9]+(?:st|nd|rd|th)";
    let month = format!(
        "(?:January|February|March|April|May|June|July|August|September|October|November|December){punctuation}"
    );
    let anchored = |tokens: &[&str]| format!("({between}|^){}({between}|$)", tokens.join(between));
    let file = learn(&Folder::new());
    for expected in
        [anchored(&[&head, &weekday, day, &month, "[0-9,.]+"]), anchored(&[&weekday, day]), anchored(&["read", "more"])]
    {
        assert!(file.lines().any(|line| line == expected), "{expected} is not in\n{file}");
    }
}

#[test]
fn articles_lose_head_and_tail_and_nothing_else() {
    let folder = Folder::new();
    let file = learn(&folder);
    assert!(file.contains(r"# separator: [\-\s]+"), "{file}");
    // The last page was not mined.
    for (number, article) in ARTICLES.iter().enumerate() {
        folder.write("page.txt", page(number));
        let cleaned = folder.demold("clean page.txt --expressions e.txt --paper --format text").ok().stdout;
        // Between the days and the months of the tail some pages have a word.
        let cleaned = cleaned.trim();
        let left = cleaned.strip_prefix(MARKS[number]).unwrap_or(cleaned).trim();
        assert!(left.starts_with(article) && left.len() <= article.len() + " of September,".len(), "{cleaned}");
    }
}
