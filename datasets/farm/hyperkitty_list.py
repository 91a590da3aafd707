"""Mailing list archives by HyperKitty, rendered in process with the settings of its own tests.

hyperkitty_list.py NAME
"""

import json
import logging
import os

from lxml import html as lxml_html

from kit.content import Content
from kit.marks import mark, parse, select
from kit.programs import get_page, make_mail, people_of
from kit.run import the_site
from kit.settings import Site
from kit.writing import BY_SELECTORS, About, write_site

THREAD_GOLD = ["h3#content", ".thread-header h3", ".email", ".email-header", ".email-body"]
THREAD_TEMPLATE = (
    "form|.btn|button|.navbar|.votes|.gravatar|.modal|.messagelink|noscript|.email-info .unread|.d-none|.dropdown-menu|"
    ".likestatus|a.reply|.reply-tools|.participants_title|#participants|#thread-overview-info"
).split("|")
LIST_GOLD = [".thread-email-content", ".thread", ".thread-list h2", "h2", "h3.archives"]
LIST_TEMPLATE = ("form|.btn|button|.navbar|.votes|.pagination|.thread-list-info .likestatus|#months-list|.modal").split(
    "|"
)
LIST_NEUTRAL = [".list-tags", ".list-stats", ".badge"]


def start_hyperkitty(site: Site) -> None:
    """Sets the program up, with a database in memory."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "hyperkitty.tests.settings_test"
    logging.disable(logging.CRITICAL)
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = ":memory:"
    settings.LANGUAGE_CODE = site.language
    settings.ALLOWED_HOSTS = ["*"]
    settings.COMPRESS_ENABLED = False
    settings.COMPRESS_PRECOMPILERS = ()
    # No page needs the search index, and updating it with each mail takes minutes.
    settings.HAYSTACK_SIGNAL_PROCESSOR = "haystack.signals.BaseSignalProcessor"
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    run_tasks_directly()


def run_tasks_directly() -> None:
    """Replaces the task queue, which sends each task through processes' queues even where it does not defer it."""
    import django_q.tasks
    from django.utils.module_loading import import_string
    from django_q.signing import SignedPackage

    def run_task(package):
        task = SignedPackage.loads(package)
        function = task["func"] if callable(task["func"]) else import_string(task["func"])
        function(*task["args"], **task["kwargs"])
        return task["id"]

    django_q.tasks._sync = run_task


def make_list(site: Site, content: Content) -> str:
    """A mailing list with threads; returns its address."""
    from hyperkitty.lib.incoming import add_to_list
    from hyperkitty.models import MailingList

    address = f"{site.name}@lists.example.org"
    MailingList.objects.create(
        name=address,
        display_name=content.title(2),
        description=content.short(60),
        list_id=address.replace("@", "."),
    )
    topics = content.topics(16)
    people = people_of(content)
    for topic in topics:
        numbers = []
        for i, post in enumerate(topic["posts"]):
            number = f"<{site.name}{post['id']}@example.net>"
            answered = content.r.choice(numbers) if i else None
            subject = ("Re: " if i else "") + topic["title"]
            mail = make_mail(post, people[post["who"]], subject, number, answered)
            quote = f"{post['quote'][0]}:\n> {post['quote'][1]}\n\n" if post["quote"] else ""
            mail.set_content(quote + "\n\n".join(post["text"]) + "\n")
            numbers.append(number)
            add_to_list(address, mail)
    return address


def thread_page(thread, client, address: str, site: Site):
    """Path and page of a thread. The answers, which a browser would load later, are put into the page."""
    from django.urls import reverse

    names = dict(mlist_fqdn=address, threadid=thread.thread_id)
    path = reverse("hk_thread", kwargs=names)
    page = parse(get_page(client, path, site))
    replies = json.loads(get_page(client, reverse("hk_thread_replies", kwargs=names) + "?sort=thread", site))
    boxes = select(page, ".replies")
    if boxes and replies["replies_html"].strip():
        for child in list(boxes[0]):
            boxes[0].remove(child)
        for element in lxml_html.fragments_fromstring("<div>" + replies["replies_html"] + "</div>"):
            boxes[0].append(element)
    return path, page


def main() -> None:
    site = the_site("hyperkitty_list")
    start_hyperkitty(site)
    from django.test import Client
    from django.urls import reverse
    from hyperkitty.models import Email, Thread

    address = make_list(site, Content(site))
    client = Client()
    pages = []
    for thread in Thread.objects.all():
        path, page = thread_page(thread, client, address, site)
        pages.append((path, mark(page, THREAD_GOLD, THREAD_TEMPLATE), "thread"))
    for email in Email.objects.all()[:3]:
        path = reverse("hk_message_index", kwargs=dict(mlist_fqdn=address, message_id_hash=email.message_id_hash))
        pages.append((path, mark(parse(get_page(client, path, site)), THREAD_GOLD, THREAD_TEMPLATE), "thread"))
    months = sorted({(thread.date_active.year, thread.date_active.month) for thread in Thread.objects.all()})
    lists = [
        reverse("hk_archives_with_month", kwargs=dict(mlist_fqdn=address, year=year, month=month))
        for year, month in months[-5:]
    ]
    lists.append(reverse("hk_archives_latest", kwargs=dict(mlist_fqdn=address)))
    for path in lists:
        page = parse(get_page(client, path, site))
        pages.append((path, mark(page, LIST_GOLD, LIST_TEMPLATE, LIST_NEUTRAL), "list"))
    about = About("HyperKitty 1.3", "forum", gold=BY_SELECTORS)
    write_site(site, about, [(path.strip("/"), page, kind) for path, page, kind in pages])


if __name__ == "__main__":
    main()
