//! Nothing of a page becomes markup that it was not: hostile texts in every place of a page, rendered by readers with
//! formulas and without, and by one that links bare addresses, are the elements that `docs/markdown.md` names.

use dom::{Dom, Namespace, NodeKind};
use proptest::{collection::vec, prelude::*, sample::select};
use pulldown_cmark::{Event, Options, Parser, html};
use render::{MarkdownOptions, Regions};

use crate::dialects::linking;

/// What may be in rendered Markdown: the elements of CommonMark and of GitHub's additions, and the tags that are kept.
const ELEMENTS: &[(&str, &[&str])] = &[
    (
        "a",
        &[
            "aria-label",
            "class",
            "data-footnote-backref",
            "data-footnote-backref-idx",
            "data-footnote-ref",
            "href",
            "id",
        ],
    ),
    ("blockquote", &["class"]),
    ("body", &[]),
    ("br", &[]),
    ("caption", &[]),
    ("code", &["class"]),
    ("dd", &[]),
    ("del", &[]),
    ("div", &["class", "id"]),
    ("dl", &[]),
    ("dt", &[]),
    ("em", &[]),
    ("h1", &[]),
    ("h2", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("head", &[]),
    ("hr", &[]),
    ("html", &[]),
    ("img", &["alt", "src"]),
    ("input", &["checked", "disabled", "type"]),
    ("ins", &[]),
    ("kbd", &[]),
    ("li", &["id"]),
    ("mark", &[]),
    ("ol", &["start"]),
    ("p", &[]),
    ("pre", &["lang"]),
    ("section", &["class", "data-footnotes"]),
    ("span", &["class"]),
    ("strong", &[]),
    ("sub", &[]),
    ("sup", &["class", "id"]),
    ("table", &[]),
    ("tbody", &[]),
    ("td", &["align", "colspan", "rowspan", "style"]),
    ("th", &["align", "colspan", "rowspan", "style"]),
    ("thead", &[]),
    ("tr", &[]),
    ("u", &[]),
    ("ul", &[]),
];

/// The tags that are kept in a line.
const TAGS: &[&str] = &["br", "code", "del", "em", "ins", "kbd", "mark", "strong", "sub", "sup", "u"];

/// What a page writes to become markup: tags, links and images with scripts, and marks that end what is around them.
const HOSTILE: &[&str] = &[
    "<img src=x onerror=pwn()>",
    "http://a.example",
    "www.a.example/\\",
    "<script>pwn()</script>",
    "</code></pre><svg onload=pwn()>",
    "<javascript:pwn()>",
    "[a](javascript:pwn())",
    "![a](javascript:pwn())",
    "](javascript:pwn())",
    "<!--",
    "-->",
    "<?",
    "&lt;img onerror=pwn()&gt;",
    "<",
    ">",
    "`",
    "``",
    "```",
    "~~~",
    "$",
    "$$",
    "\\",
    "\\(",
    "\\)",
    "|",
    "\\|",
    "||",
    "[",
    "]",
    "](",
    "]:",
    "[^1]",
    "[x]: javascript:pwn()",
    "!",
    "(",
    ")",
    "{",
    "}",
    "\"",
    "'",
    "\n",
    "\n\n",
    "\r\n\r\n",
    "    ",
    " ",
    "---",
    "+++",
    "title: x",
    "# ",
    "- ",
    "> ",
    "*",
    "_",
    "a",
    "x^2",
    "javascript:pwn()",
];

fn fragment() -> impl Strategy<Value = String> {
    vec(select(HOSTILE), 1..7).prop_map(|pieces| pieces.concat())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// A place of a page with a text in it. Each `@` stands for the text, escaped as text and attributes are; `%` for the
/// text as it is, which only elements of raw text take.
const PLACES: &[&str] = &[
    "@",
    "<p>@</p>",
    "<p>[a @</p>",
    "<p>`<code>@</code>` @ <code>@</code></p>",
    "<b>@</b><i>@</i><s>@</s><sup>@</sup>",
    "<h1>@</h1>",
    "<h2>x<br>@</h2>",
    "<p>x<br>@<br>@</p>",
    "<hr><p>@</p><hr><p>@</p>",
    "<pre>@</pre>",
    "<pre><code class=\"language-@\">@</code></pre>",
    "<ul><li>@<ul><li>@</ul></ul>",
    "<ol><li>@<pre>@</pre></ol>",
    "<ul><li><input type=checkbox>@</ul>",
    "<blockquote>@<p>@</blockquote>",
    "<div class=\"admonition note\"><p class=admonition-title>@</p><p>@</p></div>",
    "<details><summary>@</summary>@</details>",
    "<dl><dt>@<dd>@</dl>",
    "<a href=\"@\" title=\"@\">@</a>",
    "<a href='/x'>@<code>@</code></a>",
    "<img src=\"@\" alt=\"@\" title=\"@\">",
    "<img src=i.png alt=\"@\">",
    "<a href=/x><img src=\"i.png?@\" alt=\"@\"></a>",
    "<img class=latex src=i.png alt=\"@\">",
    "<video src=\"v.mp4?@\" title=\"@\"></video>",
    "<audio src=a.mp3 aria-label=\"@\"></audio>",
    "<iframe src=\"https://www.youtube.com/embed/@\" title=\"@\"></iframe>",
    "<table><tr><th>@<th>b<tr><td>@<td><code>@</code><tr><td>@<td>@</table>",
    "<table><caption>@</caption><tr><th>a<th>b<tr><td><a href=\"@\">@</a><td><img src=i.png alt=\"@\"></table>",
    "<table><tr><th>a<th>b<tr><td><math><mi>@</mi></math><td><math alttext=\"@\"></math></table>",
    "<table><tr><th>@<th>b<tr><td><pre>@</pre><td>@<tr><td>@<video src=v.mp4 title=\"@\"></video><td>x</table>",
    "<table><tr><th>a<th>b<tr><td><pre>x</pre><math alttext=\"@\"></math><td><img src=i.png alt=\"@\">\
     <a href=\"@\">@</a></table>",
    "<p><math><mi>@</mi></math> <code>@</code>",
    "<math><mtext>@</mtext></math>",
    "<math><mo>@</mo><mn>@</mn><ms>@</ms></math>",
    "<math display=block><mi>@</mi></math>",
    "<p>x <math alttext=\"@\"><mi>x</mi></math> y <math alttext=\"@\"></math> <code>@</code>",
    "<math><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">@</annotation></semantics></math>",
    "<script type=\"math/tex\">%</script>",
    "<script type=\"math/tex; mode=display\">%</script>",
    "<span class=katex><span class=katex-mathml><math><semantics><mi>x</mi>\
     <annotation encoding=\"application/x-tex\">@</annotation></semantics></math></span></span>",
    "<span class=mwe-math-element><math alttext=\"@\"></math></span>",
    "<mjx-container display=true data-latex=\"@\"></mjx-container>",
    "<span class=math-container>$@$</span>",
    "<script src=/MathJax.js></script><p>\\(@\\) and \\[@\\] and $$@$$ and @",
    "<p>x<sup><a href=#n>1</a></sup> @</p><p id=n>@</p>",
    "<p>x<sup><a href=\"#n@\">@</a></sup></p><p id=\"n@\">@</p>",
    "<base href=\"javascript://x/%0apwn()/\"><a href=y>@</a><img src=z>",
    "<base href=\"@\"><a href=y>@</a><a href=#z>z</a>",
    "<title>@</title><p>x",
    "<textarea>@</textarea><xmp>%</xmp>",
    "<div class=post><b class=author>@</b> <time datetime=2026-05-01>May</time> @</div>\
     <div class=post><b class=author>@</b> <time datetime=2026-05-01>May</time> @</div>",
];

fn place() -> impl Strategy<Value = String> {
    (select(PLACES), vec(fragment(), 8)).prop_map(|(place, texts)| {
        let mut texts = texts.iter().cycle();
        let mut page = String::new();
        for letter in place.chars() {
            match letter {
                '@' => page.push_str(&escaped(texts.next().unwrap())),
                '%' => page.push_str(&texts.next().unwrap().replace("</", "<")),
                _ => page.push(letter),
            }
        }
        page
    })
}

fn options() -> [Options; 3] {
    let github = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM;
    let metadata = Options::ENABLE_YAML_STYLE_METADATA_BLOCKS | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    [github, github | Options::ENABLE_MATH | metadata, Options::empty()]
}

/// Returns what is wrong with rendered HTML.
fn live(rendered: &str) -> Option<String> {
    let dom = Dom::parse(rendered);
    for node in dom.nodes() {
        match dom.kind(node) {
            NodeKind::Element => {}
            NodeKind::Document | NodeKind::Text => continue,
            kind => return Some(format!("{kind:?}")),
        }
        let name = dom.name(node);
        let allowed = ELEMENTS.iter().find(|(allowed, _)| *allowed == name);
        let Some((_, attributes)) = allowed.filter(|_| dom.namespace(node) == Namespace::Html) else {
            return Some(format!("<{name}>"));
        };
        for attribute in dom.attributes(node) {
            let (name, value) = (attribute.name(), attribute.value());
            let value: String = value.chars().filter(|letter| *letter > ' ').collect();
            let runs = matches!(name, "href" | "src") && value.to_ascii_lowercase().starts_with("javascript:");
            if runs || !attributes.contains(&name) {
                return Some(format!("{name}={value}"));
            }
        }
    }
    None
}

#[track_caller]
fn check_rendered(rendered: &str, page: &str, found: &str) {
    let live = live(rendered);
    assert!(live.is_none(), "{live:?}\n{page}\n---\n{found}\n---\n{rendered}");
}

#[track_caller]
fn check(page: &str) {
    let dom = Dom::parse(page);
    let found = render::markdown(&dom, &Regions::new(), &MarkdownOptions::new()).unwrap();
    for options in options() {
        let parser = || Parser::new_ext(&found, options);
        for event in parser() {
            let wrong = match &event {
                Event::InlineHtml(tag) => {
                    let name = tag.trim_start_matches(['<', '/']).trim_end_matches('>');
                    !TAGS.contains(&name)
                }
                Event::Start(pulldown_cmark::Tag::MetadataBlock(_)) => true,
                _ => false,
            };
            assert!(!wrong, "{event:?}\n{page}\n---\n{found}");
        }
        let mut rendered = String::new();
        html::push_html(&mut rendered, parser());
        check_rendered(&rendered, page, &found);
    }
    for links_all_schemes in [false, true] {
        let mut options = linking();
        options.parse.relaxed_autolinks = links_all_schemes;
        check_rendered(&comrak::markdown_to_html(&found, &options), page, &found);
    }
}

#[test]
fn each_fragment_in_each_place() {
    for place in PLACES {
        for text in HOSTILE {
            check(&place.replace('@', &escaped(text)).replace('%', &text.replace("</", "<")));
        }
    }
}

#[test]
fn code_and_formulas_that_meet() {
    let page = |formula: &str, code: &str| format!("<p>a <math alttext=\"{formula}\"></math> and <code>{code}</code>");
    check(&page("`", "&lt;img src=x onerror=pwn()>"));
    check(&page("x", "$&lt;img src=x onerror=pwn()>"));
    check("<table><tr><th>a<th>b<tr><td><code>a\\|&lt;img src=x onerror=pwn()></code><td>c</table>");
    check("<a href='javascript&colon;pwn()'>a</a> <a href=' java\nscript:pwn()'>b</a>");
}

proptest! {
    #[test]
    fn no_page_is_live(places in vec(place(), 1..4)) {
        check(&places.concat());
    }
}
