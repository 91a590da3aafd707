"""Forum, tickets and timelines of a Fossil 2.21 repository, rendered by its CGI.

fossil_forum.py [NAME ...]

The forum has no import; posts and tickets are written as artifacts of the repository, in the format of Fossil's manual
(fileformat.wiki).
"""

import hashlib
import re
from datetime import timedelta
from pathlib import Path

from kit.content import Content
from kit.marks import mark, parse
from kit.programs import cgi_variables, new_state_folder, own_environment, run, without_headers
from kit.run import run_group
from kit.settings import Site
from kit.writing import BY_SELECTORS, About, write_site

SETUP_SQL = """
update user set cap='hijorwz234';
update user set cap='hjorz234' where login in ('nobody', 'anonymous');
insert or replace into config(name, value, mtime) values
    ('project-name', '{name}', now()), ('timeline-max-comments', '30', now()), ('skin:none', '', now()),
    ('default-skin', '{skin}', now()), ('index-page', '/forum', now()), ('forum-close-policy', '0', now());
"""
N_TICKETS = 10


def timestamp(time) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S")


def escaped(text: str) -> str:
    """A text as the value of a card."""
    return text.replace("\\", "\\\\").replace(" ", "\\s").replace("\n", "\\n")


def artifact(cards: list[str]) -> tuple[bytes, str]:
    """The artifact of these cards, and its name."""
    data = "".join(card + "\n" for card in cards).encode("utf-8")
    data += f"Z {hashlib.md5(data).hexdigest()}\n".encode()
    return data, hashlib.sha3_256(data).hexdigest()


def thread_artifacts(topic: dict, users: list[str], content: Content) -> tuple[list[bytes], str]:
    """The artifacts of a thread, and the name of the first."""
    rng = content.r
    artifacts, names = [], []
    for post in topic["posts"]:
        text = "\n\n".join(post["text"]).replace("<", "‹").replace("[", "(").replace("]", ")")
        user = rng.choice(users)
        cards = [f"D {timestamp(post['when'])}"]
        if names:
            cards += [f"G {names[0]}", f"I {rng.choice(names)}"]
        else:
            cards += [f"H {escaped(topic['title'][:120])}"]
        cards += ["N text/x-markdown", f"U {user}", f"W {len(text.encode())}\n{text}"]
        data, name = artifact(cards)
        artifacts.append(data)
        names.append(name)
    return artifacts, names[0]


def ticket_artifacts(number: str, users: list[str], content: Content) -> list[bytes]:
    """A ticket and the comments on it."""
    rng = content.r
    when = content.when()
    fields = dict(
        title=content.title()[:100],
        type=rng.choice(["Code_Defect", "Feature_Request", "Documentation"]),
        status=rng.choice(["Open", "Fixed", "Closed"]),
        severity=rng.choice(["Minor", "Important", "Severe"]),
        priority=rng.choice(["Low", "High", "Medium"]),
        subsystem=content.label(),
        foundin=f"{rng.randint(0, 4)}.{rng.randint(0, 20)}",
        comment=content.text(260),
        resolution="Open",
    )
    cards = [f"D {timestamp(when)}"]
    cards += [f"J {key} {escaped(value)}" for key, value in sorted(fields.items())]
    cards += [f"K {number}", f"U {rng.choice(users)}"]
    artifacts = [artifact(cards)[0]]
    for _ in range(rng.choice([0, 1, 2, 4])):
        when += timedelta(hours=rng.randint(2, 600))
        user = rng.choice(users)
        cards = [
            f"D {timestamp(when)}",
            f"J icomment {escaped(content.text(rng.choice([100, 220, 400])))}",
            f"J login {user}",
            "J mimetype text/plain",
            f"K {number}",
            f"U {user}",
        ]
        artifacts.append(artifact(cards)[0])
    return artifacts


def make_repository(site: Site, folder: Path, env: dict, content: Content) -> tuple[list[str], list[str]]:
    """Fills a repository. Returns the names of the threads and of the tickets."""
    repository = folder / "site.fossil"

    def fossil(*arguments, cwd=folder):
        return run("fossil", *arguments, env=env, cwd=cwd)

    fossil("init", repository, "--admin-user", "admin")
    users = [re.sub(r"\W", "", nick) for nick in content.nicks[:10]]
    for user in users:
        fossil("user", "new", user, user + "@example.org", "pw", "-R", repository)
    name = content.company.replace("'", "")
    fossil("sql", "-R", repository, SETUP_SQL.format(name=name, skin=site.variant))
    artifacts, threads, tickets = [], [], []
    for topic in content.topics(16):
        added, thread = thread_artifacts(topic, users, content)
        artifacts += added
        threads.append(thread)
    for i in range(N_TICKETS):
        number = hashlib.sha1(f"{site.name}{i}".encode()).hexdigest()
        artifacts += ticket_artifacts(number, users, content)
        tickets.append(number)
    checkout = folder / "checkout"
    checkout.mkdir()
    fossil("open", repository, "-f", "--user", "admin", cwd=checkout)
    for data in artifacts:
        (folder / "artifact").write_bytes(data)
        fossil("test-content-put", folder / "artifact", cwd=checkout)
    fossil("rebuild", repository)
    return threads, tickets


def marked(html: str, kind: str):
    page = parse(html)
    if kind == "thread":
        links = 'xpath://h3[contains(@class,"forumPostHdr")]/a[contains(.,"source") or contains(.,"link")]'
        return mark(page, [".forumTime"], ["form", links])
    if kind == "record":
        return mark(page, [".content > table"], ["form", ".submenu"])
    return mark(
        page,
        ["table.timelineTable", ".forumPosts", "div.forumPosts table", ".content h1", ".fileage"],
        ["form", ".timelineHistDsp", ".timelineGraph", ".content > h1:first-child"],
    )


def make_site(site: Site) -> None:
    folder = new_state_folder(site)
    env = own_environment(folder, USER="admin")
    content = Content(site)
    threads, tickets = make_repository(site, folder, env, content)
    script = folder / "site.cgi"
    script.write_text(f"#!/usr/bin/fossil\nrepository: {folder}/site.fossil\nskin: {site.variant}\n", "utf-8")

    def get(path, query=""):
        variables = cgi_variables(site.host, "/" + path, query, script="/cgi")
        return without_headers(run("fossil", "cgi", script, env=dict(env, **variables), cwd=folder))

    pages = [(f"forumpost/{name[:12]}", get("forumpost/" + name), "thread") for name in threads]
    pages += [(f"tktview/{number[:10]}", get("tktview/" + number), "record") for number in tickets]
    pages.append(("forum", get("forum"), "list"))
    for query in ("y=f&n=30", "y=t&n=30"):
        pages.append((f"timeline-{query}", get("timeline", query), "list"))
    about = About("Fossil 2.21", "forum", site.variant, gold=BY_SELECTORS)
    write_site(site, about, [(path, marked(html, kind), kind) for path, html, kind in pages])


if __name__ == "__main__":
    run_group("fossil_forum", make_site)
