//! The example of the thesis's section 5.2, with articles of our own: the text
//! that a poor parser leaves has a head and a tail that the site put there.

#[path = "../../benches/mined/mod.rs"]
mod mined;

use expressions::{Config, Expressions, plain};
use suffixarray_miner::Selection;

/// What each article has between head and tail. No two words stand together in
/// more than one of them.
const ARTICLES: [&str; 6] = [
    "Builders and lenders in the harbour quarter fear a slow spring.",
    "A ferry ran aground at dawn; nobody was hurt, its cargo was lemons.",
    "Schools reopen after storms tore off three roofs.",
    "\"We never sold that bridge,\" said the mayor's brother.",
    "Bakers strike against dear flour, while millers blame rain.",
    "An orchestra without conductor plays tonight under open skies.",
];

const DAYS: [(&str, &str, &str); 6] = [
    ("Tuesday,", "27th", "February,"),
    ("Thursday,", "1st", "March,"),
    ("Friday,", "2nd", "March,"),
    ("Monday,", "23rd", "April,"),
    ("Sunday,", "6th", "May,"),
    ("Saturday,", "30th", "June,"),
];

fn page(number: usize) -> String {
    let (weekday, day, month) = DAYS[number % DAYS.len()];
    let (last_weekday, last_day, last_month) = DAYS[(number + 1) % DAYS.len()];
    let last_month = last_month.trim_end_matches(',');
    format!(
        "# Permanent link | no responses | Published on: {weekday} {day} {month} 2007 {}\nPlease login to leave a reply read more {last_weekday} {last_day} {last_month} read more",
        ARTICLES[number]
    )
}

/// Mines all pages but the last, by the paper's rule.
fn learn() -> Expressions {
    let config = suffixarray_miner::Config::new().selection(Selection::paper());
    mined::mine((0..5).map(page), config).unwrap()
}

#[test]
fn articles_lose_head_and_tail_and_nothing_else() {
    let expressions = learn();
    let file = expressions.to_file("mined from five pages, by the paper's rule");
    let again = Expressions::from_file(&file).unwrap();
    assert_eq!(again, expressions);
    let matcher = Config::new().build(&again).unwrap();
    // The last page was not mined.
    for (number, article) in ARTICLES.iter().enumerate() {
        let page = page(number);
        assert_eq!(plain(&page, &matcher.regions(&page).unwrap()), *article);
    }
}

#[test]
fn the_file_is_as_the_thesis_shows_it() {
    insta::assert_snapshot!(learn().to_file("mined from five pages, by the paper's rule"));
}
