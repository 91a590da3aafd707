"""Times page-level extractors, or parsers, over the pages of a folder.

    python peers.py extract|parse|texts|metadata FOLDER

Prints one JSON object a line: the name, the seconds that the best of several
passes over all pages took on a processor, and how many pages it failed on.
With `texts` it is the name and what the extractor gives for each page, with
`metadata` one object with title, author and date of each page, by trafilatura.
"""

import importlib.metadata
import json
import logging
import pathlib
import sys
import time

REPETITIONS = 3
LEAST = 0.6  # seconds, after which no more passes than REPETITIONS are made


def trafilatura():
    from trafilatura import extract

    return extract


def trafilatura_recall():
    from trafilatura import extract

    return lambda html: extract(html, favor_recall=True)


def readability():
    from lxml.html import fromstring
    from readability import Document

    return lambda html: fromstring(Document(html).summary()).text_content()


def justext():
    from justext import get_stoplist, justext

    words = get_stoplist("English")

    def extract(html):
        # The page is UTF-8 by now, whatever it declares.
        paragraphs = justext(html.encode(), words, encoding="utf-8")
        return "\n".join(p.text for p in paragraphs if not p.is_boilerplate)

    return extract


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html: extract_plain_text(html, main_content=True)


def lexbor():
    from resiliparse.parse.html import HTMLTree

    return HTMLTree.parse


# What it is called, the package that it is in, and how it is loaded.
TOOLS = {
    "extract": [
        ("trafilatura", "trafilatura", trafilatura),
        ("trafilatura, recall", "trafilatura", trafilatura_recall),
        ("readability-lxml", "readability-lxml", readability),
        ("jusText", "jusText", justext),
        ("resiliparse", "resiliparse", resiliparse),
    ],
    "parse": [("lexbor through resiliparse", "resiliparse", lexbor)],
}


def one_pass(read, pages):
    failures = 0
    start = time.process_time()
    for page in pages:
        try:
            read(page)
        except Exception:  # what another project raises is not known here
            failures += 1
    return time.process_time() - start, failures


def timed(read, pages):
    best, failures = one_pass(read, pages)
    total, repetitions = best, 1
    while repetitions < REPETITIONS or (total < LEAST and repetitions < 200):
        seconds, failures = one_pass(read, pages)
        best = min(best, seconds)
        total += seconds
        repetitions += 1
    return {"seconds": best, "failures": failures}


def texts(extract, pages):
    def text(page):
        try:
            return extract(page) or ""
        except Exception:  # what another project raises is not known here
            return ""

    return {"texts": [text(page) for page in pages]}


def metadata(pages):
    from trafilatura import extract_metadata

    def values(page):
        try:
            found = extract_metadata(page)
        except Exception:  # what another project raises is not known here
            found = None
        return {name: getattr(found, name, None) for name in ("title", "author", "date")}

    version = importlib.metadata.version("trafilatura")
    return {"name": f"trafilatura {version}", "values": [values(page) for page in pages]}


def main(verb, folder):
    logging.disable(logging.CRITICAL)
    paths = sorted(pathlib.Path(folder).glob("*.html"))
    pages = [path.read_text(encoding="utf-8") for path in paths]
    if verb == "metadata":
        print(json.dumps(metadata(pages)))
        return
    tools, measure = (TOOLS["extract"], texts) if verb == "texts" else (TOOLS[verb], timed)
    for name, package, load in tools:
        try:
            read = load()
        except ImportError as error:
            print(f"{name} cannot be run: {error}", file=sys.stderr)
            continue
        version = importlib.metadata.version(package)
        record = {"name": f"{name} {version}", **measure(read, pages)}
        print(json.dumps(record), flush=True)
        print(f"{name} {version}: done", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
