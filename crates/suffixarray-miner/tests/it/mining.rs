use suffixarray_miner::{
    Chosen, Config, Corpus, CutOff, Error, Lexer, Lexicon, Mined, Patterns, Selection, Stage, Word,
};

use crate::naive;

fn pages() -> Vec<Vec<u32>> {
    (0..10).map(|page| vec![1, 2, 3, 4, 100 + page, 200 + page, 5, 6, 7]).collect()
}

fn mine(config: Config) -> Result<Mined, Error> {
    config.build()?.mine_corpus(pages().iter().collect(), |_| false, |_| {})
}

fn found(mined: &Mined) -> Vec<(&[u32], u32, u32)> {
    mined.strings().iter().map(|s| (&s.symbols[..], s.term_frequency, s.document_frequency)).collect()
}

#[test]
fn head_and_tail_are_mined() {
    let mined = mine(Config::new().selection(Selection::paper())).unwrap();
    // They are in one bin, so the cut falls back on a share of the documents.
    assert_eq!(mined.chosen(), Chosen { document_frequency: 3, bin: None });
    assert_eq!(found(&mined), [(&[1, 2, 3, 4][..], 10, 10), (&[5, 6, 7][..], 10, 10)]);
    let steady = mine(Config::new().selection(Selection::steady().min_tokens(4))).unwrap();
    assert_eq!(found(&steady), [(&[1, 2, 3, 4][..], 10, 10)]);
}

#[test]
fn no_documents_have_no_strings() {
    let miner = Config::new().build().unwrap();
    for documents in [vec![], vec![&[][..]], vec![&[1, 2, 3][..]]] {
        let mined = miner.mine(&documents).unwrap();
        assert!(mined.strings().is_empty());
        assert_eq!(mined.n_documents() as usize, documents.len());
    }
}

#[test]
fn limits_are_named() {
    let error = mine(Config::new().max_tokens(99)).unwrap_err();
    assert_eq!(error, Error::TooManyTokens { needed: 100, limit: 99 });
    assert!(mine(Config::new().max_tokens(100)).is_ok());
    let paper = Config::new().selection(Selection::paper());
    let error = mine(paper.clone().max_mined_tokens(6)).unwrap_err();
    assert_eq!(error, Error::TooManyMinedTokens { needed: 7, limit: 6 });
    assert!(mine(paper.max_mined_tokens(7)).is_ok());
}

#[test]
fn stages_are_told_in_order() {
    let mut stages = Vec::new();
    let miner = Config::new().build().unwrap();
    miner.mine_corpus(pages().iter().collect(), |_| false, |stage| stages.push(stage)).unwrap();
    let expected = [Stage::Corpus, Stage::SuffixArray, Stage::Lcp, Stage::Statistics, Stage::Selection];
    assert_eq!(stages, expected);
}

#[test]
fn long_copies_are_no_trouble() {
    // Two equal documents open as many intervals at once as they have tokens.
    let document = vec![0; 2_000];
    let mut lengths = Vec::new();
    for (symbols, term_frequency, document_frequency) in naive::mined(&[document.clone(), document]) {
        let len = symbols.len() as u32;
        // The longest is the whole document; the others slide in each.
        assert_eq!((term_frequency, document_frequency), (2 * (2_000 - len + 1), 2));
        lengths.push(len);
    }
    lengths.sort_unstable();
    assert!(lengths.into_iter().eq(1..=2_000));
}

