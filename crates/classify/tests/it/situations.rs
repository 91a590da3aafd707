//! Guard-rails: what must hold for each kind of site, whatever the thresholds.

use std::collections::BTreeSet;

use classify::{ClusterSizes, Config, Model, Profile};

use crate::sites::{self, Page, docs, kept, learn, news, records, strangers};

/// Checks that a page keeps its own texts, and loses the others.
fn check(model: &Model, page: &Page, gone: &[&str]) {
    let kept = kept(model, page);
    for own in &page.own {
        assert!(kept.contains(own.as_str()), "lost {own:?} of\n{}\nkept\n{kept}", page.source);
    }
    for gone in gone {
        assert!(!kept.contains(gone), "kept {gone:?} in\n{kept}");
    }
}

const NEWS_GONE: [&str; 4] = ["World", "More stories", "rights reserved", "Home"];

#[test]
fn news_is_cut_to_its_text() {
    for n_pages in [1, 2, 3, 6, 20] {
        let pages = news(n_pages);
        let model = learn(&Config::new(), &pages);
        assert_eq!(model.page_count(), n_pages);
        for page in &pages {
            check(&model, page, &NEWS_GONE);
        }
    }
}

#[test]
fn headlines_go_if_they_are_not_asked_for() {
    for n_pages in [1, 2, 20] {
        let pages = news(n_pages);
        let config = Config::new().headline(false);
        let model = learn(&config, &pages);
        let restored: Model = serde_json::from_str(&serde_json::to_string(&model).unwrap()).unwrap();
        let kept = kept(&restored, &pages[0]);
        assert!(!kept.contains(&pages[0].own[0]) && kept.contains(&pages[0].own[1]), "{kept}");
    }
}

#[test]
fn documentation_keeps_code_tables_and_short_texts() {
    for n_pages in [2, 3, 6, 20] {
        let pages = docs(n_pages);
        let model = learn(&Config::new(), &pages);
        for page in &pages {
            check(&model, page, &["Chapter", "generator"]);
        }
    }
}

#[test]
fn records_keep_their_values() {
    for profile in [Profile::Data, Profile::Balanced] {
        for n_pages in [4, 6, 20] {
            let pages = records(n_pages, 0);
            let model = learn(&Config::new().profile(profile), &pages);
            for page in &pages {
                // On a record rather too much stays: a note on taxes may, though all pages have it.
                check(&model, page, &["Cart"]);
            }
        }
    }
}

#[test]
fn nearly_equal_records_keep_their_values() {
    for n_pages in [2, 3, 4, 5] {
        let pages = records(n_pages, 3);
        let model = learn(&Config::new().profile(Profile::Data), &pages);
        for page in &pages {
            check(&model, page, &["Cart"]);
        }
    }
}

#[test]
fn pages_that_share_nothing_lose_nothing() {
    for profile in [Profile::Data, Profile::Balanced] {
        for n_pages in [1, 2, 5, 20] {
            let pages = strangers(n_pages);
            let model = learn(&Config::new().profile(profile), &pages);
            pages.iter().for_each(|page| check(&model, page, &[]));
        }
    }
}

#[test]
fn one_page_alone_is_judged_by_itself() {
    let page = &news(1)[0];
    let model = learn(&Config::new(), &[]);
    assert_eq!(model.clusters().collect::<Vec<_>>(), [ClusterSizes::default()]);
    let model = learn(&Config::new(), std::slice::from_ref(page));
    assert_eq!(model.clusters().collect::<Vec<_>>(), [ClusterSizes { pages: 1, regions: 0, lines: 0 }]);
    check(&model, page, &NEWS_GONE);
}

#[test]
fn raw_text_is_judged_as_other_text() {
    let page = &news(1)[0].source;
    let model = learn(&Config::new(), &[]);
    let removed = |tag: &str| {
        let comments = format!("<div id=comments><{tag}>one two three four five six seven</{tag}>");
        let page = page.replacen("<div id=comments>", &comments, 1);
        let decision = model.apply(&dom::Dom::parse(&page));
        let removals = decision.removals().iter();
        removals.map(|removal| (removal.range(), removal.words())).collect::<Vec<_>>()
    };
    let expected = removed("pre");
    assert!(!expected.is_empty());
    assert_eq!(removed("xmp"), expected);
}

