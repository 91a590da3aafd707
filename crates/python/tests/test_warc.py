"""Pages out of WARC files."""

from __future__ import annotations

import gzip
import io

import demold
import pytest
from demold._demold import WarcRows

DATE = "2026-01-31T12:00:00Z"


def record(kind: str, url: str, block: bytes, content_type: str = "application/http") -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: {DATE}\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def answer(html: bytes, content_type: str = "text/html; charset=latin-1") -> bytes:
    return f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode() + html


def warc() -> bytes:
    return b"".join(
        gzip.compress(part)
        for part in [
            record("request", "https://a.example/1", b"GET / HTTP/1.1\r\n\r\n"),
            record("response", "https://a.example/1", answer(b"<p>F\xf6hn")),
            record("response", "https://a.example/2", answer(b"GIF89a", "image/gif")),
            record("response", "https://a.example/3", answer(b"<p>" * 100)),
            record("response", "https://a.example/4", answer(b"<p>End")),
        ]
    )


def test_pages_come_with_address_charset_and_date() -> None:
    rows = list(WarcRows(io.BytesIO(warc()), "a.warc.gz", 200))
    assert [row[0] for row in rows] == [f"https://a.example/{nth}" for nth in (1, 3, 4)]
    assert rows[0][1:] == (b"<p>F\xf6hn", "latin-1", DATE, None)
    assert rows[1][1] is None
    assert rows[1][4] is not None and "larger than 200 bytes" in rows[1][4]
    assert "a.warc.gz, byte " in rows[1][4]


def test_files_that_fail_say_so() -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError("the disk is gone")

    ((*_, error),) = WarcRows(Failing(), "a.warc")
    assert error is not None and "the disk is gone" in error
    with pytest.raises(demold.Error, match="max_page must be at least 1, got 0"):
        WarcRows(io.BytesIO(), "a.warc", 0)
