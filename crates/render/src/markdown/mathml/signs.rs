//! Characters of formulas, and the commands that TeX has for them.

/// A character and its TeX.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sign {
    letter: char,
    pub(super) tex: &'static str,
}

/// Returns the TeX of a character that is not written as itself.
pub(super) fn sign(letter: char) -> Option<Sign> {
    let at = SIGNS.binary_search_by_key(&letter, |sign| sign.letter);
    at.ok().map(|at| SIGNS[at])
}

/// Returns characters as TeX reads them in a formula.
pub(super) fn escaped(text: &str) -> String {
    let mut tex = String::with_capacity(text.len());
    // Where the letters at the end begin. To look for that anew at each letter takes quadratic time.
    let mut name = 0;
    for letter in text.chars() {
        // The letter would become a part of the command before it.
        if letter.is_ascii_alphabetic() && name < tex.len() && tex[..name].ends_with('\\') {
            tex.push(' ');
            name = tex.len();
        }
        let end = tex.len();
        match sign(letter) {
            Some(sign) => tex.push_str(sign.tex),
            None => tex.push(letter),
        }
        let n_other = tex[end..].trim_end_matches(|last: char| last.is_ascii_alphabetic()).len();
        if n_other > 0 {
            name = end + n_other;
        }
    }
    tex
}

/// Returns words as TeX reads them in running text.
pub(super) fn escaped_words(text: &str) -> String {
    let mut tex = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => tex.push_str("\\textbackslash{}"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => tex.extend(['\\', letter]),
            '^' => tex.push_str("\\textasciicircum{}"),
            '~' => tex.push_str("\\textasciitilde{}"),
            // Invisible operators and the zero-width space show nothing.
            '\u{2061}'..='\u{2064}' | '\u{200B}' => {}
            _ => tex.push(letter),
        }
    }
    tex
}

/// Returns whether TeX has a command of this name for a function, which it sets upright.
pub(super) fn is_function(name: &str) -> bool {
    // Sorted, for the binary search.
    const FUNCTIONS: &[&str] = &[
        "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim", "exp", "gcd",
        "hom", "inf", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min", "sec", "sin", "sinh", "sup",
        "tan", "tanh",
    ];
    FUNCTIONS.binary_search(&name).is_ok()
}

/// Returns whether the scripts of an operator are its limits.
pub(super) fn has_limits(operator: char) -> bool {
    matches!(operator, '\u{220F}'..='\u{2211}' | '\u{222B}'..='\u{2233}' | '\u{22C0}'..='\u{22C3}')
        || matches!(operator, '\u{2A00}'..='\u{2A06}')
}

/// Returns whether a sign stands between the two sides of a statement.
pub(super) fn is_relation(letter: char) -> bool {
    matches!(letter, '=' | '<' | '>' | '\u{2190}'..='\u{21FF}' | '\u{2208}'..='\u{220D}')
        || matches!(letter, '\u{223C}' | '\u{2243}'..='\u{228B}' | '\u{27F5}'..='\u{27FF}')
        || letter == '\u{2282}'
}

/// Returns the command of TeX for an operator that stands over a term as an accent; `is_narrow` selects the short
/// form.
pub(super) fn accent(operator: char, is_narrow: bool) -> Option<&'static str> {
    Some(match operator {
        '^' | 'ˆ' | '\u{302}' if is_narrow => "\\hat",
        '^' | 'ˆ' | '\u{302}' => "\\widehat",
        '~' | '˜' | '\u{303}' if is_narrow => "\\tilde",
        '~' | '˜' | '\u{303}' => "\\widetilde",
        '¯' | '‾' | '―' | '\u{304}' | '_' | '-' | '−' if is_narrow => "\\bar",
        '¯' | '‾' | '―' | '\u{304}' | '\u{305}' | '_' | '-' | '−' => "\\overline",
        '→' | '⃗' | '⇀' if is_narrow => "\\vec",
        '→' | '⃗' | '⇀' => "\\overrightarrow",
        '˙' | '.' | '\u{307}' => "\\dot",
        '¨' | '\u{308}' => "\\ddot",
        'ˇ' | '\u{30C}' => "\\check",
        '˘' | '\u{306}' => "\\breve",
        '\u{23DE}' => "\\overbrace",
        _ => return None,
    })
}

