"""Questions and answers, pages of links, documentation, lists and records.

misc.py [NAME ...]
"""

from kit.content import Content
from kit.imitations import render_pages, run, site


def questions(content: Content, n: int, short_answers: list[str]) -> list[dict]:
    """Questions with answers."""
    rng = content.r
    return [
        dict(
            q=content.line(rng.choice([30, 50, 70])) + "?",
            a=[rng.choice(short_answers)]
            if rng.random() < 0.2
            else [content.text(rng.choice([40, 90, 180])) for _ in range(rng.choice([1, 1, 2]))],
        )
        for _ in range(n)
    ]


@site("Bootstrap 5 accordion FAQ (imitated)", "question", links="/help/{s}/{n}")
def pomosch(content):
    pages = [
        dict(
            title=content.unique_title(3),
            lead=content.text(90) if content.r.random() < 0.5 else "",
            groups=[
                dict(
                    h=content.title(3) if k or content.r.random() < 0.5 else "",
                    q=questions(
                        content,
                        content.r.randint(3, 7),
                        ["Да.", "Нет.", "Да, можно.", "Обратитесь в службу поддержки.", "Бесплатно."],
                    ),
                )
                for k in range(content.r.choice([1, 1, 2]))
            ],
        )
        for _ in range(11)
    ]
    return render_pages("misc/faq.html", pages, content, "help/{i}", tel=content.f.phone_number())


@site("Czech question portal (imitated)", "question", links="/otazka/{s}-{n}")
def odpovedi(content):
    rng = content.r
    short_answers = [
        "Ano.",
        "Ne.",
        "Nevím.",
        "Ano, určitě.",
        "Souhlasím.",
        "Díky",
        "Záleží na situaci.",
        "Zkus to restartovat.",
    ]
    pages = []
    for _ in range(17):
        content.titles[-1:] = [t.rstrip("?") for t in content.titles[-1:]]
        pages.append(
            dict(
                title=content.unique_title(7).rstrip("?"),
                cat=rng.choice(content.cats),
                txt=content.text(rng.choice([60, 140])) if rng.random() < 0.6 else "",
                who=content.nick(),
                when=content.when(),
                tags=rng.sample(content.tags, 3),
                ans=[
                    dict(
                        who=content.nick(),
                        when=content.when("-2y"),
                        best=j == 0 and rng.random() < 0.5,
                        t=[rng.choice(short_answers)]
                        if rng.random() < 0.4
                        else [content.text(rng.choice([40, 120, 240])) for _ in range(rng.choice([1, 1, 2]))],
                        c=[(content.nick(), rng.choice(short_answers))] if rng.random() < 0.25 else [],
                    )
                    for j in range(rng.randint(1, 6))
                ],
            )
        )
    return render_pages("misc/questions.html", pages, content, "otazka/{i}")


@site("GOV.UK Frontend hub pages (imitated)", "list", links="/browse/{s}")
def services(content):
    rng = content.r
    pages = []
    topics = "Benefits|Births|Business|Childcare|Citizenship|Crime|Disabled people|Driving|Education|Employing people|Environment|Housing|Money|Passports|Visas|Working|Pensions|Tax|Guidance|Forms|Contacts|Statistics|Apply|Renew|Complaints|Statistics".split(
        "|"
    )
    for i in range(15):
        desc = rng.random() < 0.5
        pages.append(
            dict(
                title=topics[i] if i < 9 else content.unique_title(3),
                cat=content.cats[i % 6],
                lead=content.text(70),
                sub=i % 2,
                secs=[
                    dict(
                        h=content.title(3),
                        L=[
                            (
                                rng.choice(topics) if rng.random() < 0.45 else content.title(rng.choice([3, 4, 6])),
                                content.short(80) if desc else "",
                            )
                            for _ in range(rng.randint(2, 7))
                        ],
                    )
                    for _ in range(rng.randint(1, 4))
                ],
            )
        )
    return render_pages(
        "misc/hub.html",
        pages,
        content,
        "browse/{i}",
        topics=rng.sample(topics, 10),
        pop=[content.title(4) for _ in range(4)],
    )


