//! What cleaning does to a page, held against html5ever's tree.

use std::{borrow::Cow, collections::BTreeSet};

use dom::Dom;
use proptest::prelude::*;
use render::Regions;
use tokenize::TokenKind;

use crate::{
    browser::Browser,
    pages::{soup, well_formed, with_regions, words},
};

fn html(page: &str, regions: &Regions) -> String {
    render::html(&Dom::parse(page), regions).into_owned()
}

fn text(page: &str, regions: &Regions) -> String {
    render::text(&Dom::parse(page), regions)
}

/// All white space is alike.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn letters(text: &str) -> String {
    text.split_whitespace().collect()
}

fn kept_letters_are_those_of_the_text(page: &str, regions: &Regions) -> Result<(), TestCaseError> {
    let blocks = render::blocks(&Dom::parse(page), regions, None).unwrap();
    let kept: Vec<String> = (blocks.into_iter().filter(|block| block.kept)).map(|block| block.text).collect();
    // A region that begins within a word makes two blocks of it, and one word in the text.
    prop_assert_eq!(letters(&kept.concat()), letters(&text(page, regions)));
    Ok(())
}

/// The numbers of letters that white space stands behind.
fn breaks_of(text: &str) -> BTreeSet<usize> {
    let words = text.split_whitespace().map(|word| word.chars().count());
    let ends = words.scan(0, |n_letters, len| {
        *n_letters += len;
        Some(*n_letters)
    });
    ends.collect()
}

/// The page with its covered text blanked out; references count as one letter.
fn mask(page: &str, regions: &Regions) -> String {
    let mut masked = page.to_owned();
    for token in tokenize::scan(page).iter().filter(|token| token.kind() == TokenKind::Text) {
        let mut at = token.start();
        while at < token.end() {
            let rest = &page[at..token.end()];
            let letter = rest.chars().next().map_or(1, char::len_utf8);
            let len = if rest.starts_with('&') { rest.find(';').map_or(letter, |end| end + 1) } else { letter };
            if regions.covers(at..at + len) {
                masked.replace_range(at..at + len, &" ".repeat(len));
            }
            at += len;
        }
    }
    masked
}

/// What an element or a comment begins with, and scripts, where not covered.
fn openings<'s>(page: &'s str, regions: &Regions) -> Vec<&'s str> {
    let mut tokens = tokenize::scan(page);
    tokens
        .retain(|token| !matches!(token.kind(), TokenKind::Text | TokenKind::EndTag) && !regions.covers(token.range()));
    tokens.iter().map(|token| &page[token.range()]).collect()
}

/// Whether all of the few are among the many, in this order.
fn is_in_order(few: &[&str], many: &[&str]) -> bool {
    let mut many = many.iter();
    few.iter().all(|one| many.any(|other| one == other))
}

/// A block, but no part of the skeleton and no cell of a table.
fn can_be_a_shell(opening: &str) -> bool {
    let name = opening.trim_start_matches('<').trim_end_matches('>');
    let name = name.split_ascii_whitespace().next().unwrap_or("");
    let is_kept = matches!(name, "html" | "head" | "body" | "td" | "th");
    tokenize::Tag::from_name(name).is_block() && !is_kept
}

#[test]
fn shells_go_and_columns_stay() {
    let check = |page: &str, removed: &str, expected: &str| {
        let at = page.find(removed).unwrap();
        let regions = Regions::from_ranges(std::iter::once(at..at + removed.len()));
        assert_eq!(html(page, &regions), expected);
    };
    check("<ul><li class=now><a>News</a></li></ul><p>x", "<a>News</a>", "<p>x");
    check("<div id=ad></div><div>Home</div>", "Home", "<div id=ad></div>");
    check("<table><tr><td>one</td><td>two</td></tr></table>", "one", "<table><tr><td></td><td>two</td></tr></table>");
    check("<body class=x><h1>Home</h1></body>", "Home", "<body class=x></body>");
}

#[test]
fn forms_that_stay_keep_the_tag_after_which_another_one_begins() {
    let check = |page: &str, removed: &str, expected: &str| {
        let at = page.find(removed).unwrap();
        let regions = Regions::from_ranges(std::iter::once(at..at + removed.len()));
        let cleaned = html(page, &regions);
        assert_eq!(cleaned, expected);
        assert_eq!(text(&cleaned, &Regions::new()), text(page, &regions));
    };
    // The `i` goes on after the form, so that the tree has no end tag of the form.
    check("<form><i></form>a<form><td>b", "><i></form>", "<form><i></form>a<form><td>b");
    // Between the rows of a table, a form has no content.
    let table = "<table><form><tr><td>a</form></table><form>b</form>";
    check(table, "a</form>", "<table><form><tr><td></form></table><form>b</form>");
    // A form that goes is not open, whatever becomes of its end tag.
    check("<p>a<form><i>b</form>c</i>d", "<form><i>b</form>c</i>", "<p>a</p>d");
}

