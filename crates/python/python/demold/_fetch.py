"""One page from the web, politely."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

from ._demold import Error, __version__

AGENT = f"demold-mcp/{__version__}"
"""Who asks."""

MOST_BYTES = 16 << 20
"""Longer pages are refused, as everywhere."""

SECONDS = 30.0
"""A server that is silent for longer is given up on."""

MEDIA_TYPES = ("text/html", "application/xhtml+xml", "text/plain")
"""What can be a page."""

MOST_ROBOTS = 500 << 10
"""Of rules, so much is read."""


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
        self.opener = urllib.request.OpenerDirector()
        handlers: list[urllib.request.BaseHandler] = [
            Plain(private),
            Secure(private),
            urllib.request.HTTPRedirectHandler(),
            urllib.request.HTTPErrorProcessor(),
            urllib.request.HTTPDefaultErrorHandler(),
            # Other schemes are refused, redirects to them too.
            urllib.request.UnknownHandler(),
        ]
        for handler in handlers:
            self.opener.add_handler(handler)
        self.opener.addheaders = [("User-Agent", AGENT)]

    def fetch(self, url: str) -> Fetched:
        """Fetches a page.

        Raises:
            demold.Error: There is no page: the message says why.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Error(f"{url!r} is no address of the web: it begins with https:// or http://")
        if not self.is_allowed(url):
            raise Error(f"the robots.txt of {parts.netloc} does not allow {url}")
        answer = self.asked(url)
        with answer:
            media_type = answer.headers.get_content_type()
            if media_type not in MEDIA_TYPES:
                raise Error(f"{url} is {media_type}, not a page")
            source = read(answer, url, MOST_BYTES + 1)
            if MOST_BYTES < len(source):
                raise Error(f"{url} has more than {MOST_BYTES} bytes, which is the limit")
            return Fetched(answer.geturl(), source, answer.headers.get_content_charset())

    def is_allowed(self, url: str) -> bool:
        rules = RobotFileParser()
        try:
            with self.asked(urljoin(url, "/robots.txt")) as answer:
                text = read(answer, url, MOST_ROBOTS).decode("utf-8", "replace")
        except Refused as refused:
            # Without rules everything is allowed, and while a server fails nothing is.
            return refused.status < 500
        rules.parse(text.splitlines())
        return rules.can_fetch(AGENT, url)

    def asked(self, url: str) -> Any:
        try:
            return self.opener.open(url, timeout=SECONDS)
        except urllib.error.HTTPError as answer:
            with answer:
                raise Refused(url, answer.code) from None
        except (OSError, ValueError, http.client.HTTPException) as failure:
            raise Error(f"{url} cannot be fetched: {failure}") from None


class Refused(Error):
    """An answer of the server that is no page."""

    def __init__(self, url: str, status: int) -> None:
        super().__init__(f"{url} cannot be fetched: the server answers with status {status}")
        self.status = status


def read(answer: Any, url: str, most: int) -> bytes:
    try:
        source: bytes = answer.read(most)
    except (OSError, http.client.HTTPException) as failure:
        raise Error(f"{url} cannot be fetched: {failure}") from None
    return source


def connected(host: str, port: int, timeout: float, private: bool) -> socket.socket:
    """Connects to a host by an address that was checked, so that no second look-up can
    lead elsewhere.
    """
    failure: OSError | None = None
    for family, kind, protocol, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if not private and not ipaddress.ip_address(address[0]).is_global:
            failure = failure or OSError(f"{host} has the private address {address[0]}")
            continue
        opened = socket.socket(family, kind, protocol)
        opened.settimeout(timeout)
        try:
            opened.connect(address)
        except OSError as error:
            opened.close()
            failure = error
            continue
        return opened
    raise failure or OSError(f"{host} has no address")


class Plain(urllib.request.HTTPHandler):
    """HTTP to checked addresses."""

    def __init__(self, private: bool) -> None:
        super().__init__()
        self.private = private

    def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        private = self.private

        class Connection(http.client.HTTPConnection):
            def connect(self) -> None:
                self.sock = connected(self.host, self.port, SECONDS, private)

        return self.do_open(Connection, request)


class Secure(urllib.request.HTTPSHandler):
    """HTTPS to checked addresses."""

    def __init__(self, private: bool) -> None:
        super().__init__()
        self.private = private

    def https_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        import ssl

        private, context = self.private, ssl.create_default_context()

        class Connection(http.client.HTTPSConnection):
            def connect(self) -> None:
                opened = connected(self.host, self.port, SECONDS, private)
                self.sock = context.wrap_socket(opened, server_hostname=self.host)

        return self.do_open(Connection, request)
