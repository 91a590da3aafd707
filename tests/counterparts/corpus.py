"""Reads what other programs write, and has them read what we write.

    python3 tests/counterparts/corpus.py

Makes a virtual environment below `target` with warcio, FastWARC and pyarrow, and needs `wget`. Everything stays on the
loopback address. Prints a line for each thing that was checked, and stops at the first that does not hold.
"""

import functools
import gzip
import http.server
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ["warcio==1.8.1", "fastwarc==2.0.0", "pyarrow==26.0.1", "brotli==1.2.1"]


def main():
    folder = ROOT / "target/counterparts"
    if "--inside" not in sys.argv:
        python = folder / "bin/python"
        if not python.exists():
            venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        os.execv(python, [python, __file__, "--inside"])
    if shutil.which("wget") is None:
        sys.exit("wget is missing: install it (apt-get install wget)")
    subprocess.run(["cargo", "build", "--quiet", "--package", "demold-cli"], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as here:
        os.chdir(here)
        pages = site(Path("site"))
        for check in [wget, warcio_written, ours_by_warcio, ours_by_fastwarc, ours_by_pyarrow, pyarrow_written]:
            check(pages)


def demold(*arguments):
    """Runs our command, and returns what it says."""
    command = [ROOT / "target/debug/demold", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{arguments} failed:\n{ran.stderr}")
    return ran


def holds(what, is_so, details=""):
    print(("ok      " if is_so else "FAILED  ") + what, flush=True)
    if not is_so:
        sys.exit(details)


def site(folder):
    """Pages with a frame, some text of their own, and letters outside of ASCII."""
    folder.mkdir()
    names = [f"page-{nth}.html" for nth in range(12)]
    links = "".join(f'<li><a href="{name}">{name}</a></li>' for name in names)
    pages = {}
    for nth, name in enumerate(names):
        own = f"Report {nth}: the ferry was {nth + 3} minutes late, and café no. {nth} was closed."
        html = (
            f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{nth}</title></head><body><nav><ul>{links}</ul></nav>"
            f"<main><h1>Report {nth}</h1><p>{own}</p></main><footer>Printed on recycled bytes</footer></body></html>"
        )
        (folder / name).write_text(html)
        pages[name] = (html, own)
    return pages


class Server(http.server.SimpleHTTPRequestHandler):
    """Answers in chunks, every second page with gzip, and with one 404."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = Path("site" + self.path)
        if not path.is_file():
            return self.send_error(404)
        body = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        if "gzip" in self.headers.get("Accept-Encoding", "") and int(path.stem[5:]) % 2:
            self.send_header("Content-Encoding", "gzip")
            body = gzip.compress(body)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for start in range(0, len(body), 100):
            piece = body[start : start + 100]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_):
        pass


def cleaned(file):
    """The texts of a file's pages, by the last part of their URLs."""
    ran = demold("clean", file, "--format", "jsonl")
    records = [json.loads(line) for line in ran.stdout.splitlines()]
    return {record["url"].rsplit("/", 1)[1]: record["text"] for record in records}, ran.stderr


def same(what, file, pages):
    texts, said = cleaned(file)
    complete = texts.keys() == pages.keys()
    own = complete and all(own in texts[name] and "recycled" not in texts[name] for name, (_, own) in pages.items())
    holds(what, own, f"{texts}\n{said}")


def wget(pages):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        urls = [f"http://127.0.0.1:{server.server_port}/{name}" for name in [*pages, "missing.html"]]
        for compress, packed in [("none", ""), ("none", ".gz"), ("gzip", ".gz")]:
            name = f"wget-{compress}{len(packed)}"
            options = ["-q", "--warc-file", name, "-O", "got", f"--compression={compress}"]
            if not packed:
                options.append("--no-warc-compression")
            subprocess.run(["wget", *options, *urls])
            same(f"wget's {name}.warc{packed}, with chunks", f"{name}.warc{packed}", pages)
        server.shutdown()


def warcio_written(pages):
    import brotli
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    encodings = [("gzip", gzip.compress), ("br", brotli.compress), (None, bytes)]
    for packed in [True, False]:
        file = "warcio.warc.gz" if packed else "warcio.warc"
        with open(file, "wb") as out:
            writer = WARCWriter(out, gzip=packed)
            writer.write_record(writer.create_warcinfo_record(file, {"software": "warcio"}))
            for nth, (name, (html, _)) in enumerate(pages.items()):
                encoding, encode = encodings[nth % 3]
                headers = [("Content-Type", "text/html; charset=utf-8")]
                headers += [("Content-Encoding", encoding)] if encoding else []
                head = StatusAndHeaders("200 OK", headers, protocol="HTTP/1.1")
                body = io.BytesIO(encode(html.encode()))
                record = writer.create_warc_record(f"http://a.example/{name}", "response", body, http_headers=head)
                request = StatusAndHeaders(f"GET /{name} HTTP/1.1", [("Host", "a.example")], is_http_request=True)
                asked = writer.create_warc_record(f"http://a.example/{name}", "request", http_headers=request)
                writer.write_request_response_pair(asked, record)
        same(f"warcio's {file}, with gzip and Brotli inside", file, pages)


@functools.cache
def ours(out, *arguments):
    """Our own output over the pages as JSON Lines."""
    lines = [
        json.dumps({"url": f"http://a.example/{path.name}", "html": path.read_text()})
        for path in sorted(Path("site").iterdir())
    ]
    Path("pages.jsonl").write_text("\n".join(lines))
    demold("clean", "pages.jsonl", "--out", out, "--force", *arguments)
    return out


def ours_by_warcio(pages):
    from warcio.archiveiterator import ArchiveIterator

    for out in ["ours.warc", "ours.warc.gz"]:
        ours(out)
        check = subprocess.run([sys.executable, "-m", "warcio.cli", "check", "-v", out], capture_output=True, text=True)
        said = check.stdout + check.stderr
        holds(f"warcio check {out}", check.returncode == 0 and said.count("digest pass") == 13, said)
        with open(out, "rb") as file:
            found = {
                record.rec_headers.get_header("WARC-Target-URI").rsplit("/", 1)[1]: record.raw_stream.read().decode()
                for record in ArchiveIterator(file)
                if record.rec_type == "conversion"
            }
        holds(f"warcio reads {out}", found == cleaned("pages.jsonl")[0], str(found))


def ours_by_fastwarc(pages):
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    for out in ["ours.warc", "ours.warc.gz", "ours.warc.zst"]:
        ours(out)
        with open(out, "rb") as file:
            found = {
                record.headers["WARC-Target-URI"].rsplit("/", 1)[1]: record.reader.read().decode()
                for record in ArchiveIterator(file, record_types=WarcRecordType.conversion, parse_http=False)
            }
        holds(f"FastWARC reads {out}", found == cleaned("pages.jsonl")[0], str(found))


def ours_by_pyarrow(pages):
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(ours("ours.parquet")).to_pylist()
    found = {row["url"].rsplit("/", 1)[1]: row["text"] for row in table}
    holds("pyarrow reads ours.parquet", found == cleaned("pages.jsonl")[0], str(table))
    types = {(row["site"], type(row["removed_share"])) for row in table}
    holds("pyarrow knows its columns", types == {("a.example", float)}, str(types))


def pyarrow_written(pages):
    import pyarrow
    import pyarrow.parquet

    html = [html for html, _ in pages.values()]
    urls = [f"http://a.example/{name}" for name in pages]
    for kind in [pyarrow.string(), pyarrow.large_binary()]:
        for compression in ["snappy", "zstd", "gzip", "none"]:
            columns = {"url": urls, "n": list(range(len(urls))), "html": pyarrow.array(map(str.encode, html)).cast(kind)}
            pyarrow.parquet.write_table(pyarrow.table(columns), "theirs.parquet", compression=compression)
            same(f"pyarrow's table of {kind}, {compression}", "theirs.parquet", pages)


if __name__ == "__main__":
    main()
