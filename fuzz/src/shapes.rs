//! Pages made to take long: each shape of any size.

/// A shape: its name, what stands before and behind, and what is repeated.
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
        let mut page = format!(
            "<!doctype html><title>Page {own}</title><body><p>Words of page {own} alone.</p>"
        );
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
];
