use proptest::{collection::vec, prelude::*};
use suffixarray_miner::{Config, Corpus, CutOff, Index, Selection, StringLocator, UNKNOWN};

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

/// The parameters of a selection.
#[derive(Clone, Debug)]
struct Rule {
    min_tokens: u32,
    min_documents: u32,
    cut_off: CutOff,
    max_repetition: Option<f64>,
    max_mutable: Option<f64>,
    drop_enclosed: bool,
}

fn rule() -> impl Strategy<Value = Rule> {
    let cut_off = prop_oneof![
        Just(CutOff::Bimodal),
        (1..5u32).prop_map(CutOff::Fixed),
        (1..=10u32).prop_map(|tenths| CutOff::Share(f64::from(tenths) / 10.0)),
    ];
    let repetition = prop_oneof![Just(None), Just(Some(1.0)), Just(Some(1.5))];
    let mutable = prop_oneof![Just(None), Just(Some(0.5)), Just(Some(1.0))];
    (1..4u32, 1..4u32, cut_off, repetition, mutable, any::<bool>()).prop_map(
        |(min_tokens, min_documents, cut_off, max_repetition, max_mutable, drop_enclosed)| Rule {
            min_tokens,
            min_documents,
            cut_off,
            max_repetition,
            max_mutable,
            drop_enclosed,
        },
    )
}

proptest! {
    #[test]
    fn strings_are_the_counted_ones(documents in prop_oneof![documents(), documents_with_unknown()]) {
        prop_assert_eq!(naive::mined(&documents), naive::strings(&documents));
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
    fn mined_strings_are_the_selected_ones(
        documents in prop_oneof![documents(), documents_with_unknown()],
        rule in rule(),
    ) {
        let selection = Selection::paper()
            .min_tokens(rule.min_tokens)
            .min_documents(rule.min_documents)
            .cut_off(rule.cut_off)
            .max_repetition(rule.max_repetition)
            .max_mutable(rule.max_mutable)
            .drop_enclosed(rule.drop_enclosed);
        let miner = Config::new().selection(selection).build().unwrap();
        let mined = miner.mine_corpus(documents.iter().collect(), |symbol| symbol == 0, |_| {}).unwrap();

        let n_documents = documents.len() as u32;
        let mut expected = naive::strings(&documents);
        expected.retain(|(symbols, _, df)| {
            rule.min_tokens <= symbols.len() as u32
                && rule.min_documents <= *df
                && !(rule.drop_enclosed && naive::is_enclosed(&documents, symbols))
        });
        let mut bins = [0; 100];
        for (_, _, df) in &expected {
            bins[(100 * df / n_documents).min(99) as usize] += 1;
        }
        prop_assert_eq!(mined.histogram().bins(), &bins);

        expected.retain(|(symbols, tf, df)| {
            let n_mutable = symbols.iter().filter(|&&symbol| symbol == 0).count() as f64;
            mined.chosen().document_frequency <= *df
                && rule.max_repetition.is_none_or(|max| f64::from(*tf) <= max * f64::from(*df))
                && rule.max_mutable.is_none_or(|max| n_mutable <= max * symbols.len() as f64)
        });
        expected.sort_by_key(|(symbols, tf, df)| {
            (n_documents - df, usize::MAX - symbols.len(), u32::MAX - tf, symbols.clone())
        });
        let strings = mined.strings().iter();
        let found: Vec<_> = strings.map(|s| (s.symbols.clone(), s.term_frequency, s.document_frequency)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn located_is_what_is_laid_on(
        strings in vec(vec(prop_oneof![12 => 0..3u32, 1 => Just(UNKNOWN)], 0..6), 0..8),
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
}
