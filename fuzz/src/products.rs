//! Pages made of two parts whose lengths may be multiplied: something long that stands once, and many small things
//! after it. Every pair of the two lists is a page.

/// What is long and stands once.
#[derive(Debug)]
pub struct Long {
    /// What it is called.
    pub name: &'static str,
    start: &'static str,
    piece: fn(usize) -> String,
    end: &'static str,
}

/// What is small and stands many times.
#[derive(Debug)]
pub struct Many {
    /// What it is called.
    pub name: &'static str,
    piece: fn(usize) -> String,
}

/// Returns a page of about so many bytes, half of them of each part. Pages of different `own` differ in a few words.
#[must_use]
pub fn product(long: &Long, many: &Many, bytes: usize, own: usize) -> String {
    let mut page = format!("<!doctype html><title>Page {own}</title>");
    let half = page.len() + bytes / 2;
    page += long.start;
    let mut nth = 0;
    while page.len() < half {
        page += &(long.piece)(nth);
        nth += 1;
    }
    page += long.end;
    page += &format!("<p>Words of page {own} alone.</p>");
    let end = page.len() + bytes / 2;
    nth = 0;
    while page.len() < end {
        page += &(many.piece)(nth);
        nth += 1;
    }
    page
}

/// The pairs that once grew, or that would if something did not prevent it: `cargo xtask growth` counts them.
pub const PRODUCTS: &[(&str, &str)] = &[
    ("base", "links"),
    ("query of a base", "links to places"),
    ("classes", "paragraphs"),
    ("classes", "datelines"),
    ("attributes", "spans"),
    ("attributes of bold text", "paragraphs"),
    ("classes of bold text", "paragraphs"),
    ("address of an open link", "paragraphs"),
    ("address of a link over blocks", "paragraphs"),
    ("title of an open element", "paragraphs"),
    ("attributes of bodies", "authors"),
    ("attributes of a scope", "authors"),
    ("heading", "sections"),
    ("declared title", "headings"),
    ("site name", "headings"),
    ("declared things", "authors"),
    ("JSON-LD", "author links"),
    ("row", "wide cells"),
    ("row of wide cells", "rows"),
    ("row of high cells", "rows"),
    ("table with a nested list", "lines"),
    ("nested lists", "lines"),
    ("nested numbers", "lines of a listing"),
    ("quotations", "lines"),
    ("nested headings", "words"),
    ("nested fallbacks", "fallbacks"),
    ("nested objects with bold text", "fourth of its kind"),
    ("nested scopes", "times"),
    ("references", "references"),
    ("attributes of a note", "references"),
];

/// Returns the page of a pair that is called by both names, `long × many`.
#[must_use]
pub fn named_product(name: &str, bytes: usize, own: usize) -> Option<String> {
    let (long, many) = name.split_once(" × ")?;
    let long = LONG.iter().find(|known| known.name == long)?;
    let many = MANY.iter().find(|known| known.name == many)?;
    Some(product(long, many, bytes, own))
}

