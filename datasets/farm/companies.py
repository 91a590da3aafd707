"""Sites of companies, shops and portals, from HTML templates of npm packages whose texts are refilled.

companies.py [NAME ...]

Buttons of company pages are neutral, those of shops and portals template; forms are template.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lxml import html as lxml_html

from kit.content import Content
from kit.marks import mark, outer_html, parse, select
from kit.refill import Refill, add_cookie_notice, keep_some, repeat
from kit.run import run_group
from kit.settings import WORK, Site
from kit.writing import About, write_site

NPM = WORK / "npm"


def package_folder(package: str) -> Path:
    """The folder of an unpacked npm package, whatever its version."""
    found = sorted(NPM.glob(f"{package}-[0-9]*"))
    if not found:
        raise FileNotFoundError(f"{package} is not unpacked in {NPM}")
    return found[0]


@dataclass
class Template:
    """How pages are made of the pages of a package. Selectors are as for `kit.marks.mark`."""

    package: str
    pages: list[str]
    gold: list[str]
    template: list[str] = field(default_factory=list)
    neutral: list[str] = field(default_factory=list)
    vary: list[str] = field(default_factory=list)
    n_pages: int = 10
    sections: str = ""  # elements of which each page has some
    section_share: float = 0.6
    shuffle: bool = True  # the sections
    repeats: list[tuple[str, int, int]] = field(default_factory=list)  # elements, and how many a page has
    kind: str = "company"
    kinds: dict[str, str] = field(default_factory=dict)  # by the name of the package's page
    buttons: str = "n"  # their mark
    adjust: Callable | None = None  # called with each refilled page and the content


TEMPLATES: dict[str, Template] = {}


def refilled(name, *args, **kwargs):
    """Declares the template of a site."""
    TEMPLATES[name] = Template(*args, **kwargs)


def make_refilled(site: Site) -> None:
    """Makes a site of a package's pages, taken in turn."""
    template = TEMPLATES[site.name]
    content = Content(site)
    refill = Refill(content)
    pages = []
    n_of_page = {}
    for i in range(template.n_pages):
        source = template.pages[i % len(template.pages)]
        page = build_page(template, source, i, content)
        refill.refill(page)
        if template.adjust:
            template.adjust(page, content)
        add_cookie_notice(page, content)
        base = Path(source).stem
        n = n_of_page.get(base, 0)
        n_of_page[base] = n + 1
        path = f"{base}-{n}-{re.sub(r'[^a-z0-9]+', '-', content.f.word().lower())}" if n else base
        pages.append((path, page, template.kinds.get(base, template.kind)))
    write_site(site, About(template.package, template.kind), pages)


def build_page(template: Template, source: str, i: int, content: Content):
    """The i-th page before its texts are replaced: elements chosen and repeated, marks set."""
    rng = content.r
    page = parse((package_folder(template.package) / source).read_text("utf-8"))
    if template.sections:
        share = template.section_share if i else 0.9
        keep_some(page, rng, template.sections, share, keep_first=i % 2 == 0, shuffle=template.shuffle)
    for selector, least, most in template.repeats:
        repeat(page, rng, selector, least, most)
    mark(page, template.gold, [*template.template, "form", "nav"], template.neutral, template.vary)
    for element in select(page, ".btn:not(.btn-link), button:not(.accordion-button):not(.btn-link), i.material-icons"):
        if not any(ancestor.get("data-g") == "x" for ancestor in element.iterancestors()):
            element.set("data-g", "x" if element.tag == "i" else template.buttons)
    return page


