use proptest::prelude::*;
use rtdm_tree_mapping::{Config, Error, Found, NodeNumber, Skip, Tree, TreeTemplate};

use crate::{
    naive,
    trees::{Labels, nodes, trees},
};

/// The template of pages in notation, in notation.
fn template(config: Config, pages: &[impl AsRef<str>]) -> String {
    let mut labels = Labels::default();
    let pages: Vec<Tree> = pages.iter().map(|page| labels.tree(page.as_ref())).collect();
    let found = find(config, &pages).unwrap();
    labels.notation(found.template.tree(), NodeNumber::ROOT)
}

fn find(config: Config, pages: &[Tree]) -> Result<Found, Error> {
    config.build().unwrap().find_template(&pages.iter().collect::<Vec<_>>())
}

const PAGES: [&str; 5] = [
    "html(nav(a b) p(one) foot)",
    "html(nav(a b) p(two) foot)",
    "html(nav(a b) p(three) p(more) foot)",
    "html(nav(a b) h p(four) foot)",
    "html(odd p(five))",
];

#[test]
fn a_quorum_survives_an_odd_page_and_a_strict_intersection_does_not() {
    assert_eq!(template(Config::new().share(0.6), &PAGES), "html(nav(a b) p foot)");
    assert_eq!(template(Config::new().share(1.0), &PAGES), "html(p)");
    assert_eq!(template(Config::new().share(1.0), &PAGES[..4]), "html(nav(a b) p foot)");
    // No node is template on the word of one page.
    assert_eq!(template(Config::new().share(0.1), &["r(a)", "r(b)"]), "r");
}

#[test]
fn what_the_first_page_lacks_joins_in() {
    // Whatever the order of the pages, two of three have the footer.
    for seed in 0..6 {
        let config = Config::new().share(0.6).seed(seed);
        let pages = ["r(a x)", "r(a y foot(z))", "r(a w foot(z))"];
        assert_eq!(template(config, &pages), "r(a foot(z))");
    }
}

#[test]
fn pages_without_a_use_are_passed_over() {
    let mut labels = Labels::default();
    let pages = labels.trees(["r(a x)", "s(a)", "r(a y)", "r(a x)"]);
    let found = find(Config::new(), &pages).unwrap();
    assert_eq!(found.template.pages(), 2);
    let mut kinds: Vec<&Skip> = found.skipped.iter().map(|(_, why)| why).collect();
    kinds.sort_by_key(|&why| *why == Skip::SameTree);
    assert_eq!(kinds, [&Skip::OtherRoot, &Skip::SameTree]);
    assert!(found.skipped.contains(&(1, Skip::OtherRoot)));
}

#[test]
fn in_the_paper_every_page_counts() {
    let mut labels = Labels::default();
    let pages = labels.trees(["r(a x)", "r(a y)", "r(a x)"]);
    let found = find(Config::paper(), &pages).unwrap();
    assert_eq!((found.template.pages(), found.skipped.len()), (3, 0));
    let twice = [pages[0].clone(), pages[0].clone()];
    let found = find(Config::paper(), &twice).unwrap();
    assert_eq!(found.template.tree(), &pages[0]);
    let odd = [pages[0].clone(), labels.tree("s(a)"), pages[1].clone()];
    assert_eq!(find(Config::paper(), &odd), Err(Error::OtherRoot { page: 1 }));
    let limited = find(Config::paper().max_cells(1), &pages);
    assert_eq!(limited, Err(Error::TooManyCells { limit: 1 }));
}

#[test]
fn in_the_paper_a_node_that_one_of_many_pages_lacks_is_lost() {
    let pages: Vec<String> = (0..30)
        .map(|page| match page {
            29 => "r(nav p(x29))".to_owned(),
            _ => format!("r(nav(a) p(x{page}) foot)"),
        })
        .collect();
    // By default 25 are drawn, and the odd one must be among them.
    let all = |config: Config| config.max_pages(30);
    assert_eq!(template(all(Config::paper()), &pages), "r(nav p)");
    assert_eq!(template(all(Config::paper().share(0.96)), &pages), "r(nav(a) p foot)");
    assert_eq!(template(all(Config::new()), &pages), "r(nav(a) p foot)");
}

