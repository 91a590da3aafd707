//! Whatever the settings, pages are learned from and cleaned, or an error says what is wrong: nothing panics.

use demold::{Attributes, Error, Input, Learner, MarkdownOptions, Method, Normalize, Overrides, Profile, Site};
use distill_tree::{Pruning, align_nw};
use proptest::{collection::vec, prelude::*, sample::select};
use suffixarray_miner::{CutOff, Lexer, Patterns, Selection};

/// The number of choices that a learner may take.
const N_CHOICES: usize = 64;

/// Numbers, each of which decides one setting.
struct Choices(std::vec::IntoIter<u8>);

impl Choices {
    fn of<T: Clone>(&mut self, all: &[T]) -> T {
        let choice = self.0.next().expect("there are enough choices");
        all[usize::from(choice) % all.len()].clone()
    }

    /// Takes what makes sense, and now and then what is at its edges or beyond.
    fn among<T: Clone>(&mut self, sensible: &[T], edges: &[T]) -> T {
        let all = [[sensible; 4].concat(), edges.to_vec()].concat();
        self.of(&all)
    }

    fn yes(&mut self) -> bool {
        self.of(&[false, true])
    }

    fn share(&mut self) -> f64 {
        self.among(&[0.3, 0.5, 1.0], &[-1.0, -0.0, 0.0, f64::MIN_POSITIVE, 2.0, f64::MAX, f64::INFINITY, f64::NAN])
    }

    fn count(&mut self) -> usize {
        self.among(&[1, 2, 3, 5, 24, 100_000], &[0, usize::MAX / 2, usize::MAX])
    }

    fn small(&mut self) -> u32 {
        u32::try_from(self.count()).unwrap_or(u32::MAX)
    }

    fn score(&mut self) -> i32 {
        self.among(&[-3, -1, 0, 1, 2, 7], &[i32::MIN, i32::MAX])
    }

    fn cost(&mut self) -> u16 {
        self.of(&[0, 1, 3, u16::MAX])
    }

    fn normalize(&mut self) -> Normalize {
        let some = |names: &[&str]| Attributes::Only(names.iter().map(ToString::to_string).collect());
        Normalize::new().mutable(self.yes()).attributes(self.of(&[
            Attributes::All,
            Attributes::None,
            some(&[]),
            some(&["class", ""]),
        ]))
    }

    fn distill(&mut self) -> distill_tree::Config {
        let align = align_nw::Config::new().match_score(self.score()).mismatch(self.score());
        let align = align.gap(self.score()).memory(self.count() as u64);
        distill_tree::Config::new()
            .sample(self.count())
            .threshold(self.share())
            .seed(self.count() as u64)
            .least_support(self.small())
            .pruning(self.of(&[Pruning::Paper, Pruning::Inputs]))
            .copies(self.yes())
            .align(if self.yes() { align } else { align_nw::Config::new() })
    }

    fn mine(&mut self) -> suffixarray_miner::Config {
        let cut_offs = [CutOff::Bimodal, CutOff::Fixed(self.small()), CutOff::Share(self.share())];
        let selection = Selection::paper()
            .min_tokens(self.small())
            .min_documents(self.small())
            .cut_off(self.of(&cut_offs))
            .drop_enclosed(self.yes())
            .max_repetition(self.yes().then(|| self.share()))
            .max_mutable(self.yes().then(|| self.share()));
        let config = suffixarray_miner::Config::new().selection(selection);
        config.max_tokens(self.count()).max_mined_tokens(self.count())
    }

    fn map(&mut self) -> rtdm_tree_mapping::Config {
        rtdm_tree_mapping::Config::new()
            .insert(self.cost())
            .delete(self.cost())
            .replace(self.cost())
            .share(self.share())
            .max_pages(self.count())
            .max_cells(self.count() as u64)
            .memory(self.count())
            .skipping(self.yes())
            .leaf_updates(self.yes())
            .seed(self.count() as u64)
    }

