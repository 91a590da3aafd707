"""Makes all sites of the farm, or those named.

make.py [--check] [NAME ...]

A name is that of a site, a group or a collection of sites.csv. Text pools that are missing are built first. Groups of
real programs run with the interpreter that has the program (FARM_WORK/venv-GROUP) and at the fixed day, by `faketime`.
With --check, only says what is missing.
"""

import os
import shutil
import subprocess
import sys
from itertools import groupby
from pathlib import Path

from kit.pools import build_pool
from kit.settings import FARM, TODAY, WORK, Site, read_sites

# These have an interpreter of their own, and make one site in a process.
OWN_INTERPRETER = ("pretalx_event", "hyperkitty_list", "spirit_forum", "searx_results")
REAL_PROGRAMS = ("fossil_forum", "lists", *OWN_INTERPRETER)
COMMANDS = dict(
    fossil_forum=["fossil"],
    lists=["mhonarc", "public-inbox-httpd", "git", "/usr/share/gitweb/gitweb.cgi", "/usr/lib/cgit/cgit.cgi"],
)


def chosen_sites(names: list[str]) -> list[Site]:
    """The sites that are named; a spare one only if it is itself, or its collection."""
    sites = read_sites()
    known = {name for site in sites for name in (site.name, site.group, site.collection)}
    for name in names:
        if name not in known:
            sys.exit(f"no site, group or collection: {name}")
    chosen = []
    for site in sites:
        is_spare = site.collection.endswith("-spare")
        is_named = site.name in names or site.collection in names
        if is_named or (not is_spare and (not names or site.group in names)):
            chosen.append(site)
    return chosen


def interpreter(group: str) -> Path:
    """The Python that has the packages of the group."""
    return WORK / f"venv-{group}" / "bin" / "python" if group in OWN_INTERPRETER else Path(sys.executable)


def missing_programs(group: str) -> list[str]:
    """What the group needs and cannot find."""
    needed = [*COMMANDS.get(group, []), str(interpreter(group))]
    if group in REAL_PROGRAMS:
        needed.append("faketime")
    return [command for command in needed if not shutil.which(command)]


def run_group(group: str, names: list[str]) -> bool:
    """Runs a group's script for the sites; says whether it succeeded."""
    command = [str(interpreter(group)), "-B", str(FARM / f"{group}.py")]
    # searx shows suggestions in the order of a set.
    env = dict(os.environ, PYTHONHASHSEED="0")
    if group in REAL_PROGRAMS:
        command = ["faketime", TODAY.strftime("%Y-%m-%d 12:00:00"), *command]
        # Lock files need the true times of files.
        env.update(NO_FAKE_STAT="1")
    calls = [[name] for name in names] if group in OWN_INTERPRETER else [names]
    # All are run, even if one fails.
    exit_codes = [subprocess.run(command + call, env=env, check=False).returncode for call in calls]
    return not any(exit_codes)


def main() -> None:
    arguments = sys.argv[1:]
    only_check = "--check" in arguments
    sites = chosen_sites([argument for argument in arguments if argument != "--check"])
    groups = {group: [site.name for site in members] for group, members in groupby(sites, lambda site: site.group)}
    missing = {group: programs for group in groups if (programs := missing_programs(group))}
    for group, programs in missing.items():
        print(f"{group}: not found: {', '.join(programs)}", file=sys.stderr)
    if only_check:
        sys.exit(bool(missing))
    for language in sorted({site.language for site in sites}):
        if not (WORK / "pool" / f"{language}.json").exists():
            build_pool(language)
    failed = [group for group, names in groups.items() if group in missing or not run_group(group, names)]
    if failed:
        sys.exit(f"not all sites were made: {', '.join(failed)}")


if __name__ == "__main__":
    main()
