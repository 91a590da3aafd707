//! Serves the files of one folder to the browsers of this machine, one request after another.

use std::{
    fs,
    io::{self, BufRead as _, BufReader, Read as _, Write},
    net::{TcpListener, TcpStream},
    path::{Component, Path, PathBuf},
    time::Duration,
};

/// The most bytes of a request that are read.
const MOST_REQUEST: u64 = 64 << 10;
/// A browser opens connections that it does not use yet. They must not hold up the others.
const PATIENCE: Duration = Duration::from_secs(5);

/// Answers requests until the process is ended.
///
/// # Errors
///
/// If connections can no longer be accepted.
pub(super) fn serve(listener: &TcpListener, folder: &Path) -> anyhow::Result<()> {
    for stream in listener.incoming() {
        let (stream, folder) = (stream?, folder.to_owned());
        // A browser that goes away in the middle is no reason to stop.
        std::thread::spawn(move || answer(&stream, &folder));
    }
    Ok(())
}

fn answer(stream: &TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.take(MOST_REQUEST)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // The header is read to its end: closing a connection with unread bytes resets it.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    respond(&mut &*stream, folder, &request)
}

/// Answers the first line of a request.
fn respond(out: &mut impl Write, folder: &Path, request: &str) -> io::Result<()> {
    let mut words = request.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if !matches!(method, "GET" | "HEAD") {
        return send(out, "405 Method Not Allowed", "text/plain", b"", method);
    }
    let content = below(folder, target).and_then(|path| Some((fs::read(&path).ok()?, kind(&path))));
    match content {
        Some((bytes, kind)) => send(out, "200 OK", kind, &bytes, method),
        None => send(out, "404 Not Found", "text/plain", b"There is no such file.\n", method),
    }
}

fn send(out: &mut impl Write, status: &str, kind: &str, body: &[u8], method: &str) -> io::Result<()> {
    let length = body.len();
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
    )?;
    if method != "HEAD" {
        out.write_all(body)?;
    }
    out.flush()
}

/// Returns the file that a request names; none if it may be outside of the folder. No name of the playground has
/// characters that have to be escaped.
fn below(folder: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    is_inside.then(|| folder.join(path))
}

/// Returns the type by which a browser accepts a file. It runs modules of no other type.
fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(folder: &Path, request: &str) -> String {
        let mut out = Vec::new();
        respond(&mut out, folder, request).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn files_of_the_folder_are_served_and_no_others() {
        let outside = tempfile::tempdir().unwrap();
        let folder = outside.path().join("playground");
        fs::create_dir_all(folder.join("demold")).unwrap();
        fs::write(outside.path().join("secret"), "secret").unwrap();
        fs::write(folder.join("index.html"), "<p>Rain").unwrap();
        fs::write(folder.join("demold/wasm_bg.wasm"), "wasm").unwrap();
        let check = |request: &str, status: &str, part: &str| {
            let found = answered(&folder, request);
            assert!(found.starts_with(&format!("HTTP/1.1 {status}")), "{request}: {found}");
            assert!(found.contains(part) && !found.contains("secret"), "{request}: {found}");
        };
        check("GET / HTTP/1.1", "200", "text/html; charset=utf-8");
        check("GET /index.html?a=b HTTP/1.1", "200", "\r\n\r\n<p>Rain");
        check("GET /demold/wasm_bg.wasm HTTP/1.1", "200", "application/wasm");
        check("HEAD / HTTP/1.1", "200", "Content-Length: 7\r\n");
        assert!(!answered(&folder, "HEAD / HTTP/1.1").contains("Rain"));
        for target in ["/../secret", "//etc/passwd", "/demold/../../secret", "/nothing", "secret", "/demold"] {
            check(&format!("GET {target} HTTP/1.1"), "404", "no such file");
        }
        check("POST / HTTP/1.1", "405", "");
        check("", "405", "");
    }
}