#[test]
fn the_defaults_are_those_of_the_paper_but_for_the_share() {
    assert_eq!(Config::new().share(1.0).skipping(false), Config::paper());
    assert_eq!(Config::new().insert(1).delete(1).replace(1), Config::new());
    // Exactly half is enough, and of more pages only so many are used.
    let half = ["r(a)", "r(a x)", "r(y)", "r(z)"];
    assert_eq!(template(Config::new(), &half), "r(a)");
    let mut labels = Labels::default();
    let many: Vec<Tree> = (0..40).map(|page| labels.tree(&format!("r(a x{page})"))).collect();
    assert_eq!(find(Config::new(), &many).unwrap().pages.len(), 25);
}

#[test]
fn a_node_that_comes_late_is_not_given_up_early() {
    // It is on 12 of 20 pages, and may be on only one of the first eight: an eighth is enough.
    let pages: Vec<String> = (0..20)
        .map(|page| match page % 5 {
            0 | 1 => format!("r(p(x{page}))"),
            _ => format!("r(nav p(x{page}))"),
        })
        .collect();
    for seed in 0..200 {
        let found = template(Config::new().max_pages(20).seed(seed), &pages);
        assert_eq!(found, "r(nav p)", "seed {seed}");
    }
}

#[test]
fn by_figure_4_a_leaf_opposite_an_inner_node_is_an_update() {
    let pages = ["r(a b(c))", "r(a(d) b(c))"];
    let literal = || Config::paper().leaf_updates(true);
    assert_eq!(template(literal(), &pages), "r(b(c))");
    assert_eq!(template(Config::paper(), &pages), "r(a b(c))");
    // The root is no cell of any matrix.
    assert_eq!(template(literal(), &["r", "r(a)"]), "r");
    // What has lost its own child is a leaf to the next page.
    let varying = ["r(p(x))", "r(p(y))", "r(p(z))"];
    assert_eq!(template(literal(), &varying), "r");
    assert_eq!(template(Config::paper(), &varying), "r(p)");
}

#[test]
fn a_page_above_the_limits_is_passed_over() {
    let mut labels = Labels::default();
    let huge = format!("r({})", "q(x) ".repeat(60) + &"z(y) ".repeat(60));
    let mut pages = vec![labels.tree(&huge.replace("(x)", "(v)").replace("(y)", "(v)"))];
    pages.extend(labels.trees(["r(a x)", "r(a y)", "r(a z)"]));
    for seed in 0..4 {
        let found = find(Config::new().max_cells(100).seed(seed), &pages).unwrap();
        let limit = Error::TooManyCells { limit: 100 };
        assert_eq!(found.skipped, [(0, Skip::Limit(limit))]);
        assert_eq!(found.template.pages(), 3);
        assert_eq!(found.template.tree().len(), 2);
    }
}

#[test]
fn of_two_pages_that_are_too_large_for_each_other_the_first_stays() {
    let mut labels = Labels::default();
    let large = |own: &str| (0..60).map(|child| format!("{own}{child}")).collect::<Vec<_>>().join(" ");
    let pages = [format!("r(a {})", large("p")), format!("r(a {})", large("q")), "r(a x)".into(), "r(a y)".into()];
    let pages = pages.map(|page| labels.tree(&page));
    let mut n_met = 0;
    for seed in 0..30 {
        let order = find(Config::new().seed(seed), &pages).unwrap().pages;
        if order[0].max(order[1]) == 1 {
            n_met += 1;
            let found = find(Config::new().max_cells(1_000).seed(seed), &pages).unwrap();
            assert_eq!(found.pages[0], order[0]);
            assert_eq!(found.skipped, [(order[1], Skip::Limit(Error::TooManyCells { limit: 1_000 }))]);
        }
    }
    assert!(n_met > 0);
}

