"""Folders, the fixed day, and the table of sites (sites.csv)."""

import csv
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

FARM = Path(__file__).resolve().parent.parent
# Packages, text pools and the state of programs.
WORK = Path(os.environ.get("FARM_WORK", "target/farm/work")).resolve()
# A folder for each collection, and in it a folder for each site.
OUT = Path(os.environ.get("FARM_OUT", "target/farm/out")).resolve()

# All dates are relative to this day, so that the same packages give the same pages.
TODAY = datetime(2026, 11, 30)


@dataclass(frozen=True)
class Site:
    """A row of sites.csv."""

    collection: str
    group: str  # the script that makes the site, without its extension
    name: str
    domain: str  # one for each template
    language: str
    variant: str  # template, theme or program; its meaning depends on the group
    seed: str  # of the random numbers
    share: int  # which part of the text pool of its language the site takes, counted from 0

    @property
    def folder(self) -> Path:
        """Where the finished site lies."""
        return OUT / self.collection / f"farm__{self.name}.{self.domain}"

    @property
    def host(self) -> str:
        """The host name that programs are told."""
        return f"{self.name}.{self.domain.removesuffix('.com')}.org"

    def state_folder(self) -> Path:
        """The folder for databases and files of the program that renders the site."""
        return WORK / "run" / f"{self.group}-{self.name}"


def read_sites() -> list[Site]:
    """All sites, in the order of the table."""
    with open(FARM / "sites.csv", encoding="utf-8", newline="") as file:
        return [Site(**{**row, "share": int(row["share"])}) for row in csv.DictReader(file)]


def sites_of_group(group: str) -> dict[str, Site]:
    """The sites of a group by name."""
    return {site.name: site for site in read_sites() if site.group == group}
