"""Mailing list archives by MHonArc and public-inbox, and repositories by gitweb and cgit.

lists.py [NAME ...]

The programs are those of Debian; they run as commands or by CGI, and public-inbox as a server on a local port.
"""

import re
import socket
import subprocess
import textwrap
import time
import urllib.parse
import urllib.request
from datetime import timedelta
from pathlib import Path

from kit.content import Content
from kit.marks import mark, parse, select
from kit.programs import (
    cgi_variables,
    make_mail,
    new_state_folder,
    own_environment,
    people_of,
    run,
    without_headers,
)
from kit.run import run_group
from kit.settings import Site
from kit.writing import BY_SELECTORS, About, write_site

# Mails


def mails_of(topics: list[dict], site: Site, content: Content) -> list:
    """The mails of the threads, in their order."""
    people = people_of(content)
    mails = []
    for topic in topics:
        numbers = []
        for i, post in enumerate(topic["posts"]):
            number = f"<{post['id']}.{site.name}@example.net>"
            answered = content.r.choice(numbers) if i else None
            subject = (("Re: " if i else "") + topic["title"])[:90]
            mail = make_mail(post, people[post["who"]], subject, number, answered)
            mail["To"] = f"{site.name}@lists.example.org"
            mail.set_content(mail_text(post), cte="8bit")
            numbers.append(number)
            mails.append(mail)
    return mails


def mail_text(post: dict) -> str:
    """Quote, paragraphs and signature."""
    text = f"{post['quote'][0]} wrote:\n> {post['quote'][1]}\n\n" if post["quote"] else ""
    text += "\n\n".join(textwrap.fill(paragraph, 76) for paragraph in post["text"]) + "\n"
    if post["sig"]:
        text += f"\n-- \n{post['sig']}\n"
    return text


# MHonArc

MHONARC_SETTINGS = """<TITLE>
{title}
</TITLE>
<TTITLE>
{thread_title}
</TTITLE>
<TEXTENCODE>
utf-8; MHonArc::UTF8::to_utf8; MHonArc/UTF8.pm
</TEXTENCODE>
<MULTIPG>
<IDXSIZE>
14
</IDXSIZE>
"""
# Comments by which MHonArc tells the parts of a message that are gold.
MHONARC_PARTS = [
    ("<!--X-Subject-Header-Begin-->", "<!--X-Subject-Header-End-->"),
    ("<!--X-Head-of-Message-->", "<!--X-Head-of-Message-End-->"),
    ("<!--X-Body-of-Message-->", "<!--X-Body-of-Message-End-->"),
]


def make_mhonarc(site: Site) -> None:
    folder = new_state_folder(site)
    content = Content(site)
    topics = content.topics(9)
    with open(folder / "box", "wb") as file:
        separator = b"From x@example.net Mon Jan  1 00:00:00 2024\n"
        file.writelines(separator + mail.as_bytes() + b"\n" for mail in mails_of(topics, site, content))
    out = folder / "out"
    out.mkdir()
    settings = MHONARC_SETTINGS.format(
        title=f"{content.company}: {content.title(3)}", thread_title=f"{content.company}: {content.title(3)}"
    )
    (folder / "settings").write_text(settings, "utf-8")
    options = ("-rcfile", folder / "settings", "-outdir", out, "-quiet", "-multipg")
    run("mhonarc", *options, folder / "box", env=own_environment(folder))
    messages, indexes = [], []
    files = sorted(out.glob("*.html"))
    content.r.shuffle(files)
    for path in files:
        html = path.read_text("utf-8", "replace")
        if path.name.startswith("msg"):
            for begin, end in MHONARC_PARTS:
                html = html.replace(begin, begin + '<div data-g="g">').replace(end, "</div>" + end)
            messages.append((path.name, parse(html), "thread"))
        else:
            page = mark(parse(html), ["body > h1", "body > ul"], ['xpath://ul[.//a[contains(.,"Next")]]'])
            indexes.append((path.name, page, "list"))
    about = About("MHonArc 2.6", "forum", gold="comments of MHonArc that tell the message's parts")
    write_site(site, about, messages[:16] + indexes[:6])


# public-inbox

INBOX_TEMPLATE_TEXT = re.compile(
    "Thread overview|end of thread|public-inbox|This is an? (public )?inbox|Be sure your reply|Reply instructions"
)
INBOX_TEMPLATE_LINKS = (
    'xpath://a[contains(.,"flat") or contains(.,"nested") or normalize-space(.)="raw" or normalize-space(.)="reply" or '
    'contains(.,"permalink") or contains(.,"messages in thread") or contains(.,"more repl")]'
)


