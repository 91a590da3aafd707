//! Pages made to take long: each shape of any size.

/// A shape: something that is repeated, and for a product of two lengths something else that is repeated after it.
#[derive(Debug)]
pub struct Shape {
    /// What it is called; a product `long × many`.
    pub name: &'static str,
    start: &'static str,
    /// What is repeated; [`filled`] says what stands in its braces.
    piece: &'static str,
    end: &'static str,
    /// Of a product, the small thing that stands many times in the second half of the page.
    many: &'static str,
}

impl Shape {
    /// Returns a page of about so many bytes; pages of different `own` differ in a few words.
    #[must_use]
    pub fn page(&self, bytes: usize, own: usize) -> String {
        let title = format!("<!doctype html><title>Page {own}</title>");
        let words = format!("<p>Words of page {own} alone.</p>");
        if self.many.is_empty() {
            return title + "<body>" + &words + self.start + &repeated(self.piece, bytes);
        }
        let [long, many] = [self.piece, self.many].map(|piece| repeated(piece, bytes / 2));
        title + self.start + &long + self.end + &words + &many
    }
}

fn repeated(piece: &str, bytes: usize) -> String {
    let mut text = String::new();
    for nth in 0_usize.. {
        if text.len() >= bytes {
            break;
        }
        text += &filled(piece, nth);
    }
    text
}

/// Fills in the numbers of the `nth` piece.
fn filled(piece: &str, nth: usize) -> String {
    if !piece.contains('{') {
        return piece.to_owned();
    }
    piece
        .replace("{n}", &nth.to_string())
        .replace("{half}", &(nth / 2).to_string())
        .replace("{digit}", &(nth % 6 + 1).to_string())
        .replace("{rank}", &(6 - nth % 5).to_string())
        .replace("{day}", &format!("{:02}", nth % 28 + 1))
        .replace("{object}", if nth.is_multiple_of(120) { "<object>" } else { "" })
}

const fn shape(name: &'static str, start: &'static str, piece: &'static str) -> Shape {
    Shape { name, start, piece, end: "", many: "" }
}

const fn product(name: &'static str, [start, piece, end]: [&'static str; 3], many: &'static str) -> Shape {
    Shape { name, start, piece, end, many }
}