/// A page that is passed over is none of those that may still raise a support: what they cannot make template is dropped
/// as early as if it had never been there, which shows in the limit that is enough.
#[test]
fn a_page_that_is_passed_over_is_not_waited_for() {
    let mut labels = Labels::default();
    let own = |page: usize| (0..10).map(|child| format!("p{page}c{child}")).collect::<Vec<_>>().join(" ");
    let mut pages: Vec<Tree> = (0..5).map(|page| labels.tree(&format!("r(a {})", own(page)))).collect();
    let used = |pages: &[Tree], limit: u64, seed: u64| {
        let found = find(Config::new().max_cells(limit).seed(seed), pages);
        found.map_or(0, |found| found.pages.len())
    };
    let enough = (1..2_000).find(|&limit| used(&pages, limit, 0) == 5).unwrap();
    pages.push(labels.tree(&format!("r({})", "z(y) ".repeat(2_000))));
    // Where it is drawn late, it is waited for until then.
    let is_enough: Vec<bool> = (0..8).map(|seed| used(&pages, enough, seed) == 5).collect();
    assert!(is_enough.contains(&true), "{is_enough:?}");
}

#[test]
fn too_few_pages_are_an_error() {
    assert_eq!(find(Config::new(), &[]), Err(Error::TooFewPages { given: 0 }));
    let mut labels = Labels::default();
    let page = labels.tree("r(a)");
    let error = Err(Error::TooFewPages { given: 1 });
    assert_eq!(find(Config::new(), std::slice::from_ref(&page)), error);
    assert_eq!(find(Config::new(), &[page.clone(), page]), error);
}

#[test]
fn senseless_settings_are_refused() {
    for share in [0.0, -1.0, 1.01, f64::NAN] {
        assert_eq!(Config::new().share(share).build().unwrap_err(), Error::BadShare);
    }
    let error = Config::new().max_pages(1).build().unwrap_err();
    assert_eq!(error, Error::TooFewPages { given: 1 });
}

proptest! {
    #[test]
    fn share_one_is_the_fold_of_extract(pages in proptest::collection::vec(trees(20, 3), 2..6)) {
        let mapper = Config::new().share(1.0).build().unwrap();
        if let Ok(found) = mapper.find_template(&pages.iter().collect::<Vec<_>>()) {
            let mut tree = pages[found.pages[0]].clone();
            for &page in &found.pages[1..] {
                tree = mapper.extract(&tree, &pages[page]).unwrap().unwrap().tree().clone();
            }
            prop_assert_eq!(found.template.tree(), &tree);
            prop_assert!(found.template.supports().iter().all(|&n| n == found.template.pages()));
        }
    }

    /// retrieveTemplate as figure 4 prints it, from the pairs of the naive twin.
    #[test]
    fn figure_4_is_taken_literally(left in trees(14, 3), right in trees(14, 3)) {
        if left.label(NodeNumber::ROOT) == right.label(NodeNumber::ROOT) {
            let expected = naive::retrieve_template(&left, &right);
            let found = Config::paper().leaf_updates(true).build().unwrap().extract(&left, &right).unwrap().unwrap();
            prop_assert_eq!(found.tree().labels(), expected);
        }
    }

    #[test]
    fn templates_are_what_their_parts_say(
        pages in proptest::collection::vec(trees(20, 3), 2..8), share in 0.1..1.0,
    ) {
        let found = find(Config::new().share(share), &pages);
        if let Ok(found) = found {
            let template = &found.template;
            let parts = TreeTemplate::from_parts(nodes(template.tree()), template.supports().to_vec(), template.pages());
            prop_assert_eq!(parts.as_ref(), Ok(template));
            let least = (share * f64::from(template.pages())).ceil().max(2.0) as u32;
            prop_assert!(template.supports().iter().all(|&n| least <= n));
            prop_assert_eq!(found.pages.len() as u32, template.pages());
        }
    }

    #[test]
    fn a_lower_share_never_gives_a_smaller_template_of_two(left in trees(20, 3), right in trees(20, 3)) {
        let strict = find(Config::new().share(1.0), &[left.clone(), right.clone()]);
        let quorum = find(Config::new().share(0.2), &[left, right]);
        prop_assert_eq!(strict.map(|found| found.template), quorum.map(|found| found.template));
    }
}
