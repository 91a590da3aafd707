//! A server on the loopback interface that answers as a test says, well or
//! badly, and keeps a log of what it was asked.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// What the server was asked.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) at: Instant,
    /// When the answer had left, or was given up.
    pub(crate) until: Instant,
    /// The host by name, without the port.
    pub(crate) host: String,
    pub(crate) path: String,
    /// The header as it came.
    pub(crate) head: String,
}

impl Asked {
    /// The value of a field of the header.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|line| line.0.eq_ignore_ascii_case(name)).map(|line| line.1)
    }
}

/// How the server answers.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// These bytes; the connection stays open.
    Bytes(Vec<u8>),
    /// These bytes, and then the connection is closed.
    Close(Vec<u8>),
    /// These bytes, and then nothing, for ever.
    Hang(Vec<u8>),
    /// These bytes, and then one byte more every few milliseconds.
    Drip(Vec<u8>),
    /// These bytes, and then more of them, as fast as they are taken.
    Endless(Vec<u8>),
    /// The connection is reset.
    Reset,
}

/// An answer with a body and further fields.
pub(crate) fn reply(status: u16, fields: &[(&str, &str)], body: impl AsRef<[u8]>) -> Reply {
    let body = body.as_ref();
    let mut bytes = format!("HTTP/1.1 {status} Whatever\r\nContent-Length: {}\r\n", body.len()).into_bytes();
    for (name, value) in fields {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    Reply::Bytes(bytes)
}

/// A page.
pub(crate) fn page(body: impl AsRef<[u8]>) -> Reply {
    reply(200, &[("Content-Type", "text/html; charset=utf-8")], body)
}

pub(crate) fn not_found() -> Reply {
    reply(404, &[("Content-Type", "text/html")], "no such page")
}

pub(crate) fn redirect(to: &str) -> Reply {
    reply(302, &[("Location", to)], "")
}

/// The server. It ends with the test's runtime.
#[derive(Clone)]
pub(crate) struct Server {
    address: SocketAddr,
    log: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// Answers by what is asked for, and by how often that was asked for
    /// before.
    pub(crate) async fn start(answer: impl Fn(&Asked, usize) -> Reply + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Server { address: listener.local_addr().unwrap(), log: Arc::default() };
        let (log, answer) = (Arc::clone(&server.log), Arc::new(answer));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
                tokio::spawn(async move {
                    // A client that goes away ends the connection.
                    let _ = serve(stream, &log, &*answer).await;
                });
            }
        });
        server
    }

    /// Serves these pages by their paths, and nothing else.
    pub(crate) async fn of(pages: &[(&str, Reply)]) -> Server {
        let pages: HashMap<String, Reply> =
            pages.iter().map(|(path, reply)| ((*path).to_owned(), reply.clone())).collect();
        Server::start(move |asked, _| pages.get(&asked.path).cloned().unwrap_or_else(not_found)).await
    }

    /// Answers by the path, and has no robots.txt.
    pub(crate) async fn by_path(answer: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Server {
        let answer = move |path: &str| if path == "/robots.txt" { not_found() } else { answer(path) };
        Server::start(move |asked, _| answer(&asked.path)).await
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// The URL of a path under the server's address.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The URL of a path under a name.
    pub(crate) fn url_of(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}{path}", self.port())
    }

    /// What was asked, in the order in which it came.
    pub(crate) fn log(&self) -> Vec<Asked> {
        self.log.lock().unwrap().clone()
    }

    /// The paths that were asked for.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.log().into_iter().map(|asked| asked.path).collect()
    }
}

async fn serve(
    mut stream: TcpStream,
    log: &Mutex<Vec<Asked>>,
    answer: &(dyn Fn(&Asked, usize) -> Reply + Send + Sync),
) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut bytes = Vec::new();
    loop {
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
            if stream.read_buf(&mut bytes).await? == 0 {
                return Ok(());
            }
            continue;
        };
        let head = String::from_utf8(bytes.drain(..end + 4).collect()).unwrap();
        let mut asked = Asked {
            at: Instant::now(),
            until: Instant::now(),
            host: String::new(),
            path: head.split(' ').nth(1).unwrap().to_owned(),
            head,
        };
        let host = asked.field("host").unwrap().to_owned();
        asked.host = host.split(':').next().unwrap().to_owned();
        let (number, reply) = {
            let mut log = log.lock().unwrap();
            let n_before =
                log.iter().filter(|before| (&before.host, &before.path) == (&asked.host, &asked.path)).count();
            let reply = answer(&asked, n_before);
            log.push(asked);
            (log.len() - 1, reply)
        };
        let sent = send(&mut stream, reply).await;
        log.lock().unwrap()[number].until = Instant::now();
        if !sent? {
            return Ok(());
        }
    }
}

/// Sends an answer. Returns whether the connection stays open.
async fn send(stream: &mut TcpStream, reply: Reply) -> std::io::Result<bool> {
    match reply {
        Reply::Bytes(bytes) => {
            stream.write_all(&bytes).await?;
            Ok(true)
        }
        Reply::Close(bytes) => {
            stream.write_all(&bytes).await?;
            stream.shutdown().await?;
            Ok(false)
        }
        Reply::Hang(bytes) => {
            stream.write_all(&bytes).await?;
            // Until the other side has had enough.
            while stream.read_buf(&mut Vec::new()).await? != 0 {}
            Ok(false)
        }
        Reply::Drip(bytes) => {
            stream.write_all(&bytes).await?;
            let mut beat = tokio::time::interval(Duration::from_millis(5));
            loop {
                beat.tick().await;
                stream.write_all(b"x").await?;
            }
        }
        Reply::Endless(bytes) => {
            stream.write_all(&bytes).await?;
            loop {
                stream.write_all(&[b'x'; 4096]).await?;
            }
        }
        Reply::Reset => {
            stream.set_zero_linger()?;
            Ok(false)
        }
    }
}