def fill_inbox(topics: list[dict], site: Site, content: Content, folder: Path, env: dict) -> None:
    """Makes an inbox and delivers the mails to it."""
    address = f"{site.name}@lists.example.org"
    (folder / ".public-inbox").mkdir()
    run("git", "config", "-f", folder / ".public-inbox/config", "publicinboxmda.spamcheck", "none", env=env)
    url = f"https://{site.host}/{site.name}"
    run("public-inbox-init", "-V2", site.name, folder / "box", url, address, env=env)
    for mail in mails_of(topics, site, content):
        mail["List-Id"] = f"<{site.name}.lists.example.org>"
        deliver_env = dict(env, ORIGINAL_RECIPIENT=address)
        run("public-inbox-mda", "--no-precheck", input=mail.as_bytes(), env=deliver_env)
    run("public-inbox-index", folder / "box", env=env)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def wait_for_server(port: int) -> None:
    for _ in range(150):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"no server on port {port}")


def make_inbox(site: Site) -> None:
    folder = new_state_folder(site)
    content = Content(site)
    topics = content.topics(14)
    env = own_environment(folder)
    fill_inbox(topics, site, content, folder, env)
    port = free_port()

    def get(path):
        request = urllib.request.Request(f"http://127.0.0.1:{port}/{site.name}/{path}", headers={"Host": site.host})
        return urllib.request.urlopen(request, timeout=30).read().decode("utf-8", "replace")

    pages = []
    command = ["public-inbox-httpd", "-l", f"127.0.0.1:{port}", "-W0"]
    server = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for_server(port)
        for topic in topics:
            first = topic["posts"][0]["id"]
            pages.append((f"t{topic['id']}", get(f"{first}.{site.name}@example.net/T/"), "thread"))
        for topic in topics[:5]:
            last = topic["posts"][-1]["id"]
            pages.append((f"m{topic['id']}", get(f"{last}.{site.name}@example.net/"), "thread"))
        pages.append(("index", get(""), "list"))
        pages.append(("search", get("?q=" + urllib.parse.quote(content.tags[0])), "list"))
    finally:
        server.terminate()
        server.wait()
    marked = [(path, mark_inbox_page(html), kind) for path, html, kind in pages]
    write_site(site, About("public-inbox 1.9", "forum", gold=BY_SELECTORS), marked)


def mark_inbox_page(html: str):
    """Marks each block of text by what it says; the program gives blocks no classes."""
    page = parse(html)
    for block in select(page, "body > pre"):
        block.set("data-g", "x" if INBOX_TEMPLATE_TEXT.search(block.text_content()) else "g")
    return mark(page, template=["form", INBOX_TEMPLATE_LINKS])


# Repositories

GITWEB = Path("/usr/share/gitweb/gitweb.cgi")
GITWEB_SETTINGS = (
    '$projectroot = "{folder}"; $site_name = "{name}"; @stylesheets = ("gitweb.css"); '
    '$feature{{"pathinfo"}}{{"default"}} = [0];\n'
)
GITWEB_GOLD = (
    ".title|.title_text|.page_body|.list_head|.diff_tree|.patchset|table.shortlog|table.tags|table.heads|"
    "table.projects_list|table.tree|.log_body|.header"
).split("|")
GITWEB_TEMPLATE = "td.link|.page_nav|.page_header|.page_footer|div.log_link|form|.ctags".split("|")
CGIT = Path("/usr/lib/cgit/cgit.cgi")
CGIT_SETTINGS = """virtual-root=/
root-title={name}
root-desc={description}
enable-index-owner=1
enable-log-filecount=1
repo.url=proj
repo.path={folder}/proj/.git
repo.desc={project}
repo.owner={owner}
"""
CGIT_TEMPLATE = ["form", ".path", "div.cgit-panel", ".pager", "xpath://td/form", ".diffstat-header a"]