/// All that is long.
#[rustfmt::skip]
pub const LONG: &[Long] = &[
    Long { name: "base", start: "<base href='http://a.example", piece: |_| "/d".to_owned(), end: "/'>" },
    Long { name: "query of a base", start: "<base href='http://a.example/?", piece: |_| "d".to_owned(), end: "'>" },
    Long { name: "classes", start: "<div class='", piece: |nth| format!("c{nth} "), end: "'>" },
    Long { name: "attributes", start: "<div ", piece: |nth| format!("a{nth} "), end: ">" },
    Long { name: "style", start: "<div style='", piece: |nth| format!("a{nth}:b;"), end: "'>" },
    Long { name: "attributes of bold text", start: "<b ", piece: |nth| format!("a{nth} "), end: ">" },
    Long { name: "classes of bold text", start: "<b class='", piece: |nth| format!("c{nth} "), end: "'>" },
    Long { name: "address of an open link", start: "<a href='http://a.example/", piece: |_| "d".to_owned(), end: "'>" },
    Long { name: "address of a link over blocks", start: "<a href='/", piece: |_| "d".to_owned(), end: "'><div>" },
    Long { name: "attributes of a link over blocks", start: "<ins><a ", piece: |nth| format!("a{nth} "), end: " href=/x><div>" },
    Long { name: "title of an open element", start: "<i title='", piece: |_| "&quot;".to_owned(), end: "'>" },
    Long { name: "attributes of bodies", start: "", piece: |nth| format!("<body a{nth}>"), end: "" },
    Long { name: "attributes of a scope", start: "<div itemscope itemprop=author ", piece: |nth| format!("a{nth} "), end: ">" },
    Long { name: "heading", start: "<h1>", piece: |nth| format!("w{nth} "), end: "</h1>" },
    Long { name: "open heading", start: "<h2>", piece: |nth| format!("w{nth} "), end: "<div>" },
    Long { name: "declared title", start: "<meta property=og:title content='", piece: |nth| format!("w{nth} "), end: "'>" },
    Long { name: "description", start: "<meta name=description content='", piece: |nth| format!("w{nth} "), end: "'>" },
    Long { name: "site name", start: "<meta property=og:site_name content='", piece: |nth| format!("w{nth} "), end: "'>" },
    Long { name: "declared things", start: "", piece: |nth| format!("<meta itemprop=author content=n{nth}>"), end: "" },
    Long { name: "JSON-LD", start: "<script type=application/ld+json>{\"@graph\":[", piece: |nth| format!("{{\"@id\":\"#{nth}\",\"@type\":\"Article\",\"author\":{{\"@id\":\"#{}\"}}}},", nth / 2), end: "{}]}</script>" },
    Long { name: "nested JSON-LD", start: "<script type=application/ld+json>", piece: |_| "{\"author\":[".to_owned(), end: "</script>" },
    Long { name: "links of the head", start: "", piece: |nth| format!("<link rel=license itemprop=image href=/{nth}>"), end: "" },
    Long { name: "paragraph", start: "<p>", piece: |nth| format!("word{nth} "), end: "" },
    Long { name: "open paragraphs", start: "", piece: |nth| format!("<p>Line {nth} says so."), end: "" },
    Long { name: "comment", start: "<!--", piece: |nth| format!("w{nth} "), end: "-->" },
    Long { name: "row", start: "<table><tr>", piece: |nth| format!("<th>{nth}"), end: "" },
    Long { name: "row of wide cells", start: "<table><tr>", piece: |_| "<td colspan=1000>x".to_owned(), end: "" },
    Long { name: "row of high cells", start: "<table><tr>", piece: |_| "<td rowspan=65000>x".to_owned(), end: "" },
    Long { name: "caption", start: "<table><caption>", piece: |nth| format!("w{nth} "), end: "</caption><tr><th>a<th>b<tr><td>" },
    Long { name: "table with a nested list", start: "<table><tr><th>a<th>b<tr><td>c<td><ul><li>x<ul><li>", piece: |nth| format!("w{nth} "), end: "" },
    Long { name: "table head", start: "<table><thead>", piece: |nth| format!("<tr><th>{nth}"), end: "</thead><tbody><tr><td>" },
    Long { name: "nested blocks", start: "", piece: |_| "<div>".to_owned(), end: "" },
    Long { name: "nested lists", start: "", piece: |_| "<ul><li>".to_owned(), end: "" },
    Long { name: "nested numbers", start: "", piece: |_| "<ol start=999999999><li>".to_owned(), end: "" },
    Long { name: "quotations", start: "", piece: |_| "<blockquote>".to_owned(), end: "" },
    Long { name: "nested definitions", start: "", piece: |_| "<dl><dd>".to_owned(), end: "" },
    Long { name: "nested spans", start: "", piece: |_| "<span>".to_owned(), end: "" },
    Long { name: "nested tables", start: "", piece: |_| "<table><tr><td>".to_owned(), end: "" },
    Long { name: "nested tables of data", start: "", piece: |_| "<table><tr><th>a<th>b<tr><td>c<td>".to_owned(), end: "" },
    Long { name: "nested headings", start: "", piece: |_| "<h1><div>".to_owned(), end: "" },
    Long { name: "nested fallbacks", start: "", piece: |_| "<noscript>x".to_owned(), end: "" },
    Long { name: "nested formulas", start: "", piece: |_| "<math><mrow>".to_owned(), end: "<mi>" },
    Long { name: "nested pictures", start: "", piece: |_| "<svg><g>".to_owned(), end: "<foreignObject>" },
    Long { name: "nested templates", start: "", piece: |_| "<template>".to_owned(), end: "" },
    Long { name: "nested objects with bold text", start: "", piece: |nth| format!("{}<b a{nth}>", if nth % 120 == 0 { "<object>" } else { "" }), end: "" },
    Long { name: "bold texts that differ", start: "", piece: |nth| format!("<b a{nth}>"), end: "" },
    Long { name: "nested scopes", start: "", piece: |_| "<div itemscope itemprop=author>".to_owned(), end: "" },
    Long { name: "nested asides of others", start: "", piece: |nth| format!("<div class=x{nth}y>"), end: "" },
    Long { name: "unknown elements", start: "", piece: |nth| format!("<x{nth}>"), end: "" },
    Long { name: "nested buttons and options", start: "", piece: |_| "<label><select><optgroup>".to_owned(), end: "</select>" },
    Long { name: "listing", start: "<pre>", piece: |nth| format!("line {nth}\n"), end: "" },
    Long { name: "inline code", start: "<code>", piece: |_| "`x".to_owned(), end: "" },
    Long { name: "references", start: "", piece: |_| "<a href=#n>1</a> ".to_owned(), end: "<ol><li id=n>" },
    Long { name: "attributes of a note", start: "<p>a<a href=#n>1</a><ol><li id=n><i ", piece: |nth| format!("a{nth} "), end: ">x</i></ol>" },
    Long { name: "set of images", start: "<img srcset='", piece: |nth| format!("i{nth}.png {nth}w, "), end: "'>" },
    Long { name: "sources of a picture", start: "<picture>", piece: |nth| format!("<source srcset=i{nth}.png>"), end: "" },
    Long { name: "menu", start: "<nav>", piece: |nth| format!("<a href=/{nth}>Page {nth}</a>"), end: "</nav>" },
    Long { name: "comments of readers", start: "<div class=comments>", piece: |nth| format!("<div class=comment>By Ann {nth}</div>"), end: "</div>" },
    Long { name: "options", start: "<select>", piece: |nth| format!("<option>{nth}"), end: "</select>" },
    Long { name: "textarea", start: "<textarea>", piece: |nth| format!("w{nth} "), end: "</textarea>" },
    Long { name: "foster texts", start: "<table>", piece: |nth| format!("{nth}<tr>"), end: "" },
    Long { name: "strays", start: "", piece: |_| "</x>".to_owned(), end: "" },
];

