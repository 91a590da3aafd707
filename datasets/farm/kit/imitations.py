"""Sites of farm3: each is a function that builds the content of its pages, declared with `@site`."""

import re
from collections.abc import Callable

from kit.content import Content
from kit.run import run_group
from kit.settings import Site
from kit.templates import load_template
from kit.writing import IMITATED, About, Finish, write_site

MAKERS: dict[str, tuple[Callable[[Content], list], About, Finish]] = {}


def site(software: str, kind: str, links: str = "/{s}/"):
    """Declares the function below as the maker of the site of its name.

    `links` is the pattern of addresses: {s} the text of the link as a slug, {h} its digest, {n} a number, {y} and {m} a
    year and a month.
    """

    def declare(make_pages: Callable[[Content], list]):
        finish = Finish(min_gold_words=8, split_pre=True, links=links, space_inline=True)
        MAKERS[make_pages.__name__] = (make_pages, About(software, kind, note=IMITATED), finish)
        return make_pages

    return declare


def make_site(row: Site) -> None:
    make_pages, about, finish = MAKERS[row.name]
    about.theme = row.domain.removesuffix(".com")
    write_site(row, about, make_pages(Content(row)), finish)


def run(group: str) -> None:
    run_group(group, make_site)


def render_pages(template: str, pages: list[dict], content: Content, path: str = "{i}", **values) -> list[tuple]:
    """Renders a page for each dictionary, which the template knows as `a`.

    In the path, {i} is the number of the page and {s} its title as a slug. The key `kind` is the kind of a page.
    """
    loaded = load_template(template, trim_blocks=True)
    rendered = []
    for i, page in enumerate(pages):
        slug = re.sub(r"[^a-z0-9]+", "-", str(page.get("title", i)).lower()).strip("-") or i
        html = loaded.render(
            a=page,
            c=content,
            r=content.r,
            d=content.date,
            i=i,
            hm=lambda time: time.strftime("%H:%M"),
            last=len(pages),
            docs=pages,
            **values,
        )
        kind = [page["kind"]] if page.get("kind") else []
        rendered.append((path.format(i=i + 1, s=slug), html, *kind))
    return rendered