#[test]
fn mutable_strings_are_guarded() {
    let mut lexicon = Lexicon::new(Lexer::new(Patterns::thesis()));
    let pages = ["only 3 12:45 today", "now 4 13:45 home", "or 5 14:45 away by bus 7", "by bus 8"];
    let corpus: Corpus = pages.iter().map(|page| lexicon.read(page)).collect();
    let mine = |share| {
        let selection = Selection::paper().cut_off(CutOff::Fixed(2)).max_mutable(share);
        let miner = Config::new().selection(selection).build().unwrap();
        let mined = miner.mine_corpus(corpus.clone(), |symbol| lexicon.is_mutable(symbol), |_| {});
        let text = |symbol: &u32| match lexicon.word(*symbol).unwrap() {
            Word::Literal(token) => token.to_owned(),
            Word::Pattern(pattern) => format!("/{pattern}/"),
            Word::Parts(parts) => parts.form().to_owned(),
        };
        let line = |symbols: &[u32]| symbols.iter().map(text).collect::<Vec<_>>().join(" ");
        mined.unwrap().strings().iter().map(|string| line(&string.symbols)).collect::<Vec<_>>()
    };
    let all = ["/[0-9,.]+/ /[0-9\\-\\\\/:]+/", "/[bB]y/ bus /[0-9,.]+/"];
    assert_eq!(mine(None), all);
    assert_eq!(mine(Some(0.7)), all[1..]);
    assert!(mine(Some(0.5)).is_empty());
}

/// The other reading of "appears only where s appears" (thesis, section 3.2): at several places of one longer string.
#[test]
fn strings_inside_one_longer_string_can_go() {
    let mine = |documents: &[&[u32]]| {
        let selection = Selection::paper().min_tokens(1).cut_off(CutOff::Fixed(2)).drop_enclosed(true);
        let mined = Config::new().selection(selection).build().unwrap().mine(documents).unwrap();
        mined.strings().iter().map(|string| string.symbols.clone()).collect::<Vec<_>>()
    };
    let twice: &[u32] = &[0, 1, 2, 1, 8];
    assert_eq!(mine(&[twice, &[0, 1, 2, 1, 9]]), [[0, 1, 2, 1]]);
    // Once it stands elsewhere, it counts.
    assert_eq!(mine(&[twice, &[0, 1, 2, 1, 9, 1]]), [vec![0, 1, 2, 1], vec![1]]);
    // Half of it inside the longer string is not inside.
    let overlapping: [&[u32]; 2] = [&[1, 1, 2, 1, 1], &[1, 1, 2, 1, 1, 1]];
    assert_eq!(mine(&overlapping), [vec![1, 1, 2, 1, 1], vec![1, 1]]);
    // In a list of more than 64 it counts too.
    let list = |n: u32, own: u32| -> Vec<u32> {
        let items = (0..n).flat_map(|item| [1, 2, 100 + item]);
        items.chain([own]).collect()
    };
    let has_items = |n| mine(&[&list(n, 8), &list(n, 9)]).contains(&vec![1, 2]);
    assert!(!has_items(64) && has_items(65));
}

/// "Appears only where s appears" (thesis, section 3.2), read as: at one place of one longer string.
#[test]
fn a_string_at_two_places_of_a_longer_one_counts() {
    let found = naive::mined(&[vec![0, 1, 2, 1], vec![0, 1, 2, 1]]);
    // `1 2` has one place in the longer string, and goes; `1` has two.
    assert_eq!(found, [(vec![0, 1, 2, 1], 2, 2), (vec![1], 4, 2)]);
}

/// Nothing is assumed of a language but that white space separates words.
#[test]
fn any_language_is_mined_alike() {
    let mined = |frame: &[&str; 4]| {
        let mut lexicon = Lexicon::new(Lexer::new(Patterns::none()));
        let corpus: Corpus = (0..6)
            .map(|page| lexicon.read(&format!("{} {} u{page} v{page} {} {}", frame[0], frame[1], frame[2], frame[3])))
            .collect();
        let miner = Config::new().selection(Selection::paper()).build().unwrap();
        let mined = miner.mine_corpus(corpus, |symbol| lexicon.is_mutable(symbol), |_| {}).unwrap();
        let frequencies = mined.strings().iter().map(|string| (string.symbols.len(), string.document_frequency));
        frequencies.collect::<Vec<_>>()
    };
    let expected = vec![(2, 6), (2, 6)];
    for frame in [
        ["read", "more", "log", "in"],
        ["читать", "дальше", "войти", "сюда"],
        ["διαβάστε", "περισσότερα", "είσοδος", "μελών"],
        ["続きを", "読む", "ログイン", "する"],
        ["اقرأ", "المزيد", "تسجيل", "الدخول"],
    ] {
        assert_eq!(mined(&frame), expected, "{frame:?}");
    }
}
