//! Pages, read once for all experiments.

use dom::Dom;
use rayon::prelude::*;
use tokenize::{Token, Tokenizer, Vocabulary};

use crate::{
    datasets::{
        gold,
        site::{GoldRegions, Page, Site},
    },
    measures::{
        template_tokens::{Class, Tokens},
        words::Bag,
    },
};

/// A site whose pages are decoded, cut into tokens and counted.
#[derive(Debug)]
pub struct Reading {
    pub site: Site,
    pub pages: Vec<PageReading>,
}

#[derive(Debug)]
pub struct PageReading {
    pub source: String,
    pub tokens: Vec<Token>,
    /// A symbol for each token's normalized form, the same on all pages of the site.
    pub symbols: Vec<u32>,
    pub visible: Bag,
    /// Nothing where the gold has no words: recall would be undefined.
    pub gold: Option<Bag>,
    pub neutral: Option<Bag>,
    pub regions: Option<GoldRegions>,
    pub classes: Option<Vec<Class>>,
}

impl Reading {
    /// Reads the pages of a site.
    pub fn new(site: Site) -> Reading {
        let tokenizer = Tokenizer::default();
        let drafted: Vec<_> = site
            .pages
            .par_iter()
            .map(|page| {
                let source = page.source().into_text().into_string();
                let draft = tokenizer.draft(&source);
                (PageReading::new(page, source), draft)
            })
            .collect();
        let mut vocabulary = Vocabulary::new();
        let pages = drafted
            .into_iter()
            .map(|(mut page, draft)| {
                page.symbols = vocabulary.adopt(draft).into_parts().1;
                page
            })
            .collect();
        Reading { site, pages }
    }

    /// Returns whether template tokens and terms can be measured: some page has a gold text.
    pub fn has_text(&self) -> bool {
        self.pages.iter().any(|page| page.gold.is_some())
    }

    /// Returns the tokens of the pages whose gold is known, with what was removed of each page.
    pub fn with_gold<'a>(&'a self, removed: impl Fn(usize) -> &'a [bool]) -> Vec<Tokens<'a>> {
        let tokens = self.pages.iter().enumerate().filter_map(|(at, page)| {
            Some(Tokens { symbols: &page.symbols, classes: page.classes.as_ref()?, removed: removed(at) })
        });
        tokens.collect()
    }
}

impl PageReading {
    fn new(page: &Page, source: String) -> PageReading {
        let tokens = tokenize::scan(&source);
        let visible = Bag::of(&render::text(&Dom::parse(&*source), &cleaner::Regions::new()));
        let gold = page.gold.text.as_deref().map(Bag::of).filter(|gold| !gold.is_empty());
        let neutral = page.gold.neutral.as_deref().map(Bag::of);
        let regions = match (&page.gold.regions, &page.gold.text) {
            (Some(regions), _) => Some(regions.clone()),
            (None, Some(text)) if gold.is_some() => {
                gold::from_text(&source, &tokens, text, page.gold.neutral.as_deref())
            }
            _ => None,
        };
        let classes = regions.as_ref().map(|regions| gold::classes(&tokens, regions));
        PageReading { source, tokens, symbols: Vec::new(), visible, gold, neutral, regions, classes }
    }

    /// Returns the text that is left when regions go.
    pub fn text(&self, regions: &cleaner::Regions) -> String {
        render::text(&Dom::parse(&*self.source), regions)
    }
}
