"""Times page-level extractors over the pages of a folder, or with --texts prints what they extract.

Prints one JSON object a line: the name, the seconds that the best of several
passes over all pages took on a processor, and how many pages it failed on; or the name and all texts.
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
        paragraphs = justext(html.encode(), words)
        return "\n".join(p.text for p in paragraphs if not p.is_boilerplate)

    return extract


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html: extract_plain_text(html, main_content=True)


EXTRACTORS = {
    "trafilatura": trafilatura,
    "trafilatura recall": trafilatura_recall,
    "readability-lxml": readability,
    "jusText": justext,
    "resiliparse": resiliparse,
}


def one_pass(extract, pages):
    failures = 0
    start = time.process_time()
    for page in pages:
        try:
            extract(page)
        except Exception:  # what another project raises is not known here
            failures += 1
    return time.process_time() - start, failures


def name_of(extractor):
    package, *setting = extractor.split()
    return " ".join([package, importlib.metadata.version(package), *setting])


def timed(name, extract, pages):
    best, failures = one_pass(extract, pages)
    total, repetitions = best, 1
    while repetitions < REPETITIONS or (total < LEAST and repetitions < 200):
        seconds, failures = one_pass(extract, pages)
        best = min(best, seconds)
        total += seconds
        repetitions += 1
    return {"name": name, "seconds": best, "failures": failures}


def texts(name, extract, pages):
    def text(page):
        try:
            return extract(page) or ""
        except Exception:  # what another project raises is not known here
            return ""

    return {"name": name, "texts": [text(page) for page in pages]}


def main(measure, folder):
    logging.disable(logging.CRITICAL)
    paths = sorted(pathlib.Path(folder).glob("*.html"))
    pages = [path.read_text(encoding="utf-8") for path in paths]
    for name, load in EXTRACTORS.items():
        try:
            extract = load()
        except ImportError as error:
            print(f"{name} cannot be run: {error}", file=sys.stderr)
            continue
        print(json.dumps(measure(name_of(name), extract, pages)), flush=True)


if __name__ == "__main__":
    main(texts if "--texts" in sys.argv else timed, sys.argv[-1])
