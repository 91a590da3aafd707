//! Maps URLs to file names that mirror them.
//!
//! URLs come from strangers, and file systems differ. A name is kept unchanged only if it is safe on all of them. Any
//! other name is made safe and gets a hash of its URL, so that different URLs stay different. Names that are still
//! equal, for the same page twice or by two schemes, are left to the caller to number.

use std::path::PathBuf;

use crate::url::{self, Host};

/// Extensions that files of pages may have. A folder with such an extension gets a hash, so that no folder ever has
/// the name of a page's file.
const EXTENSIONS: &[&str] = &["html", "htm", "xhtml", "txt", "md", "json"];

/// Those of them that the names of pages themselves have.
const PAGE_EXTENSIONS: [&str; 3] = ["html", "htm", "xhtml"];

/// The maximum length of a part of a name, in characters. Chosen: by eye.
const MOST_NAME: usize = 80;

/// The maximum number of folders below that of the host. Chosen: by eye.
const MOST_FOLDERS: usize = 12;

/// Returns a relative path for the page of this URL, with this extension.
///
/// The path never leads out of its folder, and consists of ASCII letters,
/// digits, `.`, `_` and `-`. Different URLs of one scheme have different paths,
/// even where case is ignored, with the certainty of a 48-bit hash. Only a
/// folder and the `index.html` in it, which are mostly one page, share a path.
///
/// # Complexity
///
/// Linear in the URL.
///
/// # Examples
///
/// ```
/// use formats::mirrored;
///
/// let path = mirrored("https://a.example/news/tides.html", "txt");
/// assert_eq!(path.to_str(), Some("a.example/news/tides.txt"));
/// let path = mirrored("https://a.example/", "html");
/// assert_eq!(path.to_str(), Some("a.example/index.html"));
/// let path = mirrored("https://a.example/../../etc/passwd", "html");
/// assert!(path.starts_with("a.example/_/_/etc"));
/// ```
pub fn mirrored(page_url: &str, extension: &str) -> PathBuf {
    let (host, path, query) = match (url::parts(page_url), Host::of(page_url)) {
        (Some(parts), Some(host)) => (Some(host.with_port()), parts.path, parts.query),
        _ => (None, page_url, None),
    };
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    // A query is not part of the name, so the hash must stand for it.
    let mut is_plain = query.is_none();
    let mut res = PathBuf::new();
    if let Some(host) = host {
        res.push(folder(&host, &mut is_plain));
    }
    let folders = match folders.strip_prefix('/') {
        None if folders.is_empty() => None,
        None => Some(folders),
        some => some,
    };
    for (nth, part) in folders.iter().flat_map(|folders| folders.split('/')).enumerate() {
        if nth == MOST_FOLDERS {
            is_plain = false;
            break;
        }
        res.push(folder(part, &mut is_plain));
    }
    let (stem, own) = match name.rsplit_once('.') {
        // Case matters here: `B.HTML` counts as another name, and gets a hash.
        Some((stem, own)) if PAGE_EXTENSIONS.contains(&own) => (stem, own),
        _ => (name, ""),
    };
    let stem = if name.is_empty() { "index" } else { stem };
    // Pages of only one extension keep their name: the requested one, if pages have it, and otherwise `.html`. Else
    // `b`, `b.htm` and `b.html` would become the same file.
    let kept = if PAGE_EXTENSIONS.contains(&extension) { extension } else { "html" };
    is_plain &= name.is_empty() || own == kept;
    let mut file = safe(stem, &mut is_plain);
    if !is_plain {
        file.push_str(&format!("-{}", digits(page_url)));
    }
    res.push(format!("{file}.{extension}"));
    res
}

/// Returns the name of a folder.
fn folder(part: &str, is_plain: &mut bool) -> String {
    let mut name = safe(part, is_plain);
    let ends_like_a_page = part
        .rsplit_once('.')
        .is_some_and(|(_, extension)| EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension)));
    if ends_like_a_page {
        name.push('_');
        *is_plain = false;
    }
    name
}

