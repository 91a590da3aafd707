"""Writes the docstrings of the built module into its stubs, where editors look for them.

    python stubs.py

They are those of the Rust code: nobody writes them twice, and `tests/test_docs.py` compares them.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path

STUBS = Path(__file__).parent / "python" / "demold" / "_demold.pyi"


def documented(stubs: str) -> str:
    """The stubs with the docstrings that the module has, and no others."""
    from demold import _demold

    lines: list[str] = []
    owner: object = _demold
    name = ""
    for line in undocumented(stubs).splitlines():
        if found := re.match(r"class (\w+)", line):
            name, owner = found[1], _demold
        elif found := re.match(r"( *)def (\w+)", line):
            name = found[2]
            owner = owner if found[1] else _demold
        is_class = line.startswith("class ")
        if is_class or line.endswith(": ..."):
            doc = None if name[0] == "_" else inspect.getdoc(explained(owner, name))
            if doc:
                line = line.removesuffix(" ...")
                indent = " " * (4 if is_class or not isinstance(owner, type) else 8)
                line += "\n" + quoted(doc, indent)
        if is_class:
            owner = getattr(_demold, name)
        lines.append(line)
    return "\n".join(lines) + "\n"


def explained(owner: object, name: str) -> object:
    """What has the docstring: a property is itself, and a static method what it holds."""
    found = inspect.getattr_static(owner, name)
    return getattr(owner, name) if isinstance(found, staticmethod) else found


def undocumented(stubs: str) -> str:
    """The stubs without docstrings."""
    of_functions = re.compile(r'(^ *(?:def|\)).*:)\n +"""(?:[^"]|"(?!""))*"""', re.M)
    of_classes = re.compile(r'(^class .*:)\n +"""(?:[^"]|"(?!""))*"""(\n\n(?! )|\n\Z)?', re.M)
    stubs = of_functions.sub(r"\1 ...", stubs)
    # A class of which nothing is left but its head.
    return of_classes.sub(lambda found: found[1] + (f" ...{found[2]}" if found[2] else ""), stubs)


def quoted(doc: str, indent: str) -> str:
    lines = doc.strip().replace("\\", "\\\\").splitlines()
    if len(lines) == 1:
        return f'{indent}"""{lines[0]}"""'
    first, *others = lines
    return "\n".join(
        [f'{indent}"""{first}', *(indent + line if line else "" for line in others), f'{indent}"""']
    )


if __name__ == "__main__":
    STUBS.write_text(documented(STUBS.read_text()))
