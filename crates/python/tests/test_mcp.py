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

from demold._fetch import Fetcher  # noqa: E402
from mcp import StdioServerParameters  # noqa: E402
from mcp.client import Client  # noqa: E402


class Site(Answers):
    """Pages, and what is none."""

    def do_GET(self) -> None:
        kind, status, body = "text/html; charset=utf-8", 200, page(f"The story of {self.path}.")
        if self.path == "/robots.txt":
            kind, body = "text/plain", b"User-agent: *\nDisallow: /private/\n"
        elif self.path == "/picture":
            kind = "image/png"
        elif self.path == "/moved":
            status = 302
        elif self.path == "/missing":
            status = 404
        self.answer(body, kind, status, Location="/here" if self.path == "/moved" else "")


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
    ],
)
def test_what_is_no_page_is_an_error(site: str, way: str, message: str) -> None:
    with pytest.raises(demold.Error, match=message):
        Fetcher(private=True).fetch(site + way)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://a.example/", "a.example", "https://"])
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(demold.Error, match="no address of the web"):
        Fetcher(private=True).fetch(url)