/// Replaces everything in a name that some file system rejects or interprets.
fn safe(part: &str, is_plain: &mut bool) -> String {
    let mut name: String = part
        .chars()
        .take(MOST_NAME)
        .map(|letter| match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' | '_' => letter,
            _ => '_',
        })
        .collect();
    // No part is `.`, `..` or hidden. Windows drops dots at the end of a name.
    if name.starts_with('.') {
        name = format!("_{}", name.trim_start_matches('.'));
    }
    while name.ends_with('.') {
        name.pop();
        name.push('_');
    }
    // Windows takes `con.txt` for the device `con`, whatever follows the first dot.
    let n_stem = name.find('.').unwrap_or(name.len());
    if n_stem == 0 || is_device(&name[..n_stem]) {
        name.insert(n_stem, '_');
    }
    // Capitals need a hash as well: on file systems that ignore case, `A.html` would be `a.html`.
    *is_plain &= name == part && !name.bytes().any(|byte| byte.is_ascii_uppercase());
    name
}

/// Returns whether Windows reserves this name for a device. Its other devices, `CONIN$`, `CONOUT$` and `COM¹`, have
/// characters that were replaced before.
fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_lowercase();
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || matches!(stem.as_bytes(), [b'c', b'o', b'm', b'0'..=b'9'] | [b'l', b'p', b't', b'0'..=b'9'])
}

/// Returns twelve hexadecimal digits of a hash that is the same on every machine and in every release, unlike those of
/// the standard library: FNV-1a, whose bits the finishing rounds of SplitMix64 spread.
fn digits(text: &str) -> String {
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let mut bits = text.bytes().fold(0xcbf2_9ce4_8422_2325, fnv);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    format!("{:012x}", (bits ^ (bits >> 31)) >> 16)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::mirrored;

    /// Each line of `mirror.txt` has an extension, a URL, and the path, which may go on after `*`.
    #[test]
    fn urls_are_paths() {
        for line in include_str!("mirror.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (given, expected) = line.split_once(" => ").unwrap();
            let (extension, url) = given.split_once(' ').unwrap();
            let path = mirrored(url, extension);
            let path = path.to_str().unwrap();
            let is_start = expected.strip_suffix('*').is_some_and(|start| path.starts_with(start));
            assert!(path == expected || is_start, "{line}: {path}");
        }
    }

    /// URLs of few different letters, so that they are often nearly equal.
    fn urls() -> impl Strategy<Value = String> {
        ("[aA]\\.b", "(aux|NUL)?[aAé./\\\\%:]{0,8}(\\.html|\\.htm|/|com1)?(\\?a)?")
            .prop_map(|(host, rest)| format!("http://{host}/{rest}"))
    }

    proptest! {
        #[test]
        fn paths_are_safe_and_differ(
            urls in proptest::collection::vec(urls(), 0..40),
            extension in "txt|html|htm|xhtml",
        ) {
            let urls: std::collections::BTreeSet<String> = urls.into_iter().map(|url| url.replace("http://A", "http://a")).collect();
            let mut files = HashSet::new();
            let mut folders = HashSet::new();
            for url in &urls {
                let path = mirrored(url, &extension);
                prop_assert!(path.is_relative());
                for part in path.iter() {
                    let part = part.to_str().unwrap();
                    prop_assert!(!part.starts_with('.') && !part.ends_with('.') && !part.is_empty());
                    prop_assert!(!super::is_device(part.split('.').next().unwrap()), "{}", part);
                    prop_assert!(part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)));
                }
                let key = path.to_str().unwrap().to_lowercase();
                prop_assert!(files.insert(key), "{} twice", path.display());
                folders.extend(path.ancestors().skip(1).map(|folder| folder.to_str().unwrap().to_lowercase()));
            }
            prop_assert!(files.is_disjoint(&folders));
        }
    }
}
