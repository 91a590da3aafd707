//! Ending a crawl early.

use tokio::sync::watch;

/// How much is still to be done.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Level {
    Run,
    Finish,
    Abort,
}

/// Tells a crawl to stop. It may be dropped: the crawl then runs to its end.
#[derive(Clone, Debug)]
pub struct Stopper {
    sender: watch::Sender<Level>,
}

/// The crawl's end of a [`Stopper`].
#[derive(Clone, Debug)]
pub struct Stop {
    receiver: watch::Receiver<Level>,
}

impl Stopper {
    /// Returns a stopper and what it stops.
    #[must_use]
    pub fn new() -> (Stopper, Stop) {
        let (sender, receiver) = watch::channel(Level::Run);
        (Stopper { sender }, Stop { receiver })
    }

    /// Stops the crawl: no new requests are made, and those in progress are
    /// waited for. A second call does not wait for them either.
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

    /// Returns when more is to be stopped than before; never, if nobody can
    /// stop it any more.
    pub(crate) async fn changed(&mut self) {
        if self.receiver.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
