//! A doctype's name and identifiers, which decide about quirks mode.

use html5ever::tokenizer::Doctype;

/// Reads the source of a doctype, `<!` and `>` included.
pub(super) fn read(source: &str) -> Doctype {
    let inner = source.strip_prefix("<!").unwrap_or(source);
    let inner = inner.strip_suffix('>').unwrap_or(inner);
    let rest = inner
        .get("doctype".len()..)
        .unwrap_or("")
        .trim_ascii_start();
    let (name, rest) = rest.split_at(
        rest.find(|c: char| c.is_ascii_whitespace())
            .unwrap_or(rest.len()),
    );
    let mut doctype = Doctype {
        name: (!name.is_empty()).then(|| name.to_ascii_lowercase().into()),
        public_id: None,
        system_id: None,
        force_quirks: name.is_empty(),
    };
    let rest = rest.trim_ascii_start();
    let keyword = rest.get(..6).unwrap_or("");
    let ids = rest.get(6..).unwrap_or("").trim_ascii_start();
    if keyword.eq_ignore_ascii_case("public") {
        let Some((public_id, rest)) = quoted(ids) else {
            doctype.force_quirks = true;
            return doctype;
        };
        doctype.public_id = Some(public_id.into());
        let rest = rest.trim_ascii_start();
        if !rest.is_empty() {
            doctype.system_id = quoted(rest).map(|(id, _)| id.into());
            doctype.force_quirks = doctype.system_id.is_none();
        }
    } else if keyword.eq_ignore_ascii_case("system") {
        doctype.system_id = quoted(ids).map(|(id, _)| id.into());
        doctype.force_quirks = doctype.system_id.is_none();
    } else if !rest.is_empty() {
        doctype.force_quirks = true;
    }
    doctype
}

/// Splits off a quoted string.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    text[1..].split_once(quote)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        source: &str,
        name: &str,
        public_id: Option<&str>,
        system_id: Option<&str>,
        quirks: bool,
    ) {
        let found = read(source);
        assert_eq!(found.name.as_deref().unwrap_or(""), name, "{source}");
        assert_eq!(found.public_id.as_deref(), public_id, "{source}");
        assert_eq!(found.system_id.as_deref(), system_id, "{source}");
        assert_eq!(found.force_quirks, quirks, "{source}");
    }

    #[test]
    fn doctypes() {
        check("<!DOCTYPE html>", "html", None, None, false);
        check("<!doctype HTML >", "html", None, None, false);
        check("<!DOCTYPE>", "", None, None, true);
        check(
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">",
            "html",
            Some("-//W3C//DTD HTML 4.01//EN"),
            None,
            false,
        );
        check(
            "<!DOCTYPE html PUBLIC 'p''s'>",
            "html",
            Some("p"),
            Some("s"),
            false,
        );
        check(
            "<!DOCTYPE html PUBLIC \"p\" \n \"s\">",
            "html",
            Some("p"),
            Some("s"),
            false,
        );
        check(
            "<!DOCTYPE html SYSTEM \"about:legacy-compat\">",
            "html",
            None,
            Some("about:legacy-compat"),
            false,
        );
        check("<!DOCTYPE html SYSTEM>", "html", None, None, true);
        check("<!DOCTYPE html nonsense>", "html", None, None, true);
        check("<!DOCTYPE html PUBLIC \"open", "html", None, None, true);
    }
}
