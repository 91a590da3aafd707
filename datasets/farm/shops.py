"""Shops, by templates written after the markup of well-known shop programs.

shops.py [NAME ...]

Gold of a product are its name, brand, number, prices, texts, specifications and reviews; neutral are stock, colours,
category, tags and stars; tax and shipping notes, tabs, related products and the like are template.
"""

from kit.content import Content
from kit.marks import parse
from kit.refill import add_cookie_notice
from kit.run import run_group
from kit.settings import Site
from kit.templates import load_template
from kit.writing import IMITATED, About, write_site

PROGRAMS = dict(
    luma="Magento 2 Luma (imitated)",
    woo="WooCommerce Storefront (imitated)",
    dawn="Shopify Dawn (imitated)",
    presta="PrestaShop classic (imitated)",
    osc="osCommerce 2 (imitated)",
    soup="React and Tailwind div soup (invented)",
    jtl="JTL-Shop NOVA (imitated)",
)
# These have no cookie notice, or one in the template.
WITHOUT_NOTICE = ("osc", "luma")
N_GOODS = 26
N_PRODUCT_PAGES = 14
N_CATEGORY_PAGES = 5


def filter_values(content: Content) -> dict:
    """Values, with counts, by which a list of products can be filtered."""
    rng = content.r
    values = {
        key: [(content.label(), rng.randint(1, 40)) for _ in range(rng.randint(3, 6))] for key in ("Colour", "Material")
    }
    values["Brand"] = [(content.brand(), rng.randint(1, 30)) for _ in range(6)]
    values["Price"] = [
        (f"{content.money(price)} – {content.money(price * 2)}", rng.randint(1, 20)) for price in (10, 20, 40)
    ]
    return values


def make_site(site: Site) -> None:
    content = Content(site)
    rng = content.r
    goods = content.goods(N_GOODS)
    template = load_template(f"shops/{site.variant}.html")
    for product in goods:
        product["bh"] = content.title(4)
    facets = filter_values(content)
    common = dict(
        c=content,
        u=content.u,
        m=content.money,
        d=content.date,
        lang=site.language,
        all=goods,
        top=rng.sample(goods, 4),
        facets=facets,
        slogan=content.short(50),
        about=content.text(140),
        phone=content.f.phone_number(),
        address=content.f.address().replace("\n", ", "),
        today=content.date(style=2),
        since=content.when("-15y", "-9y"),
        sidequote=content.text(90),
        formnote=content.text(120),
    )
    pages = []
    for product in goods[:N_PRODUCT_PAGES]:
        html = template.render(
            **common,
            kind="product",
            p=product,
            cat=product["cat"],
            title=f"{product['name']} | {content.company}",
            rel=rng.sample([other for other in goods if other is not product], rng.choice([0, 3, 4, 5])),
            seen=rng.sample(goods, rng.choice([0, 0, 2, 4])),
            tags=rng.sample(content.tags, 3),
            opts=[content.label() for _ in range(rng.choice([0, 3, 5]))],
            added=content.when(),
        )
        pages.append((f"p/{product['id']}-{product['sku'].lower()}", html, "product"))
    for i, category in enumerate(content.cats[:N_CATEGORY_PAGES]):
        listed = [product for product in goods if product["cat"] == category]
        rest = [product for product in goods if product not in listed]
        listed = listed + rng.sample(rest, min(len(rest), rng.randint(3, 12)))
        html = template.render(
            **common,
            kind="category",
            p=None,
            cat=category,
            title=f"{category} | {content.company}",
            L=listed,
            intro=content.text(rng.choice([150, 350])) if rng.random() < 0.6 else "",
            rel=[],
            seen=rng.sample(goods, rng.choice([0, 2])),
        )
        pages.append((f"c/{i + 1}", html, "list"))
    marked = []
    for path, html, kind in pages:
        page = parse(html)
        if site.variant not in WITHOUT_NOTICE:
            add_cookie_notice(page, content)
        marked.append((path, page, kind))
    write_site(site, About(PROGRAMS[site.variant], "shop", site.variant, note=IMITATED), marked)


if __name__ == "__main__":
    run_group("shops", make_site)
