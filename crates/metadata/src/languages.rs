//! Languages by their codes and names.

use whatlang::Lang;

use crate::language::{code_of, primary};

/// The two-letter codes of ISO 639, each between two spaces.
const CODES: &str = " aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de \
    dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io \
    is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt \
    my na nd ne ng nl no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so \
    sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ";

/// Returns the languages that are detected from text: the code and the English name of each, ordered by code.
///
/// Other languages are reported only if a page declares them.
#[must_use]
pub fn languages() -> Vec<(&'static str, &'static str)> {
    let mut languages: Vec<_> = (Lang::all().iter()).map(|lang| (code_of(*lang), lang.eng_name())).collect();
    languages.sort_unstable();
    languages
}

/// Returns the code under which [`Metadata`](crate::Metadata) has a language.
///
/// The language is given by a code of two or three letters, with or without a region, or by its English name.
///
/// # Examples
///
/// ```
/// assert_eq!(metadata::language_code("German").as_deref(), Some("de"));
/// assert_eq!(metadata::language_code("deu").as_deref(), Some("de"));
/// assert_eq!(metadata::language_code("nn-NO").as_deref(), Some("no"));
/// assert_eq!(metadata::language_code("xx"), None);
/// ```
#[must_use]
pub fn language_code(text: &str) -> Option<String> {
    let text = text.trim();
    let is_named = |name: &str| name.eq_ignore_ascii_case(text);
    if let Some((code, _)) = languages().into_iter().find(|(_, name)| is_named(name)) {
        return Some(code.to_owned());
    }
    // The spaces around the code keep it from matching across two neighbours. Codes of three letters are too many to
    // list.
    let is_known = |code: &String| code.len() == 3 || CODES.contains(&format!(" {code} "));
    let can_be_code = text
        .split(['-', '_'])
        .all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    primary(text).filter(|code| can_be_code && is_known(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_a_code_and_a_name() {
        let all = languages();
        assert!(all.contains(&("en", "English")));
        for (code, name) in all {
            assert_eq!(language_code(name).as_deref(), Some(code));
            assert_eq!(language_code(code).as_deref(), Some(code));
        }
    }

    #[test]
    fn other_words_are_no_languages() {
        for word in ["", "xx", "englisch", "en,de", "e", "en de"] {
            assert_eq!(language_code(word), None, "{word}");
        }
        assert_eq!(language_code("eu").as_deref(), Some("eu"));
        assert_eq!(language_code("AST").as_deref(), Some("ast"));
    }
}
