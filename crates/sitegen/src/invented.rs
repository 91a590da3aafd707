//! Sentences of invented words, for the languages other than English.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::{Language, Random, lexicon::Lexicon};

/// The number of words of a language that all topics share, and the number that each topic adds.
const N_COMMON: usize = 600;
const N_OWN: usize = 120;
pub(crate) const N_TOPICS: usize = 8;

/// The letters and function words of a language.
struct Alphabet {
    /// A syllable is an onset, a nucleus and sometimes a coda.
    onsets: &'static [&'static str],
    nuclei: &'static [&'static str],
    codas: &'static [&'static str],
    /// The least and the greatest number of syllables in a word.
    syllables: (u32, u32),
    /// Real words between the invented ones.
    function_words: &'static str,
    comma: &'static str,
    stop: &'static str,
}

/// The invented words of a language.
#[derive(Debug)]
pub(crate) struct Invented {
    function_words: Lexicon,
    common: Lexicon,
    topics: Vec<Lexicon>,
    space: &'static str,
    comma: &'static str,
    stop: &'static str,
}

impl Invented {
    /// Returns the words of a language other than English.
    pub(crate) fn get(language: Language) -> &'static Invented {
        // Each language is made once per process, when it is first used.
        static CZECH: LazyLock<Invented> = LazyLock::new(|| Invented::make(Language::Czech, &alphabet::CZECH));
        static RUSSIAN: LazyLock<Invented> = LazyLock::new(|| Invented::make(Language::Russian, &alphabet::RUSSIAN));
        static ARABIC: LazyLock<Invented> = LazyLock::new(|| Invented::make(Language::Arabic, &alphabet::ARABIC));
        static CHINESE: LazyLock<Invented> = LazyLock::new(|| Invented::make(Language::Chinese, &alphabet::CHINESE));
        static JAPANESE: LazyLock<Invented> = LazyLock::new(|| Invented::make(Language::Japanese, &alphabet::JAPANESE));
        match language {
            Language::English | Language::Czech => &CZECH,
            Language::Russian => &RUSSIAN,
            Language::Arabic => &ARABIC,
            Language::Chinese => &CHINESE,
            Language::Japanese => &JAPANESE,
        }
    }

    fn make(language: Language, alphabet: &Alphabet) -> Invented {
        // The words of a language are the same for all seeds, so that sites of one language share them.
        let mut random = Random::stream(language as u64, &[0x776f_7264]);
        let mut seen = BTreeSet::new();
        let mut list = |n_words: usize| {
            let mut words = Vec::with_capacity(n_words);
            while words.len() < n_words {
                let word = alphabet.word(&mut random);
                // Words are unique, also across topics. A topic would otherwise not be recognizable by its words.
                if seen.insert(word.clone()) {
                    words.push(word);
                }
            }
            Lexicon::new(words)
        };
        Invented {
            common: list(N_COMMON),
            topics: (0..N_TOPICS).map(|_| list(N_OWN)).collect(),
            function_words: Lexicon::new(alphabet.function_words.split(' ').map(String::from).collect()),
            space: if language.is_unspaced() { "" } else { " " },
            comma: alphabet.comma,
            stop: alphabet.stop,
        }
    }

    pub(crate) fn topic_name(&self, topic: usize) -> String {
        let mut name = self.topics[topic % N_TOPICS].first().to_owned();
        capitalize(&mut name, 0);
        name
    }

    pub(crate) fn sentence(&self, topic: usize, random: &mut Random, out: &mut String) {
        let start = out.len();
        let n_words = random.between(8, 19);
        self.words(topic, n_words, random, out);
        out.push_str(self.stop);
        capitalize(out, start);
    }

    pub(crate) fn title(&self, topic: usize, random: &mut Random, out: &mut String) {
        let start = out.len();
        let n_words = random.between(4, 7);
        for word_idx in 0..n_words {
            if word_idx > 0 {
                out.push_str(self.space);
            }
            self.word(topic, random, out);
        }
        capitalize(out, start);
    }

    pub(crate) fn person(&self, random: &mut Random, out: &mut String) {
        for name_idx in 0..2 {
            if name_idx == 1 {
                out.push_str(self.space);
            }
            let start = out.len();
            out.push_str(self.common.draw(random));
            capitalize(out, start);
        }
    }

    pub(crate) fn label(&self, topic: usize, random: &mut Random, out: &mut String) {
        let start = out.len();
        self.word(topic, random, out);
        out.push_str(self.space);
        self.word(topic, random, out);
        capitalize(out, start);
    }

    pub(crate) fn date(random: &mut Random, out: &mut String) {
        let (year, month, day) = (random.between(2004, 2024), random.between(1, 12), random.between(1, 28));
        let _ = write!(out, "{year}-{month:02}-{day:02}");
    }

    fn words(&self, topic: usize, n_words: u32, random: &mut Random, out: &mut String) {
        for word_idx in 0..n_words {
            if word_idx > 0 {
                out.push_str(if word_idx % 6 == 0 { self.comma } else { self.space });
            }
            // About every third word is a function word, as in real text.
            if word_idx % 3 == 2 && random.percent(70) {
                out.push_str(self.function_words.draw(random));
            } else if random.percent(3) {
                let _ = write!(out, "{}", random.between(2, 1999));
            } else {
                self.word(topic, random, out);
            }
        }
    }

    fn word(&self, topic: usize, random: &mut Random, out: &mut String) {
        let own = &self.topics[topic % N_TOPICS];
        out.push_str(if random.percent(40) { own.draw(random) } else { self.common.draw(random) });
    }
}

