"""A crawl of Scrapy, of a site on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import demold
import pytest
from conftest import Answers, page, served

pytest.importorskip("scrapy")

N_PAGES = 9


class Site(Answers):
    """Pages, each with a link to the next."""

    def do_GET(self) -> None:
        nth = self.path.strip("/")
        if nth == "data":
            self.answer(b"{}", "application/json")
        elif nth.isdecimal() and int(nth) < N_PAGES:
            following = int(nth) + 1
            link = f'<p><a href="/{following if following < N_PAGES else "data"}">Next</a></p>'
            self.answer(page(f"Story {nth} of the sea.") + link.encode())
        else:
            self.send_error(404)


@pytest.fixture
def site() -> Iterator[str]:
    with served(Site) as url:
        yield url


SPIDER = '''
import scrapy
from scrapy.crawler import CrawlerProcess

class Spider(scrapy.Spider):
    name = "sea"
    start_urls = [URL + "0"]

    def parse(self, response):
        cleaned = response.meta.get("demold")
        if cleaned is None:
            yield {"url": response.url, "kind": "other"}
            return
        yield {"url": response.url, "html": response.text, "seen": cleaned.text}
        yield from response.follow_all(css="a")

process = CrawlerProcess({
    "ITEM_PIPELINES": {"demold.scrapy.DemoldPipeline": 300},
    "SPIDER_MIDDLEWARES": {"demold.scrapy.DemoldMiddleware": 543},
    "FEEDS": {"out.jsonl": {"format": "jsonlines", "overwrite": True}},
    "TELNETCONSOLE_ENABLED": False, "LOG_LEVEL": "ERROR", "DEMOLD_PAGES": 6,
    **SETTINGS,
})
crawler = process.create_crawler(Spider)
process.crawl(crawler)
process.start()
stats = crawler.stats.get_stats()
print({name: stats[name] for name in sorted(stats) if name.startswith("demold/")})
'''


def crawl(folder: Path, url: str, **settings: Any) -> tuple[list[dict[str, Any]], str]:
    program = f"URL, SETTINGS = {url!r}, {settings!r}\n{SPIDER}"
    # A process of its own: a reactor cannot be started twice.
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    lines = (folder / "out.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines], ran.stdout + ran.stderr


def test_items_lose_the_template_of_their_site(site: str, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"DEMOLD_TEMPLATES": str(tmp_path / "templates")}
    items, said = crawl(tmp_path, site, **settings)
    *found, last = sorted(items, key=lambda item: str(item["url"]))
    assert last == {"url": f"{site}data", "kind": "other"}
    assert [item["alone"] for item in found] == [True] * 3 + [False] * 6
    assert {item["text"] for item in found[3:]} == {f"Story {nth} of the sea." for nth in range(3, 9)}
    # A page counts once, however often it is cleaned, and both see the same.
    assert [item["seen"] for item in found] == [item["text"] for item in found]
    assert found[3]["metadata"]["language"] is None and found[3]["html"].startswith("<nav>")
    assert "{'demold/alone': 6, 'demold/with_template': 12}" in said, said
    # The next crawl knows the site from its first page on.
    assert len(demold.load_templates(tmp_path / "templates")) == 1
    items, said = crawl(tmp_path, site, **settings, DEMOLD_FIELDS=["markdown", "blocks", "site"])
    (first,) = [item for item in items if item["url"] == f"{site}0"]
    assert first["markdown"] == "Story 0 of the sea." and "text" not in first
    assert first["site"] in site and any(not block["kept"] for block in first["blocks"])
    assert "{'demold/with_template': 18}" in said, said


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"DEMOLD_FIELDS": ["txt"]}, "records have no 'txt'"),
        ({"DEMOLD_PROFILE": "all"}, "there is no profile"),
        ({"DEMOLD_PAGES": 0}, "demold's settings"),
    ],
)
def test_wrong_settings_are_named(tmp_path: Path, settings: dict[str, Any], message: str) -> None:
    from demold.scrapy import DemoldPipeline
    from scrapy import Spider
    from scrapy.utils.test import get_crawler

    with pytest.raises(ValueError, match=message):
        DemoldPipeline.from_crawler(get_crawler(Spider, settings))
