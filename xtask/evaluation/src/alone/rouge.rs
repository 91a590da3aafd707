//! WebMainBench by its own measure: ROUGE-5 of Markdown, by level.

use demold::{Input, Learner};
use rayon::prelude::*;

use super::OURS;
use crate::{
    datasets::webmainbench::Page,
    measures::{
        ratio::mean,
        rouge::{self, rouge_n},
    },
    subject::Subject,
    tables::table::{Table, share},
};

const LEVELS: [&str; 3] = ["simple", "mid", "hard"];

/// Returns a table with a row for each of our settings, and one for keeping everything.
pub fn run(pages: &[Page]) -> anyhow::Result<String> {
    anyhow::ensure!(!pages.is_empty(), "there is no page in the file");
    let counts = LEVELS.map(|level| format!("{level} {}", pages.iter().filter(|page| page.level == level).count()));
    let mut head = vec!["Markdown", "P", "R", "ROUGE-5"];
    head.extend(counts.iter().map(String::as_str));
    let mut table = Table::new(&head);
    let keep = |page: &Page| Ok(demold::Site::nothing().clean(Input::from(page.html.as_str()))?.markdown()?);
    row(&mut table, Subject::KEEP, pages, keep)?;
    for subject in OURS {
        if let Some(learner) = subject.learner() {
            row(&mut table, subject.name(), pages, |page| markdown(&learner, page))?;
        }
    }
    let mut text = String::new();
    table.titled(format!("WebMainBench: {} pages, each alone", pages.len())).print(&mut text);
    Ok(text)
}

fn markdown(learner: &Learner, page: &Page) -> anyhow::Result<String> {
    Ok(learner.clean_alone(Input::from(page.html.as_str())).markdown()?)
}

fn row(
    table: &mut Table,
    name: &str,
    pages: &[Page],
    markdown: impl Fn(&Page) -> anyhow::Result<String> + Sync,
) -> anyhow::Result<()> {
    let ratios = pages.par_iter().map(|page| Ok(rouge_n(&markdown(page)?, &page.markdown, rouge::N)));
    let ratios = ratios.collect::<anyhow::Result<Vec<_>>>()?;
    let of_level = |level: &str| {
        let own = std::iter::zip(pages, &ratios).filter(|(page, _)| page.level == level);
        mean(own.map(|(_, ratio)| ratio.f1))
    };
    let mut cells = vec![name.to_owned()];
    cells.push(share(mean(ratios.iter().map(|ratio| ratio.precision))));
    cells.push(share(mean(ratios.iter().map(|ratio| ratio.recall))));
    cells.push(share(mean(ratios.iter().map(|ratio| ratio.f1))));
    cells.extend(LEVELS.map(|level| share(of_level(level))));
    table.row(cells);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_compared_with_its_markdown() {
        let main = "<h1>Tides</h1><p>They rose all night long, and they fell again by noon of the next day.</p>";
        let page = Page {
            id: "one".to_owned(),
            html: format!(
                "<nav><a href=/>Home</a> <a href=/n>News</a></nav><main>{main}</main><footer>Imprint</footer>"
            ),
            main_html: main.to_owned(),
            markdown: "# Tides\n\nThey rose all night long, and they fell again by noon of the next day.\n".to_owned(),
            language: "en".to_owned(),
            level: "mid".to_owned(),
            style: "Article".to_owned(),
        };
        let table = run(&[page]).unwrap();
        let figure = |name: &str| -> f64 {
            let line = table.lines().find(|line| line.starts_with(name)).unwrap();
            line.split_whitespace().rev().nth(3).unwrap().parse().unwrap()
        };
        assert!(table.contains("mid 1"), "{table}");
        assert!(figure("classify ") > 0.95 && figure("classify ") > figure("keep"), "{table}");
        assert!(run(&[]).is_err());
    }
}
