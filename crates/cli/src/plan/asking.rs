//! The settings of requests to servers.

use std::time::Duration;

use ::crawl::{Addresses, Config};

use crate::options::{Asking, Connecting};

/// Returns the settings of a command for which `--contact` is optional. `delay` is the pause between two requests,
/// unless the options set another one.
pub(super) fn config(asking: &Asking, delay: Duration) -> Config {
    let config = match &asking.contact {
        Some(contact) => Config::new(contact),
        None => Config::for_reading(),
    };
    connecting(config, &asking.connecting).delay(asking.delay.unwrap_or(delay))
}

/// Adds the proxy, and the addresses to which connections may be made.
pub(super) fn connecting(config: Config, how: &Connecting) -> Config {
    let config = match &how.proxy {
        Some(proxy) => config.proxy(proxy),
        None => config,
    };
    // By default only public addresses: a page must not make the program ask machines that only this network can
    // reach.
    config.addresses(if how.allow_private { Addresses::any() } else { Addresses::public() })
}
