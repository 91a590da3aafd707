//! What people type most, as help and the man page show it.

/// Returns the end of `-h`, which lists the options that people need most.
pub(super) fn short(examples: &str) -> String {
    format!("{examples}\n\nUse --help to list all options.")
}

pub(super) const LEARN: &str = "\
Examples:
  The template of a folder of pages, for later:
    demold learn site --out site.demold.json
  One template for each site of a crawl:
    demold learn crawl.warc.gz --out templates";

pub(super) const CLEAN: &str = "\
Examples:
  Read a saved page in the terminal:
    demold clean page.html
  A page from standard input as Markdown, with absolute links:
    demold clean - --url https://example.org/page --format markdown
  A folder of pages of one site, each cleaned to a file of text:
    demold clean site --format text --out texts
  A crawl of many sites, as JSON records with metadata:
    demold clean crawl.warc.gz --out cleaned.jsonl.gz
  See what goes, and why:
    demold clean site --out cleaned --explain";

pub(super) const SHOW: &str = "\
Examples:
  demold show site.demold.json
  demold show site.demold.json --page site/index.html";

pub(super) const COMPARE: &str = "\
Examples:
  demold compare january.json february.json";

pub(super) const REPORT: &str = "\
Examples:
  demold report site --out report.html
  demold report site --template site.demold.json --out report.html";

pub(super) const REPEATS: &str = "\
Examples:
  Texts of 50 words and more that several sites have:
    demold repeats crawl.warc.gz --out repeats.jsonl
  The same after templates are gone:
    demold repeats cleaned.jsonl.gz --html-field text";

pub(super) const MIRRORS: &str = "\
Examples:
  Sites that have at least half of another site's text:
    demold mirrors crawl.warc.gz --out mirrors.jsonl
  The same without their templates:
    demold mirrors cleaned.jsonl.gz --html-field text";

pub(super) const RULES: &str = "\
Examples:
  demold rules check sites.toml crawl.warc.gz";

#[cfg(feature = "crawl")]
pub(super) const CRAWL: &str = "\
Examples:
  A site, three links deep:
    demold crawl https://example.org/ --depth 3 --same-site --contact me@example.org -o site.warc.gz
  A list of URLs:
    demold crawl - --contact https://example.org/our-crawl -o pages.warc.gz";

#[cfg(feature = "crawl")]
pub(super) const LIST: &str = "\
Examples:
  What a site has, to be fetched later:
    demold list https://example.org/ --same-site > urls.txt
  The pages of a feed or sitemap:
    demold list https://example.org/feed.xml --include /news/";

#[cfg(feature = "crawl")]
pub(super) const FETCH: &str = "\
Examples:
  Pages of a crawl whose files are here, at most 50 of each host:
    demold fetch --cdx cdx-00000.gz --from crawl --per-host 50 -o pages.warc.gz
  From a server; `demold learn pages.warc.gz --out templates` then learns a template for each host:
    demold fetch --cdx index.jsonl --from https://data.example.org/ --contact me@example.org -o pages.warc.gz";

pub(super) const MAN: &str = "\
Examples:
  demold man | man -l -
  demold man > /usr/local/share/man/man1/demold.1";

pub(super) const COMPLETIONS: &str = "\
Examples:
  demold completions bash > ~/.local/share/bash-completion/completions/demold
  demold completions fish > ~/.config/fish/completions/demold.fish";

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::super::Args;

    #[test]
    fn examples_are_understood() {
        let all = Args::command();
        for command in all.get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            let examples = help.lines().map(str::trim);
            let examples: Vec<_> = examples.filter(|line| line.starts_with("demold ")).collect();
            assert!(!examples.is_empty(), "{}", command.get_name());
            for example in examples {
                let typed = example.split(['|', '>']).next().unwrap_or(example);
                let parsed = all.clone().try_get_matches_from(typed.split_whitespace());
                let parsed = parsed.unwrap_or_else(|error| panic!("{example}: {error}"));
                assert_eq!(parsed.subcommand_name(), Some(command.get_name()), "{example}");
            }
        }
    }
}
