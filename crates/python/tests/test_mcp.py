"""The MCP server, as its clients meet it: a process of its own, and a site on this machine."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import demold
import pytest
from conftest import Answers, page, served

pytest.importorskip("mcp")

from demold import _fetch  # noqa: E402
from demold._addresses import is_public  # noqa: E402
from demold._fetch import Fetcher  # noqa: E402
from mcp import StdioServerParameters  # noqa: E402
from mcp.client import Client  # noqa: E402


PLACES = {
    "/moved": "/here",
    "/to-private": "/private/1",
    "/to-file": "file:///etc/passwd",
    "/to-nothing": "http://[",
    "/round": "/round",
}
"""Where redirects lead."""

FIELDS = {"/short": "Content-Length: 99", "/packed": "Content-Encoding: gzip"}
"""What heads say that is not so."""


class Site(Answers):
    """Pages, and what is none."""

    def do_GET(self) -> None:
        kind, status, body = "text/html; charset=utf-8", 200, page(f"The story of {self.path}.")
        if self.path == "/robots.txt":
            kind, body = "text/plain", b"User-agent: *\nDisallow: /private/\n"
        elif self.path == "/picture":
            kind = "image/png"
        elif self.path in PLACES:
            status = 302
        elif self.path == "/early":
            return self.never("HTTP/1.1 100 Continue\r\n\r\n")
        elif self.path == "/slow":
            return self.never("x", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        elif self.path in FIELDS:
            self.close_connection = True
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{FIELDS[self.path]}\r\n\r\n"
            self.wfile.write(head.encode() + b"<p>half")
            return
        elif self.path == "/missing":
            status = 404
        self.answer(body, kind, status, Location=PLACES.get(self.path, ""))

    def never(self, again: str, first: str = "") -> None:
        """Answers for as long as somebody listens."""
        self.wfile.write(first.encode())
        try:
            while True:
                self.wfile.write(again.encode() * 1000)
        except OSError:
            self.close_connection = True


@pytest.fixture
def site() -> Iterator[str]:
    with served(Site) as url:
        yield url.removesuffix("/")


def calls(*asked: tuple[str, dict[str, Any]], options: list[str]) -> list[dict[str, Any]]:
    """Starts a server, and calls its tools one after another."""

    async def run() -> list[dict[str, Any]]:
        parameters = StdioServerParameters(
            command=sys.executable, args=["-m", "demold.mcp", *options]
        )
        answers = []
        async with Client(parameters) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {"clean_address", "learn_site", "explain"}
            for name, arguments in asked:
                answer = await client.call_tool(name, arguments)
                text = "".join(part.text for part in answer.content if part.type == "text")
                answers.append({"error": text} if answer.is_error else json.loads(text))
        return answers

    return asyncio.run(run())


def test_tools_clean_learn_and_explain(site: str, tmp_path: Path) -> None:
    urls = [f"{site}/{nth}" for nth in range(4)]
    alone, learned, known, text, explained, refused = calls(
        ("clean_address", {"url": f"{site}/wind"}),
        ("learn_site", {"urls": [*urls, f"{site}/missing"]}),
        ("clean_address", {"url": f"{site}/wind"}),
        ("clean_address", {"url": f"{site}/moved", "form": "text"}),
        ("explain", {"url": f"{site}/wind"}),
        ("clean_address", {"url": f"{site}/private/1"}),
        options=["--allow-private", "--templates", str(tmp_path / "t")],
    )
    assert alone["alone"] and "The story of /wind." in alone["markdown"]
    assert learned["pages"] == 4 and "status 404" in learned["not_fetched"][0]
    assert not known["alone"] and known["markdown"] == "The story of /wind."
    assert text["url"] == f"{site}/here" and text["text"] == "The story of /here."
    assert [part["begins"] for part in explained["removed"]] == ["Home | News", "Imprint"]
    assert all(part["why"] and part["probability"] < 0.5 for part in explained["removed"])
    assert "robots.txt" in refused["error"] and "does not allow" in refused["error"]
    # It is kept, for the next time and for the command.
    assert list(demold.load_templates(tmp_path / "t")) == [site.removeprefix("http://")]
    (again,) = calls(
        ("clean_address", {"url": f"{site}/wind"}),
        options=["--allow-private", "--templates", str(tmp_path / "t")],
    )
    assert again["markdown"] == known["markdown"] and not again["alone"]


def test_private_addresses_are_not_asked(site: str) -> None:
    for url in (site, site.replace("127.0.0.1", "localhost")):
        with pytest.raises(demold.Error, match="private address"):
            Fetcher().fetch(url)


@pytest.mark.parametrize(
    ("way", "message"),
    [
        ("/picture", "is image/png, not a page"),
        ("/missing", "status 404"),
        ("/private/", "does not allow"),
        ("/to-private", "does not allow"),
        ("/to-file", "no address of the web"),
        ("/to-nothing", "no address"),
        ("/round", "more than 10 redirects"),
        ("/short", "leaves out 92 bytes"),
        ("/packed", "is packed as gzip"),
        ("/" + "x" * 9000, "is longer than 8192"),
    ],
)
def test_what_is_no_page_is_an_error(site: str, way: str, message: str) -> None:
    with pytest.raises(demold.Error, match=message):
        Fetcher(private=True).fetch(site + way)


@pytest.mark.parametrize("way", ["/early", "/slow"])
def test_a_server_that_never_ends_is_given_up(site: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        """Each look at it takes a twentieth of the time that a request has."""

        now = 0.0

        def monotonic(self) -> float:
            self.now += _fetch.SECONDS / 20
            return self.now

    monkeypatch.setattr(_fetch, "time", Clock())
    monkeypatch.setattr(_fetch, "MOST_BYTES", 1 << 28)
    with pytest.raises(demold.Error, match="no complete answer within 30 s"):
        Fetcher(private=True).fetch(site + way)


def test_a_redirect_to_a_private_address_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    inside: list[str] = []

    class Inside(Answers):
        def do_GET(self) -> None:
            inside.append(self.path)
            self.answer(b"secret")

    with served(Inside) as secret:

        class Outside(Answers):
            def do_GET(self) -> None:
                status = 404 if self.path == "/robots.txt" else 302
                self.answer(b"", status=status, Location=secret.replace("127.0.0.1", "127.0.0.2"))

        with served(Outside) as site:
            # The first server is at a public address, as far as this test is concerned.
            monkeypatch.setattr(_fetch, "is_public", lambda address: address == "127.0.0.1")
            with pytest.raises(demold.Error, match="private address 127.0.0.2"):
                Fetcher().fetch(site)
    assert inside == []


def test_public_addresses_are_told_from_others() -> None:
    for address in ("192.0.43.7", "8.8.8.8", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::808:808"):
        assert is_public(address), address
    for address in (
        "127.0.0.1", "0.0.0.0", "10.1.2.3", "100.64.0.1", "169.254.169.254", "172.31.0.1", "192.168.1.1",
        "198.18.0.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
        "::", "::1", "fe80::1%eth0", "fd00::1", "ff02::1", "2001:db8::1", "4000::1",
        "::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "64:ff9b:1::1",
    ):  # fmt: skip
        assert not is_public(address), address


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "ftp://a.example/", "a.example", "https://", "http://[", "http://a:b/", "http://u@a.example/"],
)
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(demold.Error, match="no address of the web"):
        Fetcher(private=True).fetch(url)


class Library:
    """Long pages, without a server."""

    def fetch(self, url: str) -> _fetch.Fetched:
        text = f"<title>{'t' * 5000}</title><p>{'word ' * 300_000}<p>{'x' * 5000}"
        return _fetch.Fetched(url, text.encode(), "utf-8")


def test_an_assistant_gets_so_much_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    from demold import mcp

    library: Any = Library()
    sites = mcp.Sites(library, None, "balanced")
    tools = mcp.server(sites)

    def told(tool: str) -> dict[str, Any]:
        answer: Any = asyncio.run(tools.call_tool(tool, {"url": "http://a.example/"}))
        found: dict[str, Any] = json.loads(answer.content[0].text)
        return found

    cleaned = told("clean_address")
    assert len(cleaned["markdown"]) == mcp.MOST_CHARACTERS and "the first 1000000 characters" in cleaned["cut"]
    assert len(cleaned["title"]) == mcp.MOST_NAMED
    for part in told("explain")["removed"]:
        assert all(len(part[name]) <= mcp.MOST_NAMED for name in ("begins", "element"))
    # Three such pages are one too many here.
    monkeypatch.setattr(mcp, "MOST_LEARNED", 3_100_000)
    learned = sites.learn([f"http://a.example/{nth}" for nth in range(5)])
    assert learned["pages"] == 2 and "have more than 3100000 bytes" in learned["not_fetched"][0]
