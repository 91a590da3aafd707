"""Templates in files, in bytes and in pickles."""

from __future__ import annotations

import copy
import os
import pickle
import stat
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import demold
import pytest
from conftest import STORIES, UNSEEN


@pytest.fixture
def template(pages: list[bytes]) -> demold.Template:
    return demold.learn(pages)


def same(one: demold.Template, other: demold.Template) -> bool:
    return one.to_bytes() == other.to_bytes() and one.clean(UNSEEN).html == other.clean(UNSEEN).html


def test_files_come_back(template: demold.Template, tmp_path: Path) -> None:
    paths: list[Path | str] = [tmp_path / "a.demold.json", str(tmp_path / "b.json")]
    for path in paths:
        template.save(path)
        assert same(demold.Template.load(path), template)
        assert Path(path).read_bytes() == template.to_bytes()
    # Nothing is left lying around, and others may read it.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.demold.json", "b.json"]
    if os.name == "posix":
        umask = os.umask(0)
        os.umask(umask)
        assert stat.S_IMODE((tmp_path / "b.json").stat().st_mode) == 0o666 & ~umask


def test_bytes_and_pickles_come_back(template: demold.Template) -> None:
    assert same(demold.Template.from_bytes(template.to_bytes()), template)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert same(pickle.loads(pickle.dumps(template, protocol)), template)
    assert same(copy.deepcopy(template), template)


def text(template: demold.Template, source: bytes) -> str:
    return template.clean(source).text


def test_other_processes_can_use_it(template: demold.Template, pages: list[bytes]) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(text, [template] * 3, pages)) == STORIES


def test_files_that_fail_are_named(template: demold.Template, tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "x.json"
    with pytest.raises(FileNotFoundError) as caught:
        demold.Template.load(missing)
    assert caught.value.filename == str(missing)
    assert caught.value.strerror == "No such file or directory"
    with pytest.raises(FileNotFoundError):
        template.save(missing)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{}", "this is not a template: it lacks the line"),
        (b"{", "the template is damaged: EOF"),
        (b"\xff", "the template is damaged: byte 0 is not UTF-8 text"),
        (b'{"format": "demold template", "version": 99}', "the template is of version 99"),
    ],
)
def test_what_is_no_template_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(demold.Error, match=message):
        demold.Template.from_bytes(data)