@site("resource directory, cards (imitated)", "list", links="/recursos/{s}")
def recursos(content):
    rng = content.r
    pages = [
        dict(
            title=content.unique_title(3),
            lead=content.text(100) if rng.random() < 0.7 else "",
            L=[
                dict(
                    t=rng.choice(
                        [
                            rng.choice(
                                "Guías|Vídeos|Plantillas|Herramientas|Cursos|Libros|Podcast|Blogs|Manual|Glosario|Mapas|Datos|Formularios".split(
                                    "|"
                                )
                            ),
                            content.title(4),
                            content.f.company(),
                        ]
                    ),
                    d=content.short(90) if i % 3 == 0 or rng.random() < 0.7 else "",
                    k=rng.choice(["Gratuito", "De pago", "Nuevo"]),
                )
                for _ in range(rng.randint(5, 14))
            ],
        )
        for i in range(13)
    ]
    return render_pages(
        "misc/directory.html",
        pages,
        content,
        "recursos/{i}",
        descs={t: content.short(60) for t in content.titles},
        about=content.text(70),
    )


def code_lines(content: Content) -> list[str]:
    """Some lines of a command and a program."""
    rng, tags = content.r, content.tags
    lines = [
        f"$ {tags[0]} --{rng.choice(tags)} {rng.choice(tags)}.conf",
        f"{rng.choice(tags)}: ok",
        f"import {tags[2]}",
        f'{tags[3]} = {tags[2]}.open("{rng.choice(tags)}")',
    ]
    return lines[rng.randint(0, 1) : rng.randint(2, 4)]


def documentation(content: Content) -> dict:
    """A page of documentation, of blocks (kind, content)."""
    rng = content.r
    blocks = []
    for _ in range(rng.randint(2, 5)):
        blocks.append(("h", content.title(4)))
        for _ in range(rng.randint(1, 4)):
            blocks.append(("p", content.text(rng.choice([70, 160, 260]))))
            x = rng.random()
            if x < 0.35:
                kind = rng.choice(["note", "warning", "tip", "important", "note"])
                blocks.append((kind, content.text(rng.choice([50, 110]))))
            elif x < 0.5:
                blocks.append(("code", code_lines(content)))
            elif x < 0.6:
                blocks.append(("ul", [content.short(50) for _ in range(3)]))
            elif x < 0.68:
                blocks.append(("added", f"{rng.randint(1, 4)}.{rng.randint(0, 9)}"))
    return dict(title=content.unique_title(4), lead=content.text(110), B=blocks)


@site("Read the Docs theme with version banner (imitated)", "docs", links="{s}.html")
def manual(content):
    return render_pages(
        "misc/read_the_docs.html",
        [documentation(content) for _ in range(13)],
        content,
        "en/v2.1/{s}",
        always=True,
        rev=content.f.hexify("^^^^^^^"),
        upd=content.when(),
    )


@site("Docusaurus 3 with version banner (imitated)", "docs", links="/docs/1.x/{h}")
def tebiki(content):
    content.tags = ["kibako", "hako", "tsunagi", "nodo", "kagi", "mado"]
    return render_pages(
        "misc/docusaurus.html",
        [documentation(content) for _ in range(12)],
        content,
        "docs/1.x/{i}",
        jn=dict(note="注記", warning="警告", tip="ヒント", important="重要"),
    )


@site("library catalogue results (imitated)", "list", links="/titel/{n}")
def catalogus(content):
    rng = content.r
    books = [
        dict(
            t=content.unique_title(rng.randint(2, 7)),
            w=content.person(),
            y=rng.randint(1980, 2025),
            s=content.short(110) if rng.random() < 0.7 else "",
            k=rng.choice(["Boek", "Boek", "E-book", "Artikel", "Tijdschrift"]),
            p=content.f.company(),
            st=rng.choice(["Aanwezig", "Uitgeleend", "Aanwezig"]),
        )
        for _ in range(60)
    ]
    return render_pages(
        "misc/search_results.html",
        [
            dict(
                q=content.tags[i % len(content.tags)],
                n=rng.randint(12, 900),
                L=rng.sample(books, rng.randint(5, 10)),
                title=str(i),
            )
            for i in range(13)
        ],
        content,
        "zoek/{i}",
        about=content.text(80),
    )


