//! Gold regions: which bytes of a page are template, neutral and content.
//!
//! The gold of real pages is a text or a selection of elements. Either determines for each *visible text token*
//! whether it is content. For the tokens between (tags, comments, scripts), this follows from the texts around:
//!
//! * between two content texts they are content, between two template texts template;
//! * at a border they are neutral: whether the tag around a headline belongs to the template is arbitrary;
//! * beyond the first and the last visible text a page counts as template.
//!
//! Generated pages need none of this: they know the origin of every byte.

use cleaner::Regions;
use dom::Dom;
use tokenize::{Tag, Token, TokenKind};

use super::site::GoldRegions;
use crate::measures::{template_tokens::Class, words};

/// Returns whether a token is text that a reader may see.
pub fn is_text(token: &Token) -> bool {
    token.kind() == TokenKind::Text && !matches!(token.enclosing(), Tag::TITLE | Tag::TEXTAREA)
}

/// Gives every token a class, from the classes of visible texts.
pub fn spread(texts: &[Option<Class>]) -> Vec<Class> {
    let mut classes = vec![Class::Template; texts.len()];
    let mut before = Class::Template;
    let mut start = 0;
    for (at, class) in texts.iter().enumerate() {
        if let Some(class) = *class {
            classes[start..at].fill(between(before, class));
            classes[at] = class;
            (before, start) = (class, at + 1);
        }
    }
    classes[start..].fill(between(before, Class::Template));
    classes
}

fn between(before: Class, after: Class) -> Class {
    if before == after { before } else { Class::Neutral }
}

/// Joins runs of tokens of one class to regions; the gaps inside a run belong to it.
pub fn regions(source: &str, tokens: &[Token], classes: &[Class]) -> GoldRegions {
    let mut template = Vec::new();
    let mut neutral = Vec::new();
    let mut at = 0;
    for run in classes.chunk_by(|a, b| a == b) {
        let (first, last) = (at, at + run.len() - 1);
        let start = if first == 0 { 0 } else { tokens[first].start() };
        let end = if last + 1 == tokens.len() { source.len() } else { tokens[last].end() };
        match run[0] {
            Class::Template => template.push(start..end),
            Class::Neutral => neutral.push(start..end),
            Class::Content => {}
        }
        at = last + 1;
    }
    GoldRegions::from_ranges(template, neutral)
}

/// Returns the class of each token under regions. A token that is content in any byte is content.
pub fn classes(tokens: &[Token], regions: &GoldRegions) -> Vec<Class> {
    let both = regions.not_content();
    tokens
        .iter()
        .map(|token| {
            if regions.template.covers(token.range()) {
                Class::Template
            } else if both.covers(token.range()) {
                Class::Neutral
            } else {
                Class::Content
            }
        })
        .collect()
}

/// Finds a gold text in a page: the page's words are aligned with the words of the gold text, and a text token of
/// which at least half of the words are matched is content. The rest is then aligned with the neutral text.
///
/// Returns nothing for a page whose alignment exceeds the aligner's limit of memory.
pub fn from_text(source: &str, tokens: &[Token], gold: &str, neutral: Option<&str>) -> Option<GoldRegions> {
    let mut texts: Vec<Option<Class>> = tokens.iter().map(|token| is_text(token).then_some(Class::Template)).collect();
    claim(source, tokens, gold, Class::Content, &mut texts)?;
    if let Some(neutral) = neutral {
        claim(source, tokens, neutral, Class::Neutral, &mut texts)?;
    }
    Some(regions(source, tokens, &spread(&texts)))
}

/// Gives `class` to the template texts that a text has.
fn claim(source: &str, tokens: &[Token], text: &str, class: Class, texts: &mut [Option<Class>]) -> Option<()> {
    let mut symbols = align_nw::Interner::new();
    let wanted = symbols.intern(words::list(text));
    let mut page = Vec::new();
    let mut owners = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if texts[at] == Some(Class::Template) {
            page.extend(symbols.intern(words::list(&tokenize::decode_references(&source[token.range()]))));
            owners.resize(page.len(), at);
        }
    }
    let aligner = align_nw::Config::new().build().ok()?;
    let alignment = aligner.align(&page, &wanted).ok()?;
    let mut n_matched = vec![0_usize; tokens.len()];
    for (at, _) in alignment.matches() {
        n_matched[owners[at]] += 1;
    }
    for run in owners.chunk_by(|a, b| a == b) {
        if run.len() <= 2 * n_matched[run[0]] {
            texts[run[0]] = Some(class);
        }
    }
    Some(())
}

/// Returns the visible text of the content.
pub fn text(source: &str, regions: &GoldRegions) -> String {
    render::text(&Dom::parse(source), &regions.not_content())
}

/// Returns the visible text of what is neutral.
pub fn neutral_text(source: &str, regions: &GoldRegions) -> String {
    let rest: Regions = regions.neutral.complement(source.len());
    render::text(&Dom::parse(source), &rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<nav><a>Home</a> Topics</nav><div><h1>Old rope</h1><p>It <b>broke</b> late.</p>\
        <ul><li>See also</ul></div><p>Imprint</p>";

    /// Shows each token's class by its first letter.
    fn listing(classes: &[Class]) -> String {
        classes
            .iter()
            .map(|class| match class {
                Class::Template => 't',
                Class::Neutral => 'n',
                Class::Content => 'c',
            })
            .collect()
    }

    #[test]
    fn a_text_is_found_and_its_markup_follows() {
        let tokens = tokenize::scan(PAGE);
        let found = from_text(PAGE, &tokens, "Old rope\nIt broke late.", Some("See also")).unwrap();
        let classes = classes(&tokens, &found);
        // <nav><a>Home</a>Topics | </nav><div><h1> | Old rope … late. | </p><ul><li> See also </ul></div><p> | Imprint </p>
        assert_eq!(listing(&classes), "tttttnnnccccccccnnnnnnntt");
        assert_eq!(text(PAGE, &found), "Old rope\nIt broke late.");
        assert_eq!(neutral_text(PAGE, &found), "See also");
    }

    #[test]
    fn a_page_without_text_is_template() {
        assert_eq!(listing(&spread(&[None, None])), "tt");
        assert_eq!(listing(&spread(&[None, Some(Class::Content), None])), "ncn");
        assert_eq!(listing(&spread(&[])), "");
    }

    #[test]
    fn regions_and_classes_agree() {
        let tokens = tokenize::scan(PAGE);
        let texts: Vec<_> = tokens
            .iter()
            .enumerate()
            .map(|(at, token)| is_text(token).then_some(if at % 2 == 0 { Class::Content } else { Class::Template }))
            .collect();
        let given = spread(&texts);
        assert_eq!(classes(&tokens, &regions(PAGE, &tokens, &given)), given);
    }
}
