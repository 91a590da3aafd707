//! `--config FILE`: options from a file.

use crate::command::Folder;

/// A folder with a page and a file of options.
fn folder(config: &str) -> Folder {
    let folder = Folder::with(
        "page.html",
        "<h1>Tides</h1><p>High and <b>low</b> water come twice a day, as everybody on this coast knows.",
    );
    folder.write("demold.toml", config);
    folder
}

#[test]
fn a_file_sets_options_and_the_command_line_wins() {
    let folder = folder("format = \"markdown\"\nquiet = true\n[clean]\nkeep = [\"p\", \"h1\"]\n");
    let ran = folder.demold("clean page.html --config demold.toml").ok().prints("**low**");
    assert_eq!(ran.stderr, "", "it is quiet");
    let ran = folder.demold("clean page.html --config demold.toml --format text --verbose").ok().says("1 page");
    assert!(ran.stdout.contains("and low water"), "{ran:?}");
}

#[test]
fn what_a_command_needs_may_be_in_the_file() {
    let folder = folder("out = \"report.html\"\n");
    folder.demold("report page.html --config demold.toml").ok();
    assert!(folder.files().contains(&"report.html".to_owned()));
    let ran = folder.demold("--config demold.toml report -- page.html");
    assert!(ran.failed(1).stderr.contains("report.html"), "it exists");
}

#[test]
fn no_file_is_found_by_itself() {
    let folder = folder("format = \"markdown\"\n");
    for name in ["demold.toml", ".demold.toml", ".config/demold.toml"] {
        folder.write(name, "format = \"markdown\"\n");
    }
    folder.demold("clean page.html").ok().prints("<b>low</b>");
}

#[test]
fn what_is_wrong_is_named_with_file_line_and_key() {
    for (config, expected) in [
        ("\nformta = \"text\"", "demold.toml, line 2: clean has no option formta for a file; did you mean format?"),
        ("format = ", "demold.toml, line 1: "),
        ("quiet = 3", "demold.toml, line 1: quiet takes true or false"),
        ("threads = 0", "line 1 of demold.toml sets --threads"),
        ("\nformat = \"pdf\"", "line 2 of demold.toml sets --format"),
        ("relearn = true", "--template"),
        ("blocks = true", "--blocks applies to records"),
        ("method = \"map\"\nprofile = \"data\"", "--profile goes with"),
    ] {
        let folder = folder(config);
        let ran = folder.demold("clean page.html --config demold.toml").failed(2).says(expected);
        assert!(ran.stdout.is_empty(), "{config}");
    }
    folder("").demold("clean page.html --config none.toml").failed(2).says("--config none.toml cannot be read");
}

/// In the message they would move the cursor of a terminal, or color it.
#[test]
fn control_characters_of_a_file_are_spelled_out() {
    for config in [
        "\"for\\u001b[31mmat\" = 1",
        "format = \"\\u001b]0;owned\\u0007\\u009b31m\"",
        "[\"cle\\ran\"]\nforce = true",
        "keep = \"p[\\u001b[2J\"",
    ] {
        let folder = folder(config);
        let ran = folder.demold("clean page.html --config demold.toml");
        assert_ne!(ran.status, 0, "{config}");
        let is_safe = |letter: char| !letter.is_control() || letter == '\n';
        assert!(!ran.stderr.is_empty() && ran.stderr.chars().all(is_safe), "{ran:?}");
    }
}

/// Such as a device that never ends.
#[test]
#[cfg(target_os = "linux")]
fn files_that_are_read_whole_have_a_limit() {
    let folder = folder("");
    for (option, expected) in [
        ("--config", "--config /dev/zero cannot be read: it has more than 16777216 bytes"),
        ("--rules", "cannot use the rules /dev/zero: it has more than 16777216 bytes"),
    ] {
        let ran = folder.run(["clean", "page.html", option, "/dev/zero"]);
        assert!(ran.status != 0 && ran.stderr.contains(expected), "{ran:?}");
    }
    let ran = folder.demold("learn page.html --export e.txt --method mine --patterns /dev/zero");
    assert!(ran.status != 0 && ran.stderr.contains("it has more than 16777216 bytes"), "{ran:?}");
}