# Start Bootstrap
refilled(
    "agency",
    "startbootstrap-agency",
    ["dist/index.html"],
    gold=["header.masthead", "section.page-section"],
    template=["#contact form", ".social", ".team-member .btn", ".portfolio-modal .close-modal"],
    neutral=[".portfolio-modal"],
    sections="section.page-section",
    repeats=[
        ("#services .row > div", 2, 6),
        ("#portfolio .row > div", 3, 9),
        ("ul.timeline > li", 3, 6),
        ("#team .row > .col-lg-4", 2, 6),
        (".portfolio-modal", 0, 2),
    ],
)
refilled(
    "creative",
    "startbootstrap-creative",
    ["dist/index.html"],
    gold=["header.masthead", "section.page-section", "#portfolio"],
    template=["#contact form"],
    sections="section.page-section",
    repeats=[("#services .row > div", 2, 8), ("#portfolio .row > div", 3, 9)],
    n_pages=9,
)
refilled(
    "freelancer",
    "startbootstrap-freelancer",
    ["dist/index.html"],
    gold=["header.masthead", "section.page-section"],
    template=["#contact form"],
    neutral=[".portfolio-modal"],
    repeats=[("#portfolio .row > .col-md-6", 3, 6), ("#about .row > .col-lg-4", 1, 3), (".portfolio-modal", 1, 1)],
    n_pages=9,
)
refilled(
    "newage",
    "startbootstrap-new-age",
    ["dist/index.html"],
    gold=["header.masthead", "aside.bg-gradient-primary-to-secondary", "section"],
    template=["#download .app-badge"],
    sections="section",
    repeats=[("#features .col-md-6", 2, 6)],
    n_pages=10,
)
refilled(
    "landing",
    "startbootstrap-landing-page",
    ["dist/index.html"],
    gold=[
        "header.masthead h1",
        "section.features-icons",
        "section.showcase",
        "section.testimonials",
        "section.call-to-action h2",
    ],
    sections="body > section",
    section_share=0.8,
    repeats=[(".features-icons .row > div", 2, 6), (".showcase .row", 2, 6), (".testimonials .row > div", 2, 5)],
    n_pages=9,
)
refilled(
    "casual",
    "startbootstrap-business-casual",
    ["dist/index.html", "dist/about.html", "dist/products.html", "dist/store.html"],
    gold=["section.page-section"],
    repeats=[("section.page-section.cta ~ section, section.page-section:not(.cta):not(.clearfix)", 2, 5)],
    n_pages=12,
)
refilled(
    "smallbiz",
    "startbootstrap-small-business",
    ["dist/index.html"],
    gold=["body > .container"],
    repeats=[(".row > .col-md-4", 2, 8)],
    n_pages=10,
)
refilled(
    "modern",
    "startbootstrap-modern-business",
    [
        "dist/" + x + ".html"
        for x in "index about blog-home blog-post faq portfolio-item portfolio-overview pricing contact".split()
    ],
    gold=["main header", "main section", "main > div"],
    template=["nav", "form", ".input-group", "aside", "section:has(> div > aside)", ".comment"],
    neutral=[".card-body:has(textarea)", "a.badge", ".badge"],
    vary=["section .card .small"],
    repeats=[
        ("section .row > .col-lg-4", 2, 7),
        ("section .row > .col", 2, 8),
        (".accordion > .accordion-item", 2, 6),
        ("section > div > .row.row-cols-1 > .col", 2, 6),
    ],
    n_pages=18,
    kinds={
        "blog-home": "list",
        "blog-post": "article",
        "faq": "faq",
        "portfolio-overview": "list",
        "portfolio-item": "record",
    },
)


def set_texts(page, selector, text) -> None:
    for element in select(page, selector):
        element.text = text


def adjust_shop_home(page, content):
    """Names and prices of products."""
    for card in select(page, "section .card"):
        for heading in card.cssselect("h5"):
            heading.text = content.product()
        for old_price in card.cssselect(".text-decoration-line-through"):
            old_price.text = content.money(content.price(100, 900) + 60)
            old_price.tail = " " + content.money(content.price(4, 60))
    set_texts(page, "section .badge", content.u["Sale"])
    for badge in select(page, "section .badge"):
        badge.set("data-g", "n")
    set_texts(page, "section a.btn", content.u["Add to cart"])
    for button in select(page, "section a.btn"):
        button.set("data-g", "x")
    headings = select(page, "header h1")
    if headings:
        headings[0].text = content.title(3)


refilled(
    "sbhome",
    "startbootstrap-shop-homepage",
    ["dist/index.html"],
    gold=["header", "section"],
    neutral=[".badge"],
    repeats=[("section .row > .col", 5, 16)],
    n_pages=10,
    kind="shop",
    adjust=adjust_shop_home,
    buttons="x",
    kinds={"index": "list"},
)

