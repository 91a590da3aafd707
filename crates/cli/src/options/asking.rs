//! How servers are asked, whatever for.

use std::time::Duration;

use clap::ValueHint;

use super::values::{contact, proxy, seconds};

/// How connections are made.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Connecting {
    /// Also connect to private, loopback and link-local addresses
    #[arg(long)]
    pub(crate) allow_private: bool,
    /// Fetch by way of this HTTP proxy. It looks names up, so that what they lead to is checked by
    /// nobody else
    #[arg(long, value_name = "URL", value_parser = proxy, value_hint = ValueHint::Url)]
    pub(crate) proxy: Option<String>,
}

/// How a few servers are asked by somebody who need not say who that is.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Asking {
    /// Pause between two requests to the host; its robots.txt may ask for more [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) delay: Option<Duration>,
    /// How the server's operators can reach you: a mail address or a URL, sent in the User-Agent
    #[arg(long, value_name = "MAIL|URL", value_parser = contact)]
    pub(crate) contact: Option<String>,
    #[command(flatten)]
    pub(crate) connecting: Connecting,
}

impl Asking {
    /// Returns which of these options are given.
    pub(crate) fn given(&self) -> [(&'static str, bool); 4] {
        [
            ("--delay", self.delay.is_some()),
            ("--contact", self.contact.is_some()),
            ("--allow-private", self.connecting.allow_private),
            ("--proxy", self.connecting.proxy.is_some()),
        ]
    }
}
