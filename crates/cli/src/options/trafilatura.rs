//! Options of trafilatura's command that have another name here.

use clap::{
    Error,
    error::{ContextKind, ContextValue, ErrorKind},
};

/// The options, and what does the same here.
const NAMES: &[(&[&str], &str)] = &[
    (&["-u", "--URL"], "give the URL in place of a file"),
    (&["-i", "--input-file"], "--urls FILE names a file of addresses"),
    (&["--input-dir", "--inputdir"], "give the folder in place of a file"),
    (&["--output-dir", "--outputdir"], "--out OUT"),
    (&["--backup-dir"], "demold crawl keeps what it fetches in a WARC file"),
    (&["--keep-dirs"], "leave it out: folders and names are kept"),
    (&["--output-format"], "--format text, markdown, html, json, tei, xml or csv"),
    (&["--markdown", "--formatting"], "--format markdown"),
    (&["--html"], "--format html"),
    (&["--json"], "--format json"),
    (&["--xml"], "--format xml"),
    (&["--xmltei"], "--format tei"),
    (&["--csv"], "--format csv"),
    (&["--with-metadata"], "--front-matter for Markdown and text; records (--format json) have the metadata"),
    (&["--only-with-metadata"], "choose records that have url, metadata.title and metadata.published"),
    (&["--validate-tei"], "leave it out: every document is valid"),
    (&["--links", "--images"], "leave it out: Markdown and TEI have them; see --no-links and --no-images"),
    (&["--no-tables"], "--drop table"),
    (&["--no-comments", "--precision"], "--profile article"),
    (&["--recall"], "--profile data"),
    (&["-f", "--fast"], "leave it out: there is one procedure"),
    (&["--target-language"], "--language LANG"),
    (&["--deduplicate"], "--dedup exact or --dedup near"),
    (&["--parallel"], "--threads N; by default all cores work"),
    (&["--crawl"], "give the URL in place of a file, with --site"),
    (&["--explore"], "demold crawl URL --sitemaps fetches a site"),
    (&["--feed", "--sitemap"], "give the URL of the feed or sitemap in place of a file"),
    (&["--url-filter"], "--include REGEX"),
    (&["-b", "--blacklist"], "--exclude REGEX"),
    (&["--list"], "demold list URL"),
    (&["--probe"], "--min-words N and --language LANG write nothing if there is no such text"),
    (&["--archived"], "put https://web.archive.org/web/2id_/ before the URL"),
    (&["--config-file"], "--config FILE"),
];

/// Adds to the error about an unknown option what does the same here, if it is one of trafilatura's.
pub(super) fn named(mut error: Error) -> Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let ours = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) => NAMES.iter().find(|(theirs, _)| theirs.contains(&&**option)),
        _ => None,
    };
    if let Some((_, ours)) = ours {
        // An option that is spelled alike does something else.
        error.remove(ContextKind::SuggestedArg);
        let tip = format!("that is an option of trafilatura; here: {ours}");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}