SHIPPING = "Orders placed before noon are shipped the same day. You can return your order within 30 days."


def adjust_shop_item(page, content):
    """A product with name, prices, description, shipping note and related products."""
    product = content.goods(1)[0]
    box = select(page, "section .row > .col-md-6")[-1]
    box.cssselect("h1")[0].text = product["name"]
    box.cssselect("p.lead")[0].text = " ".join(product["desc"])
    for element in box.cssselect(".small.mb-1"):
        element.text = content.u["SKU"] + ": " + product["sku"]
    prices = box.cssselect(".fs-5 span")
    if len(prices) > 1 and not product["old"]:
        prices[0].drop_tree()
    elif len(prices) > 1:
        prices[0].text = content.money(product["old"])
    prices[-1].text = content.money(product["price"])
    extra = "".join(f"<p>{html.escape(text)}</p>" for text in content.paras_(0, 2))
    if product["bullets"]:
        extra += "<ul>" + "".join(f"<li>{html.escape(text)}</li>" for text in product["bullets"]) + "</ul>"
    if extra:
        box.append(lxml_html.fragment_fromstring(f'<div class="product-extra">{extra}</div>'))
    shipping = (
        f'<div class="shipping small" data-g="x"><h6>{content.u["Shipping and returns"]}</h6>'
        f"<p>{content.u[SHIPPING]}</p></div>"
    )
    box.append(lxml_html.fragment_fromstring(shipping))
    set_texts(page, "section.bg-light h2", content.u["Related products"])
    for heading in select(page, "section.bg-light .card h5"):
        heading.text = content.product()
    set_texts(page, "section.bg-light .badge", content.u["Sale"])
    set_texts(page, "section.bg-light a.btn", content.u["Add to cart"])
    if content.r.random() < 0.25:
        select(page, "section.bg-light")[0].drop_tree()


refilled(
    "sbitem",
    "startbootstrap-shop-item",
    ["dist/index.html"],
    gold=["section .row > .col-md-6"],
    template=["section.bg-light", "button", ".d-flex input"],
    vary=["section.bg-light"],
    repeats=[("section.bg-light .row > .col", 2, 4)],
    n_pages=16,
    kind="shop",
    adjust=adjust_shop_item,
    buttons="x",
    kinds={"index": "product"},
)
# Portals
refilled(
    "tbmarketing",
    "tabler-preview",
    ["dist/marketing/" + x + ".html" for x in "index about real-estate text pricing testimonials hero".split()],
    gold=["body > *"],
    template=["body > header", "footer", ".settings", ".navbar", "#offcanvasSettings", "body > script"],
    sections="body > section",
    repeats=[
        ("section .row > .col-md-4", 2, 8),
        ("section .row > .col-lg-4", 2, 6),
        ("section .row > .col-md-6", 2, 8),
    ],
    n_pages=14,
    section_share=0.75,
)
refilled(
    "tabler",
    "tabler-preview",
    ["dist/" + x + ".html" for x in "job-listing profile users faq changelog activity search-results pricing".split()],
    gold=[".page-body", ".page-header h2"],
    template=[
        ".page-body .col-md-3:has(input)",
        ".page-header .col-auto",
        ".pagination",
        ".card-header-tabs",
        "form",
        ".dropdown-menu",
    ],
    neutral=[".page-header .text-secondary", ".badge"],
    vary=[".page-body .col-md-3 label"],
    repeats=[
        (".col-md-9 .space-y > .card", 3, 12),
        (".page-body .row-cards > .col-md-6.col-lg-3", 4, 12),
        (".page-body .row-cards > .col-sm-6", 4, 12),
        (".accordion > .accordion-item", 3, 8),
        (".divide-y > div", 4, 12),
        (".markdown > ul > li", 2, 6),
    ],
    n_pages=24,
    kind="portal",
    kinds={
        "job-listing": "list",
        "users": "list",
        "profile": "record",
        "faq": "faq",
        "activity": "list",
        "search-results": "list",
        "changelog": "record",
        "pricing": "company",
    },
    buttons="x",
)