@site("The Events Calendar (imitated)", "record", links="/veranstaltung/{s}/")
def programm(content):
    rng = content.r
    venues = [(content.f.company(), content.f.street_address() + ", " + content.f.city()) for _ in range(4)]
    events = []
    for i in range(13):
        v = rng.choice(venues)
        events.append(
            dict(
                one=True,
                title=content.unique_title(5),
                when=content.when(),
                cost=rng.choice(["", 5, 8, 12]),
                p=[content.text(rng.choice([80, 200])) for _ in range(rng.randint(1, 4))],
                cat=rng.choice(content.cats[:4]),
                org=rng.choice(content.people[:4]),
                tel=content.f.phone_number(),
                ven=v[0],
                adr=v[1],
            )
        )
    lists = [
        dict(one=False, title=t, L=rng.sample(events, 7), kind="list")
        for t in ("Veranstaltungen", "Programm", "Kommende Veranstaltungen")
    ]
    return render_pages(
        "misc/events.html",
        events + lists,
        content,
        "veranstaltung/{i}",
        mon="Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
        wd="Mo Di Mi Do Fr Sa So".split(),
    )


@site("WP Job Manager (imitated)", "record", links="/offre/{s}/")
def emploi(content):
    rng = content.r
    companies = {content.f.company(): content.text(140) for _ in range(5)}
    profile = [
        "Permis B exigé",
        "Anglais courant",
        "Bac +2 minimum",
        "Expérience de 3 ans souhaitée",
        "Rigueur et autonomie",
        "Esprit d’équipe",
        "Maîtrise du Pack Office",
    ]
    benefits = [
        "Tickets restaurant",
        "Mutuelle d’entreprise",
        "Télétravail partiel",
        "13e mois",
        "RTT",
        "Prime annuelle",
    ]
    pages = []
    for i in range(15):
        job = content.f.job()
        job = f"{job[:1].upper()}{job[1:]} (H/F)"
        content.titles.append(job)
        pages.append(
            dict(
                title=job,
                soc=rng.choice(list(companies)),
                typ=rng.choice(["CDI", "CDD", "Stage", "Alternance"]),
                lieu=content.f.city(),
                sal=rng.choice(["Selon profil", f"{rng.randint(22, 55)} 000 € brut par an"]),
                when=content.when("-1y"),
                cat=rng.choice(content.cats),
                p=[content.text(rng.choice([100, 220])) for _ in range(rng.randint(1, 3))],
                mis=[content.short(80) for _ in range(rng.randint(3, 6))],
                pro=rng.sample(profile, rng.randint(3, 5)) + [content.short(50)],
                av=rng.sample(benefits, rng.randint(2, 4)),
            )
        )
    return render_pages("misc/jobs.html", pages, content, "offre/{i}", socs=companies, about=content.text(80))


@site("classified ads, CSS-in-JS (imitated)", "product", links="/d/oferta/{s}-{n}.html")
def ogloszenia(content):
    rng = content.r
    pages = []
    for i in range(15):
        if i % 3 == 0:
            m = rng.randint(28, 120)
            t = f"{rng.choice(['Mieszkanie', 'Dom', 'Kawalerka', 'Działka'])} {m} m², {content.f.city()}"
            par = [
                ("Powierzchnia", f"{m} m²"),
                ("Liczba pokoi", rng.randint(1, 5)),
                ("Poziom", rng.choice(["parter", "1", "3"])),
                ("Umeblowane", rng.choice(["Tak", "Nie"])),
                ("Rynek", "Wtórny"),
            ]
            pr = f"{rng.randint(200, 900)} 000 zł"
        else:
            t = content.product()
            par = [
                ("Stan", rng.choice(["Używane", "Nowe"])),
                ("Marka", content.brand()),
                ("Kolor", rng.choice(["czarny", "biały", "czerwony"])),
            ]
            pr = f"{rng.randint(10, 2500)} zł"
        content.titles.append(t)
        pages.append(
            dict(
                title=t,
                price=pr,
                loc=content.f.city(),
                when=content.when("-1y"),
                stan=rng.choice(["Używane", "Nowe"]),
                cat=rng.choice(content.cats[:5]),
                par=par[: rng.randint(2, 5)],
                p=[content.text(rng.choice([50, 120, 200])) for _ in range(rng.randint(1, 4))]
                + rng.sample(
                    ["Możliwa wysyłka.", "Zapraszam do kontaktu.", "Odbiór osobisty.", "Cena do negocjacji."],
                    rng.randint(0, 3),
                ),
                who=content.f.first_name(),
            )
        )
    return render_pages(
        "misc/classifieds.html",
        pages + [dict(title=f"{k} - ogłoszenia", L=rng.sample(pages, 8), kind="list") for k in content.cats[:4]],
        content,
        "d/oferta/{i}",
        ads=pages,
    )


if __name__ == "__main__":
    run("misc")
