//! The same lines in `regex`, PCRE and Python, where those are installed.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use expressions::{Expressions, Piece, Separator};
use regex::Regex;
use suffixarray_miner::Patterns;

/// Tokens of every character that means something to someone.
const LITERALS: &[&str] = &[
    "hello!", "a.b", "(x)", "[y]", "{2}", "a|b", "^$", "*+?", "\\d", "\\", "#&~-", "--", "&&", "~~", "<a/>", "\"q\"",
    "'s", "%@=:;,", "`é`", "読む", "/", "_", "$1", "\\1", "\\Qx\\E", "(?i)x",
];

/// An expression for each literal and each pattern of the thesis, with a text
/// that it matches and one that it does not.
fn cases() -> Vec<(String, String, String)> {
    let patterns = Patterns::thesis();
    let tokens = "by days Tuesday, Sun: May. Dec 27th 9,795 -- 12:45 $1,250.00 U.S. Prof. AFP) http://example.org/?a=b \
                  editor@example.org";
    let pattern_cases = patterns.as_slice().iter().zip(tokens.split(' ')).map(|(pattern, token)| {
        (vec![Piece::Literal("on"), Piece::Pattern(pattern)], format!("on {token}"), format!("on, {token}"))
    });
    let literal_cases = LITERALS.iter().map(|literal| {
        (vec![Piece::Literal(literal), Piece::Literal("x")], format!("{literal}\tx"), format!("{literal} y"))
    });
    pattern_cases
        .chain(literal_cases)
        .map(|(pieces, text, other)| {
            let made = Expressions::from_pieces(Separator::white_space(), [pieces]).unwrap();
            (made.lines()[0].clone(), text, other)
        })
        .collect()
}

#[test]
fn rust() {
    for (line, text, other) in cases() {
        let regex = Regex::new(&line).unwrap();
        assert!(regex.is_match(&text) && !regex.is_match(&other), "{line}");
    }
}

#[test]
fn pcre() {
    let grep = |line: &str, text: &str| -> Option<bool> {
        let mut grep = Command::new("grep")
            .args(["-q", "-P", "-e", line])
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        writeln!(grep.stdin.take()?, "{text}").ok()?;
        // 2 says that the pattern is bad, or that this grep has no PCRE.
        match grep.wait().ok()?.code()? {
            0 => Some(true),
            1 => Some(false),
            _ => None,
        }
    };
    if grep("a", "a") != Some(true) {
        skip("grep -P");
        return;
    }
    for (line, text, other) in cases() {
        assert_eq!(grep(&line, &text), Some(true), "{line}");
        assert_eq!(grep(&line, &other), Some(false), "{line}");
    }
}

#[test]
fn python() {
    const SCRIPT: &str = "
import re, sys, warnings
warnings.simplefilter('error')
lines = sys.stdin.buffer.read().decode('utf-8').split('\\n')
for line, text, other in zip(lines[0::3], lines[1::3], lines[2::3]):
    expression = re.compile(line)
    assert expression.search(text), line
    assert not expression.search(other), line
print('all')
";
    let spawned = Command::new("python3")
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut python) = spawned else {
        skip("python3");
        return;
    };
    let mut lines = String::new();
    for (line, text, other) in cases() {
        lines.extend([line, text, other].map(|line| line + "\n"));
    }
    python.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = python.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "all");
}

#[expect(clippy::print_stderr, reason = "a test that did not run should say so")]
fn skip(tool: &str) {
    eprintln!("skipped: {tool} is not installed");
}
