//! Decides which addresses may be connected to.
//!
//! URLs come from strangers: links, redirects and names on the pages that are crawled. Without a rule, any of them
//! could direct the crawler to a service of its own machine or network.

use std::{
    collections::BTreeSet,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

/// The addresses that a crawler may connect to.
///
/// The rule applies to addresses in URLs, to every answer of the name service, and to every hop of a redirect. Only
/// an address that was checked is passed to the network, so a name cannot change its address in between.
///
/// # Examples
///
/// ```
/// use crawl::Addresses;
///
/// let public = Addresses::public();
/// assert!(public.allows("192.0.43.7".parse()?));
/// assert!(!public.allows("192.168.1.1".parse()?));
/// assert!(!public.allows("::ffff:127.0.0.1".parse()?));
///
/// let with_one = public.and("192.168.1.1".parse()?);
/// assert!(with_one.allows("192.168.1.1".parse()?));
/// assert!(!with_one.allows("192.168.1.2".parse()?));
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[must_use]
pub struct Addresses {
    any: bool,
    also: BTreeSet<IpAddr>,
}

impl Addresses {
    /// Only addresses that anyone on the internet can reach. The default.
    pub fn public() -> Addresses {
        Addresses { any: false, also: BTreeSet::new() }
    }

    /// Any address, including those of private networks and of this machine.
    pub fn any() -> Addresses {
        Addresses { any: true, also: BTreeSet::new() }
    }

    /// Also allows this address, even if it is not public.
    pub fn and(mut self, address: IpAddr) -> Addresses {
        self.also.insert(address);
        self
    }

    /// Returns whether the address may be connected to.
    #[must_use]
    pub fn allows(&self, address: IpAddr) -> bool {
        self.any || self.also.contains(&address) || is_public(address)
    }
}

impl Default for Addresses {
    fn default() -> Addresses {
        Addresses::public()
    }
}

/// Returns whether an address belongs to the public internet by the registries of special addresses (RFC 6890 and
/// later additions).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let special = match address.octets() {
        [0, ..] => true,                          // this network, unspecified
        [10, ..] => true,                         // private
        [100, second, ..] => second & 0xc0 == 64, // shared by customers of a carrier
        [127, ..] => true,                        // loopback
        [169, 254, ..] => true,                   // link-local: cloud metadata, among others
        [172, second, ..] => second & 0xf0 == 16, // private
        [192, 0, 0 | 2, _] => true,               // protocol assignments, documentation
        [192, 88, 99, _] => true,                 // relays from 6 to 4, which are gone
        [192, 168, ..] => true,                   // private
        [198, 18 | 19, ..] => true,               // benchmarks
        [198, 51, 100, _] => true,                // documentation
        [203, 0, 113, _] => true,                 // documentation
        [224..=255, ..] => true,                  // multicast, reserved, broadcast
        _ => false,
    };
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    // Otherwise `::ffff:127.0.0.1` would be a way to this machine.
    if let Some(inner) = inner_v4(address) {
        return is_public_v4(inner);
    }
    let special = match address.segments() {
        [0x2001, 0..0x200, ..] => true,  // protocol assignments, tunnels
        [0x2001, 0xdb8, ..] => true,     // documentation
        [0x3fff, 0..0x1000, ..] => true, // documentation
        // Loopback, unspecified, link-local, site-local, unique local and
        // multicast addresses are all outside 2000::/3, and so is whatever has
        // not been assigned yet.
        [first, ..] => first & 0xe000 != 0x2000,
    };
    !special
}

/// Returns the IPv4 address that is reached through an IPv6 address: mapped, compatible, translated (RFC 6052) or by
/// a 6to4 relay.
fn inner_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let join = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Ipv4Addr::new(a, b, c, d)
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] => Some(join(high, low)),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(join(high, low)),
        [0x2002, high, low, ..] => Some(join(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(addresses: &[&str], public: bool) {
        for text in addresses {
            let address = text.parse().unwrap();
            assert_eq!(Addresses::public().allows(address), public, "{text}");
            assert!(Addresses::any().allows(address), "{text}");
        }
    }

    #[test]
    fn public_addresses() {
        check(&["1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0"], true);
        check(&["172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.0.1", "223.255.255.255"], true);
        check(&["2606:4700::1111", "2a00:1450::1", "2001:200::1", "2001:4860::1"], true);
        check(&["::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2002:101:101::"], true);
    }

    #[test]
    fn special_addresses() {
        check(&["0.0.0.0", "0.1.2.3", "10.0.0.1", "127.0.0.1", "127.255.255.254"], false);
        check(&["100.64.0.0", "100.127.255.255", "169.254.169.254", "172.16.0.1"], false);
        check(&["172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.0.1"], false);
        check(&["198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.9"], false);
        check(&["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"], false);
        check(&["::", "::1", "fe80::1", "febf::1", "fec0::1", "fc00::1", "fdff::1"], false);
        check(&["ff02::1", "100::1", "2001::1", "2001:1ff::", "2001:db8::1", "3fff:fff::"], false);
        check(&["::ffff:10.0.0.1", "::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::10.0.0.1"], false);
        check(&["64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::", "5f00::1", "4000::1"], false);
    }
}
