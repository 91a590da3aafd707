//! Pages that a program of the user renders, such as a browser without a window.

use std::{
    fs::File,
    io::{Read as _, Seek as _},
    process::{Command, Stdio},
    time::SystemTime,
};

use anyhow::{Context as _, bail};
use corpus::{
    Form,
    warc::{Compression, Kind, Record, Writer, utc},
};

use crate::terminal::one_line;

/// Has a program render the page at an address, and writes what it prints into a temporary file in the form of WARC.
///
/// `command` is the program and its arguments; the address follows them as the last one. No shell is involved, so that
/// nothing in an address is understood as a command. More than `limit` bytes are an error, and the program is ended.
pub(super) fn rendered(url: &str, command: &[String], limit: usize, tells: bool) -> anyhow::Result<(Form, File)> {
    let shown = one_line(&url);
    let Some((program, arguments)) = command.split_first() else {
        bail!("--render names no program");
    };
    let failed = || format!("cannot run {program} to render {shown}");
    let mut child = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        // Browsers report much that is not about the page.
        .stderr(if tells { Stdio::inherit() } else { Stdio::null() })
        .spawn()
        .with_context(failed)?;
    let mut page = Vec::new();
    if let Some(output) = child.stdout.take() {
        output.take((limit as u64).saturating_add(1)).read_to_end(&mut page).with_context(failed)?;
    }
    if page.len() > limit {
        // It may have ended by itself meanwhile.
        let _ = child.kill();
        let _ = child.wait();
        bail!("{program} printed more than {limit} bytes for {shown}; --max-page allows more");
    }
    let status = child.wait().with_context(failed)?;
    if !status.success() {
        bail!("{program} could not render {shown}: {status}; --verbose shows what it says");
    }
    if page.trim_ascii().is_empty() {
        bail!("{program} printed nothing for {shown}");
    }
    let failed = "cannot make a temporary file";
    let mut file = tempfile::tempfile().context(failed)?;
    let mut writer = Writer::new(file.try_clone().context(failed)?, Compression::None);
    let record = Record::new(Kind::Resource, &utc(SystemTime::now())).target(url).block("text/html", page);
    writer.write(&record).context(failed)?;
    file.rewind().context(failed)?;
    Ok((Form::Warc, file))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn printed(script: &str, limit: usize) -> anyhow::Result<String> {
        let command = ["sh", "-c", script, "sh"].map(str::to_owned);
        let (_, mut file) = rendered("http://a.example/?a=$(b)&c", &command, limit, false)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn the_program_gets_the_address_and_nothing_in_it_is_run() {
        let text = printed("echo \"<p>$1</p>\"", 1_000).unwrap();
        assert!(text.contains("\r\n\r\n<p>http://a.example/?a=$(b)&c</p>\n"), "{text}");
        assert!(text.contains("WARC-Target-URI: http://a.example/?a=$(b)&c\r\n"), "{text}");
    }

    #[test]
    fn what_fails_is_said() {
        for (script, expected) in
            [("exit 3", "exit status: 3"), ("true", "printed nothing"), ("yes", "printed more than 1000 bytes")]
        {
            let message = printed(script, 1_000).unwrap_err().to_string();
            assert!(message.contains(expected), "{script}: {message}");
        }
        let nowhere = ["/nowhere/browser".to_owned()];
        assert!(rendered("http://a.example/", &nowhere, 9, false).unwrap_err().to_string().contains("cannot run"));
    }
}
