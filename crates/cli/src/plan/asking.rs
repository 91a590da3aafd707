//! How servers are asked.

use std::time::Duration;

use ::crawl::{Addresses, Config};

use crate::options::{Asking, Connecting};

/// Returns what is asked for by somebody who need not say who that is, with a pause of `delay` unless another is given.
pub(super) fn config(asking: &Asking, delay: Duration) -> Config {
    let config = match &asking.contact {
        Some(contact) => Config::new(contact),
        None => Config::for_reading(),
    };
    connecting(config, &asking.connecting).delay(asking.delay.unwrap_or(delay))
}

/// Sets how connections are made.
pub(super) fn connecting(config: Config, how: &Connecting) -> Config {
    let config = match &how.proxy {
        Some(proxy) => config.proxy(proxy),
        None => config,
    };
    config.addresses(if how.allow_private {
        Addresses::any()
    } else {
        Addresses::public()
    })
}
