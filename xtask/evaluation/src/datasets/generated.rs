//! Generated sites, whose gold is exact to the byte, and the committed sample site.

use sitegen::{Config, Language, Noise, Origin, PageType};

use super::site::{Gold, GoldRegions, Page, Site};

/// The collection of generated sites: each is the twin of a situation that real sites are in.
pub fn twins(seed: u64) -> anyhow::Result<Vec<Site>> {
    let manual = Config::manual().pages(32).sections(4);
    let configs = [
        // The plain case, and the same with everything that makes a template hard to learn.
        ("news-plain", Config::new().pages(24).page_bytes(16_000)),
        ("news-noisy", Config::news().pages(24).noise(Noise::ALL)),
        // Two captures of a site, as in collections of news.
        (
            "news-two-pages",
            Config::news().pages(2).noise(Noise { ads: true, teasers: true, dates: true, ..Noise::NONE }),
        ),
        // Records whose labels, and many of whose values, are the same on every page.
        ("shop", Config::shop().pages(24)),
        ("shop-ten-pages", Config::shop().pages(10).noise(Noise { ads: true, dates: true, ..Noise::NONE })),
        ("shop-three-pages", Config::shop().pages(3)),
        // Documentation: a template of half the page, references with stock phrases.
        (
            "manual-large-template",
            manual.clone().template_share(0.5).mix(&[(PageType::Reference, 3), (PageType::Article, 1)]),
        ),
        ("manual-no-template", manual),
        ("czech", Config::new().pages(16).language(Language::Czech)),
        ("japanese", Config::new().pages(16).language(Language::Japanese)),
        ("arabic", Config::new().pages(16).language(Language::Arabic)),
    ];
    // Every site has its own seed, or they would share their frames.
    (0..).zip(configs).map(|(at, (name, config))| site(name, &config.seed(seed_of(seed, at)).build()?)).collect()
}

/// Returns the seed of the site of a number.
pub(crate) fn seed_of(seed: u64, number: u64) -> u64 {
    seed.wrapping_mul(1_000).wrapping_add(number)
}

/// Reads all pages of a generated site.
pub fn site(name: &str, site: &sitegen::GeneratedSite) -> anyhow::Result<Site> {
    let sections: Vec<&str> = site.sections().collect();
    let pages = site.pages().map(|page| self::page(&page, sections.get(page.section()).copied())).collect();
    Ok(Site { name: name.to_owned(), collection: "generated".to_owned(), category: None, pages })
}

/// Returns the committed sample site.
pub fn sample() -> Site {
    let pages = sitegen::sample();
    let pages = pages.iter().map(|page| self::page(page, Some(&format!("section {}", page.section()))));
    Site { name: "sample".to_owned(), collection: "sample".to_owned(), category: None, pages: pages.collect() }
}

/// Reads one generated page, and its gold.
pub fn page(page: &sitegen::GeneratedPage, section: Option<&str>) -> Page {
    let neutral = page.spans().iter().filter(|span| span.origin == Origin::Neutral);
    let regions = GoldRegions::from_ranges(page.template_ranges(), neutral.map(|span| span.range.clone()));
    let source = page.html();
    let neutral = super::gold::neutral_text(source, &regions);
    let values: Vec<String> = page.values().iter().map(|value| value.text.clone()).collect();
    Page {
        name: page.path().trim_end_matches(".html").replace('/', "__"),
        bytes: source.as_bytes().to_vec(),
        charset: None,
        section: section.map(str::to_owned),
        gold: Gold {
            text: Some(page.gold_text().to_owned()),
            neutral: Some(neutral).filter(|text| !text.is_empty()),
            values: Some(values).filter(|values| !values.is_empty()),
            regions: Some(regions),
        },
    }
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;
    use crate::{datasets::gold, measures::words::Bag};

    #[test]
    fn gold_texts_and_gold_regions_say_the_same() {
        for site in [vec![sample()], twins(0).unwrap()].concat() {
            for page in &site.pages {
                let source = page.source();
                let regions = page.gold.regions.as_ref().unwrap();
                let found = Bag::of(&render::text(&Dom::parse(source.text()), &regions.template));
                let wanted = Bag::of(page.gold.text.as_ref().unwrap());
                // Labels of data are neutral: they stay when the template alone goes.
                let missing = wanted.total() - wanted.overlap(&found);
                assert_eq!(missing, 0, "{}/{}", site.name, page.name);
                assert!(!gold::text(source.text(), regions).is_empty());
            }
        }
    }
}
