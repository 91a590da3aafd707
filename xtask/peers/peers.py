"""Times parsers over the pages of a folder, and page-level extractors over lines.

    python peers.py parse|texts|metadata FOLDER
    python peers.py lines TOOL PAGES OUT PROCESSES

Prints one JSON object a line: the name, the seconds that the best of several
passes over all pages took on a processor, and how many pages it failed on.
With `texts` it is the name and what the extractor gives for each page, with
`metadata` one object with title, author and date of each page, by trafilatura.

With `lines` the pages are JSON Lines with `url` and `html`, and so is what one
tool writes, with `url` and `text`. It prints one object: the seconds on a
processor from the first line to the last, those of the tool alone, the seconds
of the day, and the number of failures; or why the tool cannot be run. Loading
the tool counts nowhere.
"""

import importlib.metadata
import json
import logging
import multiprocessing
import pathlib
import resource
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


def line_reader(read):
    def one(line):
        page = json.loads(line)
        failed = False
        start = time.process_time()
        try:
            text = read(page["html"])
        except Exception:  # what another project raises is not known here
            text, failed = "", True
        alone = time.process_time() - start
        # A parser gives a tree, of which nothing is written.
        text = text if isinstance(text, str) else ""
        return json.dumps({"url": page["url"], "text": text}), alone, failed

    return one


def on_processor():
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, who))


def in_worker(line):
    return the_reader(line)


def lines(tool, source, target, processes):
    global the_reader
    tools = {name: (package, load) for tools in TOOLS.values() for name, package, load in tools}
    package, load = tools[tool]
    try:
        the_reader = line_reader(load())
        version = importlib.metadata.version(package)
    except ImportError as error:
        return {"name": tool, "absent": str(error)}
    alone, failures = 0.0, 0
    start, started = on_processor(), time.perf_counter()
    with open(source, encoding="utf-8") as pages, open(target, "w", encoding="utf-8") as out:
        if processes == 1:
            done = map(the_reader, pages)
        else:
            # Forked, so that nothing is loaded again.
            pool = multiprocessing.get_context("fork").Pool(processes)
            done = pool.imap(in_worker, pages, chunksize=4)
        for line, seconds, failed in done:
            out.write(line + "\n")
            alone += seconds
            failures += failed
        if processes != 1:
            pool.close()
            pool.join()
    wall = time.perf_counter() - started
    return {
        "name": f"{tool} {version}",
        "seconds": on_processor() - start,
        "alone": alone,
        "wall": wall,
        "failures": failures,
    }


def main(verb, folder, *more):
    logging.disable(logging.CRITICAL)
    if verb == "lines":
        source, target, processes = more
        print(json.dumps(lines(folder, source, target, int(processes))))
        return
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
