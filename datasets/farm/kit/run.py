"""Runs a group: makes its sites, or those named on the command line."""

import sys
import traceback
from collections.abc import Callable

from kit.settings import Site, sites_of_group


def chosen_sites(group: str) -> list[Site]:
    """The sites of the group that the command line names; all but the spare ones if it names none."""
    sites = sites_of_group(group)
    names = sys.argv[1:]
    unknown = [name for name in names if name not in sites]
    if unknown:
        sys.exit(f"not in {group}: {', '.join(unknown)}")
    if names:
        return [sites[name] for name in names]
    return [site for site in sites.values() if not site.collection.endswith("-spare")]


def run_group(group: str, make_site: Callable[[Site], None]) -> None:
    """Makes the chosen sites one after the other; one that fails does not stop the others."""
    failed = []
    for site in chosen_sites(group):
        try:
            make_site(site)
        except Exception:  # noqa: BLE001 - whatever is wrong with one site
            traceback.print_exc()
            failed.append(site.name)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def the_site(group: str) -> Site:
    """The one site that the command line names, for programs that can be set up only once in a process."""
    sites = chosen_sites(group)
    if len(sites) != 1:
        sys.exit(f"usage: {group}.py NAME")
    return sites[0]
