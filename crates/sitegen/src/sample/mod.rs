//! A small site for people to look at: the magazine of a harbor museum that does not exist.
//!
//! Its texts are written by hand (`articles.txt`), and its frame is an HTML file with holes (`frame.html`). Only what
//! a server would fill in, such as numbers in advertisements, is generated.

mod articles;
mod holes;

use crate::{
    GeneratedPage, PageType, Random,
    writer::{Escape, Writer},
};
use articles::{Article, TOPICS};
use holes::Piece;

/// The seed of the generated numbers. Changing it changes the committed files. Chosen: by eye.
const SEED: u64 = 1859;

/// Returns the pages of the sample site: 24 articles and 6 listings, always the same.
///
/// # Examples
///
/// ```
/// let pages = sitegen::sample();
/// assert_eq!(pages.len(), 30);
/// assert!(pages.iter().any(|page| page.path() == "articles/a-hull-made-of-bread.html"));
/// ```
pub fn sample() -> Vec<GeneratedPage> {
    let articles = articles::read(include_str!("articles.txt"));
    let mut pages: Vec<GeneratedPage> = Vec::new();
    for (index, article) in articles.iter().enumerate() {
        let filling = Filling {
            path: format!("articles/{}.html", article.name),
            title: article.title.clone(),
            description: article.paragraphs[0].replace('*', ""),
            section: article.topic,
            kind: Kind::Article(article),
            articles: &articles,
        };
        pages.push(filling.page(index as u64));
    }
    for (index, listing) in listings(&articles).into_iter().enumerate() {
        let (name, title, introduction, section, list) = listing;
        let filling = Filling {
            path: format!("{name}.html"),
            title: title.to_owned(),
            description: introduction.to_owned(),
            section,
            kind: Kind::Listing { introduction, list },
            articles: &articles,
        };
        // Listings have streams of their own, apart from those of any number of articles.
        pages.push(filling.page(1_000 + index as u64));
    }
    pages
}

/// The name, title, introduction, section and articles of a listing.
type Listing<'a> = (String, &'a str, &'a str, usize, Vec<&'a Article>);

/// The section of pages that belong to no topic.
const NO_TOPIC: usize = TOPICS.len();

fn listings(articles: &[Article]) -> Vec<Listing<'_>> {
    let introductions = [
        ("Boats", "What floats in our harbor, what once did, and what lies at the bottom of it."),
        ("Lights", "Two towers, one lens, no foghorn: how Skerrow told the sea where it ends."),
        ("People", "Pilots, keepers, divers and the rest of us, as far as the neighbors remember."),
        ("Weather", "Wind, ice and water, read from instruments and from the harbor wall."),
    ];
    let mut listings = Vec::new();
    for (section, (title, introduction)) in introductions.into_iter().enumerate() {
        let own = articles.iter().filter(|article| article.topic == section).collect();
        listings.push((format!("topics/{}", TOPICS[section]), title, introduction, section, own));
    }
    // Two more listings: the newest articles, and all of them.
    let newest = articles.iter().filter(|article| article.date.ends_with("2024")).collect();
    let index = "Short true stories from a small harbor, most of them about things that did not go as planned.";
    listings.push(("index".to_owned(), "Fresh from the pier", index, NO_TOPIC, newest));
    let archive = "Every note since we began, so that nothing gets lost twice.";
    listings.push(("archive".to_owned(), "All notes", archive, NO_TOPIC, articles.iter().collect()));
    listings
}

enum Kind<'a> {
    Article(&'a Article),
    Listing { introduction: &'a str, list: Vec<&'a Article> },
}

/// The contents of the holes of one page.
struct Filling<'a> {
    path: String,
    title: String,
    description: String,
    section: usize,
    kind: Kind<'a>,
    articles: &'a [Article],
}