/// Returns the command of TeX for an operator that stands below a term as an accent.
pub(super) fn accent_below(operator: char) -> Option<&'static str> {
    Some(match operator {
        '_' | '\u{332}' | '¯' | '‾' | '―' => "\\underline",
        '\u{23DF}' => "\\underbrace",
        _ => return None,
    })
}

/// The signs in the order of their characters. Letters for which TeX has no command stand for themselves.
#[rustfmt::skip]
const SIGNS: &[Sign] = &[
    Sign { letter: '#', tex: "\\#" },
    Sign { letter: '$', tex: "\\$" },
    Sign { letter: '%', tex: "\\%" },
    Sign { letter: '&', tex: "\\&" },
    Sign { letter: '\\', tex: "\\backslash" },
    Sign { letter: '^', tex: "\\hat{}" },
    Sign { letter: '_', tex: "\\_" },
    Sign { letter: '{', tex: "\\{" },
    Sign { letter: '}', tex: "\\}" },
    Sign { letter: '~', tex: "\\sim" },
    Sign { letter: '\u{A0}', tex: "\\ " },
    Sign { letter: '¬', tex: "\\neg" },
    Sign { letter: '°', tex: "^\\circ" },
    Sign { letter: '±', tex: "\\pm" },
    Sign { letter: '·', tex: "\\cdot" },
    Sign { letter: '×', tex: "\\times" },
    Sign { letter: '÷', tex: "\\div" },
    Sign { letter: 'Γ', tex: "\\Gamma" },
    Sign { letter: 'Δ', tex: "\\Delta" },
    Sign { letter: 'Θ', tex: "\\Theta" },
    Sign { letter: 'Λ', tex: "\\Lambda" },
    Sign { letter: 'Ξ', tex: "\\Xi" },
    Sign { letter: 'Π', tex: "\\Pi" },
    Sign { letter: 'Σ', tex: "\\Sigma" },
    Sign { letter: 'Υ', tex: "\\Upsilon" },
    Sign { letter: 'Φ', tex: "\\Phi" },
    Sign { letter: 'Ψ', tex: "\\Psi" },
    Sign { letter: 'Ω', tex: "\\Omega" },
    Sign { letter: 'α', tex: "\\alpha" },
    Sign { letter: 'β', tex: "\\beta" },
    Sign { letter: 'γ', tex: "\\gamma" },
    Sign { letter: 'δ', tex: "\\delta" },
    Sign { letter: 'ε', tex: "\\varepsilon" },
    Sign { letter: 'ζ', tex: "\\zeta" },
    Sign { letter: 'η', tex: "\\eta" },
    Sign { letter: 'θ', tex: "\\theta" },
    Sign { letter: 'ι', tex: "\\iota" },
    Sign { letter: 'κ', tex: "\\kappa" },
    Sign { letter: 'λ', tex: "\\lambda" },
    Sign { letter: 'μ', tex: "\\mu" },
    Sign { letter: 'ν', tex: "\\nu" },
    Sign { letter: 'ξ', tex: "\\xi" },
    Sign { letter: 'π', tex: "\\pi" },
    Sign { letter: 'ρ', tex: "\\rho" },
    Sign { letter: 'ς', tex: "\\varsigma" },
    Sign { letter: 'σ', tex: "\\sigma" },
    Sign { letter: 'τ', tex: "\\tau" },
    Sign { letter: 'υ', tex: "\\upsilon" },
    Sign { letter: 'φ', tex: "\\varphi" },
    Sign { letter: 'χ', tex: "\\chi" },
    Sign { letter: 'ψ', tex: "\\psi" },
    Sign { letter: 'ω', tex: "\\omega" },
    Sign { letter: 'ϑ', tex: "\\vartheta" },
    Sign { letter: 'ϕ', tex: "\\phi" },
    Sign { letter: 'ϖ', tex: "\\varpi" },
    Sign { letter: 'ϱ', tex: "\\varrho" },
    Sign { letter: 'ϵ', tex: "\\epsilon" },
    Sign { letter: '\u{200B}', tex: "" },
    Sign { letter: '‖', tex: "\\|" },
    Sign { letter: '†', tex: "\\dagger" },
    Sign { letter: '‡', tex: "\\ddagger" },
    Sign { letter: '•', tex: "\\bullet" },
    Sign { letter: '…', tex: "\\ldots" },
    Sign { letter: '′', tex: "'" },
    Sign { letter: '″', tex: "''" },
    Sign { letter: '‴', tex: "'''" },
    Sign { letter: '\u{2061}', tex: "" },
    Sign { letter: '\u{2062}', tex: "" },
    Sign { letter: '\u{2063}', tex: "" },
    Sign { letter: '\u{2064}', tex: "" },
    Sign { letter: 'ℂ', tex: "\\mathbb{C}" },
    Sign { letter: 'ℋ', tex: "\\mathcal{H}" },
    Sign { letter: 'ℏ', tex: "\\hbar" },
    Sign { letter: 'ℑ', tex: "\\Im" },
    Sign { letter: 'ℒ', tex: "\\mathcal{L}" },
    Sign { letter: 'ℓ', tex: "\\ell" },
    Sign { letter: 'ℕ', tex: "\\mathbb{N}" },
    Sign { letter: '℘', tex: "\\wp" },
    Sign { letter: 'ℙ', tex: "\\mathbb{P}" },
    Sign { letter: 'ℚ', tex: "\\mathbb{Q}" },
    Sign { letter: 'ℜ', tex: "\\Re" },
    Sign { letter: 'ℝ', tex: "\\mathbb{R}" },
    Sign { letter: 'ℤ', tex: "\\mathbb{Z}" },
    Sign { letter: 'ℵ', tex: "\\aleph" },
    Sign { letter: '←', tex: "\\leftarrow" },
    Sign { letter: '↑', tex: "\\uparrow" },
    Sign { letter: '→', tex: "\\to" },
    Sign { letter: '↓', tex: "\\downarrow" },
    Sign { letter: '↔', tex: "\\leftrightarrow" },
    Sign { letter: '↦', tex: "\\mapsto" },
    Sign { letter: '↪', tex: "\\hookrightarrow" },
    Sign { letter: '⇀', tex: "\\rightharpoonup" },
    Sign { letter: '⇌', tex: "\\rightleftharpoons" },
    Sign { letter: '⇐', tex: "\\Leftarrow" },
    Sign { letter: '⇒', tex: "\\Rightarrow" },
    Sign { letter: '⇔', tex: "\\Leftrightarrow" },
    Sign { letter: '∀', tex: "\\forall" },
    Sign { letter: '∂', tex: "\\partial" },
    Sign { letter: '∃', tex: "\\exists" },
    Sign { letter: '∄', tex: "\\nexists" },
    Sign { letter: '∅', tex: "\\emptyset" },
    Sign { letter: '∆', tex: "\\Delta" },
    Sign { letter: '∇', tex: "\\nabla" },
    Sign { letter: '∈', tex: "\\in" },
    Sign { letter: '∉', tex: "\\notin" },
    Sign { letter: '∋', tex: "\\ni" },
    Sign { letter: '∏', tex: "\\prod" },
    Sign { letter: '∐', tex: "\\coprod" },
    Sign { letter: '∑', tex: "\\sum" },
    Sign { letter: '−', tex: "-" },
    Sign { letter: '∓', tex: "\\mp" },
    Sign { letter: '∖', tex: "\\setminus" },
    Sign { letter: '∗', tex: "*" },
    Sign { letter: '∘', tex: "\\circ" },
    Sign { letter: '∙', tex: "\\bullet" },
    Sign { letter: '√', tex: "\\surd" },
    Sign { letter: '∝', tex: "\\propto" },
    Sign { letter: '∞', tex: "\\infty" },
    Sign { letter: '∠', tex: "\\angle" },
    Sign { letter: '∣', tex: "\\mid" },
    Sign { letter: '∤', tex: "\\nmid" },
    Sign { letter: '∥', tex: "\\parallel" },
    Sign { letter: '∧', tex: "\\land" },
    Sign { letter: '∨', tex: "\\lor" },
    Sign { letter: '∩', tex: "\\cap" },
    Sign { letter: '∪', tex: "\\cup" },
    Sign { letter: '∫', tex: "\\int" },
    Sign { letter: '∬', tex: "\\iint" },
    Sign { letter: '∭', tex: "\\iiint" },
    Sign { letter: '∮', tex: "\\oint" },
    Sign { letter: '∴', tex: "\\therefore" },
    Sign { letter: '∵', tex: "\\because" },
    Sign { letter: '∼', tex: "\\sim" },
    Sign { letter: '≃', tex: "\\simeq" },
    Sign { letter: '≅', tex: "\\cong" },
    Sign { letter: '≈', tex: "\\approx" },
    Sign { letter: '≔', tex: ":=" },
    Sign { letter: '≠', tex: "\\ne" },
    Sign { letter: '≡', tex: "\\equiv" },
    Sign { letter: '≢', tex: "\\not\\equiv" },
    Sign { letter: '≤', tex: "\\le" },
    Sign { letter: '≥', tex: "\\ge" },
    Sign { letter: '≦', tex: "\\leqq" },
    Sign { letter: '≧', tex: "\\geqq" },
    Sign { letter: '≪', tex: "\\ll" },
    Sign { letter: '≫', tex: "\\gg" },
    Sign { letter: '≺', tex: "\\prec" },
    Sign { letter: '≻', tex: "\\succ" },
    Sign { letter: '⊂', tex: "\\subset" },
    Sign { letter: '⊃', tex: "\\supset" },
    Sign { letter: '⊆', tex: "\\subseteq" },
    Sign { letter: '⊇', tex: "\\supseteq" },
    Sign { letter: '⊊', tex: "\\subsetneq" },
    Sign { letter: '⊕', tex: "\\oplus" },
    Sign { letter: '⊖', tex: "\\ominus" },
    Sign { letter: '⊗', tex: "\\otimes" },
    Sign { letter: '⊙', tex: "\\odot" },
    Sign { letter: '⊢', tex: "\\vdash" },
    Sign { letter: '⊤', tex: "\\top" },
    Sign { letter: '⊥', tex: "\\perp" },
    Sign { letter: '⊨', tex: "\\models" },
    Sign { letter: '⋀', tex: "\\bigwedge" },
    Sign { letter: '⋁', tex: "\\bigvee" },
    Sign { letter: '⋂', tex: "\\bigcap" },
    Sign { letter: '⋃', tex: "\\bigcup" },
    Sign { letter: '⋅', tex: "\\cdot" },
    Sign { letter: '⋆', tex: "\\star" },
    Sign { letter: '⋮', tex: "\\vdots" },
    Sign { letter: '⋯', tex: "\\cdots" },
    Sign { letter: '⋱', tex: "\\ddots" },
    Sign { letter: '⌈', tex: "\\lceil" },
    Sign { letter: '⌉', tex: "\\rceil" },
    Sign { letter: '⌊', tex: "\\lfloor" },
    Sign { letter: '⌋', tex: "\\rfloor" },
    Sign { letter: '⟂', tex: "\\perp" },
    Sign { letter: '⟨', tex: "\\langle" },
    Sign { letter: '⟩', tex: "\\rangle" },
    Sign { letter: '⟵', tex: "\\longleftarrow" },
    Sign { letter: '⟶', tex: "\\longrightarrow" },
    Sign { letter: '⟹', tex: "\\Longrightarrow" },
    Sign { letter: '⟺', tex: "\\Longleftrightarrow" },
    Sign { letter: '⟼', tex: "\\longmapsto" },
    Sign { letter: '⨁', tex: "\\bigoplus" },
    Sign { letter: '⨂', tex: "\\bigotimes" },
    Sign { letter: '⩽', tex: "\\leqslant" },
    Sign { letter: '⩾', tex: "\\geqslant" },
    Sign { letter: '〈', tex: "\\langle" },
    Sign { letter: '〉', tex: "\\rangle" },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_in_order() {
        assert!(SIGNS.is_sorted_by(|one, other| one.letter < other.letter));
        assert_eq!(sign('π').map(|sign| sign.tex), Some("\\pi"));
        assert!(sign('x').is_none());
    }

    #[test]
    fn nothing_is_markup() {
        assert_eq!(escaped("a_b%"), "a\\_b\\%");
        assert_eq!(escaped("2πr"), "2\\pi r");
        assert_eq!(escaped("ππrs+πst"), "\\pi\\pi rs+\\pi st");
        assert_eq!(escaped(&"a".repeat(1 << 20)).len(), 1 << 20);
        assert_eq!(escaped_words("50% of $x"), "50\\% of \\$x");
    }
}
