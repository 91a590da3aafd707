//! Patterns of paths: `*` stands for any characters, slashes included, and `?` for one.

/// Returns whether the whole path matches the pattern.
///
/// `O(n * m)` time for a pattern of `m` and a path of `n` bytes.
pub(crate) fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, path) = (pattern.as_bytes(), path.as_bytes());
    let (mut at, mut of) = (0, 0);
    // Where to go on when what follows the last star turns out not to match.
    let mut retry: Option<(usize, usize)> = None;
    while of < path.len() {
        match pattern.get(at) {
            Some(b'*') => {
                retry = Some((at + 1, of));
                at += 1;
            }
            Some(&byte) if byte == b'?' || byte == path[of] => (at, of) = (at + 1, of + 1),
            _ => match retry {
                Some((after_star, tried)) => {
                    retry = Some((after_star, tried + 1));
                    (at, of) = (after_star, tried + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_cross_slashes() {
        for (pattern, path, is_match) in [
            ("*.html", "a/b.html", true),
            ("*.html", "a/b.htm", false),
            ("cpp/*.html", "cpp/x/y.html", true),
            ("cpp/*.html", "c/x.html", false),
            ("*/index.html", "index.html", false),
            ("*index*.html", "ix/my-index-2.html", true),
            ("chap?.html", "chap7.html", true),
            ("chap?.html", "chap.html", false),
            ("", "", true),
            ("**", "", true),
            ("a*b*c", "aXbXbXc", true),
            ("a*b*c", "aXbXbXd", false),
        ] {
            assert_eq!(matches(pattern, path), is_match, "{pattern} on {path}");
        }
    }
}
