//! Terms of TeX, and the terms that are built from them.

use super::signs;

/// A part of a formula.
#[derive(Clone, Debug, Default)]
pub(super) struct Term {
    pub(super) tex: String,
    /// Whether a script can follow it without braces.
    is_atom: bool,
    /// Whether what is above and below it are its limits.
    has_limits: bool,
    /// The operator that the whole term consists of, if it is one.
    operator: Option<char>,
    role: Role,
}

/// The role of a term in the one around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    #[default]
    Part,
    /// The scripts after it stand before the base.
    Prescripts,
    Cells,
}

impl Term {
    fn new(tex: String) -> Term {
        Term { tex, ..Term::default() }
    }

    fn atom(tex: String) -> Term {
        Term { tex, is_atom: true, ..Term::default() }
    }

    pub(super) fn identifier(text: &str, variant: Option<&str>) -> Term {
        let mut letters = text.chars();
        let is_letter = letters.next().is_some() && letters.next().is_none();
        let alphabet = match variant {
            // A single letter is in italics by default, both in MathML and in TeX.
            Some("normal") if is_letter && text.is_ascii() => Some("\\mathrm"),
            Some("bold") => Some("\\mathbf"),
            Some("bold-italic") => Some("\\boldsymbol"),
            Some("double-struck") => Some("\\mathbb"),
            Some("script" | "bold-script") => Some("\\mathcal"),
            Some("fraktur" | "bold-fraktur") => Some("\\mathfrak"),
            Some("sans-serif") => Some("\\mathsf"),
            Some("monospace") => Some("\\mathtt"),
            _ => None,
        };
        if let Some(alphabet) = alphabet {
            return Term::atom([alphabet, "{", &signs::escaped(text), "}"].concat());
        }
        if is_letter || text.is_empty() {
            return Term::atom(signs::escaped(text));
        }
        if signs::is_function(text) {
            return Term {
                has_limits: matches!(text, "lim" | "max" | "min" | "sup" | "inf" | "limsup" | "liminf"),
                ..Term::atom(["\\", text].concat())
            };
        }
        // TeX would set several letters as a product of variables.
        if text.chars().all(char::is_alphabetic) {
            let command = if variant == Some("normal") { "\\mathrm{" } else { "\\mathit{" };
            return Term::atom([command, &signs::escaped(text), "}"].concat());
        }
        Term::new(signs::escaped(text))
    }

    pub(super) fn number(text: &str, variant: Option<&str>) -> Term {
        let tex = signs::escaped(text);
        match variant {
            Some("bold") => Term::atom(["\\mathbf{", &tex, "}"].concat()),
            Some("double-struck") => Term::atom(["\\mathbb{", &tex, "}"].concat()),
            // A script applies to the whole number, even without braces.
            _ => Term::atom(tex),
        }
    }

    pub(super) fn operator(text: &str) -> Term {
        let mut letters = text.chars();
        let only = letters.next().filter(|_| letters.next().is_none());
        // An operator of several letters is set like a function.
        if only.is_none() && text.chars().all(char::is_alphabetic) {
            let mut term = Term::identifier(text, None);
            if let Some(name) = term.tex.strip_prefix("\\mathit") {
                term.tex = ["\\operatorname", name].concat();
            }
            return term;
        }
        let is_relation = !text.is_empty() && text.chars().all(signs::is_relation);
        let tex = match signs::sign(only.unwrap_or(' ')) {
            Some(tex) if only.is_some() => tex.to_owned(),
            _ => signs::escaped(text),
        };
        let tex = if is_relation { [" ", tex.trim(), " "].concat() } else { tex };
        Term {
            tex,
            is_atom: only.is_some() && !is_relation,
            has_limits: only.is_some_and(signs::has_limits),
            operator: only,
            role: Role::Part,
        }
    }

