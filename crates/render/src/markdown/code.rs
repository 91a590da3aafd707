//! Listings: their language, and the fence around them.

use dom::{Dom, NodeId, Tag};

use super::line::longest_run;
use crate::names::is_one_of;

/// The number of levels above a listing that are searched for its language. Chosen: by eye.
const MAX_ABOVE: usize = 6;

/// Returns the name of the language of a preformatted element, as its page calls it.
///
/// Highlighters write it into a class or an attribute of the element, of the `code` in it, or of
/// an element around it: `language-rust`, `lang-rust`, `highlight-source-rust`, `brush: rust`,
/// `hljs rust`, `sourceCode rust`, `data-lang=rust`, `<pre lang=rust>`.
pub(crate) fn language(dom: &Dom<'_>, pre: NodeId) -> Option<String> {
    let is_code = |&child: &NodeId| matches!(dom.tag(child), Tag::CODE | Tag::SAMP);
    // mdBook puts a listing that can be run into another.
    let listing = dom.children(pre).take(3);
    let listing = listing.filter(|&child| dom.tag(child) == Tag::PRE);
    let inside = [pre].into_iter().chain(listing);
    let inside = inside.flat_map(|pre| dom.children(pre).take(3)).find(is_code);
    let around = dom.ancestors(pre).take(MAX_ABOVE).take_while(|&above| {
        // A block that holds more than the listing says nothing about it.
        !matches!(dom.tag(above), Tag::BODY | Tag::MAIN | Tag::ARTICLE)
    });
    let own = [Some(pre), inside].into_iter().flatten();
    own.map(|node| (node, true))
        .chain(around.map(|node| (node, false)))
        .find_map(|(node, is_own)| language_of(dom, node, is_own))
}

fn language_of(dom: &Dom<'_>, node: NodeId, is_own: bool) -> Option<String> {
    let mut by_class = None;
    for attribute in dom.attributes(node) {
        let name = attribute.name();
        if name.eq_ignore_ascii_case("class") {
            by_class = language_of_class(&attribute.value(), is_own);
            continue;
        }
        let is_attribute =
            ["data-lang", "data-language", "data-code-language"].iter().any(|known| name.eq_ignore_ascii_case(known))
                || is_own && dom.tag(node) == Tag::PRE && name.eq_ignore_ascii_case("lang");
        let named = is_attribute.then(|| named(&attribute.value())).flatten();
        if named.is_some() {
            return named;
        }
    }
    by_class
}

fn language_of_class(class: &str, is_own: bool) -> Option<String> {
    // SyntaxHighlighter: "brush: js; toolbar: false".
    if let Some((_, brush)) = class.split_once("brush:") {
        let name = brush.trim_start().split([';', ' ', '\t', '\n']).next();
        return name.and_then(named);
    }
    let mut classes = class.split_ascii_whitespace();
    let prefixed = classes.clone().find_map(|class| {
        const PREFIXES: &str =
            "language- highlight-source- highlight-text- mw-highlight-lang- highlight- lang- brush- src- code-";
        // Around a listing these may refer to human languages, or to anything.
        let n_sure = if is_own { usize::MAX } else { 5 };
        let name = PREFIXES.split(' ').take(n_sure).find_map(|prefix| class.strip_prefix(prefix))?;
        named(name)
    });
    prefixed.or_else(|| {
        // One class says "this is code", and another next to it says in which
        // language.
        let is_marker = |class: &str| {
            matches!(class, "hljs" | "sourceCode" | "highlight" | "prettyprint" | "shj-lang" | "src" | "brush")
        };
        let is_marked = classes.clone().any(is_marker);
        let mut others = classes.by_ref().filter(|class| !is_marker(class));
        is_marked.then(|| others.find_map(known)).flatten()
    })
}

/// Returns the name in lower case if it has the form of a language name.
fn named(name: &str) -> Option<String> {
    let is_name = !name.is_empty()
        && name.len() <= 24
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+#._-".contains(&byte));
    let name = name.to_ascii_lowercase();
    const NONE: &str = "\
        none default nohighlight no-highlight plaintext auto undefined wrapper block toolbar container";
    (is_name && !is_one_of(&name, NONE)).then_some(name)
}

/// Returns the name if it is that of a language in use. A class next to a marker may mean anything else.
fn known(name: &str) -> Option<String> {
    const KNOWN: &str = "ada apache asm awk bash basic c c++ clojure cmake cobol coffeescript console cpp cs \
        csharp css cuda d dart diff docker dockerfile elixir elm erlang fish fortran fsharp go golang \
        graphql groovy haskell hcl html http ini java javascript js json json5 jsx julia kotlin latex \
        less lisp lua makefile markdown matlab mdx mysql nginx nim nix objc objectivec ocaml pascal \
        perl pgsql php powershell prolog protobuf py python python3 r ruby rust sass scala scheme \
        scss sh shell sql svelte swift tcl tex toml ts tsx typescript vb verilog vhdl vim vue wasm \
        xml yaml yml zig zsh";
    let language = named(name)?;
    is_one_of(&language, KNOWN).then_some(language)
}

/// Returns a listing between fences that are longer than any run of backticks in it.
pub(super) fn fenced(code: &str, language: Option<&str>) -> String {
    // CommonMark requires at least three backticks.
    let fence = "`".repeat(longest_run(code, b'`').max(2) + 1);
    [&fence, language.unwrap_or(""), "\n", code, "\n", &fence].concat()
}