#[test]
fn one_odd_page_changes_next_to_nothing() {
    for site in [docs(12), news(12)] {
        let odd = Page { source: "<body><div class=content><p>Moved.".to_owned(), own: Vec::new() };
        let without = learn(&Config::new(), &site);
        let with = learn(&Config::new(), &[site.clone(), vec![odd]].concat());
        let changed = |page: &Page| {
            let [without, with] = [kept(&without, page), kept(&with, page)];
            let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
            lines(&without).symmetric_difference(&lines(&with)).count()
        };
        // A line that may be content as well as not may fall on either side.
        assert!(site.iter().map(changed).sum::<usize>() <= 1);
    }
}

#[test]
fn pages_never_seen_are_cleaned_as_those_seen() {
    for (site, gone) in [(news(30), &NEWS_GONE[..]), (docs(30), &["Chapter"][..]), (records(30, 0), &["Cart"][..])] {
        let model = learn(&Config::new(), &site[..12]);
        for page in &site[12..] {
            check(&model, page, gone);
        }
    }
}

#[test]
fn an_index_is_not_empty_although_every_page_has_its_list_in_a_sidebar() {
    let mut pages = docs(12);
    let menu: String = (0..12).map(|i| format!("<li><a href={i}.html>Chapter {}</a>", sites::sentence(i, 2))).collect();
    let head = pages[0].source.split("<div class=content>").next().unwrap().to_owned();
    pages[0] = Page {
        source: format!("{head}<div class=content><h1>Chapters</h1><ol class=toc>{menu}</ol></div>"),
        own: vec!["Chapters".to_owned()],
    };
    let model = learn(&Config::new(), &pages);
    check(&model, &pages[0], &[]);
    check(&model, &pages[5], &["Chapter river", "generator"]);
}

#[test]
fn regions_may_be_merged_with_what_users_want() {
    let pages = docs(6);
    let model = learn(&Config::new(), &pages);
    let dom = dom::Dom::parse(&pages[0].source);
    let decision = model.apply(&dom);
    let sum: usize = decision.removals().iter().map(classify::Removal::words).sum();
    assert!(sum > 20 && decision.container().is_some());
    for removal in decision.removals() {
        assert!(!removal.selector().is_empty() && !removal.reason().sentence().is_empty());
        assert!(decision.regions().covers(removal.range()));
        assert_eq!(removal.because().is_empty(), removal.words() == 0);
    }
}

#[test]
fn kinds_of_pages_have_templates_of_their_own() {
    let (news, docs) = (news(12), docs(14));
    let pages = [news.clone(), docs.clone()].concat();
    let model = learn(&Config::new(), &pages);
    assert_eq!(model.clusters().map(|one| one.pages).collect::<Vec<_>>(), [14, 12]);
    assert_eq!(model.page_count(), 26);
    let json = serde_json::to_string(&model).unwrap();
    let again: Model = serde_json::from_str(&json).unwrap();
    for model in [model, again] {
        news.iter().for_each(|page| check(&model, page, &NEWS_GONE));
        docs.iter().for_each(|page| check(&model, page, &["Chapter", "generator"]));
    }
    let one = learn(&Config::new().max_clusters(1), &pages);
    assert_eq!(one.clusters().len(), 1);
}

#[test]
fn a_few_pages_of_another_kind_change_nothing() {
    let site = docs(20);
    let with = learn(&Config::new(), &[site.clone(), news(4)].concat());
    assert_eq!(with.clusters().len(), 1);
    let without = learn(&Config::new(), &site);
    for page in &site {
        assert_eq!(kept(&without, page), kept(&with, page));
    }
}

/// Both lines once had the same hash; whoever writes pages of a site could have a line of another removed.
#[test]
fn a_line_of_one_page_stays_whatever_the_others_say() {
    let (own, made_up) = ("buboopilaadaadea", "zqwnamzrxcydlyzo");
    let page = |i: usize| {
        let line = if i == 0 { own } else { made_up };
        let source = format!("<p>{}<p>{line}<p>{}", sites::sentence(i, 30), sites::sentence(50 + i, 30));
        Page { source, own: vec![line.to_owned()] }
    };
    let pages: Vec<Page> = (0..8).map(page).collect();
    let model = learn(&Config::new().profile(Profile::Data), &pages);
    check(&model, &pages[0], &[]);
}
