//! A server on the loopback interface, which answers one request after another.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
};

/// The status line without its version, with further headers if there are any, and the body.
pub(crate) type Answer = (String, Vec<u8>);

/// Answers with a page.
pub(crate) fn page(body: impl Into<Vec<u8>>) -> Answer {
    ("200 OK\r\nContent-Type: text/html".to_owned(), body.into())
}

/// Answers that there is nothing.
pub(crate) fn nothing() -> Answer {
    ("404 Not Found\r\nContent-Type: text/html".to_owned(), Vec::new())
}

/// Returns what is asked for, which is the second word of a request.
pub(crate) fn path(head: &str) -> &str {
    head.split(' ').nth(1).unwrap_or_default()
}

/// Serves what `answer` makes of the head of each request, and of the server's own address. Returns that address, which
/// ends without a slash.
pub(crate) fn serve(mut answer: impl FnMut(&str, &str) -> Answer + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let base = url.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            // It does not concern the server if a client goes away.
            let _ = respond(stream.unwrap(), |head| answer(head, &base));
        }
    });
    url
}

fn respond(mut stream: TcpStream, answer: impl FnOnce(&str) -> Answer) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if lines.read_line(&mut head)? == 0 {
            return Ok(());
        }
    }
    let (status, body) = answer(&head);
    let n_bytes = body.len();
    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {n_bytes}\r\nConnection: close\r\n\r\n")?;
    stream.write_all(&body)
}
