"""Pages of a small site, and of what a test makes of it."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

STORIES = ["Rain is on its way.", "The ferry is late.", "A seal came ashore."]
UNSEEN = "<nav>Home | News</nav><p>The wind has turned.</p><i>Imprint</i>"


def page(story: str) -> bytes:
    """A page of the site about the ferry."""
    return f"<nav>Home | News</nav><p>{story}</p><i>Imprint</i>".encode()


@pytest.fixture
def pages() -> list[bytes]:
    return [page(story) for story in STORIES]


class Answers(BaseHTTPRequestHandler):
    """Answers requests, and says nothing of it."""

    def answer(self, body: bytes, kind: str = "text/html; charset=utf-8", status: int = 200, **fields: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(handler: Callable[..., Any], host: str = "127.0.0.1") -> Iterator[str]:
    """A server on this machine, by its address."""

    class Server(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

    server = Server((host, 0), handler)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        shown = f"[{host}]" if ":" in host else host
        yield f"http://{shown}:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