    pub(super) fn words(text: &str) -> Term {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return Term::new("\\ ".to_owned());
        }
        Term::atom(["\\text{", &signs::escaped_words(&text), "}"].concat())
    }

    pub(super) fn space(is_empty: bool) -> Term {
        Term::new((if is_empty { "" } else { "\\," }).to_owned())
    }

    pub(super) fn command(name: &str, of: &Term) -> Term {
        Term::atom([name, "{", of.tex.trim(), "}"].concat())
    }

    pub(super) fn row(terms: &[Term]) -> Term {
        if let [only] = terms {
            return only.clone();
        }
        let mut tex = String::new();
        for term in terms {
            push(&mut tex, &term.tex);
        }
        Term::new(tex)
    }

    pub(super) fn fraction(above: &Term, below: &Term, is_bare: bool) -> Term {
        let command = if is_bare { "\\genfrac{}{}{0pt}{}{" } else { "\\frac{" };
        Term::atom([command, above.tex.trim(), "}{", below.tex.trim(), "}"].concat())
    }

    pub(super) fn root(of: &Term, degree: Option<&Term>) -> Term {
        let degree = degree.map(|degree| ["[{", degree.tex.trim(), "}]"].concat());
        let degree = degree.unwrap_or_default();
        Term::atom(["\\sqrt", &degree, "{", of.tex.trim(), "}"].concat())
    }

    pub(super) fn scripts(base: &Term, low: Option<&Term>, high: Option<&Term>) -> Term {
        let mut tex = match base.tex.trim() {
            // Scripts need a base, even an empty one.
            "" => "{}".to_owned(),
            base_tex if base.is_atom => base_tex.to_owned(),
            base_tex => ["{", base_tex, "}"].concat(),
        };
        push_scripts(&mut tex, low, high);
        Term::new(tex)
    }

    pub(super) fn limits(base: &Term, below: Option<&Term>, above: Option<&Term>) -> Term {
        // TeX itself sets the scripts of such an operator above and below it.
        if base.has_limits {
            return Term::scripts(base, below, above);
        }
        let mut term = base.clone();
        if let Some(above) = above {
            let accent = above.operator.and_then(|sign| signs::accent(sign, base.is_atom));
            // A term above a brace is set as the script of the brace.
            let is_brace = above.operator == Some('\u{23DE}');
            term = match accent {
                Some(accent) => Term::command(accent, &term),
                None => Term::atom(["\\overset{", above.tex.trim(), "}{", term.tex.trim(), "}"].concat()),
            };
            term.has_limits = is_brace;
        }
        if let Some(below) = below {
            let accent = below.operator.and_then(signs::accent_below);
            let is_brace = below.operator == Some('\u{23DF}');
            term = match accent {
                Some(accent) => Term::command(accent, &term),
                None => Term::atom(["\\underset{", below.tex.trim(), "}{", term.tex.trim(), "}"].concat()),
            };
            term.has_limits = is_brace;
        }
        term
    }

    pub(super) fn prescripts() -> Term {
        Term { role: Role::Prescripts, ..Term::default() }
    }

    /// Returns a base with the pairs of scripts behind it and those before it.
    pub(super) fn multiscripts(terms: &[Term]) -> Term {
        let Some((base, scripts)) = terms.split_first() else {
            return Term::default();
        };
        let mut sides = scripts.split(|term| term.role == Role::Prescripts);
        let behind = sides.next().unwrap_or(&[]);
        let before = sides.next().unwrap_or(&[]);
        let mut tex = String::new();
        for pair in before.chunks(2) {
            tex.push_str("{}");
            push_scripts(&mut tex, pair.first(), pair.get(1));
        }
        push(&mut tex, &Term::scripts(base, None, None).tex);
        for (at, pair) in behind.chunks(2).enumerate() {
            // A further pair needs an empty base of its own.
            if at != 0 {
                tex.push_str("{}");
            }
            push_scripts(&mut tex, pair.first(), pair.get(1));
        }
        Term::new(tex)
    }

    pub(super) fn cells(terms: &[Term]) -> Term {
        let cells: Vec<&str> = terms.iter().map(|cell| cell.tex.trim()).collect();
        Term { role: Role::Cells, ..Term::new(cells.join(" & ")) }
    }

    pub(super) fn table(rows: &[Term]) -> Term {
        let rows: Vec<&str> = rows.iter().map(|row| row.tex.trim()).collect();
        Term::atom(["\\begin{matrix} ", &rows.join(" \\\\ "), " \\end{matrix}"].concat())
    }

    pub(super) fn fenced(terms: &[Term], open: &str, close: &str, separators: &str) -> Term {
        let separators: Vec<char> = separators.chars().filter(|sign| !sign.is_whitespace()).collect();
        let mut tex = signs::escaped(open.trim());
        for (at, term) in terms.iter().enumerate() {
            // MathML repeats the last separator if there are too few.
            let separator = at.checked_sub(1).and_then(|at| separators.get(at).or(separators.last()));
            if let Some(separator) = separator {
                tex.push_str(&signs::escaped(separator.encode_utf8(&mut [0; 4])));
                tex.push(' ');
            }
            push(&mut tex, &term.tex);
        }
        push(&mut tex, &signs::escaped(close.trim()));
        Term::new(tex)
    }
}

fn push_scripts(tex: &mut String, low: Option<&Term>, high: Option<&Term>) {
    for (sign, script) in [('_', low), ('^', high)] {
        let Some(script) = script.map(|script| script.tex.trim()).filter(|tex| !tex.is_empty()) else {
            continue;
        };
        tex.push(sign);
        let is_short = script.len() == 1 && script.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_short {
            tex.push_str(script);
        } else {
            tex.extend(["{", script, "}"]);
        }
    }
}

/// Adds TeX to TeX. A space keeps letters from becoming a part of the command before them.
fn push(tex: &mut String, next: &str) {
    let ends_command = || {
        let letters = tex.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        letters.len() < tex.len() && letters.ends_with('\\')
    };
    if next.starts_with(|letter: char| letter.is_ascii_alphabetic()) && ends_command() {
        tex.push(' ');
    }
    // Two numbers side by side must not be read as one.
    let both = tex.ends_with(|letter: char| letter.is_ascii_digit())
        && next.starts_with(|letter: char| letter.is_ascii_digit());
    if both {
        tex.push_str("\\ ");
    }
    tex.push_str(next);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_do_not_run_together() {
        let row = |texts: [&str; 2]| Term::row(&texts.map(|text| Term::identifier(text, None))).tex;
        assert_eq!(row(["α", "x"]), "\\alpha x");
        assert_eq!(row(["sin", "α"]), "\\sin\\alpha");
        assert_eq!(row(["x", "y"]), "xy");
        let numbers = ["1", "2"].map(|text| Term::number(text, None));
        assert_eq!(Term::row(&numbers).tex, "1\\ 2");
    }
}
