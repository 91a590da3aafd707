//! How servers are asked, whatever for.

use std::time::Duration;

use clap::ValueHint;

use super::values::{contact, proxy, seconds};

/// How connections are made.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Connecting {
    /// Also connect to private, loopback and link-local addresses
    #[arg(long, hide_short_help = true)]
    pub(crate) allow_private: bool,
    /// Fetch through this HTTP proxy
    ///
    /// The proxy resolves host names. Whether they lead to private addresses is then not checked.
    #[arg(long, value_name = "URL", value_parser = proxy, value_hint = ValueHint::Url, hide_short_help = true)]
    pub(crate) proxy: Option<String>,
}

/// How a few servers are asked by somebody who need not say who that is.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Asking {
    /// Seconds between two requests to a host [default: 1]
    ///
    /// The robots.txt of the host may ask for more.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, hide_short_help = true)]
    pub(crate) delay: Option<Duration>,
    /// Mail address or URL by which the operators of the server can reach you
    ///
    /// It is sent in the User-Agent.
    #[arg(long, value_name = "MAIL|URL", value_parser = contact, hide_short_help = true)]
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
