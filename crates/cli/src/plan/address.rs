//! Addresses of pages, and files that are lists of them.

use std::path::Path;

use pipeline::Suffix;

/// Returns the input as text if it is the URL of a web page.
pub(crate) fn url(input: &Path) -> Option<&str> {
    let text = input.to_str()?;
    // Schemes are case-insensitive. A path with another scheme, such as `file:`, is taken for the name of a file.
    let scheme = text.split_once("://")?.0.to_ascii_lowercase();
    matches!(&*scheme, "http" | "https").then_some(text)
}

/// Returns what to write instead of a path that does not exist: an address, if it begins with the name of a host, or
/// with a host and a port; a path, if it is a `file:` URL.
pub(crate) fn input_meant(path: &Path) -> Option<String> {
    let text = path.to_str().filter(|_| !path.exists())?;
    if let Some((scheme, rest)) = text.split_once(':')
        && scheme.eq_ignore_ascii_case("file")
    {
        let path = rest.strip_prefix("//").unwrap_or(rest);
        let path = path.strip_prefix("localhost").unwrap_or(path);
        return Some(format!("write a file as a path, {path}"));
    }
    let host = text.split(['/', '?', '#']).next()?;
    if let Some((name, port)) = host.rsplit_once(':') {
        // A server with a port of its own is rather one for tests, which mostly have no certificate.
        let is_host = !name.is_empty() && !name.contains(char::is_whitespace) && port.parse::<u16>().is_ok();
        return is_host.then(|| format!("if that is an address, write http://{text}"));
    }
    let is_host = domains::is_host_name(&host.to_ascii_lowercase()) && !is_file_name(host);
    is_host.then(|| format!("if that is an address, write https://{text}"))
}

/// Returns whether a name ends as those of files do.
fn is_file_name(name: &str) -> bool {
    Suffix::of(Path::new(name)).is_ok_and(|suffix| suffix != Suffix::Folder)
}

/// Returns whether a file is a list of addresses without being named as one: its name ends in `.txt`, and each of its
/// lines is an address, blank or a comment. One that cannot be read is none.
#[cfg(feature = "crawl")]
pub(super) fn is_list(path: &Path) -> bool {
    let is_text = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("txt"));
    // A pipe can be read only once, so it is not looked into.
    if !is_text || !path.is_file() {
        return false;
    }
    let Ok(file) = std::fs::File::open(path) else {
        return false;
    };
    let mut n_addresses = 0;
    let read = crawl::each_line(std::io::BufReader::new(file), |line| match listed(line) {
        None => true,
        Some(text) => {
            n_addresses += 1;
            demold::is_address(text)
        }
    });
    matches!(read, Ok(true)) && n_addresses > 0
}

/// Returns what a line of a list has, if it is neither blank nor a comment.
#[cfg(feature = "crawl")]
pub(crate) fn listed(line: &str) -> Option<&str> {
    // Editors on Windows put a byte order mark before the first line.
    let text = line.trim_start_matches('\u{feff}').trim();
    (!text.is_empty() && !text.starts_with('#')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    #[test]
    fn urls_are_told_from_paths() {
        assert_eq!(url(Path::new("HTTPS://a.example/")), Some("HTTPS://a.example/"));
        assert_eq!(url(Path::new("a.example/b.html")), None);
        assert_eq!(url(Path::new("file:///x")), None);
    }

    #[test]
    fn what_is_no_file_may_be_an_address_or_a_file_by_its_address() {
        for [input, expected] in cases(include_str!("address.txt")) {
            assert_eq!(input_meant(Path::new(input)).as_deref().unwrap_or("-"), expected, "{input}");
        }
    }

    #[cfg(feature = "crawl")]
    #[test]
    fn a_list_has_nothing_but_addresses() {
        let folder = tempfile::tempdir().unwrap();
        let check = |name: &str, text: &str, expected: bool| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            assert_eq!(is_list(&path), expected, "{text:?}");
        };
        check("a.txt", "\u{feff}# of today\r\n\r\nhttp://a.example/\r\nHTTPS://b.example/?x#y", true);
        check("a.TXT", "http://a.example/\n", true);
        check("a.html", "http://a.example/\n", false);
        check("a.txt", "http://a.example/ is a page\n", false);
        check("a.txt", "http://a.example/\nexample.org\n", false);
        check("a.txt", "# nothing\n", false);
        check("a.txt", "", false);
        assert!(!is_list(&folder.path().join("none.txt")));
    }
}
