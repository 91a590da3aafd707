"""What the documentation says."""

from __future__ import annotations

import doctest
import inspect

import demold


def test_the_example_runs() -> None:
    assert doctest.testmod(demold).attempted == 5
    assert doctest.testmod(demold).failed == 0


def test_everything_public_is_explained() -> None:
    for name in demold.__all__:
        thing = getattr(demold, name)
        if inspect.isroutine(thing) or inspect.isclass(thing):
            assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert inspect.getdoc(value), f"{name}.{member}"
