//! A browser, remote-controlled by the WebDriver protocol over its plain HTTP.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, anyhow, bail};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

/// The browser, closed when this goes out of scope.
pub(crate) struct Driver {
    program: Child,
    /// Kept open, or the driver could not write.
    _output: BufReader<ChildStdout>,
    port: u16,
    session: String,
    profile: std::path::PathBuf,
}

/// The longest wait for an answer of the browser. Chosen: by eye, for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What makes Chromium run without a screen, alone, and quietly.
const FLAGS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

impl Driver {
    pub(crate) fn start(chromedriver: &Path, chromium: Option<&Path>) -> anyhow::Result<Driver> {
        let mut program = Command::new(chromedriver)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", chromedriver.display()))?;
        let output = program.stdout.take().context("it has no output")?;
        let mut output = BufReader::new(output);
        let port = match read_port(&mut output) {
            Ok(port) => port,
            Err(error) => {
                let _ = program.kill();
                return Err(error);
            }
        };
        let profile = std::env::temp_dir().join(format!("demold-browser-{}", std::process::id()));
        let mut driver = Driver { program, _output: output, port, session: String::new(), profile };
        let mut flags: Vec<String> = FLAGS.iter().map(ToString::to_string).collect();
        flags.push(format!("--user-data-dir={}", driver.profile.display()));
        let mut options = json!({ "args": flags });
        if let Some(chromium) = chromium {
            options["binary"] = json!(chromium);
        }
        let made = driver.request(
            "POST",
            "/session",
            &json!({ "capabilities": { "alwaysMatch": {
                "browserName": "chrome",
                "goog:chromeOptions": options,
                "goog:loggingPrefs": { "browser": "ALL" },
            }}}),
        )?;
        driver.session = text(&made["sessionId"])?;
        Ok(driver)
    }

    /// Opens an address and waits until it is loaded.
    pub(crate) fn open(&self, url: &str) -> anyhow::Result<()> {
        self.post("url", &json!({ "url": url }))?;
        Ok(())
    }

    /// Runs the body of a function in the page and returns what it returns.
    pub(crate) fn run(&self, script: &str) -> anyhow::Result<Value> {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Types into the first element that a CSS selector matches.
    pub(crate) fn type_into(&self, selector: &str, keys: &str) -> anyhow::Result<()> {
        let found = self.post("element", &json!({ "using": "css selector", "value": selector }))?;
        // The name of the member is part of the protocol.
        let element = text(&found["element-6066-11e4-a52e-4f735466cecf"])?;
        self.post(&format!("element/{element}/value"), &json!({ "text": keys }))?;
        Ok(())
    }

    /// Sends a command of Chromium's own protocol.
    pub(crate) fn command(&self, name: &str, parameters: &Value) -> anyhow::Result<Value> {
        let command = json!({ "cmd": name, "params": parameters });
        self.post("goog/cdp/execute", &command)
    }

    /// Returns what was written to the console since the last call, with its level.
    pub(crate) fn console(&self) -> anyhow::Result<Vec<String>> {
        let entries = self.post("se/log", &json!({ "type": "browser" }))?;
        let entries = entries.as_array().context("the log is not a list")?;
        let line = |entry: &Value| format!("{}: {}", entry["level"], entry["message"]);
        Ok(entries.iter().map(line).collect())
    }

    /// Sets the size of the window, in pixels of the page.
    pub(crate) fn resize(&self, width: u32, height: u32) -> anyhow::Result<()> {
        // A telephone lays pages out in its own way.
        let is_mobile = width < 800;
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_mobile });
        self.command("Emulation.setDeviceMetricsOverride", &size)?;
        Ok(())
    }

    /// Returns the window as a PNG picture.
    pub(crate) fn screenshot(&self) -> anyhow::Result<Vec<u8>> {
        let found = self.command("Page.captureScreenshot", &json!({ "format": "png" }))?;
        Ok(STANDARD.decode(text(&found["data"])?)?)
    }

    fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.request("POST", &format!("/session/{}/{path}", self.session), body)
    }

    fn request(&self, verb: &str, path: &str, body: &Value) -> anyhow::Result<Value> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let body = match body {
            Value::Null => String::new(),
            body => body.to_string(),
        };
        let host = format!("127.0.0.1:{}", self.port);
        write!(
            stream,
            "{verb} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        let mut reader = BufReader::new(stream);
        let (mut line, mut length) = (String::new(), None);
        // The head ends with an empty line.
        while reader.read_line(&mut line)? > 0 && !line.trim().is_empty() {
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = Some(value.trim().parse::<u64>()?);
            }
            line.clear();
        }
        let length = length.context("the driver did not say how long its answer is")?;
        let mut answer = String::new();
        reader.take(length).read_to_string(&mut answer)?;
        let mut answer: Value = serde_json::from_str(&answer)?;
        let value = answer["value"].take();
        if let Some(error) = value.get("error").filter(|error| error.is_string()) {
            bail!("{path}: {error}: {}", value["message"]);
        }
        Ok(value)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.request("DELETE", &format!("/session/{}", self.session), &Value::Null);
        }
        let _ = self.program.kill();
        let _ = self.program.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

/// Reads the port from the line that the driver prints when it is ready.
fn read_port(output: &mut impl std::io::BufRead) -> anyhow::Result<u16> {
    for line in output.lines() {
        if let Some((_, port)) = line?.split_once("on port ") {
            let digits = port.trim_end().trim_end_matches('.');
            if let Ok(port) = digits.parse()
                && port != 0
            {
                return Ok(port);
            }
        }
    }
    Err(anyhow!("the driver ended before it was ready"))
}

fn text(value: &Value) -> anyhow::Result<String> {
    let text = value.as_str().with_context(|| format!("no text: {value}"))?;
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_the_one_that_was_chosen() {
        let mut output = "Starting ChromeDriver 1.2 on port 0\n\
            ChromeDriver was started successfully on port 40123.\n"
            .as_bytes();
        assert_eq!(read_port(&mut output).unwrap(), 40_123);
        assert!(read_port(&mut "nothing".as_bytes()).is_err());
    }
}
