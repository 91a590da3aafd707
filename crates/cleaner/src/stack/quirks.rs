//! Whether a page is read in quirks mode, in which a table does not end a
//! paragraph.

use tokenize::{Kind, Token};

/// Returns what the standard calls quirks mode ("the initial insertion mode").
///
/// The standard lists sixty public identifiers. All but three groups of the
/// `//DTD HTML` ones are on the list, and the rare vendors' are left out.
pub(crate) fn quirks(source: &str, tokens: &[Token]) -> bool {
    let first = tokens.iter().find(|token| token.kind() != Kind::Comment);
    let Some(doctype) = first.filter(|token| token.kind() == Kind::Doctype) else {
        return true;
    };
    let doctype = source[doctype.range()].to_ascii_lowercase();
    let inside = doctype
        .trim_start_matches("<!doctype")
        .trim_end_matches('>')
        .trim();
    let Some(rest) = inside.strip_prefix("html") else {
        return true;
    };
    let mut quoted = rest.split(['"', '\'']).skip(1).step_by(2);
    if !rest.trim_start().starts_with("public") {
        return quoted.next() == Some("http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd");
    }
    let (public, system) = (quoted.next().unwrap_or(""), quoted.next());
    if public.starts_with("-//w3c//dtd html 4.01 frameset//")
        || public.starts_with("-//w3c//dtd html 4.01 transitional//")
    {
        return system.is_none();
    }
    let strict =
        public.starts_with("-//w3c//dtd html 4.01//") || public == "-//w3c//dtd html 4.0//en";
    public.contains("//dtd html") && !strict
        || matches!(public, "html" | "-/w3c/dtd html 4.0 transitional/en")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_of_common_doctypes() {
        let check = |source: &str, expected: bool| {
            assert_eq!(
                quirks(source, &tokenize::scan(source)),
                expected,
                "{source}"
            );
        };
        check("", true);
        check("<p>text", true);
        check("<!-- first --><!DOCTYPE html><p>", false);
        check("<!doctype html SYSTEM 'about:legacy-compat'>", false);
        check("<!DOCTYPE other>", true);
        check(
            "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
            true,
        );
        check(
            "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\">",
            false,
        );
        check(
            "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">",
            false,
        );
        check(
            "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 3.2 Final//EN\">",
            true,
        );
        check("<!DOCTYPE HTML PUBLIC \"-//IETF//DTD HTML//EN\">", true);
        check(
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x.dtd\">",
            false,
        );
    }
}
