"""Which addresses are public: the same as for ``demold crawl``."""

from __future__ import annotations

import ipaddress
from typing import Union

Address = Union[ipaddress.IPv4Address, ipaddress.IPv6Address]

SPECIAL = [
    ipaddress.IPv4Network(text)
    for text in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
    )
]
"""Addresses that the registries (RFC 6890 and later additions) keep from the public internet. The table is here
because that of ``ipaddress`` differs between versions of Python.
"""

GLOBAL = ipaddress.IPv6Network("2000::/3")
"""Of IPv6, nothing else has been assigned to the public internet."""

SPECIAL_6 = [
    ipaddress.IPv6Network(text) for text in ("2001::/23", "2001:db8::/32", "3fff::/20")
]
"""What of that is kept from it."""

WRAPPED = [
    (ipaddress.IPv6Network("::/96"), 0),
    (ipaddress.IPv6Network("::ffff:0:0/96"), 0),
    (ipaddress.IPv6Network("64:ff9b::/96"), 0),
    (ipaddress.IPv6Network("2002::/16"), 80),
]
"""Addresses of IPv6 that lead to one of IPv4 (mapped, compatible, translated, by a relay from 6 to 4), and the number
of bits after it.
"""


def is_public(text: str) -> bool:
    """Whether anyone on the internet can reach an address."""
    # The interface of a link-local address follows a percent sign.
    address: Address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        for network, n_bits in WRAPPED:
            if address in network:
                inner = ipaddress.IPv4Address(int(address) >> n_bits & 0xFFFFFFFF)
                return is_public(str(inner))
        return address in GLOBAL and not any(address in network for network in SPECIAL_6)
    return not any(address in network for network in SPECIAL)