def adjust_admin_product(page, content):
    """Name and price of the product on an AdminLTE page."""
    product = content.goods(1)[0]
    for heading in select(page, ".card-solid h3")[:2]:
        heading.text = product["name"]
    set_texts(page, ".card-solid .bg-gray h2", content.money(product["price"]))


refilled(
    "adminlte",
    "admin-lte",
    ["pages/examples/" + x + ".html" for x in "e-commerce profile project-detail contacts invoice faq projects".split()]
    + ["pages/search/enhanced-results.html", "pages/mailbox/read-mail.html", "pages/UI/timeline.html"],
    gold=[".content-wrapper > .content", ".content-header h1"],
    template=[
        ".breadcrumb",
        "form",
        ".card-tools",
        ".pagination",
        ".product-share",
        ".nav-pills",
        "nav.w-100",
        ".mailbox-controls",
        ".btn-group",
        ".card-header:has(.card-tools)",
        ".no-print",
        ".card-footer",
    ],
    repeats=[
        (".card-solid .row > .col-12.col-sm-6.col-md-4", 3, 12),
        ("table.projects tbody > tr", 4, 12),
        (".list-group > .list-group-item", 4, 12),
        ("#activity > .post", 2, 6),
        (".row > .col-12 > .post", 2, 6),
        ("table.table-striped tbody tr", 3, 9),
        (".timeline > div", 6, 14),
        ("#accordion > .card", 3, 10),
    ],
    n_pages=24,
    kind="portal",
    adjust=adjust_admin_product,
    buttons="x",
    kinds={
        "e-commerce": "product",
        "profile": "record",
        "project-detail": "record",
        "contacts": "list",
        "invoice": "record",
        "faq": "faq",
        "projects": "list",
        "enhanced-results": "list",
        "read-mail": "record",
        "timeline": "list",
    },
)


def adjust_gentelella_product(page, content):
    """Name of the product on a Gentelella page."""
    product = content.goods(1)[0]
    for heading in select(page, ".product-detail-grid h1, .product-detail-grid h2")[:1]:
        heading.text = product["name"]


refilled(
    "gentelella",
    "gentelella",
    [
        "dist/production/" + x + ".html"
        for x in "product_detail profile faq project_detail order_detail pricing_tables projects".split()
    ],
    gold=["#main-content .page-wrapper"],
    template=[
        "footer",
        ".page-header .actions",
        'xpath://div[contains(@class,"card")][div[contains(@class,"card-header")][contains(.,"Related products")]]',
        ".tabs",
        ".filters",
        'xpath://div[contains(@class,"page-header-row")]/div[position()>1]',
    ],
    vary=['xpath://div[contains(@class,"card")][div[contains(@class,"card-header")][contains(.,"Related products")]]'],
    repeats=[(".page-wrapper table tbody > tr", 2, 10), (".page-wrapper ul > li", 2, 9)],
    n_pages=21,
    kind="portal",
    adjust=adjust_gentelella_product,
    buttons="x",
    kinds={
        "product_detail": "product",
        "profile": "record",
        "project_detail": "record",
        "order_detail": "record",
        "faq": "faq",
        "projects": "list",
    },
)
refilled(
    "gtlanding",
    "gentelella",
    ["dist/production/landing.html"],
    gold=["body > section"],
    template=[".landing-nav", "footer"],
    sections="body > section",
    n_pages=9,
    section_share=0.7,
)
refilled(
    "material",
    "material-kit",
    ["examples/landing-page.html", "examples/profile-page.html"],
    gold=[".page-header .col-md-6", ".main-raised .container"],
    template=[".section-contacts form", ".nav-pills", "footer", ".profile .btn", ".card-footer"],
    sections=".main-raised > .container > .section",
    repeats=[(".features .row > .col-md-4", 2, 6), (".team .row > .col-md-4", 2, 8)],
    n_pages=10,
    section_share=0.85,
    kinds={"profile-page": "record"},
    shuffle=False,
)
refilled(
    "nowui",
    "now-ui-kit",
    ["examples/landing-page.html", "examples/profile-page.html"],
    gold=[".page-header .container", ".section"],
    template=[".section-contact-us .row", "footer", ".nav-pills", ".social-line"],
    sections=".wrapper > .section",
    repeats=[(".team .row > .col-md-4", 2, 8)],
    n_pages=10,
    section_share=0.85,
    kinds={"profile-page": "record"},
    shuffle=False,
)
refilled(
    "argon",
    "argon-design-system-free",
    ["examples/landing.html", "examples/profile.html"],
    gold=[".wrapper .section"],
    template=["footer", "form", ".dropdown-menu", ".pagination", ".nav-tabs", ".modal"],
    sections=".wrapper > .section",
    repeats=[(".features-1 .row > .col-md-4", 2, 6)],
    n_pages=9,
    section_share=0.8,
    shuffle=False,
    kinds={"profile": "record"},
)
refilled(
    "shardsagency",
    "shards-ui",
    ["dist/agency-landing.html"],
    gold=[".welcome .inner-wrapper", "body > .section"],
    template=[".contact-form", "footer"],
    sections="body > .section",
    repeats=[
        (".testimonials .row > .testimonial", 2, 5),
        (".features .row > .feature", 1, 3),
        (".blog .row > .card", 2, 5),
    ],
    n_pages=9,
)
refilled(
    "shardsapp",
    "shards-ui",
    ["dist/app-promo.html"],
    gold=[".welcome .inner-wrapper", "body > .section:not(.subscribe)"],
    template=[".contact-form", "footer"],
    sections="body > .section",
    repeats=[(".testimonials .row > .testimonial", 2, 5), (".app-features-wrapper .feature", 2, 5)],
    n_pages=9,
)

