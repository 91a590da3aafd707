//! Values that survive: for pages whose gold is a list of strings that must be kept.
//!
//! A value survives when the kept text contains it, both brought to one form: character references decoded, NFKC,
//! lower case, quotes and dashes of one kind, and all white space, table bars, bullets and asterisks taken out, since
//! a value may cross element borders. The share means nothing without the share of words removed.

use unicode_normalization::UnicodeNormalization as _;

use super::words::is_invisible;

/// Returns the share of the values that the text contains, or nothing where there are no values.
pub fn survival<S: AsRef<str>>(values: &[S], text: &str) -> Option<f64> {
    let wanted: Vec<String> =
        values.iter().map(|value| plain(value.as_ref())).filter(|value| !value.is_empty()).collect();
    if wanted.is_empty() {
        return None;
    }
    let text = plain(text);
    let n_kept = wanted.iter().filter(|value| text.contains(value.as_str())).count();
    Some(n_kept as f64 / wanted.len() as f64)
}

/// Brings a text to the form in which values are looked for.
pub fn plain(text: &str) -> String {
    let decoded = tokenize::decode_references(text);
    // A compatibility form may decompose into a quote or a dash: fold before and after.
    let folded: String = decoded.chars().filter_map(fold).collect();
    let normal: String = folded.nfkc().filter_map(fold).filter(|&character| !is_invisible(character)).collect();
    normal.to_lowercase().chars().filter(|&character| !is_space(character)).collect()
}

fn fold(character: char) -> Option<char> {
    match character {
        '‘' | '’' | '‚' | '‛' | 'ʼ' | '′' | '´' | '`' => Some('\''),
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' => Some('"'),
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => Some('-'),
        '|' | '*' | '•' => None,
        character => Some(character),
    }
}

fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What another program, written apart from this one, gives for the same texts.
    #[test]
    fn an_independent_scorer_agrees() {
        let cases: [(&[&str], &str, &str); 5] = [
            (&["$9,970", "27 City / 36 Hwy"], "27 City /\n36 hwy", "0.5000"),
            (&["Tom &amp; “Jerry”"], "tom & | \"JERRY\"", "1.0000"),
            (&["a–b", "ｶﾞｽ", "x y z"], "x a - b ガス", "0.6667"),
            (&["*", "kept"], "* kept", "1.0000"),
            (&["½ cup", "Ⅻ"], "1⁄2 CUP xii", "1.0000"),
        ];
        for (values, text, wanted) in cases {
            let found = survival(values, text).unwrap();
            assert_eq!(format!("{found:.4}"), wanted, "{values:?}");
        }
        assert_eq!(survival::<&str>(&[], "text"), None);
        assert_eq!(survival(&[" * "], "text"), None);
    }
}
