//! The plan of `demold clean`.

use std::path::{Path, PathBuf};

use demold::MarkdownOptions;
use pipeline::{
    Body, Format, Identity, Likeness, Misnamed, Obeys, Outlet, RecordFields, Rendering, Suffix, Wanted, Writing,
};

use super::{Cleaning, Reading, identity::identity};
use crate::{
    options::{self, Dedup, Settings, Wrong},
    terminal,
};

/// How pages are cleaned and written.
#[derive(Clone, Debug)]
pub(crate) struct Clean {
    pub(crate) writing: Writing,
    pub(crate) dry_run: bool,
    pub(crate) strict: bool,
    pub(crate) explain: bool,
    pub(crate) wanted: Wanted,
    pub(crate) cleaning: Cleaning,
    pub(crate) reading: Reading,
    /// The files and folders besides pages that influence the output, each with the option that names it.
    pub(crate) files: Vec<(&'static str, PathBuf)>,
    /// What must be the same when a run is resumed, without the contents of files.
    pub(crate) identity: Identity,
}

impl Clean {
    pub(crate) fn of(args: options::Clean, settings: &Settings) -> anyhow::Result<Clean> {
        // People at a terminal want to read text; a pipe or a file gets HTML. `--sanitize` means something for HTML
        // only.
        let stdout = if args.sanitize || !terminal::is_shown() { Format::Html } else { Format::Text };
        let (outlet, format) = outlet(args.out.as_deref(), args.format, stdout)?;
        if args.resume && matches!(outlet, Outlet::Stream { .. }) {
            wrong!("--resume cannot continue standard output: name a file or a folder with --out");
        }
        let is_for_one = matches!(outlet, Outlet::Stream { is_one: true } | Outlet::File { is_one: true, .. });
        let mut cleaning = Cleaning::of(&args.using, &args.how, outlet.path())?;
        let rendering = rendering(&args, format)?;
        // Templates have to hold what is known of the metadata of sites, for output that has metadata, and for templates
        // that are kept.
        cleaning.learner = (cleaning.learner).metadata(cleaning.origin.is_kept() || rendering.needs_metadata());
        Ok(Clean {
            writing: Writing { outlet, rendering, date: args.date, force: args.force, resume: args.resume },
            dry_run: args.dry_run,
            strict: args.strict,
            explain: args.explain,
            wanted: Wanted {
                languages: args.language,
                min_words: args.min_words,
                min_date: args.min_date.map(|day| day.to_string()),
                max_date: args.max_date.map(|day| day.to_string()),
                min_confidence: args.min_confidence,
                likeness: args.dedup.map(|how| match how {
                    Dedup::Exact => Likeness::Exact,
                    Dedup::Near => Likeness::Near,
                }),
            },
            cleaning,
            reading: Reading::of(args.reading)?
                .for_one(is_for_one)
                .min_pages(args.how.min_site_pages)
                .address(args.url)?,
            files: [
                ("--template", args.using.template.as_deref()),
                ("--expressions", args.using.expressions.as_deref()),
                ("--rules", args.using.rules.as_deref()),
                ("--patterns", args.how.mining.file()),
            ]
            .into_iter()
            .filter_map(|(option, path)| Some((option, path?.to_owned())))
            .collect(),
            identity: identity(settings),
        })
    }
}

/// Decides where pages go, and in which format. An explicit format comes first. Without one, the name of the output
/// says the format, and if there is no name either, it is `stdout`.
fn outlet(out: Option<&Path>, format: Option<Format>, stdout: Format) -> Result<(Outlet, Format), Wrong> {
    let Some(out) = out.filter(|out| out.as_os_str() != "-") else {
        let format = format.unwrap_or(stdout);
        // It is made from all pages of a run, for which there has to be a place on disk.
        if matches!(format, Format::Parquet | Format::Llms) {
            wrong!("--format {format} cannot go to standard output: name a file with --out");
        }
        let is_one = format.is_single();
        return Ok((Outlet::Stream { is_one }, format));
    };
    Outlet::of(out, format).map_err(|misnamed| {
        let shown = out.display();
        Wrong(match misnamed {
            Misnamed::Unknown(what) => format!("--out {what}"),
            Misnamed::Format(format) => {
                let ends = Suffix::all_of(format).join(" or ");
                format!("with --format {format}, the name of --out ends in {ends}, but {shown} does not")
            }
            Misnamed::NotPacked => format!(
                "{shown} needs a demold that was built with the feature `packed`, as it is by default, and this one was not"
            ),
        })
    })
}

/// What to do if there are several pages and the output holds one.
pub(crate) const FOR_MANY: &str = "name a folder with --out, or a file for all of them such as pages.jsonl or llms.txt, or use --format jsonl or warc";

/// Names of the formats of records in messages.
const RECORDS: &str = "records (--format jsonl or parquet)";
const ALL_RECORDS: &str = "records (--format jsonl, parquet or warc)";

/// Takes the options about the form of pages.
///
/// # Errors
///
/// If an option would have no effect in this format.
fn rendering(args: &options::Clean, format: Format) -> Result<Rendering, Wrong> {
    let fields = RecordFields::of(&args.fields);
    let are_chosen = !args.fields.is_empty();
    // An explicit `--body` wins. Without it, `--fields text` is enough to get the text.
    let body = match &args.body[..] {
        [] if are_chosen => fields.bodies(),
        [] => vec![Body::Text],
        given => given.to_vec(),
    };
    let has_body = format.is_record() || format == Format::Warc;
    let has_markdown = format.obeys(Obeys::Links) || has_body && body.contains(&Body::Markdown);
    let has_html = format == Format::Html || has_body && body.contains(&Body::Html);
    let has_fields = format.is_record();
    if args.chunk.is_some() && format != Format::Jsonl {
        wrong!("--chunk applies to JSON Lines (--format jsonl), but what is written is {format}");
    }
    // An option without effect is an error: who typed it expects something that would not happen.
    for (option, is_given, applies, to) in [
        ("--front-matter", args.front_matter, format.obeys(Obeys::FrontMatter), "Markdown and text"),
        ("--no-links", args.no_links, has_markdown, "Markdown and TEI"),
        ("--no-images", args.no_images, has_markdown || has_html, "Markdown, TEI and HTML"),
        ("--sanitize", args.sanitize, has_html, "HTML"),
        ("--fields", are_chosen, has_fields, RECORDS),
        ("--blocks", args.blocks, has_fields, RECORDS),
        ("--comments", args.comments, has_fields, RECORDS),
        ("--no-metadata", args.no_metadata, has_fields, RECORDS),
        ("--body", !args.body.is_empty(), has_body, ALL_RECORDS),
    ] {
        if is_given && !applies {
            wrong!("{option} applies to {to}, but what is written is {format}");
        }
    }
    if format == Format::Parquet && cfg!(not(feature = "parquet")) {
        wrong!(
            "--format parquet needs a demold that was built with the feature `parquet`, as it is by default, and this one was not"
        );
    }
    if format == Format::Warc && body.len() > 1 {
        wrong!("--body takes a single value for WARC: a record holds one body");
    }
    Ok(Rendering {
        format,
        body,
        markdown: MarkdownOptions::new().links(!args.no_links).images(!args.no_images),
        front_matter: args.front_matter,
        is_sanitized: args.sanitize,
        metadata: fields.has("metadata") && !args.no_metadata,
        chunk: args.chunk.map(std::num::NonZero::get),
        simhash: fields.has("simhash"),
        comments: args.comments || are_chosen && fields.has("comments"),
        blocks: args.blocks || are_chosen && fields.has("blocks"),
        fields,
    })
}

/// Returns where pages are written, in words.
pub(crate) fn shown(outlet: &Outlet) -> String {
    match outlet {
        Outlet::Stream { .. } => "standard output".to_owned(),
        Outlet::File { out, .. } => format!("the file {}", out.display()),
        Outlet::Tree(out) => format!("one file per page below {}", out.display()),
    }
}
