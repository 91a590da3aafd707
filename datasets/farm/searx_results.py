"""Result lists of the metasearch engine searx 1.1, rendered in process with results that are made up.

searx_results.py NAME
"""

import os

import yaml

from kit.content import Content
from kit.marks import mark, parse
from kit.programs import new_state_folder
from kit.run import the_site
from kit.settings import Site
from kit.writing import BY_SELECTORS, About, write_site

DEBIAN_SETTINGS = "/usr/share/doc/searx/examples/settings.yml"
N_PAGES = 12
# Gold, template, neutral for each theme.
SELECTORS = dict(
    oscar=(
        ["#main_results .result", ".infobox"],
        (
            "form|.text-muted .label|.result-source|small.cache_link|.pull-right|.clearfix ~ .label|.result .cache_link|.btn"
        ).split("|"),
        [".infobox .infobox_part.urls", ".external-link"],
    ),
    simple=(
        ["article.result", ".infobox"],
        ["form", ".engines", ".cache_link"],
        [".infobox .urls", "article.result .url", "article.result .external-link", "article.result .url_wrapper"],
    ),
)


def write_settings(site: Site) -> None:
    """Debian's settings with two engines, and the theme and language of the site."""
    with open(DEBIAN_SETTINGS, encoding="utf-8") as file:
        settings = yaml.safe_load(file)
    settings["engines"] = [engine for engine in settings["engines"] if engine["name"] in ("wikipedia", "duckduckgo")]
    settings["server"]["secret_key"] = "x"
    settings["ui"]["default_theme"] = site.variant
    settings["ui"]["default_locale"] = site.language
    settings["outgoing"].pop("using_tor_proxy", None)
    path = new_state_folder(site) / "settings.yml"
    path.write_text(yaml.safe_dump(settings), "utf-8")
    os.environ["SEARX_SETTINGS_PATH"] = str(path)
    os.environ["SEARX_DEBUG"] = "0"


def made_up_search(content: Content):
    """The class that the program searches with, with results of its own instead of those of the engines."""
    from searx.search import SearchWithPlugins

    class MadeUpSearch(SearchWithPlugins):
        def search(self):
            add_results(self.result_container, content)
            return self.result_container

    return MadeUpSearch


def add_results(container, content: Content) -> None:
    """Results, and sometimes suggestions and a box of facts."""
    rng = content.r
    results = []
    for _ in range(rng.randint(8, 16)):
        result = dict(
            url=f"https://{content.f.domain_name()}/{content.f.uri_path()}",
            title=content.title(),
            content=content.text(rng.choice([110, 200])),
            engine="wikipedia",
        )
        if rng.random() < 0.3:
            result["publishedDate"] = content.when()
        results.append(result)
    container.extend("wikipedia", results)
    if rng.random() < 0.6:
        container.extend("duckduckgo", [dict(suggestion=content.title(3)) for _ in range(5)])
    if rng.random() < 0.5:
        box = dict(
            infobox=content.title(2),
            id="x",
            content=content.text(260),
            urls=[dict(title="Wikipedia", url="https://example.org")],
            attributes=[dict(label=content.label(), value=content.short(30)) for _ in range(4)],
        )
        container.extend("wikipedia", [box])
    container._number_of_results.append(rng.randint(1000, 90000))


def main() -> None:
    site = the_site("searx_results")
    write_settings(site)
    from searx import settings, webapp
    from searx.engines import initialize_engines

    content = Content(site)
    webapp.SearchWithPlugins = made_up_search(content)
    initialize_engines(settings["engines"])
    client = webapp.app.test_client()
    pages = []
    for i in range(N_PAGES):
        response = client.post(
            "/search",
            data=dict(q=content.title(2), theme=site.variant, locale=site.language, category_general="1"),
            headers={"Host": site.host, "Accept-Language": site.language},
        )
        if response.status_code != 200:
            raise RuntimeError(f"status {response.status_code}")
        page = parse(response.get_data(as_text=True))
        pages.append((f"search-{i + 1}", mark(page, *SELECTORS[site.variant])))
    write_site(site, About("searx 1.1", "list", site.variant, gold=BY_SELECTORS), pages)


if __name__ == "__main__":
    main()
