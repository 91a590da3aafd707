"""Forums, question sites and comment trees, by templates written after the markup of well-known programs.

forums.py [NAME ...]

Gold of a thread are subject, author, date, text and quotes of each post; of a board its title and description, and
subject, author and date of its topics. Neutral are member panels, signatures, tags, edit notes and counts; the rest is
template.
"""

from kit.content import Content
from kit.marks import parse
from kit.refill import add_cookie_notice
from kit.run import run_group
from kit.settings import Site
from kit.templates import load_template
from kit.writing import IMITATED, About, write_site

PROGRAMS = dict(
    phpbb="phpBB prosilver (imitated)",
    xf="XenForo 2 (imitated)",
    vb="vBulletin 4 (imitated)",
    smf="SMF 2.1 (imitated)",
    disc="Discourse, crawler view (imitated)",
    stack="Stack Exchange (imitated)",
    nested="old Reddit (imitated)",
    mybb="MyBB (imitated)",
)
WITH_NOTICE = ("xf", "stack", "phpbb", "disc")
N_TOPICS = 24
N_TOPIC_PAGES = 15
N_BOARD_PAGES = 4


def comments_of(topic: dict, content: Content) -> dict[int, list[dict]]:
    """Comments on the posts of a topic, by the number of the post; question sites show them."""
    rng = content.r
    return {
        post["id"]: [
            dict(
                t=content.text(rng.choice([60, 120, 200])),
                who=content.nick(),
                when=content.when("-2y"),
                v=rng.randint(0, 9),
            )
            for _ in range(rng.choice([0, 0, 1, 2, 4]))
        ]
        for post in topic["posts"]
    }


def make_site(site: Site) -> None:
    content = Content(site)
    rng = content.r
    topics = content.topics(N_TOPICS)
    template = load_template(f"forums/{site.variant}.html")
    fixed = dict(
        c=content,
        u=content.u,
        d=content.date,
        lang=site.language,
        slogan=content.short(50),
        notice=content.text(120),
        p_now=content.date(style=2) + ", 10:12",
        ad=content.short(90),
        side=[content.text(90), content.text(60), content.short(70)],
    )

    def common():
        return dict(fixed, online=", ".join(rng.sample(content.nicks, min(4, len(content.nicks)))))

    is_forum = site.variant != "stack"
    pages = []
    for topic in topics[:N_TOPIC_PAGES]:
        comments = comments_of(topic, content)
        html = template.render(
            **common(),
            t=topic,
            cat=topic["cat"],
            title=f"{topic['title']} - {content.company}",
            sim=rng.sample([other for other in topics if other is not topic], rng.choice([3, 5])),
            cm=comments,
        )
        pages.append((f"t/{topic['id']}", html, "thread" if is_forum else "question"))
    for i, category in enumerate(content.cats[:N_BOARD_PAGES]):
        listed = [topic for topic in topics if topic["cat"] == category]
        rest = [topic for topic in topics if topic not in listed]
        listed = listed + rng.sample(rest, rng.randint(4, min(12, len(rest))))
        html = template.render(
            **common(),
            t=None,
            cat=category,
            title=f"{category} - {content.company}",
            L=listed,
            intro=content.text(120) if rng.random() < 0.6 else "",
            sim=rng.sample(topics, 3),
            cm={},
        )
        pages.append((f"f/{i + 1}", html, "list"))
    marked = []
    for path, html, kind in pages:
        page = parse(html)
        if site.variant in WITH_NOTICE and site.language != "en":
            add_cookie_notice(page, content)
        marked.append((path, page, kind))
    kind = "forum" if is_forum else "qa"
    write_site(site, About(PROGRAMS[site.variant], kind, site.variant, note=IMITATED), marked)


if __name__ == "__main__":
    run_group("forums", make_site)
