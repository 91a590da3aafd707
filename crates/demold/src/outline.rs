//! A template as a listing for people.

use std::fmt;

use crate::{Template, distill, kinds::Kinds, map, mine, template::Model};

/// Prints a template: one token per line with the number of pages that have it,
/// indented as its elements nest.
#[derive(Clone, Copy, Debug)]
pub struct Outline<'a> {
    template: &'a Template,
}

/// Texts and attributes longer than this, in characters, are cut short.
const LONGEST: usize = 100;

/// Deeper nesting is not indented any further.
const DEEPEST: usize = 30;

impl<'a> Outline<'a> {
    pub(crate) fn new(template: &'a Template) -> Outline<'a> {
        Outline { template }
    }
}

impl fmt::Display for Outline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.template.summary())?;
        match self.template.model() {
            Model::Distill(kinds) => each(f, kinds, |model| model.pages as usize, tokens),
            Model::Mine(kinds) => each(f, kinds, |model| model.documents as usize, strings),
            Model::Map(kinds) => each(f, kinds, |model| model.pages as usize, nodes),
            Model::Consensus(model) => figures(f, model),
        }
    }
}

/// Lists the template of each kind of page, below a title if there are several.
fn each<T>(
    f: &mut fmt::Formatter<'_>,
    kinds: &Kinds<T>,
    n_pages: impl Fn(&T) -> usize,
    list: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    let n_kinds = kinds.iter().len();
    for (number, model) in kinds.iter().enumerate() {
        if 1 < n_kinds {
            title(f, number, n_kinds, n_pages(model))?;
        }
        list(f, model)?;
    }
    Ok(())
}

fn title(f: &mut fmt::Formatter<'_>, number: usize, n_kinds: usize, n_pages: usize) -> fmt::Result {
    let blank = if number == 0 { "" } else { "\n" };
    let number = number + 1;
    writeln!(
        f,
        "{blank}cluster {number} of {n_kinds}, of {n_pages} pages"
    )
}

fn tokens(f: &mut fmt::Formatter<'_>, model: &distill::Model) -> fmt::Result {
    let width = model.pages.to_string().len();
    let mut open: Vec<&str> = Vec::new();
    for (support, form) in &model.tokens {
        let depth = match Shape::of(form) {
            Shape::Start(name) => {
                open.push(name);
                open.len() - 1
            }
            Shape::End(name) => {
                // An end tag without its start tag closes nothing.
                if let Some(at) = open.iter().rposition(|open| *open == name) {
                    open.truncate(at);
                }
                open.len()
            }
            Shape::Other => open.len(),
        };
        let indent = 2 * depth.min(DEEPEST);
        writeln!(
            f,
            "{support:>width$}/{}  {:indent$}{}",
            model.pages,
            "",
            Short(form)
        )?;
    }
    Ok(())
}

/// Prints the histogram with the cut that was made, then each string with the number of documents that have it and, if
/// it occurs more than once in some of them, the number of its occurrences.
fn strings(f: &mut fmt::Formatter<'_>, model: &mine::Model) -> fmt::Result {
    if let Some((histogram, chosen)) = model.histogram() {
        writeln!(f, "{}", histogram.to_text(chosen))?;
    }
    let width = model.documents.to_string().len();
    for (documents, occurrences, numbers) in &model.strings {
        let times = match occurrences == documents {
            true => String::new(),
            false => format!(", {occurrences} times"),
        };
        writeln!(
            f,
            "{documents:>width$}/{} pages{times}, {} tokens",
            model.documents,
            numbers.len()
        )?;
        for number in numbers {
            let form = model.forms.get(*number as usize).map_or("", String::as_str);
            writeln!(f, "{:width$}    {}", "", Short(form))?;
        }
    }
    Ok(())
}

/// Prints each node of the tree with its support, indented by its depth.
fn nodes(f: &mut fmt::Formatter<'_>, model: &map::Model) -> fmt::Result {
    let width = model.pages.to_string().len();
    for (depth, support, form) in &model.nodes {
        let indent = 2 * (*depth as usize).min(DEEPEST);
        let name = if form.is_empty() { "(document)" } else { form };
        writeln!(
            f,
            "{support:>width$}/{}  {:indent$}{}",
            model.pages,
            "",
            Short(name)
        )?;
    }
    Ok(())
}

/// Prints the mode and the figures that decided it, for each cluster. Regions
/// are kept only as hashes, so they are counted.
fn figures(f: &mut fmt::Formatter<'_>, model: &consensus::Model) -> fmt::Result {
    let n_clusters = model.clusters().count();
    for (i, cluster) in model.clusters().enumerate() {
        if 1 < n_clusters {
            title(f, i, n_clusters, cluster.page_count())?;
        }
        figures_of(f, cluster)?;
    }
    Ok(())
}

fn figures_of(f: &mut fmt::Formatter<'_>, cluster: &consensus::Cluster) -> fmt::Result {
    let statistics = cluster.statistics();
    writeln!(f, "mode               {}", cluster.mode())?;
    writeln!(f, "regions            {}", cluster.region_count())?;
    writeln!(f, "repeated lines     {}", cluster.repeated_line_count())?;
    writeln!(f, "paragraphs a page  {:.1}", statistics.paragraphs)?;
    writeln!(f, "paragraph share    {:.2}", statistics.paragraph_share)?;
    writeln!(f, "table share        {:.2}", statistics.table_share)?;
    writeln!(f, "concentration      {:.2}", statistics.concentration)?;
    writeln!(f, "labelled values    {:.1}", statistics.labelled_values)?;
    writeln!(f, "declared articles  {:.2}", statistics.declared_articles)?;
    writeln!(
        f,
        "declares records   {}",
        if statistics.declares_data {
            "yes"
        } else {
            "no"
        }
    )
}

/// What a token does to the indentation of the next one.
enum Shape<'a> {
    Start(&'a str),
    End(&'a str),
    Other,
}

impl Shape<'_> {
    fn of(form: &str) -> Shape<'_> {
        let Some(token) = tokenize::scan(form).first().copied() else {
            return Shape::Other;
        };
        match token.kind() {
            tokenize::Kind::StartTag if !token.tag().is_void() => {
                Shape::Start(tokenize::tag_name(form, &token))
            }
            tokenize::Kind::EndTag => Shape::End(tokenize::tag_name(form, &token)),
            _ => Shape::Other,
        }
    }
}

/// A form on one line, cut short if it is long.
struct Short<'a>(&'a str);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.char_indices().nth(LONGEST).map(|(at, _)| at);
        let shown = &self.0[..end.unwrap_or(self.0.len())];
        for character in shown.chars() {
            write!(
                f,
                "{}",
                if character.is_control() {
                    ' '
                } else {
                    character
                }
            )?;
        }
        f.write_str(if end.is_some() { "…" } else { "" })
    }
}
