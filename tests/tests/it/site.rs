//! The library on generated sites, whose template is known to the byte.

use demold::{Cleaned, Learner, Method, Site};
use sitegen::{Config, GeneratedPage, Noise, Origin};

/// Returns the share of the template's fixed bytes that were removed, and the
/// share of the content's bytes that were lost.
fn removed_and_lost(page: &GeneratedPage, cleaned: &Cleaned<'_>) -> (f64, f64) {
    let share = |wanted: Origin| {
        let (mut n_all, mut n_removed) = (0, 0);
        for span in page.spans().iter().filter(|span| span.origin == wanted) {
            let span = demold::Regions::from_ranges([span.range.clone()]);
            n_all += span.total();
            n_removed += span.intersection(cleaned.regions()).total();
        }
        n_removed as f64 / f64::from(u32::try_from(n_all.max(1)).unwrap())
    };
    (share(Origin::Template), share(Origin::Content))
}

/// Learns from a site's first pages, cleans the others, and returns the mean
/// shares of [`removed_and_lost`].
fn measure(config: Config, method: Method) -> (f64, f64) {
    let generated = config.pages(28).build().unwrap();
    let pages: Vec<GeneratedPage> = generated.pages().collect();
    let (known, unseen) = pages.split_at(20);
    let sources: Vec<&str> = known.iter().map(GeneratedPage::html).collect();
    let site = Learner::new().method(method).learn(&sources).unwrap();
    let (mut removed, mut lost) = (0.0, 0.0);
    for page in unseen {
        let shares = removed_and_lost(page, &site.clean(page.html()).unwrap());
        removed += shares.0 / unseen.len() as f64;
        lost += shares.1 / unseen.len() as f64;
    }
    (removed, lost)
}

#[test]
fn a_site_loses_its_template_and_nothing_else() {
    for (seed, method) in (0..3).flat_map(|seed| Method::ALL.iter().map(move |method| (seed, *method))) {
        // Classify removes text; tags that hold none may stay.
        let least = if method == Method::Classify { 0.75 } else { 0.97 };
        for (noise, least) in [(Noise::NONE, least), (Noise::ALL, 0.7)] {
            let (removed, lost) = measure(Config::news().seed(seed).noise(noise), method);
            assert!(least < removed, "{method}, seed {seed}: {removed:.3} of the template removed");
            assert!(lost < 0.03, "{method}, seed {seed}: {lost:.3} of the content lost");
        }
    }
}

#[test]
fn pages_of_another_site_do_not_fit() {
    let site_of = |seed| {
        let site = Config::news().seed(seed).pages(12).build().unwrap();
        site.pages().map(|page| page.html().to_owned()).collect::<Vec<_>>()
    };
    let (ours, theirs) = (site_of(1), site_of(2));
    for method in Method::ALL {
        let site = Learner::new().method(*method).learn(&ours).unwrap();
        let (own, other) = (site.clean(&ours[0]).unwrap(), site.clean(&theirs[0]).unwrap());
        assert!(own.fit() > 0.8 && own.fit() <= 1.0, "{method}: {}", own.fit());
        // The two share their tags, and nothing else.
        assert!(other.fit() < 0.75 * own.fit(), "{method}: {}", other.fit());
    }
}

#[test]
fn the_sample_depends_on_nothing_but_the_pages() {
    let site = Config::news().seed(3).pages(30).build().unwrap();
    let pages: Vec<String> = site.pages().map(|page| page.html().to_owned()).collect();
    let inputs: Vec<demold::Input<'_>> = pages.iter().map(demold::Input::from).collect();
    let turned: Vec<demold::Input<'_>> = inputs.iter().rev().copied().collect();
    for method in Method::ALL {
        let learner = Learner::new().method(*method).pages(7).seed(4);
        let drawn = learner.draw(&inputs);
        assert_eq!(drawn.len(), learner.get_drawn());
        assert!((7..=14).contains(&drawn.len()));
        let sample: Vec<demold::Input<'_>> = drawn.iter().rev().map(|&idx| inputs[idx]).collect();
        let whole = learner.learn(&pages).unwrap().to_json();
        assert_eq!(whole, learner.learn(&turned).unwrap().to_json());
        assert_eq!(whole, learner.learn_sample(&sample, pages.len()).unwrap().to_json());
    }
}