#[test]
fn cuts_make_no_tags_of_texts() {
    for (page, gone) in [
        ("<title>a </b</title>c", "b"),
        ("<title>a </btitle> d</title>c", "b"),
        ("<title>a </titleb > d</title>c", "b"),
        ("<p><textarea></</title><textarea></p><td>two words", "</title><"),
        ("<textarea></TEXTb&lt;AREA>x</textarea>c", "b&lt;"),
        ("a <b<i>c", "b"),
    ] {
        let found = page.match_indices(gone).take(1);
        let regions = Regions::from_ranges(found.map(|(at, gone)| at..at + gone.len()));
        let cleaned = html(page, &regions);
        let (expected, found) = (text(page, &regions), text(&cleaned, &Regions::new()));
        assert_eq!(letters(&expected), letters(&found), "{cleaned}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn blocks_that_stay_have_the_letters_of_the_text((page, regions) in with_regions(soup(words(), &[]))) {
        kept_letters_are_those_of_the_text(&page, &regions)?;
    }

    #[test]
    fn blocks_of_a_page_without_errors_have_the_letters_of_the_text((page, regions) in with_regions(well_formed())) {
        kept_letters_are_those_of_the_text(&page, &regions)?;
    }

    #[test]
    fn nothing_removed_is_nothing_changed(page in prop_oneof![well_formed(), soup(words(), &[])]) {
        let none = Regions::new();
        let dom = Dom::parse(&page);
        prop_assert!(matches!(render::html(&dom, &none), Cow::Borrowed(same) if same == page));
        prop_assert!(matches!(cleaner::cut(&page, &none), Cow::Borrowed(same) if same == page));
        let outside = Regions::from_ranges(std::iter::once(page.len()..page.len() + 9));
        prop_assert!(matches!(render::html(&dom, &outside), Cow::Borrowed(same) if same == page));
        prop_assert!(matches!(cleaner::cut(&page, &outside), Cow::Borrowed(same) if same == page));
    }

    #[test]
    fn made_pages_have_no_errors(page in well_formed()) {
        let errors = Browser::parse(&page).errors;
        prop_assert!(errors.is_empty(), "{errors:?}");
    }

    #[test]
    fn cleaning_makes_no_errors((page, regions) in with_regions(well_formed())) {
        let cleaned = html(&page, &regions);
        let errors = Browser::parse(&cleaned).errors;
        prop_assert!(errors.is_empty(), "{cleaned}\n{errors:?}");
    }

    #[test]
    fn text_is_the_text_of_the_tree(page in well_formed()) {
        let found = text(&page, &Regions::new());
        prop_assert_eq!(flat(&found), flat(&Browser::parse(&page).lines().join(" ")));
    }

    #[test]
    fn blocks_stand_on_lines_of_their_own(page in well_formed()) {
        // The text of `pre` has lines of its own; the cells of a row may share one.
        let page = page.replace("pre>", "div>");
        let found = text(&page, &Regions::new());
        let lines: Vec<&str> = found.split(['\n', '\t']).filter(|line| !line.is_empty()).collect();
        prop_assert_eq!(lines.join("\n"), Browser::parse(&page).lines().join("\n"));
    }

    #[test]
    fn text_is_what_the_regions_leave_of_it((page, regions) in with_regions(well_formed())) {
        let masked = mask(&page, &regions);
        prop_assert_eq!(letters(&text(&page, &regions)), letters(&Browser::parse(&masked).lines().join(" ")));
    }

    #[test]
    fn what_is_not_covered_stays((page, regions) in with_regions(well_formed())) {
        let cleaned = html(&page, &regions);
        let all = openings(&page, &Regions::new());
        // Blocks that lose all they hold go whether they are covered or not.
        let uncovered: Vec<_> =
            openings(&page, &regions).into_iter().filter(|tag| !can_be_a_shell(tag)).collect();
        let left = openings(&cleaned, &Regions::new());
        prop_assert!(is_in_order(&uncovered, &left), "{uncovered:?} in {left:?}");
        prop_assert!(is_in_order(&left, &all), "{left:?} in {all:?}");
    }

    #[test]
    fn text_is_the_text_of_the_cleaned_tree((page, regions) in with_regions(well_formed())) {
        let cleaned = html(&page, &regions);
        prop_assert_eq!(flat(&text(&page, &regions)), flat(&Browser::parse(&cleaned).lines().join(" ")), "{}", cleaned);
    }

    #[test]
    fn text_of_soup_is_the_text_of_cleaned_soup((page, regions) in with_regions(soup(words(), &[]))) {
        // Which `noscript` adds something depends on the whole of a page, and so does whether a `frameset` replaces the
        // body: a removed tag may have ended the `svg` around it. How much a `select` shows depends on the text beside it,
        // which may be removed. What an end tag in an `svg` closes depends on all elements around that.
        let others = ["noscript", "frameset", "select", "svg"];
        let page = others.iter().fold(page, |page, name| page.replace(name, &format!("x-{name}")));
        let cleaned = html(&page, &regions);
        let (expected, found) = (text(&page, &regions), text(&cleaned, &Regions::new()));
        prop_assert_eq!(letters(&expected), letters(&found), "{}", cleaned);
        // Where the parser moves things, a word may fall apart, but none grow together. White space between the rows
        // of a table is not moved with the text around it, and within a formula it only counts where HTML is in a token,
        // which may be gone. A button that comes to stand beside text breaks no line.
        let breaks = breaks_of(&found);
        let is_exempt = ["<table", "<math", "<button"].iter().any(|start| page.contains(start));
        prop_assert!(is_exempt || breaks_of(&expected).is_subset(&breaks), "{expected}\n{found}\n{cleaned}");
    }

    #[test]
    fn raw_keeps_what_the_regions_leave((page, regions) in with_regions(soup(words(), &[]))) {
        // A character goes when all of its bytes are covered.
        let kept = page.char_indices().filter(|&(at, letter)| !regions.covers(at..at + letter.len_utf8()));
        prop_assert_eq!(cleaner::cut(&page, &regions), kept.map(|(_, letter)| letter).collect::<String>());
    }
}
