"""Every option of trafilatura's command has its row in the documentation."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import demold
import pytest
from demold import _trafilatura

DOCS = Path(__file__).parents[3] / "docs" / "from-trafilatura.md"


def test_every_option_of_its_command_has_a_row() -> None:
    command = [str(Path(sys.executable).parent / "trafilatura"), "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    theirs = set(re.findall(r"(?<![\w-])--[a-zA-Z][\w-]*", shown)) - {"--help"}
    _, table = DOCS.read_text("utf-8").split("## At the command line")
    rows = [row.split(" | ")[0] for row in table.splitlines() if row.startswith("| `")]
    ours = set(re.findall(r"--[a-zA-Z][\w-]*", " ".join(rows)))
    # They are named by their short forms.
    ours |= {"--URL", "--input-file"}
    assert len(theirs) > 30 and theirs - ours == set()
    assert ours - theirs == set(), "it has no such option"


def test_functions_of_trafilatura_name_ours() -> None:
    for name, ours in _trafilatura.NAMES.items():
        with pytest.raises(ImportError, match="which is trafilatura's"):
            getattr(demold, name)
        with pytest.raises(ImportError, match=re.escape(ours)):
            exec(f"from demold import {name}")
    for name in ("bare_extraction", "fetch_url", "html2txt", "baseline"):
        assert name in _trafilatura.NAMES
    with pytest.raises(AttributeError, match="has no attribute 'moon'"):
        getattr(demold, "moon")
    assert not hasattr(demold, "moon")