# Froala Design Blocks: no pages, but blocks of which pages are put together

BLOCK_KINDS = "headers footers contents features teams testimonials pricings call-to-action contacts forms".split()
MAIN_BLOCK_KINDS = "contents features features teams testimonials pricings call-to-action contents".split()


def read_blocks() -> dict[str, list[str]]:
    """The blocks of each kind as HTML."""
    [folder] = package_folder("froala-design-blocks").glob("src/html")
    blocks = {}
    for kind in BLOCK_KINDS:
        blocks[kind] = []
        for path in sorted((folder / kind).glob("*.html")):
            tree = lxml_html.document_fromstring(path.read_text("utf-8"))
            for element in tree.xpath("//section|//header|//footer"):
                is_inner = element.xpath("ancestor::section|ancestor::header")
                if not is_inner and len(" ".join(element.text_content().split())) > 20:
                    blocks[kind].append(outer_html(element))
    return blocks


def make_of_blocks(site: Site) -> None:
    """Makes a site whose pages have the same header and footer and different blocks between them."""
    content = Content(site)
    refill = Refill(content)
    rng = content.r
    blocks = read_blocks()
    header = rng.choice(blocks["headers"] or ["<header></header>"])
    footer = rng.choice(blocks["footers"])
    form = rng.choice(blocks["forms"] or blocks["contacts"])
    pages = []
    for i in range(12):
        kinds = [rng.choice(MAIN_BLOCK_KINDS) for _ in range(rng.randint(3, 6))]
        main = "".join(f'<div data-g="g">{rng.choice(blocks[kind])}</div>' for kind in kinds if blocks[kind])
        page = parse(
            f'<html lang="{site.language}"><head><title>x</title></head><body>{header}<div class="page-x">{main}'
            f"{form if i % 3 == 0 else ''}</div>{footer}</body></html>"
        )
        mark(page, template=["form"])
        for button in select(page, ".btn, button"):
            if not any(ancestor.tag in ("header", "footer") for ancestor in button.iterancestors()):
                button.set("data-g", "n")
        refill.refill(page)
        add_cookie_notice(page, content)
        pages.append((f"page-{i + 1}", page))
    write_site(site, About("froala-design-blocks", "company", theme="blocks"), pages)


def make_site(site: Site) -> None:
    if site.name in TEMPLATES:
        make_refilled(site)
    else:
        make_of_blocks(site)


if __name__ == "__main__":
    run_group("companies", make_site)
