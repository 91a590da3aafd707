"""What Python costs: learning and cleaning, beside the same in Rust.

    python bench/overhead.py [FOLDER]

Measures on the files of the folder, or on generated pages, on one thread.
Both sides take turns, and the best of each counts. Needs cargo, and the
package installed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import demold

ROUNDS = 9
HERE = Path(__file__).resolve().parent.parent


def cargo(*arguments: str) -> str:
    command = ["cargo", "run", "--quiet", "--release", "--package", "demold-python"]
    command += ["--example", "overhead", "--", *arguments]
    return subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True).stdout


def in_rust(folder: Path) -> tuple[float, float]:
    learning, cleaning = map(float, cargo("measure", str(folder)).split())
    return learning, cleaning


def in_python(pages: list[bytes]) -> tuple[float, float]:
    start = time.perf_counter()
    template = demold.learn(pages, threads=1)
    learned = time.perf_counter()
    for page in pages:
        cleaned = template.clean(page)
        cleaned.text
        len(cleaned.html)
    return learned - start, time.perf_counter() - learned


def compare(folder: Path) -> None:
    pages = [path.read_bytes() for path in sorted(folder.iterdir())]
    rust, python = [], []
    for _ in range(ROUNDS):
        rust.append(in_rust(folder))
        python.append(in_python(pages))
    megabytes = sum(map(len, pages)) / 1e6
    print(f"{len(pages)} pages, {megabytes:.1f} MB, one thread, best of {ROUNDS}")
    for nth, name in enumerate(["learn", "clean, to text and HTML"]):
        theirs = min(seconds[nth] for seconds in rust)
        ours = min(seconds[nth] for seconds in python)
        print(
            f"{name}: Rust {theirs:.3f} s, Python {ours:.3f} s, "
            f"overhead {100 * (ours / theirs - 1):+.1f} %"
        )


def main() -> None:
    if len(sys.argv) == 2:
        compare(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            cargo("write", folder)
            compare(Path(folder))


if __name__ == "__main__":
    main()
