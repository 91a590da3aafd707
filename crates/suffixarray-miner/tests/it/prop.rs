use proptest::{collection::vec, prelude::*};
use suffixarray_miner::{Config, Corpus, CutOff, Index, Miner, Selection, StringLocator, UNKNOWN};

use crate::naive;

/// Two and three letters make repeats, and repeats within repeats.
fn documents() -> impl Strategy<Value = Vec<Vec<u32>>> {
    (2..4u32).prop_flat_map(|letters| vec(vec(0..letters, 0..14), 0..6))
}

/// Now and then a token that is in no vocabulary.
fn documents_with_unknown() -> impl Strategy<Value = Vec<Vec<u32>>> {
    let token = prop_oneof![6 => 0..2u32, 1 => Just(UNKNOWN), 1 => Just(UNKNOWN - 1)];
    vec(vec(token, 0..14), 0..5)
}

fn strings(documents: &[Vec<u32>]) -> Vec<naive::Counted> {
    let index = Index::new(documents.iter().collect()).unwrap();
    let mut strings = Vec::new();
    index.for_each_string(|string| {
        let symbols = string.symbols.to_vec();
        strings.push((symbols, string.term_frequency, string.document_frequency));
    });
    strings.sort();
    strings
}

fn miner(selection: Selection) -> Miner {
    Config::new().selection(selection).build().unwrap()
}

fn selection() -> impl Strategy<Value = Selection> {
    let cut_off = prop_oneof![
        Just(CutOff::Bimodal),
        (1..5u32).prop_map(CutOff::Fixed),
        (1..=10u32).prop_map(|tenths| CutOff::Share(f64::from(tenths) / 10.0)),
    ];
    let repetition = prop_oneof![Just(None), Just(Some(1.0)), Just(Some(1.5))];
    let mutable = prop_oneof![Just(None), Just(Some(0.5)), Just(Some(1.0))];
    let enclosed = any::<bool>();
    (1..4u32, 1..4u32, cut_off, repetition, mutable, enclosed).prop_map(
        |(tokens, documents, cut_off, repetition, mutable, enclosed)| {
            Selection::paper()
                .min_tokens(tokens)
                .min_documents(documents)
                .cut_off(cut_off)
                .max_repetition(repetition)
                .max_mutable(mutable)
                .drop_enclosed(enclosed)
        },
    )
}

