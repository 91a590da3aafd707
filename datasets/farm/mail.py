"""Mail archives, by templates written after the markup of archive programs.

mail.py [NAME ...]

Gold are the headers and the text of a mail, quotes included; neutral are signature and footer of the list.
"""

import random
import re
import textwrap
from datetime import timedelta

from kit.content import Content
from kit.imitations import render_pages, run, site

SHORT_ANSWERS = dict(
    en=[
        "Thanks!",
        "+1",
        "Ack.",
        "LGTM",
        "Applied, thanks.",
        "Done.",
        "Yes.",
        "Agreed.",
        "No objection.",
        "Me too.",
        "Reviewed.",
    ],
    de=["Danke!", "+1", "Ja.", "Nein.", "Erledigt.", "Passt.", "Sehe ich auch so."],
    fr=["Merci !", "+1", "Oui.", "D’accord.", "C’est fait.", "Non."],
    ja=["ありがとうございます。", "了解です。", "+1", "確認しました。"],
    ru=["Спасибо!", "+1", "Да.", "Согласен.", "Готово."],
    pt=["Obrigado!", "+1", "Sim.", "Feito.", "Concordo."],
)
QUOTE_LINES = dict(
    en="On {d}, {w} wrote:",
    de="Am {d} schrieb {w}:",
    fr="Le {d}, {w} a écrit :",
    ja="{d} {w} wrote:",
    ru="{d} {w} пишет:",
    pt="Em {d}, {w} escreveu:",
)
GREETINGS = dict(
    en=["Hi all,", "Hello,", "Hi {f},", ""],
    de=["Hallo,", "Hallo zusammen,", "Hi {f},", ""],
    fr=["Bonjour,", "Bonjour à tous,", ""],
    ja=["{f}さん", ""],
    ru=["Привет,", "Здравствуйте,", ""],
    pt=["Olá,", "Oi pessoal,", ""],
)
CLOSINGS = dict(
    en=["Regards,", "Cheers,", "Thanks,", ""],
    de=["Grüße", "Viele Grüße", "Gruß", ""],
    fr=["Cordialement,", "A+", ""],
    ja=["よろしくお願いします。", ""],
    ru=["С уважением,", ""],
    pt=["Abraços,", "Att,", ""],
)


def wrap(text: str, language: str) -> list[str]:
    """Lines of a mail."""
    if language == "ja":
        return [text[i : i + 34] for i in range(0, len(text), 34)]
    return textwrap.wrap(text, 70)


def quoted_lines(post: dict, content: Content) -> list[str]:
    """The start of a post as a quote in the answer to it."""
    date = content.date(post["when"])
    quote_line = QUOTE_LINES[content.lang].format(d=date, w=post["who"])
    return [quote_line, *("> " + line for line in post["own"][: content.r.randint(1, 5)]), ""]


def own_lines(answered: dict | None, content: Content) -> list[str]:
    """What the writer of a mail has to say: a short answer, or a greeting and paragraphs."""
    rng, language = content.r, content.lang
    if answered and rng.random() < 0.4:
        return [rng.choice(SHORT_ANSWERS[language])]
    greeting = rng.choice(GREETINGS[language]).format(f=answered["who"].split()[0] if answered else "all")
    lines = [greeting, ""] if greeting else [""]
    for _ in range(rng.randint(1, 3)):
        is_quote = content.quotes and rng.random() < 0.3
        text = content.quote() if is_quote else content.text(rng.choice([70, 160, 280]))
        lines += [*wrap(text, language), ""]
    return lines


def patch_lines(rng: random.Random, tags: list[str], new_tag: str) -> list[str]:
    """A small patch."""
    return [
        "---",
        f" {tags[0]}/{tags[1]}.c | {rng.randint(1, 9)} +++---",
        f" 1 file changed, {rng.randint(1, 9)} insertions(+)",
        "",
        f"diff --git a/{tags[0]}.c b/{tags[0]}.c",
        f"@@ -{rng.randint(1, 99)},6 +{rng.randint(1, 99)},7 @@",
        "-\tret = 0;",
        f"+\tret = {new_tag}_init();",
        " \treturn ret;",
    ]


def signatures(people: list[str], content: Content) -> dict[str, list[str]]:
    """The signature of each person, or no lines."""
    rng = content.r
    found = {}
    for person in people:
        found[person] = []
        if rng.random() < 0.35:
            work = content.company if rng.random() < 0.5 else content.f.job()
            found[person] = ["-- ", person, work, "https://www.example.org/~" + content.nick()]
    return found


