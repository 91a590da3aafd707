//! What holds for any pages.

use classify::{Config, Evidence, Model, Profile};
use dom::Dom;
use proptest::prelude::*;

use crate::sites::{self, evidence};

/// Pages of tags and words without any order.
fn page() -> impl Strategy<Value = String> {
    const PIECES: &str = "<div class=a>|<div id=b-1>|</div>|<p>|</p>|<a href=x>|</a>|<ul><li>|<li class=share>|</ul>|<table><tr><td>|\
        </table>|<h1>|</h1>|<nav>|</nav>|<article>|</article>|<b>|</b>|<br>|<script>var x;</script>|<footer>|\
        </footer>|<div class=comments>|<svg><text>|</svg>|<body>|</body>|<frameset>|<button>|</button>|word |\
        and more words |漢字 |\
        a long line of many words that runs on and on until it is a paragraph of its own, at the least |\
        <title>word words</title>|&amp;|é|<!-- c -->|<p hidden>|<span style='display:none'>|</span>";
    let pieces = prop::sample::select(PIECES.split('|').collect::<Vec<_>>());
    prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.concat())
}

fn configs() -> [Config; 4] {
    [
        Config::new(),
        Config::new().profile(Profile::Data),
        Config::new().profile(Profile::Article),
        Config::new().headline(false),
    ]
}

fn json(model: &Model) -> String {
    serde_json::to_string(model).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_page_alone_is_judged_as_by_what_is_learned_from_it(source in page()) {
        let dom = Dom::parse(&source);
        let page = Evidence::read(&dom);
        for config in configs() {
            let (one, other) = (config.judge_alone(&dom, &page, true), config.learn(&[&page]).apply_to(&dom, &page, true));
            prop_assert_eq!((one.removals(), one.confidence(), one.container()), (other.removals(), other.confidence(), other.container()));
            prop_assert_eq!((one.fit(), one.regions()), (other.fit(), other.regions()));
        }
    }

    #[test]
    fn reasons_change_nothing_but_themselves(sources in prop::collection::vec(page(), 1..6)) {
        let doms: Vec<Dom<'_>> = sources.iter().map(|source| Dom::parse(source.as_str())).collect();
        let pages: Vec<Evidence> = doms.iter().map(Evidence::read).collect();
        for config in configs() {
            let model = config.learn(&pages);
            for (dom, page) in std::iter::zip(&doms, &pages) {
                let both = [
                    (config.judge_alone(dom, page, true), config.judge_alone(dom, page, false)),
                    (model.apply_to(dom, page, true), model.apply_to(dom, page, false)),
                ];
                for (one, other) in both {
                    prop_assert_eq!((one.fit(), one.confidence()), (other.fit(), other.confidence()));
                    prop_assert_eq!((one.regions(), one.container()), (other.regions(), other.container()));
                    prop_assert!(other.removals().is_empty());
                    prop_assert!(!one.removals().is_empty() || one.regions().is_empty());
                }
            }
        }
    }

    #[test]
    fn any_pages_are_a_site(sources in prop::collection::vec(page(), 0..8)) {
        let pages: Vec<Evidence> = sources.iter().map(|source| Evidence::read(&Dom::parse(source))).collect();
        for config in configs() {
            let model = config.learn(&pages);
            for source in &sources {
                let dom = Dom::parse(source);
                let decision = model.apply(&dom);
                for range in decision.regions().iter() {
                    prop_assert!(source.get(range).is_some());
                }
                let kept = sites::text(source, &decision);
                let all = render::text(&dom, &cleaner::Regions::from_ranges([]));
                prop_assert!(kept.split_whitespace().count() <= all.split_whitespace().count());
            }
        }
    }

    #[test]
    fn the_order_of_pages_does_not_matter(sources in prop::collection::vec(page(), 0..6)) {
        let mut pages: Vec<Evidence> = sources.iter().map(|source| Evidence::read(&Dom::parse(source))).collect();
        for config in configs() {
            let forth = json(&config.learn(&pages));
            pages.reverse();
            prop_assert_eq!(forth, json(&config.learn(&pages)));
        }
    }

    #[test]
    fn a_stored_model_decides_as_the_learned_one(sources in prop::collection::vec(page(), 1..6)) {
        let pages: Vec<Evidence> = sources.iter().map(|source| Evidence::read(&Dom::parse(source))).collect();
        for config in configs() {
            let model = config.learn(&pages);
            let restored: Model = serde_json::from_str(&json(&model)).unwrap();
            prop_assert_eq!(json(&model), json(&restored));
            for source in &sources {
                let dom = Dom::parse(source);
                let (before, after) = (model.apply(&dom), restored.apply(&dom));
                prop_assert_eq!(before.removals(), after.removals());
            }
        }
    }
}

#[test]
fn threads_see_the_same() {
    let pages = sites::news(8);
    let learned = json(&Config::new().learn(&evidence(&pages)));
    let others: Vec<String> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..4).map(|_| scope.spawn(|| json(&Config::new().learn(&evidence(&pages))))).collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).collect()
    });
    assert!(others.iter().all(|other| *other == learned));
}

#[test]
fn damaged_models_are_refused() {
    let stored = json(&Config::new().learn(&evidence(&sites::docs(6))));
    let line = stored.find("\"lines\":[[\"").unwrap() + "\"lines\":[[\"".len();
    for damage in ["x", "+123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcde"] {
        let mut damaged = stored.clone();
        damaged.replace_range(line..line + 32, damage);
        let error = serde_json::from_str::<Model>(&damaged).unwrap_err();
        assert!(error.to_string().contains("32 hexadecimal digits"), "{error}");
    }
}
