//! The crawler that a program uses.

use tokio::sync::mpsc;

use crate::{
    Archive, Config, Error, Event, Stop, Summary, Unfit, fetch::Fetcher, rendered::check, run::Run, target::Target,
};

/// A polite crawler, set up by a [`Config`].
#[derive(Clone, Debug)]
pub struct Crawler {
    pub(crate) config: Config,
    pub(crate) fetcher: Fetcher,
}

impl Crawler {
    pub(crate) fn from_config(config: Config) -> Result<Crawler, Error> {
        let fetcher = Fetcher::new(&config)?;
        Ok(Crawler { config, fetcher })
    }

    /// Returns a URL as [events](Event) and archives spell it: without a fragment, and with a host in lower case.
    ///
    /// # Errors
    ///
    /// Why it is never requested.
    pub fn canonical(&self, url: &str) -> Result<String, Unfit> {
        Ok(Target::parse(url, &self.config.addresses)?.as_str().to_owned())
    }

    /// Checks a URL that another program is going to request, such as a browser. Returns it as
    /// [`canonical`](Crawler::canonical) does.
    ///
    /// Every address that its name leads to must be allowed, because the other program may take any of them. A name
    /// without an address is no error. Unlike for a crawl, nothing is guaranteed: the other program looks the name up
    /// again, and may follow redirects.
    ///
    /// # Errors
    ///
    /// Why it must not be requested.
    ///
    /// # Panics
    ///
    /// If it is not run by a tokio runtime with time and I/O enabled.
    pub async fn check(&self, url: &str) -> Result<String, Unfit> {
        let target = Target::parse(url, &self.config.addresses)?;
        check(&target, &self.config).await?;
        Ok(target.as_str().to_owned())
    }

    /// Fetches a stream of URLs, and the pages that they link to, as far as [`Config::depth`] allows, into an
    /// archive.
    ///
    /// URLs are taken from the stream as long as fewer than [`Config::queue`] are waiting. With a bounded channel,
    /// its sender has to wait meanwhile. Empty lines and lines that begin with `#` are skipped. The crawl ends when
    /// the stream has ended and nothing is left to do, after [`Config::max_pages`], or when it is
    /// [stopped](crate::Stopper).
    ///
    /// `observe` is called with each event, and with the summary so far.
    ///
    /// # Complexity
    ///
    /// Memory: the waiting URLs, sixteen bytes for each URL ever seen, the
    /// responses being received (at most [`Config::workers`] times
    /// [`Config::max_body`]), and the robots.txt of up to 10,000 origins.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if the archive cannot be written. Failures of servers are events, and never an error.
    ///
    /// # Panics
    ///
    /// If it is not run by a tokio runtime with time and I/O enabled.
    pub async fn crawl(
        &self,
        urls: mpsc::Receiver<String>,
        archive: Archive,
        stop: Stop,
        observe: impl FnMut(&Summary, Event<'_>),
    ) -> Result<Summary, Error> {
        Run::new(self.clone(), archive, observe).run_to_end(urls, stop).await
    }
}