/// All shapes. The products are those that once grew, or that would if something did not prevent it.
#[rustfmt::skip]
pub const SHAPES: &[Shape] = &[
    shape("nesting", "", "<div>"),
    shape("nested inline", "", "<span>{n} "),
    shape("formatting elements", "", "<b><i id={n}><p>x"),
    shape("misnested formatting", "", "<a href={n}><b><p></a></b>x"),
    shape("end tags of nothing", "", "</b></p></i>"),
    shape("attributes", "<p ", "a{n}=1 "),
    shape("classes", "<p class='", "c{n} "),
    shape("paragraphs", "", "<p>Line {n} says so."),
    shape("equal paragraphs", "", "<p>All say so."),
    shape("one huge line", "", "w{n} "),
    shape("one huge word", "", "word"),
    shape("table rows", "<table>", "<tr><td>{n}<td>x"),
    shape("nested tables", "", "<table><tr><td>"),
    shape("text in tables", "<table>", "{n}<tr>"),
    shape("headings", "", "<h2>Part {n}</h2>"),
    shape("cards", "", "<div class=card><h3><a href=/{n}>Card {n}</a></h3><p>Of card {n}.</div>"),
    shape("lists", "", "<ul><li>{n}<li>x</ul>"),
    shape("nested lists", "", "<ul><li>x"),
    shape("comments", "", "<!--{n}-->x"),
    shape("unclosed comment", "<!--", "<!-"),
    shape("entities", "", "&amp;&notit;&#x41;"),
    shape("ampersands", "", "&"),
    shape("less-than signs", "", "<"),
    shape("links", "", "<a href=/{n}>{n}</a> "),
    shape("scripts", "", "<script>{n}</script>"),
    shape("select", "<select>", "<option>{n}"),
    shape("svg", "", "<svg><path d={n} /></svg>"),
    shape("marks of Markdown", "", "*_`[]("),
    shape("blockquotes", "", "<blockquote>x"),
    shape("templates", "", "<template>x"),
    shape("nested links", "", "<a href={n}>x<div>"),
    shape("buttons", "", "<button>x"),
    shape("open formatting in paragraphs", "", "<font size={digit}>x<p>"),
    shape("formatting across cells", "<table><tr>", "<b><td>{n}"),
    shape("formatting closed in the wrong order", "", "<b><i><u>x</b></i></u>"),
    shape("same attributes", "", "<p a=1 a=2 a=3>x"),
    shape("long attribute", "<p title='", "x{n}"),
    shape("entities in an attribute", "<p title='", "&amp;&lt"),
    shape("ids", "", "<p id=i{n}>x"),
    shape("classes that differ", "", "<div class=c{n}>x</div>"),
    shape("data attributes", "", "<p data-a{n}={n}>x"),
    shape("unknown elements", "", "<x-{n}>x</x-{n}>"),
    shape("nested unknown elements", "", "<x-{n}>"),
    shape("end tags of many open ones", "", "<x{n}></y{n}>"),
    shape("unquoted rest", "<a href=", "\"'"),
    shape("open quote", "<a href='", "<p>x"),
    shape("NUL", "", "\0<\0p>\0"),
    shape("letters of four bytes", "", "\u{1F600}\u{20000}"),
    shape("words without spaces", "", "\u{6F22}\u{5B57}\u{3002}"),
    shape("right to left", "", "<bdo dir=rtl>\u{5D0}\u{5D1}"),
    shape("white space", "", " \n\t"),
    shape("no-break spaces", "", "&nbsp;"),
    shape("line breaks", "", "x<br>"),
    shape("rules", "", "<hr>"),
    shape("images", "", "<img src={n}.png alt='Picture {n}'>"),
    shape("figures", "", "<figure><img src={n}><figcaption>{n}</figcaption></figure>"),
    shape("preformatted lines", "<pre>", "line {n}\n"),
    shape("nested preformatted", "", "<pre>x\n"),
    shape("code", "", "<code>f{n}`</code> "),
    shape("backticks", "", "`"),
    shape("definition lists", "<dl>", "<dt>{n}<dd>x"),
    shape("nested definition lists", "", "<dl><dt>x<dd>"),
    shape("numbered lists", "", "<ol start={n}><li>x</ol>"),
    shape("lists in quotes", "", "<blockquote><ul><li>x"),
    shape("headings in headings", "", "<h{digit}>x"),
    shape("sections", "", "<section><h2>Part {n}</h2><p>x"),
    shape("details", "", "<details><summary>{n}</summary>x"),
    shape("summaries in one details", "<details>", "<summary>{n}</summary>x y"),
    shape("terms of one list", "<dl>", "<dt>{n}<dd>x<p>y"),
    shape("headings of falling rank", "", "<h{rank}>{n}</h{rank}>x"),
    shape("buttons of panels", "", "<div><button>{n}</button><p>x y</div>"),
    shape("forms", "", "<form><input name=n{n}><label>x</label></form>"),
    shape("captions", "", "<table><caption>{n}</caption><tr><td>x</table>"),
    shape("wide rows", "<table><tr>", "<td>{n}"),
    shape("spanning cells", "<table>", "<tr><td rowspan=9 colspan=9>{n}"),
    shape("table sections", "<table>", "<tbody><tr><th>{n}<td>x"),
    shape("ruby", "", "<ruby>x<rt>y</ruby>"),
    shape("mathematics", "", "<math><mfrac><mi>x</mi><mn>{n}</mn></mfrac></math>"),
    shape("nested mathematics", "", "<math><mrow><msup><mi>x</mi>"),
    shape("formulas in text", "", "\\(x_1^2\\) $y$ "),
    shape("footnotes", "", "<sup><a href=#n{n} id=r{n}>{n}</a></sup><p id=n{n}><a href=#r{n}>^</a> x"),
    shape("metadata", "", "<meta property=og:title content='Title {n}'>"),
    shape("JSON-LD", "", "<script type=application/ld+json>{\"@type\":\"Article\",\"name\":\"{n}\"}</script>"),
    shape("nested microdata", "", "<div itemscope itemprop=author><span itemprop=name>x</span>"),
    shape("noscript", "", "<noscript>Tides {n}</noscript>"),
    shape("nested noscript", "", "<noscript>Tides {n}"),
    shape("noscript with pictures", "", "<img data-src={n}><noscript><img src={n}></noscript>"),
    shape("bylines and dates", "", "<p class=byline>By Ann Example {n}</p><time datetime=2026-01-0{digit}>x</time>"),
    product("base × links", ["<base href='http://a.example", "/d", "/'>"], "<a href=x>y</a>"),
    product("query of a base × links to places", ["<base href='http://a.example/?", "d", "'>"], "<a href=#x>y</a>"),
    product("classes × paragraphs", ["<div class='", "c{n} ", "'>"], "<p>x"),
    product("classes × datelines", ["<div class='", "c{n} ", "'>"], "<div class=date>{day} May 2020</div>"),
    product("attributes × spans", ["<div ", "a{n} ", ">"], "<span>x</span>"),
    product("attributes of bold text × paragraphs", ["<b ", "a{n} ", ">"], "<p>x"),
    product("classes of bold text × paragraphs", ["<b class='", "c{n} ", "'>"], "<p>x"),
    product("address of an open link × paragraphs", ["<a href='http://a.example/", "d", "'>"], "<p>x"),
    product("address of a link over blocks × paragraphs", ["<a href='/", "d", "'><div>"], "<p>x"),
    product("title of an open element × paragraphs", ["<i title='", "&quot;", "'>"], "<p>x"),
    product("attributes of bodies × authors", ["", "<body a{n}>", ""], "<span itemprop=author>Ann {n}</span>"),
    product("attributes of a scope × authors", ["<div itemscope itemprop=author ", "a{n} ", ">"], "<span itemprop=author>Ann {n}</span>"),
    product("heading × sections", ["<h1>", "w{n} ", "</h1>"], "<section><h2>{n}</h2>x</section>"),
    product("declared title × headings", ["<meta property=og:title content='", "w{n} ", "'>"], "<h1>{n}</h1>"),
    product("site name × headings", ["<meta property=og:site_name content='", "w{n} ", "'>"], "<h1>{n}</h1>"),
    product("declared things × authors", ["", "<meta itemprop=author content=n{n}>", ""], "<span itemprop=author>Ann {n}</span>"),
    product("JSON-LD × author links", ["<script type=application/ld+json>{\"@graph\":[", "{\"@id\":\"#{n}\",\"@type\":\"Article\",\"author\":{\"@id\":\"#{half}\"}},", "{}]}</script>"], "<a rel=author href=/{n}>Ann {n}</a>"),
    product("row × wide cells", ["<table><tr>", "<th>{n}", ""], "<tr><td colspan=1000>x"),
    product("row of wide cells × rows", ["<table><tr>", "<td colspan=1000>x", ""], "<tr><td>x<td>y"),
    product("row of high cells × rows", ["<table><tr>", "<td rowspan=65000>x", ""], "<tr><td>x<td>y"),
    product("table with a nested list × lines", ["<table><tr><th>a<th>b<tr><td>c<td><ul><li>x<ul><li>", "w{n} ", ""], "x<br>"),
    product("nested lists × lines", ["", "<ul><li>", ""], "x<br>"),
    product("nested numbers × lines of a listing", ["", "<ol start=999999999><li>", ""], "x\n"),
    product("quotations × lines", ["", "<blockquote>", ""], "x<br>"),
    product("nested headings × words", ["", "<h1><div>", ""], "w{n} "),
    product("nested fallbacks × fallbacks", ["", "<noscript>x", ""], "<noscript>x</noscript>"),
    product("nested objects with bold text × fourth of its kind", ["", "{object}<b a{n}>", ""], "<b><b><b><b>x</b>"),
    product("nested scopes × times", ["", "<div itemscope itemprop=author>", ""], "<time datetime=2020-01-{day}>x</time>"),
    product("references × references", ["", "<a href=#n>1</a> ", "<ol><li id=n>"], "<a href=#n>1</a> "),
    product("attributes of a note × references", ["<p>a<a href=#n>1</a><ol><li id=n><i ", "a{n} ", ">x</i></ol>"], "<a href=#n>1</a> "),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_as_long_as_asked_for() {
        for shape in SHAPES {
            let page = shape.page(2_000, 0);
            assert!((1_900..2_500).contains(&page.len()), "{}: {}", shape.name, page.len());
        }
    }
}
