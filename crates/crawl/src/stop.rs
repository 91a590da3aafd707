//! Ends a crawl early.

use tokio::sync::watch;

/// How far a crawl is to go on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Level {
    Run,
    Finish,
    Abort,
}

/// Stops a crawl. If it is dropped, the crawl runs to its end.
#[derive(Clone, Debug)]
pub struct Stopper {
    sender: watch::Sender<Level>,
}

/// The receiver of a [`Stopper`], which is passed to the crawl.
#[derive(Clone, Debug)]
pub struct Stop {
    receiver: watch::Receiver<Level>,
}

impl Stopper {
    /// Returns a stopper, and the receiver for the crawl.
    #[must_use]
    pub fn new() -> (Stopper, Stop) {
        let (sender, receiver) = watch::channel(Level::Run);
        (Stopper { sender }, Stop { receiver })
    }

    /// Stops the crawl: no new requests are made, and the crawl waits for those in progress. After a second call it
    /// does not wait for them either.
    pub fn stop(&self) {
        self.sender.send_modify(|level| {
            *level = match level {
                Level::Run => Level::Finish,
                Level::Finish | Level::Abort => Level::Abort,
            };
        });
    }
}

impl Stop {
    pub(crate) fn level(&self) -> Level {
        *self.receiver.borrow()
    }

    /// Returns when the level was raised; never, if there is no stopper any more.
    pub(crate) async fn changed(&mut self) {
        if self.receiver.changed().await.is_err() {
            // A dropped stopper is no reason to wake the crawl again and again.
            std::future::pending::<()>().await;
        }
    }
}
