//! Names of files that mirror addresses of strangers.

use std::{
    collections::HashSet,
    path::{Component, Path, PathBuf},
};

use formats::{FreeNames, mirrored, planned};
use pipeline::Grouper;

/// Names the files of some addresses, one a line.
pub(crate) fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let urls: Vec<&str> = text.split('\n').take(64).collect();
    let mut names = FreeNames::default();
    let mut taken = HashSet::new();
    for (nth, url) in urls.iter().enumerate() {
        let path = mirrored(url, "html");
        assert_tame(&path, url);
        assert_eq!(path, mirrored(url, "html"));
        let name = names.name(Path::new("/nowhere"), Some(url), nth as u64, "html", &taken);
        assert_tame(&name, url);
        // On some file systems case does not count.
        let folded = PathBuf::from(name.to_string_lossy().to_lowercase());
        assert!(taken.insert(name), "{url:?} has the name of another");
        let _ = (folded, Grouper::host().key(url), Grouper::registrable_domain().key(url));
    }
    let listed: Vec<_> = urls.iter().map(|url| (None, Path::new(*url))).collect();
    let plan = planned(&listed, Some("txt"));
    let distinct: HashSet<&PathBuf> = plan.iter().collect();
    assert_eq!(distinct.len(), listed.len(), "{urls:?}");
}

fn assert_tame(path: &Path, url: &str) {
    let all = path.components().all(|part| matches!(part, Component::Normal(name) if name.len() <= 255));
    assert!(all && path.as_os_str().len() <= 2048, "{url:?} gives {path:?}");
    let tame = |letter: u8| letter.is_ascii_alphanumeric() || b"._-/".contains(&letter);
    assert!(path.as_os_str().as_encoded_bytes().iter().all(|&letter| tame(letter)), "{url:?} gives {path:?}");
}
