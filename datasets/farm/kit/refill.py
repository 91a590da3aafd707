"""Refills a finished page template: its texts are replaced, its elements multiplied, cut, chosen and shuffled."""

import copy
import random
import re

from lxml import etree
from lxml import html as lxml_html

from kit.content import Content
from kit.marks import HIDDEN, select

ICON_CLASS = re.compile(r"(^|[\s_-])(icons?|fa[bsr]?|material-icons|bi|now-ui-icons|ni|feather|ti)([\s_-]|$)")
PERSON_CLASS = re.compile(r"author|user|name|member|\bteam|person", re.IGNORECASE)
PERSON_NAME = re.compile(r"[A-Z][a-z]+ ([A-Z]\. )?[A-Z][a-z]+")
NAVIGATION = (
    "Home|About|Services|Products|News|Customers|Careers|Contact|Shop|Team|Pricing|FAQ|Help|Blog|Events|Search|Log in|"
    "Register|Portfolio"
).split("|")
# Words of the template's own demonstration text, which a site does not keep.
DEMONSTRATION = re.compile(r"lorem|bootstrap|tim|admin|template|theme|tabler|shards|froala", re.IGNORECASE)


class Refill:
    """Replaces the texts of a template.

    Gold and neutral texts are new on every page. Template text is replaced once a site, so that it is the same on all
    pages; that marked data-v differs nevertheless, as lists of related things do.
    """

    def __init__(self, content: Content):
        self.content = content
        self.replaced = {}
        self.labels = {key.lower(): label for key, label in content.u.items()}
        self.navigation = [content.u[key] for key in NAVIGATION]

    def refill(self, page):
        """Replaces all texts of a marked page."""
        content = self.content
        for element in list(page.iter("title")):
            element.text = f"{content.title(4)} - {content.company}"
        for element in page.iter("meta"):
            if element.get("name") in ("description", "author", "keywords"):
                element.set("content", content.company)
        for element in page.iter():
            if not isinstance(element.tag, str):
                continue
            for attribute in ("placeholder", "alt", "title"):
                if element.get(attribute):
                    element.set(attribute, self.template_text(element.get(attribute)))
        self.visit(page.find("body"), "x", [])
        return page

    def visit(self, element, value, names):
        """Replaces the texts of an element; `names` are classes and ids of it and those around it, nearest first."""
        if not isinstance(element.tag, str) or element.tag.lower() in HIDDEN:
            return
        classes = element.get("class") or ""
        if ICON_CLASS.search(classes) and len(element) == 0 and element.tag in ("i", "span", "em"):
            return
        value = element.get("data-v") or element.get("data-g") or value
        name = classes + " " + (element.get("id") or "")
        names = [name, *names[:4]]
        if (element.tag == "button" and "accordion" not in name) or re.search(r"\bbtn\b", name):
            value = "x"
        if element.text and element.text.strip():
            element.text = self.replacement(element.text, value, names)
        for child in element:
            self.visit(child, value, names)
            if child.tail and child.tail.strip():
                child.tail = self.replacement(child.tail, value, names)

    def replacement(self, text, value, names):
        """The new text, with the white space of the old one around it."""
        before = text[: len(text) - len(text.lstrip())]
        after = text[len(text.rstrip()) :]
        text = " ".join(text.split())
        return before + (self.page_text(text, names) if value in "gnv" else self.template_text(text)) + after

    def template_text(self, text):
        if text not in self.replaced:
            self.replaced[text] = self.new_template_text(text)
        return self.replaced[text]

    def new_template_text(self, text):
        """A label of the interface, if the table has it; else a text of the same kind."""
        content, stripped = self.content, text.strip()
        if not re.search(r"[^\W\d_]", stripped):
            return text
        key = stripped.lower().strip(" :!.")
        if key in self.labels:
            return text.replace(stripped, self.labels[key] + (":" if stripped.endswith(":") else ""))
        if re.search(r"copyright|©|20\d\d", stripped, re.IGNORECASE):
            return f"© {content.r.randint(2018, 2026)} {content.company}. " + content.u["All rights reserved."]
        if "@" in stripped:
            return content.f.company_email() if content.lang != "ja" else "info@example.co.jp"
        if content.lang == "en" and len(stripped) < 25 and not DEMONSTRATION.search(stripped):
            return text
        if len(stripped) > 45:
            return content.text(len(stripped))
        if len(stripped.split()) <= 2:
            n_replaced = len(self.replaced)
            if content.r.random() < 0.55:
                return self.navigation[n_replaced % len(self.navigation)]
            return content.label()
        return content.title(min(6, len(stripped.split())))

    def page_text(self, text, names):
        """A text of the same kind: price, number, date, address, person, label, heading or sentences."""
        content, stripped = self.content, text.strip()
        key = stripped.lower().strip(" :")
        if not re.search(r"\w", stripped):
            return text
        if re.fullmatch(r"[\d.,]+\s*[%kKM+]?\+?", stripped):
            return re.sub(r"\d", lambda _: str(content.r.randint(1, 9)), stripped)
        if re.search(r"^[$€£]\s?\d|\d\s?[$€£]$", stripped):
            if not re.search("[-–]", stripped):
                return content.money()
            return f"{content.money(content.price(4, 40))} – {content.money(content.price(60, 300))}"
        if "@" in stripped and " " not in stripped:
            return content.f.email() if content.lang != "ja" else f"{content.nick()}@example.jp"
        if re.search(r"\b(19|20)\d\d\b", stripped) and len(stripped) < 30:
            return content.date()
        if re.fullmatch(r"[\d()+ .–-]{7,}", stripped):
            return content.f.phone_number()
        if key in self.labels and key != "description":
            return self.labels[key]
        if len(stripped) > 45:
            return content.text(len(stripped) * content.r.uniform(0.7, 1.5))
        if PERSON_CLASS.search(" ".join(names[:3])) or (PERSON_NAME.fullmatch(stripped) and content.r.random() < 0.5):
            return content.person()
        n_words = len(stripped.split())
        if n_words == 1 and len(stripped) < 12:
            return content.label()
        return content.title(max(2, n_words + content.r.randint(-1, 3)))


