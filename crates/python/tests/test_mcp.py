"""The MCP server, as its clients meet it: a process of its own, and a site on this machine."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import demold
import pytest
from conftest import Answers, page, served

pytest.importorskip("mcp")

from demold import _fetch, mcp  # noqa: E402
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

    free = Event()
    """Until then there is no answer at /held."""

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
        elif self.path == "/held":
            self.free.wait(60)
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


SPELLINGS = [
    "127.1", "127.0.0.1.", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "0", "0.0.0.0",
    "[::1]", "[::]", "[0:0::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]",
    "[fe80::1]", "[fd00::1]", "\uff11\uff12\uff17.0.0.1", "127\u3002\uff10\u3002\uff10\u30021",
]  # fmt: skip
"""Of this machine, and of networks that only it may know."""


def test_private_addresses_are_not_asked(site: str) -> None:
    for url in (site, site.replace("127.0.0.1", "localhost")):
        with pytest.raises(demold.Error, match="private address .* only with --allow-private"):
            Fetcher().fetch(url)


@pytest.mark.parametrize("host", SPELLINGS)
@pytest.mark.parametrize("port", ["", ":8080"])
def test_no_spelling_of_a_private_address_is_overlooked(host: str, port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    monkeypatch.setattr(_fetch.TimedSocket, "connect", lambda _, address: tried.append(address))
    # A system that does not take it for an address finds no name.
    with pytest.raises(demold.Error, match="cannot be fetched"):
        Fetcher().fetch(f"http://{host}{port}/")
    assert tried == []


@pytest.mark.parametrize(
    ("netloc", "asked"),
    [
        ("[::1]", ("::1", 80)),
        ("[::1]:8080", ("::1", 8080)),
        ("[2001:db8::443]", ("2001:db8::443", 80)),
        ("[2001:db8::443]:443", ("2001:db8::443", 443)),
        ("[::ffff:10.0.0.1]", ("::ffff:10.0.0.1", 80)),
        ("a.example", ("a.example", 80)),
        ("a.example:", ("a.example", 80)),
        ("A.Example:81", ("a.example", 81)),
    ],
)
def test_hosts_are_told_from_ports(netloc: str, asked: tuple[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def connected(host: str, port: int, deadline: float, private: bool) -> Any:
        seen.append((host, port))
        raise OSError("nobody is there")

    monkeypatch.setattr(_fetch, "connected", connected)
    with pytest.raises(demold.Error, match="nobody is there"):
        Fetcher().fetch(f"http://{netloc}/")
    assert seen == [asked]


def test_a_server_is_asked_by_an_address_of_ipv6() -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    with served(Site, "::1") as url:
        assert url.startswith("http://[::1]:")
        assert b"The story of /here." in Fetcher(private=True).fetch(f"{url}here").source


@pytest.mark.parametrize(
    ("rules", "path", "is_allowed"),
    [
        ("User-agent: *\nDisallow: //[\nDisallow: /a", "/a", False),
        ("User-agent: *\nDisallow: //[\nDisallow: /a", "/b", True),
        ("User-agent: *\nCrawl-delay: \u00b2\nDisallow: /a", "/a", False),
        ("User-agent: *\nCrawl-delay: " + "9" * 9000 + "\nRequest-rate: %C2%B2/3\nDisallow: /a", "/b", True),
        ("\0\ufffd: x\n::::\n\x85 \u2028", "/", True),
    ],
)
def test_rules_that_are_none_are_left_out(rules: str, path: str, is_allowed: bool) -> None:
    assert _fetch.allows(rules, f"http://a.example{path}") == is_allowed


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


@pytest.mark.parametrize("way", ["/early", "/slow", "/round"])
def test_a_server_that_never_ends_is_given_up(site: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        """Each look at it takes a twentieth of the time that a request has."""

        now = 0.0

        def monotonic(self) -> float:
            self.now += _fetch.SECONDS / 20
            return self.now

    monkeypatch.setattr(_fetch, "time", Clock())
    monkeypatch.setattr(_fetch, "MOST_BYTES", 1 << 28)
    # Redirects have no time of their own.
    with pytest.raises(demold.Error, match="no complete answer within 30 s, or 60 s"):
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
    ["file:///etc/passwd", "ftp://a.example/", "a.example", "https://", "http://[", "http://a:b/", "http://u@a.example/",
     "http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/", "http://[127.0.0.1]/", "http://[::1/", "http://[a.example]/",
     "http://a.example:99999/", "http://a.example:-1/", "http://a.example:0/"],
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


def test_of_many_addresses_so_many_are_fetched_and_the_rest_is_named() -> None:
    library: Any = Library()
    urls = [f"http://a.example/{nth}" for nth in (*range(30), *range(30))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mcp, "MOST_PAGES", 2)
        learned = mcp.Sites(library, None, "balanced").learn(urls)
    assert learned["pages"] == 2
    assert learned["cut"] == "these are the first 2 addresses of 30, which are enough"


def test_servers_of_one_folder_keep_what_each_has_learned(tmp_path: Path) -> None:
    class Short:
        def fetch(self, url: str) -> _fetch.Fetched:
            return _fetch.Fetched(url, page(f"The story of {url}."), "utf-8")

    fetcher: Any = Short()
    first, second = (mcp.Sites(fetcher, tmp_path / "t", "balanced") for _ in range(2))
    names = [f"{nth}.example" for nth in range(12)]

    def learn(nth: int) -> None:
        server = (first, second)[nth % 2]
        server.learn([f"http://{names[nth]}/{page}" for page in range(2)])

    for nth in range(2):
        learn(nth)
    assert list(demold.load_templates(tmp_path / "t")) == names[:2]
    assert list(second.templates) == names[:2]
    # Calls of one server run at once.
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(learn, range(2, 12, 2)))
    assert sorted(demold.load_templates(tmp_path / "t")) == sorted([*names[:2], *names[2::2]])


def test_calls_at_once_get_their_own_answers_and_may_be_cancelled(site: str) -> None:
    async def run() -> list[str]:
        parameters = StdioServerParameters(command=sys.executable, args=["-m", "demold.mcp", "--allow-private"])
        async with Client(parameters) as client:
            held = asyncio.ensure_future(client.call_tool("clean_address", {"url": f"{site}/held"}))
            several = (client.call_tool("clean_address", {"url": f"{site}/{nth}", "form": "text"}) for nth in range(20))
            answers = await asyncio.gather(*several)
            held.cancel()
            answers.append(await client.call_tool("clean_address", {"url": f"{site}/20", "form": "text"}))
            Site.free.set()
            return [json.loads(answer.content[0].text)["text"] for answer in answers]

    Site.free.clear()
    try:
        texts = asyncio.run(run())
    finally:
        Site.free.set()
    assert all(f"The story of /{nth}." in text for nth, text in enumerate(texts)) and len(texts) == 21


MESSAGES = [
    b"", b"{", b"[]", b"null", b"\xff\xfe\0", b"[" * 100_000, b"x" * 1_000_000, b'{"jsonrpc": "1.0", "id": 1}',
    b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}', b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": 1}',
    b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}', b'{"jsonrpc": "2.0", "id": 9, "result": {}}',
]  # fmt: skip
"""What is none, and what answers or cancels nothing."""

REFUSED: list[tuple[str, Any, str]] = [
    ("nothing", {}, "Unknown tool"),
    ("clean_address", {}, "Field required"),
    ("clean_address", {"url": 5}, "valid string"),
    ("clean_address", {"url": "http://a.example/", "form": "pdf"}, "'markdown' or 'text'"),
    ("clean_address", {"url": "http://a.example\r\nX: y/"}, "no address of the web"),
    ("clean_address", {"url": "http://a\0.example/"}, "cannot be fetched"),
    ("clean_address", {"url": "http://[::1]/"}, "only with --allow-private"),
    ("explain", {"url": "x" * 1_000_000}, "is longer than 8192"),
    ("learn_site", {"urls": "http://a.example/"}, "valid list"),
    ("learn_site", {"urls": []}, "of 0 sites"),
    ("learn_site", {"urls": [f"http://{nth}.example/" for nth in range(9000)]}, "of 9000 sites"),
]
"""Calls that are answered with an error, and what it says."""


def test_a_server_outlives_what_it_cannot_answer() -> None:
    command = [sys.executable, "-m", "demold.mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdin is not None and process.stdout is not None

        def ask(number: int, method: str, **params: Any) -> dict[str, Any]:
            assert process.stdin is not None and process.stdout is not None
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
            answer: dict[str, Any] = json.loads(process.stdout.readline())
            assert answer["id"] == number, answer
            return answer

        version = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        ask(0, "initialize", **version)
        process.stdin.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        for number, message in enumerate(MESSAGES, start=1):
            process.stdin.write(message + b"\n")
            ask(number, "ping")
        for number, (name, arguments, expected) in enumerate(REFUSED, start=100):
            result = ask(number, "tools/call", name=name, arguments=arguments)["result"]
            text = result["content"][0]["text"]
            assert result["isError"] and expected in text and len(text) < 10_000, text[:1000]
        process.stdin.close()
        assert process.wait(60) == 0
