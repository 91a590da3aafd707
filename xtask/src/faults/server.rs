//! A small site on the loopback interface, for crawls that are killed.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    thread,
};

/// A site whose pages each link to the next ones.
pub(super) struct Server {
    address: SocketAddr,
}

/// How many pages it has.
pub(super) const N_PAGES: usize = 60;

impl Server {
    /// Serves until the process ends.
    pub(super) fn start() -> anyhow::Result<Server> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A client that was killed is not missed.
                thread::spawn(move || serve(stream));
            }
        });
        Ok(Server { address })
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/0", self.address)
    }
}

fn serve(stream: TcpStream) -> std::io::Result<()> {
    let mut out = stream.try_clone()?;
    let mut lines = BufReader::new(stream).lines();
    while let Some(first) = lines.next() {
        let first = first?;
        for line in lines.by_ref() {
            if line?.is_empty() {
                break;
            }
        }
        let path = first.split(' ').nth(1).unwrap_or_default();
        let nth: Option<usize> = path.trim_start_matches('/').parse().ok();
        let (status, body) = match nth.filter(|&nth| nth < N_PAGES) {
            Some(nth) => ("200 OK", page(nth)),
            None => ("404 Not Found", String::new()),
        };
        write!(out, "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n{body}", body.len())?;
    }
    Ok(())
}

fn page(nth: usize) -> String {
    let words = "The tide tables of the harbour. ".repeat(20 + nth);
    format!("<title>Page {nth}</title><a href=/{}>next</a> <a href=/{}>over next</a><p>{words}", nth + 1, nth + 2)
}