def repeat(page, rng: random.Random, selector: str, least: int, most: int) -> None:
    """Copies or cuts the elements to a number between the two, within each parent."""
    by_parent = {}
    for element in select(page, selector):
        by_parent.setdefault(element.getparent(), []).append(element)
    for elements in by_parent.values():
        n = rng.randint(least, most)
        last = elements[-1]
        for element in elements[n:]:
            element.drop_tree()
        for i in range(n - len(elements)):
            added = copy.deepcopy(elements[i % len(elements)])
            added.tail = last.tail
            last.addnext(added)
            last = added


def keep_some(page, rng: random.Random, selector: str, share=0.6, keep_first=True, shuffle=True) -> None:
    """Keeps each of the elements with a probability, two at least, and changes their order."""
    elements = select(page, selector)
    if not elements:
        return
    optional = elements[1:] if keep_first else elements
    kept = [element for element in optional if rng.random() < share]
    if len(kept) < 2:
        kept = rng.sample(optional, min(2, len(optional)))
    for element in optional:
        if element not in kept:
            element.drop_tree()
    if shuffle:
        shuffle_elements(kept, rng)


def shuffle_elements(elements, rng: random.Random) -> None:
    """Changes the order of elements; what stands between them stays."""
    slots = []
    for element in elements:
        slot = etree.Element("slot")
        element.addprevious(slot)
        slots.append(slot)
    order = list(elements)
    rng.shuffle(order)
    for slot, element in zip(slots, order):
        element.tail = "\n"
        slot.getparent().replace(slot, element)


COOKIE_NOTICE = (
    '<div id="{id}" class="{classes}"><p>{text} <a href="/privacy">{policy}</a></p>'
    '<button type="button" class="btn btn-primary">{accept}</button></div>'
)
# Ids and classes of common programs.
COOKIE_PROGRAMS = [
    ("cookie-law-info-bar", "cli-bar"),
    ("CybotCookiebotDialog", "dialog"),
    ("cookie-notice", "cn-position-bottom"),
    ("onetrust-banner-sdk", "otFlat"),
    ("gdpr", "content alert"),
]


def add_cookie_notice(page, content: Content) -> None:
    """Adds a cookie notice at the start or the end of the body, the same on all pages of the site."""
    rng = random.Random(content.site.seed.removeprefix("farm2 "))
    id_, classes = rng.choice(COOKIE_PROGRAMS)
    notice = lxml_html.fragment_fromstring(
        COOKIE_NOTICE.format(
            id=id_,
            classes=classes,
            text=content.u["We use cookies to improve your experience on our website."],
            policy=content.u["Privacy policy"],
            accept=content.u["Accept"],
        )
    )
    body = page.find("body")
    if rng.random() < 0.4:
        body.insert(0, notice)
    else:
        body.append(notice)