def make_repository(folder: Path, content: Content, env: dict) -> tuple[list[str], list[str], list]:
    """A repository of text files in folder/proj. Returns its commits, the newest first, its files and its authors."""
    rng = content.r
    repository = folder / "proj"
    repository.mkdir()
    authors = [(content.f.name(), content.nick() + "@example.net") for _ in range(6)]

    def git(*arguments, **variables):
        return run("git", *arguments, cwd=repository, env=dict(env, **variables)).decode()

    git("init", "-q", "-b", "main")
    when = content.when("-3y", "-1y")
    suffixes = (".txt", ".md", ".txt", ".rst", ".txt")
    files = [re.sub(r"[^a-z0-9]+", "_", content.f.user_name().lower()) + suffix for suffix in suffixes]
    for i in range(28):
        change_file(repository / rng.choice(files), content)
        name, address = rng.choice(authors)
        when += timedelta(hours=rng.randint(3, 300))
        date = when.strftime("%Y-%m-%dT%H:%M:%S+0000")
        message = content.title() + "\n\n" + textwrap.fill(content.text(rng.choice([60, 150, 260])), 72)
        git("add", "-A")
        git(
            "commit",
            "-q",
            "-m",
            message,
            GIT_AUTHOR_NAME=name,
            GIT_AUTHOR_EMAIL=address,
            GIT_COMMITTER_NAME=name,
            GIT_COMMITTER_EMAIL=address,
            GIT_AUTHOR_DATE=date,
            GIT_COMMITTER_DATE=date,
        )
        if i % 9 == 5:
            git("tag", f"v{i // 9}.{i}")
    (repository / ".git/description").write_text(content.short(60) + "\n", "utf-8")
    return git("log", "--format=%H").split(), files, authors


def change_file(path: Path, content: Content) -> None:
    """Adds a paragraph, and sometimes takes one away."""
    rng = content.r
    paragraphs = path.read_text("utf-8").split("\n\n") if path.exists() else []
    paragraphs.insert(rng.randint(0, len(paragraphs)), content.text(rng.choice([120, 260])))
    if len(paragraphs) > 4 and rng.random() < 0.4:
        paragraphs.pop(rng.randrange(len(paragraphs)))
    filled = (textwrap.fill(" ".join(paragraph.split()), 76) for paragraph in paragraphs)
    path.write_text("\n\n".join(filled) + "\n", "utf-8")


def make_gitweb(site: Site) -> None:
    folder = new_state_folder(site)
    content = Content(site)
    env = own_environment(folder)
    commits, _, _ = make_repository(folder, content, env)
    settings = folder / "gitweb.conf"
    settings.write_text(GITWEB_SETTINGS.format(folder=folder, name=content.company), "utf-8")

    def get(query):
        variables = cgi_variables(site.host, "", "p=proj/.git;" + query)
        return without_headers(run(GITWEB, env=dict(env, GITWEB_CONFIG=str(settings), **variables)))

    pages = [(f"commit-{commit[:8]}", get(f"a=commit;h={commit}"), "record") for commit in commits[:10]]
    pages += [(f"diff-{commit[:8]}", get(f"a=commitdiff;h={commit}"), "record") for commit in commits[10:16]]
    pages += [(action, get(f"a={action}"), "list") for action in ("summary", "shortlog", "log", "tags", "tree")]
    write_repository_site(site, pages, GITWEB_GOLD, GITWEB_TEMPLATE)


def make_cgit(site: Site) -> None:
    folder = new_state_folder(site)
    content = Content(site)
    env = own_environment(folder)
    commits, files, authors = make_repository(folder, content, env)
    settings = folder / "cgitrc"
    text = CGIT_SETTINGS.format(
        name=content.company,
        description=content.short(50),
        folder=folder,
        project=content.short(60),
        owner=authors[0][0],
    )
    settings.write_text(text, "utf-8")

    def get(path, query=""):
        variables = cgi_variables(site.host, "/proj/" + path, query)
        return without_headers(run(CGIT, env=dict(env, CGIT_CONFIG=str(settings), **variables)))

    pages = [(f"commit-{commit[:8]}", get("commit/", f"id={commit}"), "record") for commit in commits[:14]]
    for path in ("", "log/", "refs/", "tree/", "stats/"):
        pages.append((path.strip("/") or "summary", get(path), "list"))
    for file in files[:3]:
        if (folder / "proj" / file).exists():
            pages.append((f"log-{file}", get(f"log/{file}"), "list"))
    write_repository_site(site, pages, ["div.content"], CGIT_TEMPLATE)


def write_repository_site(site: Site, pages, gold, template) -> None:
    marked = []
    for path, html, kind in pages:
        page = parse(html[html.find("<html") :])
        marked.append((path, mark(page, gold, template), kind))
    write_site(site, About(site.variant, "record", gold=BY_SELECTORS), marked)


PROGRAMS = dict(mhonarc=make_mhonarc, inbox=make_inbox, gitweb=make_gitweb, cgit=make_cgit)


def make_site(site: Site) -> None:
    PROGRAMS[site.variant](site)


if __name__ == "__main__":
    run_group("lists", make_site)
