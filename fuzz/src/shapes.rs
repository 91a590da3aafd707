//! Pages made to take long: each shape of any size.

/// A shape: its name, what comes before and after, and what is repeated.
#[derive(Debug)]
pub struct Shape {
    /// What it is called.
    pub name: &'static str,
    /// Makes the `nth` piece.
    piece: fn(usize) -> String,
}

impl Shape {
    /// Returns a page of about so many bytes; pages of different `own` differ in a few words.
    #[must_use]
    pub fn page(&self, bytes: usize, own: usize) -> String {
        let mut page = format!("<!doctype html><title>Page {own}</title><body><p>Words of page {own} alone.</p>");
        let mut nth = 0;
        let end = page.len() + bytes;
        while page.len() < end {
            page += &(self.piece)(nth);
            nth += 1;
        }
        page
    }
}

/// All shapes.
#[rustfmt::skip]
pub const SHAPES: &[Shape] = &[
    Shape { name: "nesting", piece: |_| "<div>".to_owned() },
    Shape { name: "nested inline", piece: |nth| format!("<span>{nth} ") },
    Shape { name: "formatting elements", piece: |nth| format!("<b><i id={nth}><p>x") },
    Shape { name: "misnested formatting", piece: |nth| format!("<a href={nth}><b><p></a></b>x") },
    Shape { name: "end tags of nothing", piece: |_| "</b></p></i>".to_owned() },
    Shape { name: "attributes", piece: |nth| format!("{}a{nth}=1 ", if nth == 0 { "<p " } else { "" }) },
    Shape { name: "classes", piece: |nth| format!("{}c{nth} ", if nth == 0 { "<p class='" } else { "" }) },
    Shape { name: "paragraphs", piece: |nth| format!("<p>Line {nth} says so.") },
    Shape { name: "equal paragraphs", piece: |_| "<p>All say so.".to_owned() },
    Shape { name: "one huge line", piece: |nth| format!("w{nth} ") },
    Shape { name: "one huge word", piece: |_| "word".to_owned() },
    Shape { name: "table rows", piece: |nth| format!("{}<tr><td>{nth}<td>x", if nth == 0 { "<table>" } else { "" }) },
    Shape { name: "nested tables", piece: |_| "<table><tr><td>".to_owned() },
    Shape { name: "text in tables", piece: |nth| format!("{}{nth}<tr>", if nth == 0 { "<table>" } else { "" }) },
    Shape { name: "headings", piece: |nth| format!("<h2>Part {nth}</h2>") },
    Shape { name: "cards", piece: |nth| format!("<div class=card><h3><a href=/{nth}>Card {nth}</a></h3><p>Of card {nth}.</div>") },
    Shape { name: "lists", piece: |nth| format!("<ul><li>{nth}<li>x</ul>") },
    Shape { name: "nested lists", piece: |_| "<ul><li>x".to_owned() },
    Shape { name: "comments", piece: |nth| format!("<!--{nth}-->x") },
    Shape { name: "unclosed comment", piece: |nth| format!("{}<!-", if nth == 0 { "<!--" } else { "" }) },
    Shape { name: "entities", piece: |_| "&amp;&notit;&#x41;".to_owned() },
    Shape { name: "ampersands", piece: |_| "&".to_owned() },
    Shape { name: "less-than signs", piece: |_| "<".to_owned() },
    Shape { name: "links", piece: |nth| format!("<a href=/{nth}>{nth}</a> ") },
    Shape { name: "scripts", piece: |nth| format!("<script>{nth}</script>") },
    Shape { name: "select", piece: |nth| format!("{}<option>{nth}", if nth == 0 { "<select>" } else { "" }) },
    Shape { name: "svg", piece: |nth| format!("<svg><path d={nth} /></svg>") },
    Shape { name: "marks of Markdown", piece: |_| "*_`[](".to_owned() },
    Shape { name: "blockquotes", piece: |_| "<blockquote>x".to_owned() },
    Shape { name: "templates", piece: |_| "<template>x".to_owned() },
    Shape { name: "nested links", piece: |nth| format!("<a href={nth}>x<div>") },
    Shape { name: "buttons", piece: |_| "<button>x".to_owned() },
    Shape { name: "open formatting in paragraphs", piece: |nth| format!("<font size={}>x<p>", nth % 7) },
    Shape { name: "formatting across cells", piece: |nth| format!("{}<b><td>{nth}", if nth == 0 { "<table><tr>" } else { "" }) },
    Shape { name: "formatting closed in the wrong order", piece: |_| "<b><i><u>x</b></i></u>".to_owned() },
    Shape { name: "same attributes", piece: |_| "<p a=1 a=2 a=3>x".to_owned() },
    Shape { name: "long attribute", piece: |nth| format!("{}x{nth}", if nth == 0 { "<p title='" } else { "" }) },
    Shape { name: "entities in an attribute", piece: |nth| format!("{}&amp;&lt", if nth == 0 { "<p title='" } else { "" }) },
    Shape { name: "ids", piece: |nth| format!("<p id=i{nth}>x") },
    Shape { name: "classes that differ", piece: |nth| format!("<div class=c{nth}>x</div>") },
    Shape { name: "data attributes", piece: |nth| format!("<p data-a{nth}={nth}>x") },
    Shape { name: "unknown elements", piece: |nth| format!("<x-{nth}>x</x-{nth}>") },
    Shape { name: "nested unknown elements", piece: |nth| format!("<x-{nth}>") },
    Shape { name: "end tags of many open ones", piece: |nth| format!("<x{nth}></y{nth}>") },
    Shape { name: "unquoted rest", piece: |nth| format!("{}\"'", if nth == 0 { "<a href=" } else { "" }) },
    Shape { name: "open quote", piece: |nth| format!("{}<p>x", if nth == 0 { "<a href='" } else { "" }) },
    Shape { name: "NUL", piece: |_| "\0<\0p>\0".to_owned() },
    Shape { name: "letters of four bytes", piece: |_| "\u{1F600}\u{20000}".to_owned() },
    Shape { name: "words without spaces", piece: |_| "\u{6F22}\u{5B57}\u{3002}".to_owned() },
    Shape { name: "right to left", piece: |_| "<bdo dir=rtl>\u{5D0}\u{5D1}".to_owned() },
    Shape { name: "white space", piece: |_| " \n\t".to_owned() },
    Shape { name: "no-break spaces", piece: |_| "&nbsp;".to_owned() },
    Shape { name: "line breaks", piece: |_| "x<br>".to_owned() },
    Shape { name: "rules", piece: |_| "<hr>".to_owned() },
    Shape { name: "images", piece: |nth| format!("<img src={nth}.png alt='Picture {nth}'>") },
    Shape { name: "figures", piece: |nth| format!("<figure><img src={nth}><figcaption>{nth}</figcaption></figure>") },
    Shape { name: "preformatted lines", piece: |nth| format!("{}line {nth}\n", if nth == 0 { "<pre>" } else { "" }) },
    Shape { name: "nested preformatted", piece: |_| "<pre>x\n".to_owned() },
    Shape { name: "code", piece: |nth| format!("<code>f{nth}`</code> ") },
    Shape { name: "backticks", piece: |_| "`".to_owned() },
    Shape { name: "definition lists", piece: |nth| format!("{}<dt>{nth}<dd>x", if nth == 0 { "<dl>" } else { "" }) },
    Shape { name: "nested definition lists", piece: |_| "<dl><dt>x<dd>".to_owned() },
    Shape { name: "numbered lists", piece: |nth| format!("<ol start={nth}><li>x</ol>") },
    Shape { name: "lists in quotes", piece: |_| "<blockquote><ul><li>x".to_owned() },
    Shape { name: "headings in headings", piece: |nth| format!("<h{}>x", nth % 6 + 1) },
    Shape { name: "sections", piece: |nth| format!("<section><h2>Part {nth}</h2><p>x") },
    Shape { name: "details", piece: |nth| format!("<details><summary>{nth}</summary>x") },
    Shape { name: "summaries in one details", piece: |nth| format!("{}<summary>{nth}</summary>x y", if nth == 0 { "<details>" } else { "" }) },
    Shape { name: "terms of one list", piece: |nth| format!("{}<dt>{nth}<dd>x<p>y", if nth == 0 { "<dl>" } else { "" }) },
    Shape { name: "headings of falling rank", piece: |nth| format!("<h{}>{nth}</h{0}>x", 6 - nth % 5) },
    Shape { name: "buttons of panels", piece: |nth| format!("<div><button>{nth}</button><p>x y</div>") },
    Shape { name: "forms", piece: |nth| format!("<form><input name=n{nth}><label>x</label></form>") },
    Shape { name: "captions", piece: |nth| format!("<table><caption>{nth}</caption><tr><td>x</table>") },
    Shape { name: "wide rows", piece: |nth| format!("{}<td>{nth}", if nth == 0 { "<table><tr>" } else { "" }) },
    Shape { name: "spanning cells", piece: |nth| format!("{}<tr><td rowspan=9 colspan=9>{nth}", if nth == 0 { "<table>" } else { "" }) },
    Shape { name: "table sections", piece: |nth| format!("{}<tbody><tr><th>{nth}<td>x", if nth == 0 { "<table>" } else { "" }) },
    Shape { name: "ruby", piece: |_| "<ruby>x<rt>y</ruby>".to_owned() },
    Shape { name: "mathematics", piece: |nth| format!("<math><mfrac><mi>x</mi><mn>{nth}</mn></mfrac></math>") },
    Shape { name: "nested mathematics", piece: |_| "<math><mrow><msup><mi>x</mi>".to_owned() },
    Shape { name: "formulas in text", piece: |_| "\\(x_1^2\\) $y$ ".to_owned() },
    Shape { name: "footnotes", piece: |nth| format!("<sup><a href=#n{nth} id=r{nth}>{nth}</a></sup><p id=n{nth}><a href=#r{nth}>^</a> x") },
    Shape { name: "metadata", piece: |nth| format!("<meta property=og:title content='Title {nth}'>") },
    Shape { name: "JSON-LD", piece: |nth| format!("<script type=application/ld+json>{{\"@type\":\"Article\",\"name\":\"{nth}\"}}</script>") },
    Shape { name: "nested microdata", piece: |_| "<div itemscope itemprop=author><span itemprop=name>x</span>".to_owned() },
    Shape { name: "noscript", piece: |nth| format!("<noscript>Tides {nth}</noscript>") },
    Shape { name: "nested noscript", piece: |nth| format!("<noscript>Tides {nth}") },
    Shape { name: "noscript with pictures", piece: |nth| format!("<img data-src={nth}><noscript><img src={nth}></noscript>") },
    Shape { name: "bylines and dates", piece: |nth| format!("<p class=byline>By Ann Example {nth}</p><time datetime=2026-01-0{}>x</time>", nth % 9 + 1) },
];