impl Filling<'_> {
    fn page(&self, number: u64) -> GeneratedPage {
        let mut random = Random::stream(SEED, &[number]);
        let mut writer = Writer::new(None);
        self.fill(include_str!("frame.html"), &mut random, &mut writer);
        let page_type = match self.kind {
            Kind::Article(_) => PageType::Article,
            Kind::Listing { .. } => PageType::Listing,
        };
        let url = format!("https://tidewatch.example/{}", self.path);
        writer.finish(url, self.path.clone(), page_type, self.section)
    }

    fn fill(&self, file: &str, random: &mut Random, writer: &mut Writer) {
        for piece in holes::pieces(file) {
            match piece {
                Piece::Markup(markup) => writer.template(markup),
                Piece::Hole(hole) => self.hole(hole, random, writer),
            }
        }
    }

    fn hole(&self, hole: &str, random: &mut Random, writer: &mut Writer) {
        let (name, argument) = hole.split_once(' ').unwrap_or((hole, ""));
        match (name, &self.kind) {
            // The head of a page is content too, but no reader sees it as text.
            ("title", _) => writer.hidden(&self.title),
            ("description", _) => writer.hidden(&self.description),
            ("path", _) => writer.hidden(&self.path),
            ("kind", Kind::Article(_)) => writer.changing("article"),
            ("kind", Kind::Listing { .. }) => writer.changing("website"),
            // The argument of the hole is the menu item that it belongs to.
            ("current", _) if argument == self.menu_item() => {
                writer.changing(" class=\"current\" aria-current=\"page\"");
            }
            ("current", _) => {}
            ("number", _) => {
                let (low, high) = holes::bounds(argument);
                writer.changing(&random.between(low, high).to_string());
            }
            ("time", _) => {
                writer.changing(&format!("{:02}:{:02}", random.below(24), random.below(60)));
            }
            ("wind", _) => {
                let winds = ["north", "northwest", "west", "southwest", "south", "southeast", "east"];
                writer.changing(random.pick::<&str>(&winds));
            }
            ("teasers", _) => self.teasers(random, writer),
            ("linked-data", Kind::Article(article)) => linked_data(article, writer),
            ("crumbs", Kind::Article(article)) => {
                let topic = TOPICS[article.topic];
                writer.changing(&format!("<a href=\"/topics/{topic}.html\">{}</a>", articles::capitalized(topic)));
            }
            ("crumbs", Kind::Listing { .. }) => writer.changing("Contents"),
            ("main", Kind::Article(article)) => {
                for piece in holes::pieces(include_str!("article.html")) {
                    match piece {
                        Piece::Markup(markup) => writer.template(markup),
                        Piece::Hole(hole) => self.article_hole(article, hole, random, writer),
                    }
                }
            }
            ("main", Kind::Listing { introduction, list }) => listing(&self.title, introduction, list, writer),
            _ => {}
        }
    }

    /// Fills a hole in the article. The title is a headline here, while that of the frame is hidden in the head.
    fn article_hole(&self, article: &Article, hole: &str, random: &mut Random, writer: &mut Writer) {
        match hole {
            "title" => headline(&article.title, writer),
            "author" => headline(&article.author, writer),
            "date" => headline(&article.date, writer),
            "text" => {
                for paragraph in &article.paragraphs {
                    writer.neutral("<p>");
                    emphasized(paragraph, writer);
                    writer.end_block();
                    writer.neutral("</p>\n");
                }
            }
            other => self.hole(other, random, writer),
        }
    }

    fn teasers(&self, random: &mut Random, writer: &mut Writer) {
        let mut others: Vec<&Article> = self.articles.iter().filter(|article| article.title != self.title).collect();
        for _ in 0..3 {
            let at = random.below(u32::try_from(others.len()).unwrap_or(u32::MAX)) as usize;
            // Removing the drawn article keeps it from being drawn again.
            let article = others.swap_remove(at);
            writer.template("      <li><a href=\"/articles/");
            writer.changing(&format!("{}.html", article.name));
            writer.template("\">");
            let mut title = String::new();
            crate::writer::escape(&article.title, Escape::Named, false, &mut title);
            writer.changing(&title);
            writer.template("</a></li>\n");
        }
    }

    fn menu_item(&self) -> &str {
        match self.path.as_str() {
            "index.html" => "home",
            "archive.html" => "archive",
            _ => TOPICS.get(self.section).copied().unwrap_or(""),
        }
    }
}

/// Writes a block of visible content. The tags around it are template.
fn headline(text: &str, writer: &mut Writer) {
    writer.text_as(text, Escape::Named);
    writer.end_block();
}

/// Writes text in which asterisks enclose emphasized words.
fn emphasized(text: &str, writer: &mut Writer) {
    for (index, part) in text.split('*').enumerate() {
        let is_set_off = index % 2 == 1;
        if is_set_off {
            writer.neutral("<em>");
        }
        writer.text_as(part, Escape::Named);
        if is_set_off {
            writer.neutral("</em>");
        }
    }
}

/// Writes the block of JSON-LD for search engines.
fn linked_data(article: &Article, writer: &mut Writer) {
    writer.template("<script type=\"application/ld+json\">\n{ \"@context\": \"https://schema.org\", \"@type\": \"Article\", \"headline\": \"");
    // Scripts know no character references, so that nothing may be escaped here.
    writer.raw_content(&article.title);
    writer.template("\", \"author\": \"");
    writer.raw_content(&article.author);
    writer.template("\", \"isPartOf\": \"The Tidewatch\" }\n</script>\n");
}

fn listing(title: &str, introduction: &str, list: &[&Article], writer: &mut Writer) {
    writer.template("<h1>");
    headline(title, writer);
    writer.template("</h1>\n<p class=\"introduction\">");
    headline(introduction, writer);
    writer.template("</p>\n<div class=\"list\">\n");
    // A long list has headlines only, as in an archive.
    let is_short = list.len() > 6;
    for article in list {
        writer.template("<div class=\"entry\">\n  <h2><a href=\"/articles/");
        writer.neutral(&format!("{}.html", article.name));
        writer.template("\">");
        headline(&article.title, writer);
        writer.template("</a></h2>\n");
        if !is_short {
            writer.neutral("  <p>");
            emphasized(article.first_sentence(), writer);
            writer.end_block();
            writer.neutral("</p>\n");
        }
        writer.template("  <p class=\"meta\">");
        headline(&article.date, writer);
        writer.template(" &middot; <a href=\"/articles/");
        writer.neutral(&format!("{}.html", article.name));
        writer.template("\">Read on &raquo;</a></p>\n</div>\n");
    }
    writer.template("</div>\n");
}
