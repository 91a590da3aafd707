//! What the sites are: Geraci and Maggini's tables 1 and 3, and Vieira et al.'s table 1.

use serde::Serialize;

use crate::{measures::ratio::mean, outcome::Outcome, reading::Reading};

/// One site.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    pub collection: String,
    pub site: String,
    pub pages: usize,
    /// Mean of the pages.
    pub tokens: f64,
    /// Nothing where the gold is not known.
    pub template_tokens: Option<usize>,
    /// The name of each section and its pages, where paths have sections.
    pub sections: Vec<(String, usize)>,
}

impl Facts {
    /// Reads the facts off a site and what any subject did to it, since the gold is the same for all.
    pub fn of(reading: &Reading, outcome: Option<&Outcome>) -> Facts {
        let mut sections: Vec<(String, usize)> = Vec::new();
        for page in &reading.site.pages {
            let Some(own) = &page.section else { continue };
            match sections.iter_mut().find(|(name, _)| name == own) {
                Some((_, n_pages)) => *n_pages += 1,
                None => sections.push((own.clone(), 1)),
            }
        }
        let tokens = reading.pages.iter().map(|page| page.tokens.len() as f64);
        let found = outcome.and_then(|outcome| outcome.tokens);
        Facts {
            collection: reading.site.collection.clone(),
            site: reading.site.name.clone(),
            pages: reading.pages.len(),
            tokens: mean(tokens).unwrap_or(0.0),
            template_tokens: found.map(|found| found.gold),
            sections,
        }
    }

    /// Returns the share of a page's tokens that are template.
    pub fn template_share(&self) -> Option<f64> {
        let template = self.template_tokens.filter(|_| self.tokens > 0.0)?;
        Some(template as f64 / self.tokens)
    }
}
