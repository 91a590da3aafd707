//! Running the command in a folder of its own.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;

/// An empty folder that goes away with the test.
pub(crate) struct Folder {
    dir: TempDir,
}

/// What a run of the command left.
#[derive(Clone, Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    #[track_caller]
    pub(crate) fn ok(self) -> Ran {
        assert_eq!(self.status, 0, "{self:#?}");
        self
    }

    #[track_caller]
    pub(crate) fn failed(self, status: i32) -> Ran {
        assert_eq!(self.status, status, "{self:#?}");
        self
    }

    /// Checks that this is among the messages.
    #[track_caller]
    pub(crate) fn says(self, part: &str) -> Ran {
        assert!(self.stderr.contains(part), "{part}: {self:#?}");
        self
    }

    /// Checks that all of these are.
    #[track_caller]
    pub(crate) fn says_all(&self, parts: &[impl AsRef<str>]) {
        for part in parts {
            let part = part.as_ref();
            assert!(self.stderr.contains(part), "{part}: {self:#?}");
        }
    }

    /// Checks that this is on standard output.
    #[track_caller]
    pub(crate) fn prints(self, part: &str) -> Ran {
        assert!(self.stdout.contains(part), "{part}: {self:#?}");
        self
    }

    /// Returns the records on standard output.
    pub(crate) fn records(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder { dir: TempDir::new().unwrap() }
    }

    /// A folder with one file.
    pub(crate) fn with(name: &str, bytes: impl AsRef<[u8]>) -> Folder {
        let folder = Folder::new();
        folder.write(name, bytes);
        folder
    }

    /// A folder with a [site](Folder::write_site) of so many pages in it, as `site`.
    pub(crate) fn of_site(n_pages: usize) -> Folder {
        let folder = Folder::new();
        folder.write_site("site", n_pages);
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Writes pages that share a navigation and a footer, and each have a
    /// sentence of their own.
    pub(crate) fn write_site(&self, name: &str, n_pages: usize) {
        for page_idx in 0..n_pages {
            self.write(&format!("{name}/sub/{page_idx}.html"), page(page_idx));
        }
    }

    /// Lists all files below the folder, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        files(self.path())
    }

    /// Returns the bytes of a file, or of all files of a folder, by what follows its name.
    pub(crate) fn contents(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        let files = self.files().into_iter().filter(|file| file == name || file.starts_with(&format!("{name}/")));
        files.map(|file| (file[name.len()..].to_owned(), fs::read(self.path().join(&file)).unwrap())).collect()
    }

    /// Runs a command line whose words have no spaces.
    pub(crate) fn demold(&self, line: impl AsRef<str>) -> Ran {
        self.run(line.as_ref().split(' '))
    }

    pub(crate) fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Ran {
        self.run_with(args, b"")
    }

    pub(crate) fn run_with<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>, stdin: &[u8]) -> Ran {
        let mut child = self
            .command()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that does not read its standard input closes it early.
        let _ = child.stdin.take().unwrap().write_all(stdin);
        let output = child.wait_with_output().unwrap();
        Ran {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_demold-under-test"));
        command.current_dir(self.path());
        command
    }
}

/// One page of [`Folder::write_site`].
pub(crate) fn page(page_idx: usize) -> String {
    let own = sentence(page_idx);
    format!(
        "<!DOCTYPE html>\n<html><head><title>Page {page_idx}</title></head>\n<body>\n\
         <nav><a href=\"/\">Home</a> <a href=\"/news\">News</a></nav>\n\
         <main><h1>Report {page_idx}</h1>\n<p>{own}</p></main>\n\
         <footer>Printed on recycled bytes</footer>\n</body></html>\n"
    )
}

/// Pages of [`Folder::write_site`] that so many sites have by turns, with their addresses.
pub(crate) fn crawl(n_pages: usize, n_sites: usize) -> Vec<(String, String)> {
    (0..n_pages).map(|nth| (format!("http://s{}.example/{nth}", nth % n_sites), page(nth))).collect()
}

/// Writes pages and their addresses as JSON Lines.
pub(crate) fn jsonl(pages: &[(impl AsRef<str>, String)]) -> String {
    pages.iter().map(|(url, html)| format!("{}\n", json!({ "url": url.as_ref(), "html": html }))).collect()
}

/// The sentence that no other page has.
pub(crate) fn sentence(page_idx: usize) -> String {
    format!("Boat {page_idx} came in with {} crates of herring.", 3 * page_idx + 1)
}

/// Lists all files below a folder, sorted.
pub(crate) fn files(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    list(root, root, &mut found);
    found.sort();
    found
}

fn list(root: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list(root, &path, found);
        } else {
            found.push(path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/"));
        }
    }
}
