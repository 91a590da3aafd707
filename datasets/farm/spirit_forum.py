"""Forum by django-spirit, rendered in process.

spirit_forum.py NAME
"""

import html
import os
import sys
import types
from pathlib import Path

from kit.content import Content
from kit.marks import mark, parse
from kit.programs import get_page, new_state_folder, utc
from kit.run import the_site
from kit.settings import Site
from kit.writing import BY_SELECTORS, About, write_site

TOPIC_GOLD = ["h1.headline", ".headline", ".topic__header h1", "h1", ".comment__info", ".comment__text"]
TOPIC_TEMPLATE = ["form", ".breadcrumb", ".comment__footer", ".comment__img", ".layout__header", "header"]
LIST_GOLD = [".headline", "h1", "h2", ".layout__topics__topic", ".layout__description", ".category__description"]
LIST_TEMPLATE = ["form", ".breadcrumb", ".paginator", ".button", "header", ".layout__header"]
LIST_NEUTRAL = [".topic__comments", ".topic__category"]


def settings_module(site: Site, folder: Path) -> types.ModuleType:
    """The settings that spirit's project template has, with a database in the folder."""
    import spirit

    source = Path(spirit.__file__).parent / "extra/project_template/project_name/settings/base.py"
    code = source.read_text("utf-8").replace("{{ project_name }}", "project").replace("{{ secret_key }}", "x")
    settings = types.ModuleType("project_settings")
    settings.__file__ = str(folder / "project/settings/base.py")
    exec(compile(code, source, "exec"), settings.__dict__)  # noqa: S102 - the code is the package's own
    memory_cache = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    values = dict(
        ROOT_URLCONF="project_urls",
        WSGI_APPLICATION=None,
        SECRET_KEY="x",
        ALLOWED_HOSTS=["*"],
        DEBUG=False,
        LANGUAGE_CODE=site.language,
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / "db")}},
        CACHES={"default": memory_cache, "st_rate_limit": memory_cache},
        STORAGES={
            "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
        },
        LOGGING={},
        ST_SITE_URL=f"https://{site.host}/",
        ST_TASK_MANAGER=None,
        HAYSTACK_CONNECTIONS={"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}},
        HAYSTACK_SIGNAL_PROCESSOR="haystack.signals.BaseSignalProcessor",
    )
    vars(settings).update(values)
    vars(settings).pop("STATICFILES_STORAGE", None)
    return settings


def start_spirit(site: Site) -> None:
    """Sets the program up."""
    sys.modules["project_settings"] = settings_module(site, new_state_folder(site))
    os.environ["DJANGO_SETTINGS_MODULE"] = "project_settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.urls import include, path

    urls = types.ModuleType("project_urls")
    urls.urlpatterns = [path("", include("spirit.urls", namespace="spirit"))]
    sys.modules["project_urls"] = urls
    call_command("migrate", verbosity=0)


def comment_html(post: dict) -> str:
    """Quote and paragraphs of a post."""
    quote = ""
    if post["quote"]:
        writer, text = post["quote"]
        quote = f"<blockquote><p><em>@{writer}</em></p><p>{html.escape(text)}</p></blockquote>"
    return quote + "".join(f"<p>{html.escape(text)}</p>" for text in post["text"])


def fill_forum(content: Content) -> tuple[list, list]:
    """Makes topics in categories; returns both."""
    from django.contrib.auth import get_user_model
    from spirit.category.models import Category
    from spirit.comment.models import Comment
    from spirit.topic.models import Topic

    rng = content.r
    users = [
        get_user_model().objects.create_user(username=nick, email=f"{nick}@example.org", password="x" * 10)
        for nick in content.nicks[:10]
    ]
    categories = [
        Category.objects.create(title=content.cats[i][:70], description=content.text(120)[:250]) for i in range(4)
    ]
    topics = []
    for thread in content.topics(16):
        category = rng.choice(categories)
        posts = thread["posts"]
        topic = Topic.objects.create(
            title=thread["title"][:250],
            user=rng.choice(users),
            category=category,
            view_count=thread["views"],
            comment_count=len(posts),
        )
        topics.append(topic)
        for post in posts:
            comment = Comment.objects.create(
                topic=topic,
                user=rng.choice(users),
                comment="x",
                comment_html=comment_html(post),
                likes_count=post["likes"],
            )
            # Dates are set afterwards, since the models take the current time.
            Comment.objects.filter(pk=comment.pk).update(date=utc(post["when"]))
        dates = dict(date=utc(posts[0]["when"]), last_active=utc(posts[-1]["when"]))
        Topic.objects.filter(pk=topic.pk).update(**dates)
    return topics, categories


def main() -> None:
    site = the_site("spirit_forum")
    start_spirit(site)
    from django.test import Client

    topics, categories = fill_forum(Content(site))
    client = Client()
    pages = []
    for topic in topics:
        page = parse(get_page(client, topic.get_absolute_url(), site))
        pages.append((f"topic/{topic.pk}", mark(page, TOPIC_GOLD, TOPIC_TEMPLATE), "thread"))
    lists = [(f"category/{category.pk}", category.get_absolute_url()) for category in categories]
    for path, url in [*lists, ("active", "/topic/active/")]:
        page = parse(get_page(client, url, site))
        pages.append((path, mark(page, LIST_GOLD, LIST_TEMPLATE, LIST_NEUTRAL), "list"))
    write_site(site, About("django-spirit 0.14", "forum", gold=BY_SELECTORS), pages)


if __name__ == "__main__":
    main()
