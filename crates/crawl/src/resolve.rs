//! Resolves names to addresses, of which only allowed ones are returned.

use std::{
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::Arc,
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::{Addresses, target::Unfit};

/// The future of a resolver's result.
pub type Resolution = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Finds the addresses of a name. The default uses the resolver of the system.
///
/// [`Addresses`] decides which of the addresses that it returns are connected to.
pub trait Resolver: Send + Sync {
    /// Returns the addresses of a host's name.
    fn resolve(&self, name: &str) -> Resolution;
}

/// The resolver of the system.
#[derive(Debug)]
pub(crate) struct SystemResolver;

impl Resolver for SystemResolver {
    fn resolve(&self, name: &str) -> Resolution {
        let name = name.to_owned();
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// A resolver that returns only allowed addresses. It is between the name service and the connection, and nothing is
/// resolved after it, so a name that resolves differently each time (DNS rebinding) gains nothing.
pub(crate) struct Guard {
    pub(crate) resolver: Arc<dyn Resolver>,
    pub(crate) addresses: Addresses,
    /// The host of the proxy, which the user has chosen and may have any address.
    pub(crate) proxy: Option<String>,
}

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let resolution = self.resolver.resolve(name.as_str());
        let addresses =
            if self.proxy.as_deref() == Some(name.as_str()) { Addresses::any() } else { self.addresses.clone() };
        Box::pin(async move {
            let found = resolution.await?;
            let allowed: Vec<SocketAddr> = found
                .iter()
                .filter(|address| addresses.allows(**address))
                // Port 0 stands for the port of the URL.
                .map(|address| SocketAddr::new(*address, 0))
                .collect();
            match (allowed.is_empty(), found.first()) {
                (false, _) => Ok(Box::new(allowed.into_iter()) as Addrs),
                (true, Some(address)) => Err(Unfit::Name(*address).into()),
                (true, None) => Err("the name has no address".into()),
            }
        })
    }
}