def threads(content: Content, n: int, footer: list[str] | None = None, patch_share: float = 0.0) -> list[dict]:
    """Threads of mails; the footer is that of the list, and a share of the mails contains a patch."""
    rng, language = content.r, content.lang
    topics = []
    people = content.people[:9]
    signature_of = signatures(people, content)
    addresses = {}
    for i, person in enumerate(people):
        host = "example.jp" if language == "ja" else content.f.free_email_domain()
        addresses[person] = f"{re.sub('[^a-z]', '', content.nicks[i % len(content.nicks)])} at {host}"
    time = content.when("-9y", "-2y").replace(microsecond=0)
    for _ in range(n):
        title = content.unique_title(rng.randint(3, 7))
        posts = []
        tag = rng.choice(["", "", "[PATCH] ", "RFC: ", "[ANNOUNCE] "]) if language == "en" else ""
        for i in range(rng.choice([1, 2, 3, 4, 6])):
            time = time + timedelta(minutes=rng.randint(7, 1900))
            writer = rng.choice(people)
            first_name = writer.split()[0]
            answered = rng.choice(posts) if posts else None
            quoted = quoted_lines(answered, content) if answered and rng.random() < 0.85 else []
            own = own_lines(answered, content)
            if patch_share and rng.random() < patch_share:
                own += patch_lines(rng, content.tags, content.tags[i % 5])
            ending = [first_name]
            if rng.random() < 0.7:
                ending = [line for line in ["", rng.choice(CLOSINGS[language]), first_name] if line]
            posts.append(
                dict(
                    subj=("Re: " if answered else "") + tag + title,
                    who=writer,
                    mail=addresses[writer],
                    when=time,
                    own=own,
                    body=quoted + own + ending,
                    sig=signature_of[writer],
                    foot=footer or [],
                    id=content.f.hexify("^" * 16),
                    depth=min(i, 3),
                    num=len(topics) * 10 + i,
                )
            )
        topics.append(dict(subj=tag + title, title=title, posts=posts, when=posts[0]["when"]))
    return topics


def flat_messages(topics: list[dict]) -> list[dict]:
    """The mails of all threads by date, each with the one before and after it."""
    messages = []
    for topic in topics:
        for i, post in enumerate(topic["posts"]):
            messages.append(dict(post, title=post["subj"], th=topic, j=i))
    messages.sort(key=lambda message: message["when"])
    for i, message in enumerate(messages):
        message["prev"] = messages[i - 1] if i else None
        message["next"] = messages[i + 1] if i + 1 < len(messages) else None
        message["i"] = i
    return messages


def paragraphs(lines: list[str]) -> list[dict]:
    """The lines of a mail as paragraphs, of which the first may be a quote (q)."""
    found = []
    quote = [line[2:] for line in lines if line.startswith("> ")]
    if quote:
        found.append(dict(q=True, t=" ".join(quote)))
    own = "\n".join(line for line in lines if not line.startswith("> "))
    for block in own.split("\n\n"):
        if block.strip():
            found.append(dict(q=False, t=" ".join(block.split())))
    return found


@site("Mailman 2 Pipermail (imitated)", "forum", links="/pipermail/{n}.html")
def lists(content):
    ln = content.tags[0].capitalize() + "-devel"
    footer = [
        "_______________________________________________",
        f"{ln} mailing list",
        f"{ln}@lists.example.org",
        f"https://lists.example.org/mailman/listinfo/{ln.lower()}",
    ]
    messages = flat_messages(threads(content, 8, footer, 0.1))[:18]
    pages = [dict(m, kind="forum") for m in messages] + [
        dict(lst=messages, by=b, month="March 2021", subj=f"The {ln} March 2021 Archive by {b}", kind="list")
        for b in ("thread", "date")
    ]
    return render_pages("mail/pipermail.html", pages, content, "pipermail/{i:06}", ln=ln)


@site("hypermail 3 (imitated)", "forum", links="/Archives/{n}.html")
def archive(content):
    messages = flat_messages(threads(content, 8))[:18]
    return render_pages("mail/hypermail.html", messages, content, "Archives/{i:04}", ln="public-" + content.tags[1])


@site("MHonArc (imitated)", "forum", links="/{y}/msg{n}.html")
def listen(content):
    ln = content.tags[2]
    messages = flat_messages(
        threads(
            content,
            8,
            [
                "-- ",
                'Um die Liste abzubestellen, Mail mit Betreff "unsubscribe" an',
                f"{ln}-request@listen.example.de",
            ],
        )
    )[:18]
    return render_pages("mail/mhonarc.html", messages, content, "msg{i:05}", ln=ln)


@site("HyperKitty (imitated)", "forum", links="/archives/thread/{h}/")
def listas(content):
    topics = threads(content, 15)
    for topic in topics:
        topic["parts"] = list(dict.fromkeys(post["who"] for post in topic["posts"]))
        for post in topic["posts"]:
            post["paras"] = paragraphs(post["body"])
    return render_pages("mail/hyperkitty.html", topics, content, "thread/{i}", ln=content.tags[0])


@site("public-inbox (imitated)", "forum", links="/list/{h}/")
def inbox(content):
    return render_pages(
        "mail/public_inbox.html",
        threads(content, 14, None, 0.35),
        content,
        "list/{i}",
        ln=content.tags[3] + ".example.org archive",
    )


@site("Google Groups (imitated)", "forum", links="/g/list/c/{h}")
def groupes(content):
    ln = content.tags[1] + "-fr"
    footer = [
        "--",
        'Vous recevez ce message, car vous êtes abonné au groupe Google Groupes "' + ln + '".',
        f"Pour vous désabonner de ce groupe, envoyez un e-mail à l'adresse {ln}+unsubscribe@googlegroups.com.",
    ]
    return render_pages("mail/google_groups.html", threads(content, 14, footer), content, "g/{i}", ln=ln)


if __name__ == "__main__":
    run("mail")