    fn lexer(&mut self) -> Lexer {
        let anything = Patterns::new(vec![String::new(), ".*".to_owned()]);
        let all = [Some(Patterns::none()), Some(Patterns::modern()), anything.ok(), Patterns::thesis().inside().ok()];
        Lexer::new(self.of(&all).unwrap_or_else(Patterns::thesis))
    }

    fn learner(&mut self) -> Learner {
        let method = self.of(Method::ALL);
        let classify = classify::Config::new().profile(self.of(Profile::ALL)).headline(self.yes());
        let mut learner = if self.yes() { Learner::paper(method) } else { Learner::new().method(method) };
        learner = learner
            .pages(self.count())
            .merge_gaps(self.count())
            .merge_beside(self.count())
            .drop_islands(self.count())
            .classify(classify.max_clusters(self.count()))
            .seed(self.count() as u64)
            .copies(self.yes())
            .words(self.yes())
            .metadata(self.yes());
        let changes: [fn(Learner, &mut Choices) -> Learner; 5] = [
            |learner, choices| learner.distill(choices.distill()),
            |learner, choices| learner.mine(choices.mine()),
            |learner, choices| learner.map(choices.map()),
            |learner, choices| learner.normalize(choices.normalize()),
            |learner, choices| learner.lexer(choices.lexer()),
        ];
        for change in changes {
            if self.yes() {
                learner = change(learner, self);
            }
        }
        learner
    }
}

/// Pages that share pieces, whole or broken.
fn pages() -> impl Strategy<Value = Vec<String>> {
    let piece = select(
        &[
            "<nav><a href=/>Home</a> <a href=/n>News</a></nav>",
            "<h1>Tides</h1>",
            "<p>High water came at 12:45 today, and nobody saw it.</p>",
            "<p>It rained.</p>",
            "<table><tr><th>a<th>b<tr><td>1<td>2</table>",
            "<ul><li>x<li>y<li>z</ul>",
            "<img src=i.png alt=i>",
            "<base href=//b.example/>",
            "a a a a a a",
            "<b><i>",
            "</div></p>",
            "<footer>Imprint</footer>",
            "\0\u{feff}é",
            "",
        ][..],
    );
    vec(vec(piece, 0..8).prop_map(|pieces| pieces.concat()), 0..6)
}

/// Uses all that a learner gives.
fn check(learner: &Learner, pages: &[String]) -> Result<(), Error> {
    learner.check()?;
    let inputs: Vec<Input<'_>> = pages.iter().map(|page| Input::new(page.as_bytes())).collect();
    learner.draw(&inputs);
    let site = learner.learn(pages)?;
    let again = Site::from_json(&site.to_json())?;
    let overrides = Overrides::new().keep("h1, :not(p) > b")?.drop("footer")?;
    for (at, page) in pages.iter().enumerate() {
        let input = Input::new(page.as_bytes()).plain_text(at == 3).url("https://a.example/x");
        let cleaned = site.clean(input)?;
        assert_eq!(cleaned.regions(), again.clean(input)?.regions());
        let cleaned = cleaned.overridden(&overrides);
        cleaned.record();
        cleaned.html_without_images();
        cleaned.sanitized_with(&MarkdownOptions::new().images(at == 1));
        cleaned.markdown_with(&MarkdownOptions::new().links(at == 2))?;
        cleaned.tei()?;
        cleaned.blocks()?;
        assert!((0.0..=1.0).contains(&cleaned.fit()), "{}", cleaned.fit());
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_settings_give_a_result_or_an_error(choices in vec(any::<u8>(), N_CHOICES), pages in pages()) {
        let learner = Choices(choices.into_iter()).learner();
        if let Err(error) = check(&learner, &pages) {
            prop_assert!(!error.to_string().is_empty());
        }
        let sample: Vec<_> = learner.read_drawn(&[]);
        prop_assert!(sample.is_empty());
    }
}
