//! Which language a page is in.

use whatlang::Lang;

use crate::{Source, page::Page, text::squeeze};

/// How much of the text is looked at, and from where on it counts against what is declared, in bytes.
const SAMPLE: usize = 500;
const ENOUGH: usize = 200;

/// Returns the language and where that is from: what is declared, unless the text is plainly in another one.
pub(crate) fn language(page: &Page<'_, '_>, text: &str) -> Option<(String, Source)> {
    let declared = declared(page);
    let text = sample(text);
    let found = (ENOUGH <= text.len())
        .then(|| whatlang::detect(&text))
        .flatten()
        .filter(whatlang::Info::is_reliable);
    match (declared, found) {
        (Some((code, source)), Some(found)) => {
            let code_found = code_of(found.lang());
            let is_known = Lang::all().iter().any(|lang| code_of(*lang) == code);
            if code_found == code || !is_known || are_close(&code, code_found) {
                Some((code, source))
            } else {
                Some((code_found.to_owned(), Source::Text))
            }
        }
        (Some(declared), None) => Some(declared),
        (None, Some(found)) => Some((code_of(found.lang()).to_owned(), Source::Text)),
        (None, None) => None,
    }
}

/// Languages that short texts do not tell apart.
fn are_close(one: &str, other: &str) -> bool {
    const CLOSE: &[&[&str]] = &[
        &["no", "nb", "nn", "da", "sv"],
        &["hr", "sr", "bs", "sl", "mk", "bg"],
        &["id", "ms", "jv"],
        &["es", "ca", "pt", "gl"],
        &["cs", "sk"],
        &["ru", "uk", "be", "bg"],
        &["af", "nl"],
        &["hi", "mr", "ne"],
        &["tr", "az", "tk", "uz"],
        &["fa", "ur", "ar"],
    ];
    CLOSE
        .iter()
        .any(|group| group.contains(&one) && group.contains(&other))
}

fn declared(page: &Page<'_, '_>) -> Option<(String, Source)> {
    let metas: [(&[&str], Source); 2] = [
        (
            &[
                "content-language",
                "language",
                "dc.language",
                "dcterms.language",
            ],
            Source::Meta,
        ),
        (&["og:locale"], Source::OpenGraph),
    ];
    let html = page
        .lang
        .as_deref()
        .map(|lang| (lang, Source::LangAttribute));
    html.into_iter()
        .chain(
            metas
                .into_iter()
                .filter_map(|(names, source)| Some((page.meta_of(names)?, source))),
        )
        .find_map(|(tag, source)| Some((primary(tag)?, source)))
}

/// Returns the language of a tag like `en-US`, without script and region.
fn primary(tag: &str) -> Option<String> {
    let first = tag
        .trim()
        .split(['-', '_', ',', ' ', ';'])
        .next()?
        .to_ascii_lowercase();
    let is_code =
        (2..=3).contains(&first.len()) && first.bytes().all(|byte| byte.is_ascii_lowercase());
    is_code.then(|| match first.as_str() {
        // Older codes, and those of three letters that have one of two.
        "iw" => "he".to_owned(),
        "in" => "id".to_owned(),
        "nb" | "nn" => "no".to_owned(),
        _ => match Lang::from_code(&first) {
            Some(lang) => code_of(lang).to_owned(),
            None => first,
        },
    })
}

/// Returns the start of a text, in whole words.
fn sample(text: &str) -> String {
    // What comes first is often a list of names and numbers.
    let mut start = if 4 * SAMPLE < text.len() {
        SAMPLE / 2
    } else {
        0
    };
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let mut end = text.len().min(start + SAMPLE);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    squeeze(&text[start..end])
}

/// The codes of two letters, which whatlang does not have.
fn code_of(lang: Lang) -> &'static str {
    const CODES: &[(&str, &str)] = &[
        ("epo", "eo"),
        ("eng", "en"),
        ("rus", "ru"),
        ("cmn", "zh"),
        ("spa", "es"),
        ("por", "pt"),
        ("ita", "it"),
        ("ben", "bn"),
        ("fra", "fr"),
        ("deu", "de"),
        ("ukr", "uk"),
        ("kat", "ka"),
        ("ara", "ar"),
        ("hin", "hi"),
        ("jpn", "ja"),
        ("heb", "he"),
        ("yid", "yi"),
        ("pol", "pl"),
        ("amh", "am"),
        ("jav", "jv"),
        ("kor", "ko"),
        ("nob", "no"),
        ("dan", "da"),
        ("swe", "sv"),
        ("fin", "fi"),
        ("tur", "tr"),
        ("nld", "nl"),
        ("hun", "hu"),
        ("ces", "cs"),
        ("ell", "el"),
        ("bul", "bg"),
        ("bel", "be"),
        ("mar", "mr"),
        ("kan", "kn"),
        ("ron", "ro"),
        ("slv", "sl"),
        ("hrv", "hr"),
        ("srp", "sr"),
        ("mkd", "mk"),
        ("lit", "lt"),
        ("lav", "lv"),
        ("est", "et"),
        ("tam", "ta"),
        ("vie", "vi"),
        ("urd", "ur"),
        ("tha", "th"),
        ("guj", "gu"),
        ("uzb", "uz"),
        ("pan", "pa"),
        ("aze", "az"),
        ("ind", "id"),
        ("tel", "te"),
        ("pes", "fa"),
        ("mal", "ml"),
        ("ori", "or"),
        ("mya", "my"),
        ("nep", "ne"),
        ("sin", "si"),
        ("khm", "km"),
        ("tuk", "tk"),
        ("aka", "ak"),
        ("zul", "zu"),
        ("sna", "sn"),
        ("afr", "af"),
        ("lat", "la"),
        ("slk", "sk"),
        ("cat", "ca"),
        ("tgl", "tl"),
        ("hye", "hy"),
        ("cym", "cy"),
    ];
    let code = lang.code();
    CODES
        .iter()
        .find(|(long, _)| *long == code)
        .map_or(code, |(_, short)| short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_that_is_found_has_a_code_of_two_letters() {
        for lang in Lang::all() {
            assert_eq!(code_of(*lang).len(), 2, "{lang:?}");
        }
    }

    #[test]
    fn tags_are_reduced() {
        for (tag, code) in [
            ("en-US", "en"),
            ("de_AT", "de"),
            ("deu", "de"),
            ("iw", "he"),
            ("zh-Hant", "zh"),
            ("ast", "ast"),
        ] {
            assert_eq!(primary(tag).as_deref(), Some(code), "{tag}");
        }
        assert_eq!(primary("{{ lang }}"), None);
    }
}