#[test]
fn copies_count_once() {
    let page = |own: &str, token: usize| {
        format!(
            "<body data-token={token}><ul class=menu><li>Start<li>Archive<li>Imprint</ul>\
             <p>{own}, and more of it than fits on a line.</p></body>"
        )
    };
    let copies: Vec<String> = (0..9).map(|token| page("The ferry is late", token)).collect();
    for method in Method::ALL {
        let site = Learner::new().method(*method).learn(&copies).unwrap();
        let cleaned = site.clean(&copies[0]).unwrap();
        assert!(cleaned.text().contains("ferry"), "{method}: {:?}", cleaned.text());
        assert!(cleaned.is_alone() && !cleaned.is_empty());
        assert_eq!(site.template().provenance().pages, 1);
    }
    let mixed: Vec<String> =
        (copies.into_iter()).chain(["A seal came ashore", "Fog", "The tide is high"].map(|own| page(own, 9))).collect();
    for method in Method::ALL {
        let site = Learner::new().method(*method).learn(&mixed).unwrap();
        assert_eq!(site.template().provenance().pages, 4);
        let text = site.clean(&mixed[0]).unwrap().text();
        assert_eq!(text, "The ferry is late, and more of it than fits on a line.", "{method}");
    }
}

#[test]
fn a_template_is_never_the_whole_of_a_page() {
    let own = "The harbour was quiet all week, said its keeper, and herring cheap. ".repeat(9);
    let page = |title: &str| format!("<p>{title}</p><div class=x><p>{own}</p></div>");
    let pages: Vec<String> = (0..8).map(|nth| page(&format!("GeneratedPage {nth}"))).collect();
    for method in [Method::Distill, Method::Mine, Method::Map] {
        let site = Learner::new().method(method).learn(&pages).unwrap();
        let cleaned = site.clean(&pages[3]).unwrap();
        assert!(cleaned.is_alone(), "{method}");
        assert!(cleaned.text().contains("herring cheap"), "{method}: {}", cleaned.text());
        assert_eq!(site.fit(&pages[3]).unwrap(), cleaned.fit());
    }
}

#[test]
fn nothing_removes_nothing() {
    let page = "<nav>Home</nav><p>Rain";
    let cleaned = Site::nothing().clean(page).unwrap();
    assert_eq!((cleaned.html().as_ref(), cleaned.fit()), (page, 1.0));
    assert!(Site::from_json(&Site::nothing().to_json()).is_ok());
}

#[test]
fn the_sample_site_reads_well_afterwards() {
    let pages: Vec<GeneratedPage> = sitegen::sample();
    let sources: Vec<&str> = pages.iter().map(GeneratedPage::html).collect();
    let site = Learner::new().learn(&sources).unwrap();
    let page = pages.iter().find(|page| page.path().contains("foghorn")).unwrap();
    let cleaned = site.clean(page.html()).unwrap();
    insta::assert_snapshot!("foghorn-text", cleaned.text());
    insta::assert_snapshot!("foghorn-html", cleaned.html());
    insta::assert_snapshot!("foghorn-markdown", cleaned.markdown().unwrap());
}

/// Returns the headlines and dates of the entries of a list, as the sample writes them.
fn entries(page: &GeneratedPage) -> (Vec<String>, Vec<String>) {
    let whole = Site::nothing().clean(page.html()).unwrap();
    let blocks = whole.blocks().unwrap();
    let of_entries = |class: &str| {
        let selected = format!("class=\"{class}\"");
        page.html().match_indices(&selected).map(|(at, _)| at).collect::<Vec<_>>()
    };
    let first_after = |at: usize| blocks.iter().find(|block| block.block.range.start > at);
    let text_after = |at: &usize| first_after(*at).unwrap().block.text.clone();
    let headlines = of_entries("entry").iter().map(text_after).collect();
    let dates = of_entries("meta").iter().map(text_after).collect();
    (headlines, dates)
}

/// The lists of the sample are whole: the archive among all pages of the site, and the first page beside the archive.
#[test]
fn the_lists_of_the_sample_keep_every_entry() {
    let pages: Vec<GeneratedPage> = sitegen::sample();
    let named = |name: &str| pages.iter().find(|page| page.path().ends_with(name)).unwrap();
    let (archive, index) = (named("archive.html"), named("index.html"));
    let check = |site: &[&GeneratedPage], page: &GeneratedPage, n_entries: usize, with_dates: bool| {
        let sources: Vec<&str> = site.iter().map(|page| page.html()).collect();
        let cleaned = Learner::new().learn(&sources).unwrap().clean(page.html()).unwrap().text();
        let lines: Vec<&str> = cleaned.lines().collect();
        let (headlines, dates) = entries(page);
        assert_eq!((headlines.len(), dates.len()), (n_entries, n_entries));
        let expected = headlines.iter().chain(dates.iter().filter(|_| with_dates));
        for line in expected {
            assert!(lines.contains(&line.as_str()), "{line:?} of {} is lost:\n{cleaned}", page.path());
        }
    };
    let all: Vec<&GeneratedPage> = pages.iter().collect();
    check(&all, archive, 24, true);
    check(&all, index, 3, true);
    check(&[index], index, 3, true);
    check(&[archive], archive, 24, true);
    check(&[archive, index], archive, 24, false);
    check(&[archive, index], index, 3, false);
}
