//! Estimates how much of the pages is template.

use demold::{Reading, Site};

/// The bytes of pages, and how many of them are template.
///
/// Both are estimated from the pages that a site was learned from, which stand for all of its pages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Volume {
    template: f64,
    all: f64,
}

impl Volume {
    /// Estimates the volume of a site with `n_all` pages from the sample it was
    /// learned from.
    pub(crate) fn of(site: &Site, sample: &[Reading<'_>], n_all: u64) -> Volume {
        let mut volume = Volume::default();
        let mut n_weighed = 0_u32;
        for page in sample {
            // A page that panics or exceeds a limit is left out of the estimate. It is reported when it is cleaned.
            let weighed = formats::catch_panic(|| {
                let cleaned = site.clean(page.clone().explain(false)).ok()?;
                Some((cleaned.regions().total(), cleaned.source().len()))
            });
            if let Ok(Some((template, all))) = weighed {
                volume.template += template as f64;
                volume.all += all as f64;
                n_weighed += 1;
            }
        }
        // At least one, so that a sample of which nothing could be weighed gives zero and not NaN.
        let times = n_all as f64 / f64::from(n_weighed.max(1));
        Volume { template: volume.template * times, all: volume.all * times }
    }

    pub(crate) fn add(&mut self, other: Volume) {
        self.template += other.template;
        self.all += other.all;
    }

    /// Returns the template's share of the bytes of the pages of sites that have one; none if nothing was measured.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.all > 0.0).then(|| self.template / self.all)
    }
}

#[cfg(test)]
mod tests {
    use demold::Learner;

    use super::*;

    #[test]
    fn a_sample_stands_for_all_pages_of_its_site() {
        let pages: Vec<String> = ["ash", "elm", "fir", "oak"]
            .map(|own| format!("<ul><li><a href=/>Home</a></ul><p>All about {own} and {own} alone."))
            .into();
        let site = Learner::new().learn(&pages).unwrap();
        let inputs: Vec<Reading<'_>> = pages.iter().map(Reading::from).collect();
        let four = Volume::of(&site, &inputs, 4);
        let forty = Volume::of(&site, &inputs, 40);
        let share = four.share().unwrap();
        assert!(share > 0.1 && share < 0.9, "{share}");
        assert_eq!(Some(share), forty.share());
        assert!((forty.all - 10.0 * four.all).abs() < 1e-6);
        let mut both = four;
        both.add(Volume::default());
        assert_eq!(both, four);
        assert_eq!(Volume::default().share(), None);
    }
}
