"""Labels of user interfaces in ten languages (labels.csv)."""

import csv

from kit.settings import FARM


def read_labels(language: str) -> dict[str, str]:
    """English label to label in the language; a language that the table lacks gets English."""
    with open(FARM / "kit" / "labels.csv", encoding="utf-8", newline="") as file:
        return {row["en"]: row.get(language, row["en"]) for row in csv.DictReader(file)}
