//! Whatever the settings, pages are learned from and cleaned, or an error says what is wrong: nothing panics.

use demold::{
    Attributes, Error, HtmlOptions, Input, Learner, MarkdownOptions, Method, Normalize, Overrides, Profile, Site,
};
use distill_tree::{Pruning, align_nw};
use proptest::{collection::vec, option, prelude::*, sample::select};
use suffixarray_miner::{CutOff, Lexer, Patterns, Selection};

/// What makes sense, and now and then what is at its edges or beyond.
fn share() -> impl Strategy<Value = f64> {
    const EDGES: &[f64] = &[-1.0, -0.0, 0.0, f64::MIN_POSITIVE, 2.0, f64::MAX, f64::INFINITY, f64::NAN];
    prop_oneof![8 => select(&[0.3, 0.5, 1.0][..]), 1 => select(EDGES)]
}

fn count() -> impl Strategy<Value = usize> {
    prop_oneof![
        8 => select(&[1, 2, 3, 5, 24, 100_000][..]),
        1 => select(&[0, usize::MAX / 2, usize::MAX][..]),
    ]
}

fn small() -> impl Strategy<Value = u32> {
    count().prop_map(|n| u32::try_from(n).unwrap_or(u32::MAX))
}

fn score() -> impl Strategy<Value = i32> {
    prop_oneof![
        8 => select(&[-3, -1, 0, 1, 2, 7][..]),
        1 => select(&[i32::MIN, i32::MAX][..]),
    ]
}

fn normalize() -> impl Strategy<Value = Normalize> {
    let attributes = select(vec![
        Attributes::All,
        Attributes::None,
        Attributes::Only(Vec::new()),
        Attributes::Only(vec!["class".to_owned(), String::new()]),
    ]);
    (any::<bool>(), attributes)
        .prop_map(|(mutable, attributes)| Normalize::new().mutable(mutable).attributes(attributes))
}

fn distill() -> impl Strategy<Value = distill_tree::Config> {
    let align = (any::<bool>(), score(), score(), score(), count()).prop_map(|(is_default, one, two, gap, memory)| {
        if is_default {
            return align_nw::Config::new();
        }
        let config = align_nw::Config::new().match_score(one).mismatch(two);
        config.gap(gap).memory(memory as u64)
    });
    let pruning = select(vec![Pruning::Paper, Pruning::Inputs]);
    let numbers = (count(), share(), any::<u64>(), small());
    (numbers, pruning, any::<bool>(), align).prop_map(|((sample, threshold, seed, support), pruning, copies, align)| {
        distill_tree::Config::new()
            .sample(sample)
            .threshold(threshold)
            .seed(seed)
            .least_support(support)
            .pruning(pruning)
            .copies(copies)
            .align(align)
    })
}

fn mine() -> impl Strategy<Value = suffixarray_miner::Config> {
    let cut_off = prop_oneof![Just(CutOff::Bimodal), small().prop_map(CutOff::Fixed), share().prop_map(CutOff::Share),];
    let selection = (small(), small(), cut_off, any::<bool>(), option::of(share()), option::of(share())).prop_map(
        |(tokens, documents, cut_off, drops, times, mutable)| {
            Selection::paper()
                .min_tokens(tokens)
                .min_documents(documents)
                .cut_off(cut_off)
                .drop_enclosed(drops)
                .max_repetition(times)
                .max_mutable(mutable)
        },
    );
    (selection, count(), count()).prop_map(|(selection, tokens, mined)| {
        suffixarray_miner::Config::new().selection(selection).max_tokens(tokens).max_mined_tokens(mined)
    })
}

fn map() -> impl Strategy<Value = rtdm_tree_mapping::Config> {
    let costs = select(&[0, 1, 3, u16::MAX][..]);
    let costs = [costs.clone(), costs.clone(), costs];
    (costs, share(), vec(count(), 3), any::<[bool; 2]>(), any::<u64>()).prop_map(
        |([insert, delete, replace], share, counts, yes, seed)| {
            rtdm_tree_mapping::Config::new()
                .insert(insert)
                .delete(delete)
                .replace(replace)
                .share(share)
                .max_pages(counts[0])
                .max_cells(counts[1] as u64)
                .memory(counts[2])
                .skipping(yes[0])
                .leaf_updates(yes[1])
                .seed(seed)
        },
    )
}

