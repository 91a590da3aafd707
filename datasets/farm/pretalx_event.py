"""Conferences by pretalx, with talks, speakers and lists, rendered in process.

pretalx_event.py NAME
"""

import datetime
import hashlib
import os

from kit.content import Content
from kit.marks import mark, parse
from kit.programs import get_page, new_state_folder
from kit.run import the_site
from kit.settings import Site
from kit.writing import BY_SELECTORS, About, write_site

TEMPLATE = (
    "form|.nav-tabs|#event-nav|nav|.fa|a.btn|.dropdown-content|dialog|.talk-navigation|.buttons|#feedback|"
    "pretalx-schedule|.schedule-nav|noscript"
).split("|")
NEUTRAL = [".badge", ".talk-content ~ .pretalx-session ul", ".talk.row ~ .pretalx-session ul"]
N_SPEAKERS = 11
N_TALKS = 15


def code(*parts) -> str:
    """A code for a speaker or a talk; the program's own are random."""
    return hashlib.sha1(" ".join(map(str, parts)).encode()).hexdigest()[:6].upper()


def start_pretalx(site: Site) -> None:
    """Sets the program up, with a database of its own."""
    folder = new_state_folder(site)
    os.environ.update(
        PRETALX_DATA_DIR=str(folder),
        PRETALX_DB_TYPE="sqlite3",
        PRETALX_DB_NAME=str(folder / "db.sqlite3"),
        PRETALX_DEBUG="False",
        DJANGO_SETTINGS_MODULE="pretalx.settings",
        PRETALX_SITE_URL=f"https://{site.host}",
        PRETALX_DISABLE_SETTINGS_OUTPUT="1",
    )
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    static_files = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": static_files}
    settings.COMPRESS_ENABLED = False
    call_command("migrate", verbosity=0)


def make_event(site: Site, content: Content):
    """An event without talks."""
    from pretalx.event.models import Event, Organiser

    organiser = Organiser.objects.create(name=content.company, slug="org")
    start = content.when("-2y", "-60d").date()
    event = Event.objects.create(
        name=content.title(3),
        slug=site.name,
        organiser=organiser,
        date_from=start,
        date_to=start + datetime.timedelta(days=2),
        timezone="Europe/Berlin",
        email="x@example.org",
        is_public=True,
        locale=site.language,
        locale_array=site.language,
        content_locale_array=site.language,
    )
    event.build_initial_data()
    event.display_settings["schedule"] = "list"
    event.landing_page_text = "\n\n".join(content.paras_(2, 3))
    event.feature_flags["show_featured"] = "always"
    event.feature_flags["use_tracks"] = True
    event.feature_flags["use_feedback"] = True
    event.save()
    return event


def make_speakers(event, content: Content) -> list:
    from pretalx.person.models import SpeakerProfile, User

    speakers = []
    for i in range(N_SPEAKERS):
        speaker = User.objects.create_user(
            email=f"s{i}@example.org",
            password="x" * 12,
            name=content.f.name(),
            locale=event.locale,
            code=code(event.slug, "speaker", i),
        )
        biography = "\n\n".join(content.paras_(1, 2))
        SpeakerProfile.objects.update_or_create(event=event, user=speaker, defaults=dict(biography=biography))
        speakers.append(speaker)
    return speakers


def make_talks(event, content: Content) -> tuple[list, list]:
    """Talks and speakers; talks have their times and rooms, and the schedule is released."""
    from pretalx.schedule.models import Room, TalkSlot
    from pretalx.submission.models import Submission

    rng = content.r
    rooms = [Room.objects.create(event=event, name=content.title(2), position=i) for i in range(3)]
    tracks = [event.tracks.create(name=content.label(), color="#3355aa") for _ in range(4)]
    speakers = make_speakers(event, content)
    talks = []
    for i in range(N_TALKS):
        talk = Submission.objects.create(
            event=event,
            code=code(event.slug, "talk", i),
            title=content.title(),
            submission_type=event.submission_types.first(),
            track=rng.choice(tracks),
            abstract=content.text(180),
            description="\n\n".join(content.paras_(1, 3)),
            state="confirmed",
            content_locale=event.locale,
            duration=rng.choice([20, 30, 45]),
            is_featured=rng.random() < 0.4,
        )
        talk.speakers.add(*rng.sample(speakers, rng.choice([1, 1, 2])))
        day = event.date_from + datetime.timedelta(days=i % 3)
        slot = TalkSlot.objects.filter(submission=talk, schedule=event.wip_schedule).first()
        slot = slot or TalkSlot(submission=talk, schedule=event.wip_schedule)
        slot.room = rng.choice(rooms)
        slot.start = datetime.datetime.combine(day, datetime.time(9 + i // 3), tzinfo=datetime.UTC)
        slot.end = slot.start + datetime.timedelta(minutes=talk.duration)
        slot.is_visible = True
        slot.save()
        talks.append(talk)
    event.wip_schedule.freeze("1.0", notify_speakers=False)
    return talks, speakers


def main() -> None:
    site = the_site("pretalx_event")
    start_pretalx(site)
    from django.test import Client
    from django_scopes import scopes_disabled

    content = Content(site)
    with scopes_disabled():
        event = make_event(site, content)
        talks, speakers = make_talks(event, content)
        paths = [(f"talk/{talk.code}", "record") for talk in talks]
        # A speaker without a talk has no page.
        speaking = {speaker.pk for talk in talks for speaker in talk.speakers.all()}
        paths += [(f"speaker/{speaker.code}", "record") for speaker in speakers[:8] if speaker.pk in speaking]
        paths += [("talk", "list"), ("speaker", "list"), ("", "company")]
        names = {"talk": "talks", "speaker": "speakers", "": "home"}
        client = Client()
        pages = []
        for path, kind in paths:
            url = f"/{site.name}/{path}/" if path else f"/{site.name}/"
            page = parse(get_page(client, url, site))
            pages.append((names.get(path, path), mark(page, ["main"], TEMPLATE, NEUTRAL), kind))
    write_site(site, About("pretalx 2025.2", "event", gold=BY_SELECTORS), pages)


if __name__ == "__main__":
    main()
