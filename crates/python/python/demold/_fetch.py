"""One page from the web, politely."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit
from urllib.robotparser import RobotFileParser

from ._addresses import is_public
from ._demold import Error, __version__

AGENT = f"demold-mcp/{__version__}"
"""Who asks."""

MOST_BYTES = 16 << 20
"""Longer pages are refused, as everywhere."""

MOST_URL = 8 << 10
"""No request is made for a longer address."""

SECONDS = 30.0
"""A request takes no longer, from the connection to the last byte."""

PAGE_SECONDS = 60.0
"""All requests for a page together take no longer: those for rules and for redirects are among them. Chosen: two
requests that take as long as they may, for the rules and for the page.
"""

MEDIA_TYPES = ("text/html", "application/xhtml+xml", "text/plain")
"""What can be a page."""

MOST_ROBOTS = 500 << 10
"""Of rules, so much is read."""

MOST_REDIRECTS = 10
"""So many in a row are followed."""

MOST_ROBOTS_REDIRECTS = 5
"""The same for rules."""

REDIRECTS = (301, 302, 303, 307, 308)

PORTS = {"http": 80, "https": 443}
"""What can be asked, and the port for an address that has none."""


@dataclass(frozen=True)
class Fetched:
    """A page, and where it was in the end."""

    url: str
    source: bytes
    charset: str | None


class Fetcher:
    """Fetches pages by HTTP, one request at a time, if the site's robots.txt allows it.

    Args:
        private: Whether to connect to private, loopback and link-local addresses too.
    """

    def __init__(self, *, private: bool = False) -> None:
        self.private = private

    def fetch(self, url: str) -> Fetched:
        """Fetches a page.

        Raises:
            demold.Error: There is no page: the message says why.
        """
        end = time.monotonic() + PAGE_SECONDS
        for _ in range(MOST_REDIRECTS + 1):
            # Where a redirect leads has rules of its own.
            if not self.is_allowed(url, end):
                raise Error(f"the robots.txt of {checked(url).netloc} does not allow {url}")
            with self.asked(url, end) as answer:
                to = redirect(answer, url)
                if to is None:
                    return page(answer, url)
            url = to
        raise Error(f"{url} cannot be fetched: more than {MOST_REDIRECTS} redirects lead to it")

    def is_allowed(self, url: str, end: float) -> bool:
        parts = checked(url)
        at = f"{parts.scheme}://{parts.netloc}/robots.txt"
        for _ in range(MOST_ROBOTS_REDIRECTS + 1):
            with self.asked(at, end) as answer:
                to = redirect(answer, at)
                if to is None and answer.status == 200:
                    text = read(answer, at, MOST_ROBOTS).decode("utf-8", "replace")
                    return allows(text, url)
                if to is None:
                    # Without rules everything is allowed, and while a server fails or is busy nothing is.
                    return answer.status < 500 and answer.status != 429
            at = to
        return True

    def asked(self, url: str, end: float) -> http.client.HTTPResponse:
        """Makes one request, and no other for any reason. It is over at its deadline, and at the end of all."""
        parts = checked(url)
        deadline = min(time.monotonic() + SECONDS, end)
        try:
            host = (parts.hostname or "").encode("idna").decode("ascii")
            # Without a port, the last group of an IPv6 address would be taken for it.
            port = parts.port or PORTS[parts.scheme]
            of_scheme = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
            connection: http.client.HTTPConnection = of_scheme[parts.scheme](host, port)
            sock: Any = connected(host, port, deadline, self.private)
            if parts.scheme == "https":
                sock = secured(sock, host, deadline)
            with sock:
                connection.sock = sock
                fields = {"User-Agent": AGENT, "Accept": "text/html,*/*;q=0.5", "Connection": "close"}
                connection.request("GET", target(parts), headers=fields)
                return connection.getresponse()
        except (OSError, ValueError, http.client.HTTPException) as failure:
            raise Error(f"{url} cannot be fetched: {failure}") from None


def checked(url: str) -> SplitResult:
    """Splits an address that may be asked for."""
    if len(url) > MOST_URL:
        raise Error(f"an address of {len(url)} characters is longer than {MOST_URL}")
    try:
        parts = urlsplit(url)
        is_plain = parts.port != 0 and "@" not in parts.netloc
        if "[" in parts.netloc and "%" not in parts.netloc:
            # Without the interface of an address: only this machine knows it.
            ipaddress.IPv6Address(parts.hostname or "")
        else:
            is_plain = is_plain and "[" not in parts.netloc
    except ValueError as failure:
        raise Error(f"{url!r} is no address of the web: {failure}") from None
    if parts.scheme not in PORTS or not parts.hostname or not is_plain:
        raise Error(f"{url!r} is no address of the web: it begins with https:// or http:// and a host")
    return parts


def allows(text: str, url: str) -> bool:
    """Whether rules allow an address. A line that is none is left out, as RFC 9309 says."""
    rules = RobotFileParser()
    rules.parse([line for line in text.splitlines() if is_rule(line)])
    return rules.can_fetch(AGENT, url)


def is_rule(line: str) -> bool:
    """Whether a line of rules can be read: the parser of Python fails at addresses and numbers that are none."""
    name, _, value = line.partition(":")
    name, value = name.strip().lower(), unquote(value.partition("#")[0].strip())
    try:
        if name in ("allow", "disallow"):
            urlsplit(value)
        elif name in ("crawl-delay", "request-rate"):
            [int(number) for number in value.split("/") if number.strip().isdigit()]
    except ValueError:
        return False
    return True


def target(parts: SplitResult) -> str:
    """What is asked of the host: a path and a query, in ASCII."""
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    return f"{path}?{quote(parts.query, safe='/%:@!$&()*+,;=~?')}" if parts.query else path


def redirect(answer: http.client.HTTPResponse, url: str) -> str | None:
    """Where an answer leads, if it is a redirect."""
    to = answer.headers.get("Location")
    if answer.status not in REDIRECTS or not to:
        return None
    try:
        return urljoin(url, to).partition("#")[0]
    except ValueError as failure:
        raise Error(f"{url} leads to what is no address: {failure}") from None


def page(answer: http.client.HTTPResponse, url: str) -> Fetched:
    """The page that an answer holds."""
    if not 200 <= answer.status < 300:
        raise Error(f"{url} cannot be fetched: the server answers with status {answer.status}")
    media_type = answer.headers.get_content_type()
    if media_type not in MEDIA_TYPES:
        raise Error(f"{url} is {media_type}, not a page")
    packed = answer.headers.get("Content-Encoding", "identity")
    if packed.strip().lower() != "identity":
        raise Error(f"{url} is packed as {packed[:100]}, which was not asked for")
    source = read(answer, url, MOST_BYTES + 1)
    if MOST_BYTES < len(source):
        raise Error(f"{url} has more than {MOST_BYTES} bytes, which is the limit")
    if answer.length:
        raise Error(f"{url} cannot be fetched: the server leaves out {answer.length} bytes")
    return Fetched(url, source, answer.headers.get_content_charset())


def read(answer: http.client.HTTPResponse, url: str, most: int) -> bytes:
    try:
        return answer.read(most)
    except (OSError, ValueError, http.client.HTTPException) as failure:
        raise Error(f"{url} cannot be fetched: {failure}") from None


def connected(host: str, port: int, deadline: float, private: bool) -> TimedSocket:
    """Connects to a host by an address that was checked, so that no second look-up can
    lead elsewhere.
    """
    failure: OSError | None = None
    for family, kind, protocol, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if not private and not is_public(str(address[0])):
            failure = failure or OSError(
                f"{host} has the private address {address[0]}, which demold-mcp asks only with --allow-private"
            )
            continue
        opened = TimedSocket(family, kind, protocol)
        opened.deadline = deadline
        try:
            opened.settimeout(left(deadline))
            opened.connect(address)
        except OSError as error:
            opened.close()
            failure = error
            continue
        return opened
    raise failure or OSError(f"{host} has no address")


def secured(opened: TimedSocket, host: str, deadline: float) -> ssl.SSLSocket:
    """Speaks TLS with a server whose certificate is valid for the host."""
    context = ssl.create_default_context()
    context.sslsocket_class = TimedTls
    with opened:
        opened.settimeout(left(deadline))
        sock = context.wrap_socket(opened, server_hostname=host)
    assert isinstance(sock, TimedTls)
    sock.deadline = deadline
    return sock


class TimedSocket(socket.socket):
    """A socket that gives nothing after a point of time, however slowly it gave something before."""

    deadline: float

    def recv_into(self, *arguments: Any) -> int:
        self.settimeout(left(self.deadline))
        return super().recv_into(*arguments)


class TimedTls(ssl.SSLSocket):
    """The same with TLS."""

    deadline: float

    def recv_into(self, *arguments: Any) -> int:
        self.settimeout(left(self.deadline))
        return super().recv_into(*arguments)


def left(deadline: float) -> float:
    """The seconds until then."""
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError(
            f"no complete answer within {SECONDS:g} s, or {PAGE_SECONDS:g} s with rules and redirects"
        )
    return seconds