impl Alphabet {
    fn word(&self, random: &mut Random) -> String {
        let mut word = String::new();
        for _ in 0..random.between(self.syllables.0, self.syllables.1) {
            word.push_str(random.pick::<&str>(self.onsets));
            word.push_str(random.pick::<&str>(self.nuclei));
            if random.percent(30) {
                word.push_str(random.pick::<&str>(self.codas));
            }
        }
        word
    }
}

/// Changes the letter at `start` to upper case, in scripts that have it.
fn capitalize(out: &mut String, start: usize) {
    let Some(first) = out[start..].chars().next() else {
        return;
    };
    // The upper-case form may have another length in bytes.
    if first.is_lowercase() {
        let large: String = first.to_uppercase().collect();
        out.replace_range(start..start + first.len_utf8(), &large);
    }
}

mod alphabet {
    use super::Alphabet;

    pub(super) const CZECH: Alphabet = Alphabet {
        onsets: &[
            "b", "č", "d", "h", "k", "l", "m", "n", "p", "r", "ř", "s", "š", "t", "v", "z", "ž", "st", "pr", "kl", "vr",
        ],
        nuclei: &["a", "á", "e", "é", "ě", "i", "í", "o", "u", "ů", "y", "ý"],
        codas: &["k", "l", "m", "n", "r", "s", "t", "v", "ď", "ň", "ť"],
        syllables: (2, 3),
        function_words: "a v na se že je s do i pro ale jako po od který jsou byl už ve jen když také",
        comma: ", ",
        stop: ".",
    };

    pub(super) const RUSSIAN: Alphabet = Alphabet {
        onsets: &[
            "б", "в", "г", "д", "ж", "з", "к", "л", "м", "н", "п", "р", "с", "т", "ф", "х", "ч", "ш", "ст", "пр", "кр",
        ],
        nuclei: &["а", "е", "и", "о", "у", "ы", "я", "ю", "ё"],
        codas: &["в", "й", "к", "л", "м", "н", "р", "с", "т", "ль", "сть"],
        syllables: (2, 3),
        function_words: "и в не на что с он как это по но из у за к от же для о так бы был ещё только",
        comma: ", ",
        stop: ".",
    };

    pub(super) const ARABIC: Alphabet = Alphabet {
        onsets: &["ب", "ت", "ج", "ح", "خ", "د", "ر", "س", "ش", "ص", "ط", "ع", "غ", "ف", "ق", "ك", "ل", "م", "ن", "ه"],
        nuclei: &["ا", "و", "ي", "", ""],
        codas: &["ب", "د", "ر", "س", "ل", "م", "ن"],
        syllables: (2, 3),
        function_words: "في من على إلى أن التي الذي هذا هذه مع عن كان ما لا قد بعد كل بين قبل أو ثم",
        comma: "، ",
        stop: ".",
    };

    pub(super) const CHINESE: Alphabet = Alphabet {
        onsets: HAN,
        nuclei: HAN,
        codas: &[""],
        syllables: (1, 1),
        function_words: "的 是 在 了 和 有 不 也 就 对 这 那 与 从 被 把 而 但 又 将 已 等",
        comma: "，",
        stop: "。",
    };

    pub(super) const JAPANESE: Alphabet = Alphabet {
        onsets: HAN,
        nuclei: &[
            "い", "う", "き", "く", "け", "し", "す", "た", "ち", "つ", "な", "み", "む", "り", "る", "れ", "え", "こ",
            "せ", "め",
        ],
        codas: &["て", "た", "い", "ん", "く"],
        syllables: (1, 2),
        function_words: "は が を に の で と も から まで より など へ や か",
        comma: "、",
        stop: "。",
    };

    const HAN: &[&str] = &[
        "人", "大", "年", "中", "会", "生", "国", "地", "出", "行", "学", "道", "日", "月", "水", "火", "木", "山",
        "川", "海", "天", "空", "雨", "風", "花", "草", "石", "田", "町", "村", "市", "門", "間", "車", "船", "駅",
        "店", "書", "本", "文", "字", "語", "話", "音", "楽", "絵", "色", "白", "黒", "赤", "青", "金", "長", "高",
        "新", "古", "早", "明", "星", "光", "心", "手", "足", "口", "目", "耳", "力", "王", "友", "家", "食", "茶",
        "米", "魚", "鳥", "馬", "牛", "羊", "南", "北",
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_writes_in_its_own_letters() {
        let check = |language, letters: std::ops::RangeInclusive<char>| {
            let mut out = String::new();
            Invented::get(language).sentence(2, &mut Random::new(9), &mut out);
            assert!(out.chars().filter(|letter| letters.contains(letter)).count() > 5, "{language:?}: {out}");
        };
        check(Language::Czech, 'a'..='ž');
        check(Language::Russian, 'а'..='ё');
        check(Language::Arabic, 'ء'..='ي');
        check(Language::Chinese, '一'..='龥');
        check(Language::Japanese, 'ぁ'..='ん');
    }
}