/// All that stands many times.
#[rustfmt::skip]
pub const MANY: &[Many] = &[
    Many { name: "links", piece: |_| "<a href=x>y</a>".to_owned() },
    Many { name: "links to places", piece: |_| "<a href=#x>y</a>".to_owned() },
    Many { name: "references", piece: |_| "<a href=#n>1</a> ".to_owned() },
    Many { name: "paragraphs", piece: |_| "<p>x".to_owned() },
    Many { name: "lines", piece: |_| "x<br>".to_owned() },
    Many { name: "items", piece: |_| "<li>x".to_owned() },
    Many { name: "lists", piece: |_| "<ul><li>x</ul>".to_owned() },
    Many { name: "rows", piece: |_| "<tr><td>x<td>y".to_owned() },
    Many { name: "cells", piece: |_| "<td>x".to_owned() },
    Many { name: "wide cells", piece: |_| "<tr><td colspan=1000>x".to_owned() },
    Many { name: "high cells", piece: |_| "<td rowspan=65000>x".to_owned() },
    Many { name: "second headings", piece: |nth| format!("<h2>{nth}</h2>") },
    Many { name: "headings", piece: |nth| format!("<h1>{nth}</h1>") },
    Many { name: "open headings", piece: |_| "<h1><p>x".to_owned() },
    Many { name: "blocks", piece: |_| "<div>x</div>".to_owned() },
    Many { name: "open blocks", piece: |_| "<div>x".to_owned() },
    Many { name: "spans", piece: |_| "<span>x</span>".to_owned() },
    Many { name: "bold texts", piece: |_| "<b>x</b>".to_owned() },
    Many { name: "open bold texts", piece: |_| "<b>x".to_owned() },
    Many { name: "bold texts over blocks", piece: |_| "<b><p>x</b>".to_owned() },
    Many { name: "fourth of its kind", piece: |_| "<b><b><b><b>x</b>".to_owned() },
    Many { name: "spans in bold texts", piece: |_| "<b><span><span><span><p>x</b>".to_owned() },
    Many { name: "ends of bold texts", piece: |_| "</b>".to_owned() },
    Many { name: "ends of paragraphs", piece: |_| "</p>".to_owned() },
    Many { name: "ends of nothing", piece: |_| "</y>".to_owned() },
    Many { name: "ends of blocks", piece: |_| "</div>x".to_owned() },
    Many { name: "pictures", piece: |nth| format!("<img src={nth} alt=y>") },
    Many { name: "late pictures", piece: |_| "<img><noscript><img src=x></noscript>".to_owned() },
    Many { name: "authors", piece: |nth| format!("<span itemprop=author>Ann {nth}</span>") },
    Many { name: "scopes", piece: |_| "<span itemscope itemprop=author><i itemprop=name>x</i></span>".to_owned() },
    Many { name: "times", piece: |nth| format!("<time datetime=2020-01-{:02}>x</time>", nth % 28 + 1) },
    Many { name: "bylines", piece: |nth| format!("<div class=author>By Ann Bee {nth}</div>") },
    Many { name: "datelines", piece: |nth| format!("<div class=date>{} May 2020</div>", nth % 28 + 1) },
    Many { name: "author links", piece: |nth| format!("<a rel=author href=/{nth}>Ann {nth}</a>") },
    Many { name: "listings", piece: |_| "<pre>x\n</pre>".to_owned() },
    Many { name: "lines of a listing", piece: |_| "x\n".to_owned() },
    Many { name: "code", piece: |_| "<code>x</code>".to_owned() },
    Many { name: "raised references", piece: |_| "<sup><a href=#n>1</a></sup>".to_owned() },
    Many { name: "formulas", piece: |_| "<math><mi>x</mi></math>".to_owned() },
    Many { name: "fallbacks", piece: |_| "<noscript>x</noscript>".to_owned() },
    Many { name: "boxes", piece: |_| "<li><input type=checkbox>x".to_owned() },
    Many { name: "sections", piece: |nth| format!("<section><h2>{nth}</h2>x</section>") },
    Many { name: "scripts", piece: |_| "<script>x</script>".to_owned() },
    Many { name: "rules", piece: |_| "<hr>x".to_owned() },
    Many { name: "options", piece: |_| "<option>x".to_owned() },
    Many { name: "definitions", piece: |_| "<dt>x<dd>y".to_owned() },
    Many { name: "titles", piece: |nth| format!("<meta property=og:title content={nth}>") },
    Many { name: "tables", piece: |_| "<table><tr><td>x</table>".to_owned() },
    Many { name: "tables of data", piece: |_| "<table><tr><th>a<th>b<tr><td>c<td>d</table>".to_owned() },
    Many { name: "siblings", piece: |_| "</div><div>x".to_owned() },
    Many { name: "pictures of lines", piece: |_| "<svg><a>x</a></svg>".to_owned() },
    Many { name: "objects", piece: |_| "<object><b>x</object>".to_owned() },
    Many { name: "bodies", piece: |nth| format!("<body a{nth}>") },
    Many { name: "figures", piece: |_| "<figure><img src=x><figcaption>y</figcaption></figure>".to_owned() },
    Many { name: "words", piece: |nth| format!("w{nth} ") },
    Many { name: "comments", piece: |_| "<!--x-->".to_owned() },
    Many { name: "edges of tables", piece: |_| "<table>x".to_owned() },
    Many { name: "classes", piece: |nth| format!("<i class=c{nth}>x</i>") },
    Many { name: "permalinks", piece: |_| "<h2>x<a href=#x>#</a></h2>".to_owned() },
    Many { name: "line numbers", piece: |_| "<span class=ln>1</span>".to_owned() },
    Many { name: "quotations", piece: |_| "<blockquote>x</blockquote>".to_owned() },
    Many { name: "captions", piece: |_| "<table><caption>x</caption></table>".to_owned() },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_of_known_parts() {
        for (long, many) in PRODUCTS {
            let name = format!("{long} × {many}");
            let page = named_product(&name, 2_000, 0);
            assert!(page.is_some_and(|page| 1_900 < page.len()), "{name}");
        }
    }
}