proptest! {
    #[test]
    fn strings_are_the_counted_ones(documents in documents()) {
        prop_assert_eq!(strings(&documents), naive::strings(&documents));
    }

    #[test]
    fn neighbouring_suffixes_share_what_lcp_says(documents in documents()) {
        let index = Index::new(documents.iter().collect()).unwrap();
        // The end of a document is a token that no other document has.
        let tokens = documents.iter().enumerate().flat_map(|(number, document)| {
            document.iter().map(|&token| Ok(token)).chain([Err(number)])
        });
        let tokens: Vec<Result<u32, usize>> = tokens.collect();
        let suffixes: Vec<_> = index.suffix_array().iter().map(|&at| &tokens[at as usize..]).collect();
        let shared = |pair: &[&[Result<u32, usize>]]| {
            std::iter::zip(pair[0], pair[1]).take_while(|(one, other)| one == other).count() as u32
        };
        let expected: Vec<u32> = suffixes.first().map(|_| 0).into_iter().chain(suffixes.windows(2).map(shared)).collect();
        prop_assert_eq!(index.lcp(), expected);
    }

    #[test]
    fn strings_are_found_where_they_stand(
        documents in documents_with_unknown(),
        string in vec(0..4u32, 1..4),
    ) {
        let index = Index::new(documents.iter().collect::<Corpus>()).unwrap();
        let mut found: Vec<(usize, usize)> = index
            .find(&string)
            .map(|rank| index.occurrence(rank))
            .map(|place| (place.document, place.token))
            .collect();
        found.sort_unstable();
        let mut expected = Vec::new();
        for (number, document) in documents.iter().enumerate() {
            let windows = document.windows(string.len()).enumerate();
            expected.extend(windows.filter(|(_, window)| *window == string).map(|(at, _)| (number, at)));
        }
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn shared_strings_are_the_longest_of_several_groups(
        documents in prop_oneof![documents(), documents_with_unknown()],
        groups in vec(0..3u32, 12),
        at_least in 1..4u32,
        tokens in 1..4u32,
    ) {
        let groups = &groups[..documents.len()];
        let index = Index::new(documents.iter().collect::<Corpus>()).unwrap();
        let found: Vec<naive::Shared> = index
            .shared_by_groups(groups, at_least, tokens)
            .into_iter()
            .map(|shared| naive::Shared {
                string: index.string(shared.ranks.start, shared.tokens),
                place: (shared.place.document, shared.place.token),
                occurrences: shared.ranks.len(),
                documents: shared.documents as usize,
                groups: shared.groups as usize,
            })
            .collect();
        let n_tokens: usize = found.iter().map(|shared| shared.string.len()).sum();
        prop_assert!(n_tokens <= 2 * documents.concat().len());
        prop_assert_eq!(found, naive::shared(&documents, groups, at_least, tokens));
    }

    #[test]
    fn unknown_tokens_are_in_no_string(documents in documents_with_unknown()) {
        prop_assert_eq!(strings(&documents), naive::strings(&documents));
    }

    #[test]
    fn mined_strings_are_the_selected_ones(
        documents in prop_oneof![documents(), documents_with_unknown()],
        selection in selection(),
    ) {
        let corpus: Corpus = documents.iter().collect();
        let mined = miner(selection.clone()).mine_corpus(corpus, |symbol| symbol == 0, |_| {}).unwrap();

        let n_documents = documents.len() as u32;
        let mut expected = naive::strings(&documents);
        expected.retain(|(symbols, _, df)| {
            selection.get_min_tokens() <= symbols.len() as u32
                && selection.get_min_documents() <= *df
                && !(selection.get_drop_enclosed() && naive::is_enclosed(&documents, symbols))
        });
        let mut bins = [0; 100];
        for (_, _, df) in &expected {
            bins[(100 * df / n_documents).min(99) as usize] += 1;
        }
        prop_assert_eq!(mined.histogram().bins(), &bins);

        expected.retain(|(symbols, tf, df)| {
            let n_mutable = symbols.iter().filter(|&&symbol| symbol == 0).count() as f64;
            mined.chosen().document_frequency <= *df
                && selection.get_max_repetition().is_none_or(|max| f64::from(*tf) <= max * f64::from(*df))
                && selection.get_max_mutable().is_none_or(|max| n_mutable <= max * symbols.len() as f64)
        });
        expected.sort_by_key(|(symbols, tf, df)| {
            (n_documents - df, usize::MAX - symbols.len(), u32::MAX - tf, symbols.clone())
        });
        let found: Vec<_> = mined
            .iter()
            .map(|s| (s.symbols.to_vec(), s.term_frequency, s.document_frequency))
            .collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(mined.n_tokens(), documents.concat().len() as u64);
    }

    #[test]
    fn symbols_mean_nothing(documents in documents(), far in any::<bool>()) {
        // Other symbols in the same order give the same strings under the new
        // names, whether they are near to each other or not.
        let step = if far { 1_000_000_000 } else { 2 };
        let rename = |symbols: &[u32]| symbols.iter().map(|symbol| symbol * step).collect::<Vec<_>>();
        let renamed: Vec<_> = documents.iter().map(|document| rename(document)).collect();
        let expected: Vec<_> =
            strings(&documents).iter().map(|(symbols, tf, df)| (rename(symbols), *tf, *df)).collect();
        prop_assert_eq!(strings(&renamed), expected);
    }

    #[test]
    fn located_is_what_is_laid_on(
        strings in vec(vec(0..3u32, 0..6), 0..8),
        mut page in vec(0..3u32, 0..60),
        unknown in vec(0..60usize, 0..3),
    ) {
        for at in unknown {
            if let Some(symbol) = page.get_mut(at) {
                *symbol = UNKNOWN;
            }
        }
        let locator = StringLocator::new(strings.iter().map(Vec::as_slice)).unwrap();
        prop_assert_eq!(locator.locate(&page), naive::locate(&strings, &page));
    }

    #[test]
    fn the_order_of_strings_is_nothing_to_the_locator(
        strings in vec(vec(0..4u32, 0..5), 0..8).prop_shuffle(),
        page in vec(0..4u32, 0..40),
    ) {
        let one = StringLocator::new(strings.iter().map(Vec::as_slice)).unwrap();
        let other = StringLocator::new(strings.iter().rev().map(Vec::as_slice)).unwrap();
        prop_assert_eq!(one.locate(&page), other.locate(&page));
    }
}
