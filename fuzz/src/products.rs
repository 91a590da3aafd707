//! Pages made of two parts whose lengths may be multiplied: something long that stands once, and many small things
//! after it.

/// What is long and stands once.
struct Long {
    name: &'static str,
    start: &'static str,
    piece: fn(usize) -> String,
    end: &'static str,
}

/// What is small and stands many times.
struct Many {
    name: &'static str,
    piece: fn(usize) -> String,
}

/// Returns a page of about so many bytes, half of them of each part. Pages of different `own` differ in a few words.
fn product(long: &Long, many: &Many, bytes: usize, own: usize) -> String {
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
const LONG: &[Long] = &[
    Long { name: "base", start: "<base href='http://a.example", piece: |_| "/d".to_owned(), end: "/'>" },
    Long { name: "query of a base", start: "<base href='http://a.example/?", piece: |_| "d".to_owned(), end: "'>" },
    Long { name: "classes", start: "<div class='", piece: |nth| format!("c{nth} "), end: "'>" },
    Long { name: "attributes", start: "<div ", piece: |nth| format!("a{nth} "), end: ">" },
    Long { name: "attributes of bold text", start: "<b ", piece: |nth| format!("a{nth} "), end: ">" },
    Long { name: "classes of bold text", start: "<b class='", piece: |nth| format!("c{nth} "), end: "'>" },
    Long { name: "address of an open link", start: "<a href='http://a.example/", piece: |_| "d".to_owned(), end: "'>" },
    Long { name: "address of a link over blocks", start: "<a href='/", piece: |_| "d".to_owned(), end: "'><div>" },
    Long { name: "title of an open element", start: "<i title='", piece: |_| "&quot;".to_owned(), end: "'>" },
    Long { name: "attributes of bodies", start: "", piece: |nth| format!("<body a{nth}>"), end: "" },
    Long { name: "attributes of a scope", start: "<div itemscope itemprop=author ", piece: |nth| format!("a{nth} "), end: ">" },
    Long { name: "heading", start: "<h1>", piece: |nth| format!("w{nth} "), end: "</h1>" },
    Long { name: "declared title", start: "<meta property=og:title content='", piece: |nth| format!("w{nth} "), end: "'>" },
    Long { name: "site name", start: "<meta property=og:site_name content='", piece: |nth| format!("w{nth} "), end: "'>" },
    Long { name: "declared things", start: "", piece: |nth| format!("<meta itemprop=author content=n{nth}>"), end: "" },
    Long { name: "JSON-LD", start: "<script type=application/ld+json>{\"@graph\":[", piece: |nth| format!("{{\"@id\":\"#{nth}\",\"@type\":\"Article\",\"author\":{{\"@id\":\"#{}\"}}}},", nth / 2), end: "{}]}</script>" },
    Long { name: "row", start: "<table><tr>", piece: |nth| format!("<th>{nth}"), end: "" },
    Long { name: "row of wide cells", start: "<table><tr>", piece: |_| "<td colspan=1000>x".to_owned(), end: "" },
    Long { name: "row of high cells", start: "<table><tr>", piece: |_| "<td rowspan=65000>x".to_owned(), end: "" },
    Long { name: "table with a nested list", start: "<table><tr><th>a<th>b<tr><td>c<td><ul><li>x<ul><li>", piece: |nth| format!("w{nth} "), end: "" },
    Long { name: "nested lists", start: "", piece: |_| "<ul><li>".to_owned(), end: "" },
    Long { name: "nested numbers", start: "", piece: |_| "<ol start=999999999><li>".to_owned(), end: "" },
    Long { name: "quotations", start: "", piece: |_| "<blockquote>".to_owned(), end: "" },
    Long { name: "nested headings", start: "", piece: |_| "<h1><div>".to_owned(), end: "" },
    Long { name: "nested fallbacks", start: "", piece: |_| "<noscript>x".to_owned(), end: "" },
    Long { name: "nested objects with bold text", start: "", piece: |nth| format!("{}<b a{nth}>", if nth % 120 == 0 { "<object>" } else { "" }), end: "" },
    Long { name: "nested scopes", start: "", piece: |_| "<div itemscope itemprop=author>".to_owned(), end: "" },
    Long { name: "references", start: "", piece: |_| "<a href=#n>1</a> ".to_owned(), end: "<ol><li id=n>" },
    Long { name: "attributes of a note", start: "<p>a<a href=#n>1</a><ol><li id=n><i ", piece: |nth| format!("a{nth} "), end: ">x</i></ol>" },
];

/// All that stands many times.
#[rustfmt::skip]
const MANY: &[Many] = &[
    Many { name: "links", piece: |_| "<a href=x>y</a>".to_owned() },
    Many { name: "links to places", piece: |_| "<a href=#x>y</a>".to_owned() },
    Many { name: "references", piece: |_| "<a href=#n>1</a> ".to_owned() },
    Many { name: "paragraphs", piece: |_| "<p>x".to_owned() },
    Many { name: "lines", piece: |_| "x<br>".to_owned() },
    Many { name: "rows", piece: |_| "<tr><td>x<td>y".to_owned() },
    Many { name: "wide cells", piece: |_| "<tr><td colspan=1000>x".to_owned() },
    Many { name: "headings", piece: |nth| format!("<h1>{nth}</h1>") },
    Many { name: "spans", piece: |_| "<span>x</span>".to_owned() },
    Many { name: "fourth of its kind", piece: |_| "<b><b><b><b>x</b>".to_owned() },
    Many { name: "authors", piece: |nth| format!("<span itemprop=author>Ann {nth}</span>") },
    Many { name: "times", piece: |nth| format!("<time datetime=2020-01-{:02}>x</time>", nth % 28 + 1) },
    Many { name: "datelines", piece: |nth| format!("<div class=date>{} May 2020</div>", nth % 28 + 1) },
    Many { name: "author links", piece: |nth| format!("<a rel=author href=/{nth}>Ann {nth}</a>") },
    Many { name: "lines of a listing", piece: |_| "x\n".to_owned() },
    Many { name: "fallbacks", piece: |_| "<noscript>x</noscript>".to_owned() },
    Many { name: "sections", piece: |nth| format!("<section><h2>{nth}</h2>x</section>") },
    Many { name: "words", piece: |nth| format!("w{nth} ") },
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
