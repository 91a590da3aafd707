"""Records, result lists, archives and portals, by templates of our own after common patterns.

records.py [NAME ...]

The labels of a record are gold with its values. Facets, sorting, pagination, related entries and forms are template.
"""

import re

from kit.content import Content
from kit.marks import parse
from kit.refill import add_cookie_notice
from kit.run import run_group
from kit.settings import Site
from kit.templates import load_template
from kit.writing import OWN_TEMPLATE, About, write_site

PROGRAMS = dict(
    events="The Events Calendar (imitated)",
    library="VuFind (imitated)",
    jobs="job board (invented)",
    classified="classifieds (imitated)",
    staff="Drupal staff directory (imitated)",
    package="PyPI warehouse (imitated)",
    serp="search engine (imitated)",
    portal="news portal, div soup (invented)",
    gov="USWDS service portal (imitated)",
    archive="old table site (invented)",
)
SITE_KINDS = dict(events="event", serp="list", portal="portal", gov="portal", archive="archive")
WITH_NOTICE = ("events", "jobs", "classified", "portal", "serp", "staff")
# These consist of lists, whose entries have no pages of their own.
LISTS_ONLY = ("serp", "portal")
FACETS = ("Author", "Language", "Publisher", "Category", "Location", "Price")
N_RECORDS = 26
N_RECORD_PAGES = 14
N_LIST_PAGES = 5


def make_records(content: Content, n: int) -> list[dict]:
    """Records that serve as event, book, job, advertisement, person, package, search result or article."""
    rng, labels, faker = content.r, content.u, content.f
    records = []
    for i in range(n):
        when = content.when()
        author = content.person()
        fields = [
            (labels["Author"], author),
            (labels["Published"], content.date(when)),
            (labels["Publisher"], faker.company()),
            (labels["Language"], content.lang),
            (labels["Location"], faker.city()),
            (labels["Version"], f"{rng.randint(0, 9)}.{rng.randint(0, 30)}"),
            (labels["License"], rng.choice(["MIT", "GPL-3", "BSD", "CC BY-SA"])),
            (labels["Status"], content.label()),
            (content.title(2), content.short(50)),
            (content.title(2), faker.bothify("##?-###").upper()),
        ]
        records.append(
            dict(
                id=i + 1,
                title=content.title(),
                when=when,
                h=rng.randint(8, 19),
                cost=content.price(5, 3000) if rng.random() < 0.6 else None,
                body=content.paras_(1, 4),
                cat=rng.choice(content.cats),
                org=faker.company(),
                phone=faker.phone_number(),
                venue=content.title(3),
                addr=faker.address().replace("\n", ", "),
                city=faker.city(),
                author=author,
                person=faker.name(),
                mail=faker.email(),
                fields=rng.sample(fields, rng.randint(4, 8)),
                tags=rng.sample(content.tags, 3),
                call=faker.bothify("?? ### ?##").upper(),
                fmt=content.label(),
                teaser=content.text(rng.choice([90, 160])),
                n=rng.randint(3, 900),
                seller=content.nick(),
                since=content.when("-9y", "-6y"),
                h2=content.title(3),
                pubs=[
                    f"{content.title()}. {faker.company()}, {rng.randint(1995, 2025)}."
                    for _ in range(rng.randint(2, 7))
                ],
                slug=re.sub(r"[^a-z0-9]+", "-", faker.user_name().lower()),
                ver=f"{rng.randint(0, 9)}.{rng.randint(0, 30)}.{rng.randint(0, 9)}",
                host=faker.domain_name(),
                parts=[
                    (
                        content.title(4),
                        content.paras_(0 if k else 1, 2),
                        [content.short(90) for _ in range(rng.choice([0, 3, 5]))],
                    )
                    for k in range(rng.randint(2, 4))
                ],
            )
        )
    return records


def facet_value(facet: str, content: Content) -> str:
    if facet == "Author":
        return content.person()
    if facet == "Location":
        return content.f.city()
    return content.label()


def make_site(site: Site) -> None:
    content = Content(site)
    rng = content.r
    records = make_records(content, N_RECORDS)
    template = load_template(f"records/{site.variant}.html")
    facets = {facet: [(facet_value(facet, content), rng.randint(1, 80)) for _ in range(5)] for facet in FACETS}
    common = dict(
        c=content,
        u=content.u,
        d=content.date,
        m=content.money,
        lang=site.language,
        facets=facets,
        side=[content.short(60) for _ in range(3)],
        notice=content.text(110),
        slogan=content.short(60),
        ad=content.short(80),
        bannertext=content.text(130),
        today=content.date(),
        phone=content.f.phone_number(),
    )
    lists_only = site.variant in LISTS_ONLY
    pages = []
    for record in [] if lists_only else records[:N_RECORD_PAGES]:
        html = template.render(
            **common,
            x=record,
            cat=record["cat"],
            title=f"{record['title']} | {content.company}",
            rel=rng.sample([other for other in records if other is not record], rng.choice([3, 4, 5])),
            prev=rng.choice(records)["title"],
            nxt=rng.choice(records)["title"],
            past=rng.random() < 0.5,
        )
        pages.append((f"item/{record['id']}", html, "article" if site.variant in ("archive", "gov") else "record"))
    for i in range(10 if lists_only else N_LIST_PAGES):
        if lists_only:
            records = make_records(content, 22)
        listed = rng.sample(records, rng.randint(7, 14))
        category = content.title(3) if lists_only else content.cats[i % len(content.cats)]
        html = template.render(
            **common,
            x=None,
            cat=category,
            title=f"{category} | {content.company}",
            L=listed,
            rel=rng.sample(records, 5),
            intro=content.text(160),
            x2=content.title(3),
            ads=rng.random() < 0.6,
        )
        pages.append((f"list/{i + 1}", html, "portal" if site.variant in ("portal", "gov") else "list"))
    marked = []
    for path, html, kind in pages:
        page = parse(html)
        if site.variant in WITH_NOTICE:
            add_cookie_notice(page, content)
        marked.append((path, page, kind))
    kind = SITE_KINDS.get(site.variant, "record")
    write_site(site, About(PROGRAMS[site.variant], kind, site.variant, note=OWN_TEMPLATE), marked)


if __name__ == "__main__":
    run_group("records", make_site)
