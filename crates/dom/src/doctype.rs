//! The doctype: its name and identifiers, and the quirks that they ask for.

use std::borrow::Cow;

use crate::{
    attributes::lower_case,
    scan::skip_space,
    text::{self, Nul},
};

/// What a doctype says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doctype<'s> {
    /// The name in lower case: `html`. Empty if there is none.
    pub name: Cow<'s, str>,
    /// The public identifier, if there is one.
    pub public_id: Option<Cow<'s, str>>,
    /// The system identifier, if there is one.
    pub system_id: Option<Cow<'s, str>>,
    /// Whether the doctype is malformed.
    pub is_broken: bool,
}

impl<'s> Doctype<'s> {
    /// Reads the source of a doctype, from `<!` to `>`.
    pub(crate) fn read(source: &'s str) -> Doctype<'s> {
        let is_finished = source.ends_with('>');
        let bytes = source.as_bytes();
        let end = bytes.len() - usize::from(is_finished);
        let bytes = &bytes[..end];
        let mut at = skip_space(bytes, "<!doctype".len().min(end));
        let start = at;
        while at < end && !crate::scan::is_space(bytes[at]) {
            at += 1;
        }
        let mut doctype = Doctype {
            name: lower_case(&source[start..at]),
            is_broken: start == at || !is_finished,
            ..Doctype::default()
        };
        at = skip_space(bytes, at);
        if at == end {
            return doctype;
        }
        let keyword = bytes.get(at..at + 6).unwrap_or(b"");
        // The standard ignores the case of both keywords, and needs no space between a keyword and the quote after
        // it.
        let is_public = keyword.eq_ignore_ascii_case(b"public");
        if !is_public && !keyword.eq_ignore_ascii_case(b"system") {
            doctype.is_broken = true;
            return doctype;
        }
        at = skip_space(bytes, at + 6);
        let mut ids = [None, None];
        let wanted = if is_public { 2 } else { 1 };
        // What follows the last identifier is an error that the standard ignores.
        for (i, id) in ids.iter_mut().enumerate().take(wanted) {
            let Some(&quote @ (b'"' | b'\'')) = bytes.get(at) else {
                // A public identifier needs no system identifier.
                doctype.is_broken |= at < end || i == 0;
                break;
            };
            let length = bytes[at + 1..].iter().position(|&byte| byte == quote);
            doctype.is_broken |= length.is_none();
            // A `>` ends a doctype even between quotes, so the second quote may be missing.
            let id_end = length.map_or(end, |length| at + 1 + length);
            *id = Some(text::normalize(&source[at + 1..id_end], Nul::Replaced));
            at = skip_space(bytes, (id_end + 1).min(end));
        }
        let [first, second] = ids;
        if is_public {
            (doctype.public_id, doctype.system_id) = (first, second);
        } else {
            doctype.system_id = first;
        }
        doctype
    }

    /// Returns whether the page asks for quirks mode, in which tables do not end
    /// paragraphs.
    pub(crate) fn asks_for_quirks(&self) -> bool {
        let public_id = self.public_id.as_deref().unwrap_or("").to_ascii_lowercase();
        // A malformed doctype sets the "force-quirks flag" of the standard. The last two identifiers ask for limited
        // quirks mode if a system identifier is given, and that mode changes nothing in the tree.
        self.is_broken
            || self.name != "html"
            || matches!(
                &*public_id,
                "-//w3o//dtd w3 html strict 3.0//en//" | "-/w3c/dtd html 4.0 transitional/en" | "html"
            )
            || self
                .system_id
                .as_deref()
                .is_some_and(|id| id.eq_ignore_ascii_case("http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"))
            || QUIRKY.iter().any(|prefix| public_id.starts_with(prefix))
            || (self.system_id.is_none()
                && ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"]
                    .iter()
                    .any(|prefix| public_id.starts_with(prefix)))
    }
}

/// Public identifiers that begin like this, in lower case, ask for quirks mode (section 13.2.6.4.1).
static QUIRKY: [&str; 55] = [
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    #[test]
    fn doctypes() {
        for [source, name, public_id, system_id, how] in cases(include_str!("doctypes.txt")) {
            let found = Doctype::read(&source);
            assert_eq!(found.name, name, "{source}");
            assert_eq!(found.public_id.as_deref().unwrap_or("-"), public_id, "{source}");
            assert_eq!(found.system_id.as_deref().unwrap_or("-"), system_id, "{source}");
            let expected = (how == "broken", how != "standard");
            assert_eq!((found.is_broken, found.asks_for_quirks()), expected, "{source}");
        }
    }
}