fn lexer() -> impl Strategy<Value = Option<Lexer>> {
    (0..6).prop_map(|which| {
        let patterns = match which {
            0 => return None,
            1 => Patterns::none(),
            2 => Patterns::thesis(),
            3 => Patterns::modern(),
            4 => Patterns::new(vec![String::new(), ".*".to_owned()]).ok()?,
            _ => Patterns::thesis().inside().ok()?,
        };
        Some(Lexer::new(patterns))
    })
}

fn learner() -> impl Strategy<Value = Learner> {
    let classify = (select(Profile::ALL), any::<bool>(), count()).prop_map(|(profile, headline, clusters)| {
        classify::Config::new().profile(profile).headline(headline).max_clusters(clusters)
    });
    let method = (select(Method::ALL), any::<bool>());
    let configs = (option::of(distill()), option::of(mine()), option::of(map()), classify);
    let others = (option::of(normalize()), lexer(), any::<[bool; 3]>(), any::<u64>());
    (method, configs, others, vec(count(), 4)).prop_map(
        |((method, is_paper), (distill, mine, map, classify), (normalize, lexer, yes, seed), counts)| {
            let mut learner = if is_paper { Learner::paper(method) } else { Learner::new().method(method) };
            learner = learner
                .pages(counts[0])
                .merge_gaps(counts[1])
                .merge_beside(counts[2])
                .drop_islands(counts[3])
                .classify(classify)
                .seed(seed)
                .copies(yes[0])
                .words(yes[1])
                .metadata(yes[2]);
            if let Some(config) = distill {
                learner = learner.distill(config);
            }
            if let Some(config) = mine {
                learner = learner.mine(config);
            }
            if let Some(config) = map {
                learner = learner.map(config);
            }
            if let Some(normalize) = normalize {
                learner = learner.normalize(normalize);
            }
            if let Some(lexer) = lexer {
                learner = learner.lexer(lexer);
            }
            learner
        },
    )
}

/// Pages that share pieces, whole or broken.
fn pages() -> impl Strategy<Value = Vec<String>> {
    let piece = select(
        &[
            "<nav><a href=/>Home</a> <a href=/n>News</a></nav>",
            "<h1>Tides</h1>",
            "<p>High water came at 12:45 today, and nobody saw it.</p>",
            "<p>It rained.</p>",
            "<table><tr><th>a<th>b<tr><td>1<td>2</table>",
            "<ul><li>x<li>y<li>z</ul>",
            "<img src=i.png alt=i>",
            "<base href=//b.example/>",
            "a a a a a a",
            "<b><i>",
            "</div></p>",
            "<footer>Imprint</footer>",
            "\0\u{feff}é",
            "",
        ][..],
    );
    vec(vec(piece, 0..8).prop_map(|pieces| pieces.concat()), 0..6)
}

/// Uses all that a learner gives.
fn check(learner: &Learner, pages: &[String]) -> Result<(), Error> {
    learner.check()?;
    let inputs: Vec<Input<'_>> = pages.iter().map(|page| Input::new(page.as_bytes())).collect();
    learner.draw(&inputs);
    let site = learner.learn(pages)?;
    let again = Site::from_json(&site.to_json())?;
    let overrides = Overrides::new().keep("h1, :not(p) > b")?.drop("footer")?;
    for (at, page) in pages.iter().enumerate() {
        let input = Input::new(page.as_bytes()).plain_text(at == 3).url("https://a.example/x");
        let cleaned = site.clean(input)?;
        assert_eq!(cleaned.regions(), again.clean(input)?.regions());
        let cleaned = cleaned.overridden(&overrides);
        cleaned.record();
        cleaned.html_without_images();
        cleaned.sanitized_with(&HtmlOptions::new().images(at == 1));
        cleaned.markdown_with(&MarkdownOptions::new().links(at == 2))?;
        cleaned.tei()?;
        cleaned.blocks()?;
        assert!((0.0..=1.0).contains(&cleaned.fit()), "{}", cleaned.fit());
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_settings_give_a_result_or_an_error(learner in learner(), pages in pages()) {
        if let Err(error) = check(&learner, &pages) {
            prop_assert!(!error.to_string().is_empty());
        }
        let sample: Vec<_> = learner.read_drawn(&[]);
        prop_assert!(sample.is_empty());
    }
}
