//! The cases of html5lib-tests, with scripting off.
//!
//! They are read from the folder that `DEMOLD_HTML5LIB_TESTS` names, or from beside the workspace. Cases of our own in
//! the same notation run always.

use std::{
    fs,
    path::{Path, PathBuf},
};

use dom::Dom;

use crate::dump::dump;

/// Cases that do not pass, and why.
const DIFFERENT: &[(&str, &str)] = &[
    ("<select><button><selectedcontent></button><option>X", CLONED),
    ("<select><button><selectedcontent></button><option>x<i>i<b>ib</i>b", CLONED),
    ("<select><button><selectedcontent></button><option>X<option>Y", CLONED),
    ("<select><button><selectedcontent></button><option>X<option selected>Y", CLONED),
];
const CLONED: &str = "the chosen option is not cloned into `selectedcontent`: bytes stand in the tree once";

/// One case of tree construction.
#[derive(Debug, Default)]
struct Case {
    data: String,
    /// Whether it is run with scripting on, or on the content of an element.
    is_other: bool,
    document: String,
}

/// Returns the names and texts of the files of a folder with this extension, by name; none if the tests are not here.
pub(crate) fn files(of: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let folder = std::env::var_os("DEMOLD_HTML5LIB_TESTS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance/html5lib-tests"),
        PathBuf::from,
    );
    let Ok(entries) = fs::read_dir(folder.join(of)) else {
        eprintln!("0 cases: html5lib-tests are not here");
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut files: Vec<(PathBuf, String)> = paths
        .filter(|path| path.extension().is_some_and(|other| other == extension))
        .map(|path| (path.clone(), fs::read_to_string(path).expect("cases are UTF-8")))
        .collect();
    files.sort();
    files
}

fn cases(file: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut section = "";
    for line in file.split_inclusive('\n') {
        let bare = line.strip_suffix('\n').unwrap_or(line);
        match bare {
            "#data" => {
                cases.push(Case::default());
                section = bare;
                continue;
            }
            "#errors" | "#new-errors" | "#document" => {
                section = bare;
                continue;
            }
            "#script-on" | "#document-fragment" => {
                section = bare;
                if let Some(case) = cases.last_mut() {
                    case.is_other = true;
                }
                continue;
            }
            "#script-off" => continue,
            _ => {}
        }
        let Some(case) = cases.last_mut() else {
            continue;
        };
        match section {
            "#data" => case.data.push_str(line),
            "#document" => case.document.push_str(line),
            _ => {}
        }
    }
    for case in &mut cases {
        case.data.pop();
        // A case ends with an empty line.
        let end = case.document.trim_end_matches('\n').len();
        case.document.truncate(end);
        case.document.push('\n');
    }
    cases
}

fn run(name: &str, file: &str, failed: &mut Vec<String>) -> usize {
    let cases = cases(file);
    let mut n_run = 0;
    for case in cases.iter().filter(|case| !case.is_other) {
        n_run += 1;
        let found = dump(&Dom::parse(&*case.data));
        let is_known = DIFFERENT.iter().any(|(data, _)| *data == case.data);
        if (found == case.document) == is_known {
            failed.push(format!("{name}: {:?}\nexpected\n{}found\n{found}", case.data, case.document));
        }
    }
    n_run
}

#[test]
fn tree_construction() {
    let mut failed = Vec::new();
    let mut n_cases = 0;
    for (path, file) in files("tree-construction", "dat") {
        n_cases += run(&path.display().to_string(), &file, &mut failed);
    }
    eprintln!("{n_cases} cases of tree construction, {} of which differ on purpose", DIFFERENT.len());
    assert!(failed.is_empty(), "{} of {n_cases} cases fail\n\n{}", failed.len(), failed.join("\n\n"));
}

#[test]
fn cases_of_our_own() {
    let mut failed = Vec::new();
    let n_cases = run("cases.dat", include_str!("cases.dat"), &mut failed);
    assert!(n_cases >= 20, "{n_cases} cases are there");
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}
