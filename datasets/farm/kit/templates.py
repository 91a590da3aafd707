"""Loads templates/GROUP/NAME.html (Jinja)."""

import functools

from jinja2 import Environment, FileSystemLoader, Template

from kit.settings import FARM


@functools.cache
def environment(trim_blocks: bool) -> Environment:
    return Environment(loader=FileSystemLoader(FARM / "templates"), autoescape=True, trim_blocks=trim_blocks)


def load_template(name: str, trim_blocks: bool = False) -> Template:
    """The template of that path below `templates`; with `trim_blocks`, a line break after a block tag is left out."""
    return environment(trim_blocks).get_template(name)
