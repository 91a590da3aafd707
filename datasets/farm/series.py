"""Series of documents whose lines repeat in the main text: laws, quizzes, instructions, recipes, minutes, verse.

series.py [NAME ...]
"""

from kit.content import Content
from kit.imitations import render_pages, run, site


@site("EUR-Lex (imitated)", "record", links="/legal-content/FR/TXT/?uri={h}")
def lexfr(content):
    rng = content.r
    pages = []
    headings = [
        "Objet",
        "Champ d’application",
        "Définitions",
        "Obligations",
        "Sanctions",
        "Rapports",
        "Exercice de la délégation",
        "Dispositions transitoires",
        "Abrogation",
        "Entrée en vigueur",
    ]
    entry_into_force = (
        "Le présent règlement entre en vigueur le vingtième jour suivant celui de sa publication au Journal officiel."
    )
    for i in range(14):
        chosen = sorted(rng.sample(range(1, 9), rng.randint(2, 6)))
        article_headings = ["Objet"] + [headings[k] for k in chosen] + ["Entrée en vigueur"]
        articles = []
        for j, h in enumerate(article_headings):
            articles.append(
                dict(
                    h=h,
                    p=[entry_into_force]
                    if h == "Entrée en vigueur"
                    else [content.text(rng.choice([80, 160, 260])) for _ in range(rng.choice([1, 1, 2, 3]))],
                    L=[content.line(80) for _ in range(rng.randint(2, 4))] if h == "Définitions" else [],
                    ch={0: "I", 4: "II"}.get(j) if len(article_headings) > 5 else None,
                    chn={0: "DISPOSITIONS GÉNÉRALES", 4: "DISPOSITIONS FINALES"}.get(j),
                )
            )
        pages.append(
            dict(
                title=content.unique_title(9),
                celex="3" + content.f.bothify("%###") + rng.choice("RLD") + content.f.bothify("0###"),
                num=f"{rng.randint(2010, 2025)}/{rng.randint(20, 1900)}",
                when=content.when(),
                n=rng.randint(20, 300),
                kindt=rng.choice(["RÈGLEMENT", "RÈGLEMENT", "ACTE"]),
                vu=[
                    "vu le traité sur le fonctionnement de l’Union européenne",
                    *(["vu la proposition de la Commission"] if rng.random() < 0.7 else []),
                    *(["vu l’avis du Comité économique et social"] if rng.random() < 0.5 else []),
                ],
                cons=[content.text(rng.choice([120, 240])) for _ in range(rng.randint(2, 5))],
                arts=articles,
                fin="Le présent règlement est obligatoire dans tous ses éléments et directement applicable dans tout État membre.",
                who=content.person(),
                notes=range(rng.randint(1, 4)),
            )
        )
    return render_pages("series/eur_lex.html", pages, content, "legal-content/FR/TXT/{i}")


@site("gesetze-im-internet (imitated)", "record", links="/{h}/__{n}.html")
def recht(content):
    rng = content.r
    pages = []
    headings = [
        "Anwendungsbereich",
        "Begriffsbestimmungen",
        "Zuständigkeit",
        "Pflichten",
        "Verordnungsermächtigung",
        "Bußgeldvorschriften",
        "Übergangsregelung",
        "Inkrafttreten",
    ]
    for k in range(3):
        law = "Gesetz über " + content.title(5)
        abbreviation = content.f.bothify("?????G").title()
        sections = [h for h in headings if rng.random() < 0.75] + ([content.title(3)] if k else [])
        sections = [(f"§ {j + 1}", h) for j, h in enumerate(sections)]
        pages.append(dict(t=law, law=law, ab=abbreviation, toc=[f"{s} {h}" for s, h in sections], title=f"{k}/index"))
        for s, h in sections:
            pages.append(
                dict(
                    t=h,
                    law=law,
                    ab=abbreviation,
                    sec=s,
                    title=f"{k}/{s}",
                    p=[content.text(rng.choice([70, 130, 260])) for _ in range(rng.choice([1, 2, 3]))]
                    if h != "Inkrafttreten"
                    else ["Dieses Gesetz tritt am Tag nach der Verkündung in Kraft."],
                    L=[content.line(60) for _ in range(rng.randint(2, 5))] if rng.random() < 0.5 else [],
                    aufh=rng.random() < 0.2,
                )
            )
    return render_pages("series/german_law.html", pages[:20], content, "{s}")


@site("WP Pro Quiz (imitated)", "question", links="/quiz/{s}/")
def quizzes(content):
    rng = content.r
    pages = []
    for i in range(14):
        questions = []
        for k in range(rng.randint(4, 9)):
            if rng.random() < 0.45:
                questions.append(
                    dict(
                        q=content.text(80),
                        o=["True", "False"],
                        a=rng.choice(["True", "False"]),
                        e=content.text(110) if rng.random() < 0.4 else "",
                    )
                )
            else:
                questions.append(
                    dict(
                        q=content.line(70) + "?",
                        o=[content.r.choice([content.label(), content.title(2), content.line(40)]) for _ in range(3)]
                        + [rng.choice(["All of the above", "None of the above", content.label()])],
                        a=rng.choice("ABCD"),
                        e=content.text(110) if rng.random() < 0.4 else "",
                    )
                )
        pages.append(
            dict(
                title=content.unique_title(4) + " Quiz",
                lead=content.text(100),
                cat=rng.choice(content.cats),
                qs=questions,
            )
        )
        content.titles[-1] += " Quiz"
    return render_pages("series/quiz.html", pages, content, "quiz/{s}")


@site("wikiHow (imitated)", "article", links="/{s}")
def comohacer(content):
    rng = content.r
    pages = []
    common = [dict(b=content.line(40) + ".", t=content.text(60), L=[]) for _ in range(6)]
    things = ["Papel", "Lápiz", "Tijeras", "Cinta adhesiva", "Agua", "Un paño limpio", "Destornillador", "Guantes"]
    tips = [content.text(70) for _ in range(4)]
    heads = ["Prepara los materiales", "Antes de empezar", "Comprueba el resultado"]
    for i in range(14):
        sections = []
        for k in range(rng.randint(2, 3)):
            steps = [
                rng.choice(common)
                if rng.random() < 0.35
                else dict(
                    b=content.line(50) + ".",
                    t=content.text(rng.choice([80, 160])),
                    L=[content.short(60) for _ in range(2)] if rng.random() < 0.2 else [],
                )
                for _ in range(rng.randint(2, 5))
            ]
            sections.append(
                dict(
                    h=rng.choice(heads) if rng.random() < 0.4 else content.title(4),
                    st=[x for j, x in enumerate(steps) if x not in steps[:j]],
                )
            )
        pages.append(
            dict(
                title="Cómo " + content.unique_title(5).lower(),
                cat=rng.choice(content.cats),
                who=content.person(),
                when=content.when(),
                lead=content.text(180),
                secs=sections,
                tips=rng.sample(tips, 2) if rng.random() < 0.6 else [],
                things=rng.sample(things, rng.randint(3, 5)),
            )
        )
        content.titles[-1] = pages[-1]["title"]
    return render_pages("series/how_to.html", pages, content, "{s}")


@site("WP Recipe Maker, Foodie Pro (imitated)", "record", links="/{s}/")
def cucina(content):
    rng = content.r
    pages = []
    ingredients = "farina 00|zucchero|burro|uova|latte|sale|olio extravergine d’oliva|pepe nero|aglio|cipolla|pomodori|basilico|parmigiano reggiano|lievito di birra|acqua|limone|patate|carote|panna fresca|mandorle|vanillina|rosmarino".split(
        "|"
    )
    dishes = [
        "Torta",
        "Crostata",
        "Zuppa",
        "Insalata",
        "Risotto",
        "Pasta",
        "Frittata",
        "Focaccia",
        "Biscotti",
        "Sformato",
    ]
    steps = [
        "Preriscaldare il forno a 180°C.",
        "Mescolare bene tutti gli ingredienti.",
        "Lasciare riposare per 30 minuti.",
        "Servire caldo.",
        "Aggiustare di sale e pepe.",
        "Sfornare e lasciare raffreddare.",
        "Tritare finemente la cipolla e soffriggerla nell’olio.",
        "Unire la farina setacciata poco alla volta.",
        "Cuocere a fuoco basso mescolando spesso.",
        "Infornare e cuocere fino a doratura.",
        "Montare gli albumi a neve ferma.",
        "Stendere l’impasto con il mattarello.",
        "Scolare la pasta al dente.",
    ]
    for i in range(14):
        chosen = rng.sample(ingredients, rng.randint(5, 9))
        t = f"{rng.choice(dishes)} con {chosen[-1]} e {chosen[-2]}"
        content.titles.append(t)
        pages.append(
            dict(
                title=t,
                when=content.when(),
                who=content.people[0],
                intro=[content.text(140) for _ in range(rng.randint(1, 4))],
                tips=[content.short(80) for _ in range(rng.randint(2, 4))],
                sum=content.text(90),
                times=[(k, rng.choice([5, 10, 15, 20, 30, 45])) for k in ["Preparazione", "Cottura", "Tempo totale"]],
                course=rng.choice(["Antipasto", "Primo", "Secondo", "Dolce"]),
                por=rng.choice([2, 4, 6, 8]),
                ing=[
                    (rng.choice([1, 2, 3, 50, 100, 200, 250, 500]), rng.choice(["g", "ml", "cucchiai", "g", ""]), x)
                    for x in chosen
                ],
                steps=rng.sample(steps, rng.randint(4, 8)) + ([content.text(90)] if rng.random() < 0.6 else []),
                note=content.text(80),
                tags=rng.sample(content.tags, 3),
            )
        )
    return render_pages("series/recipe.html", pages, content, "{s}", bio=content.text(90))


@site("YouVersion-like reader (imitated)", "article", links="/biblia/{s}")
def escritura(content):
    rng = content.r
    pages = []
    books = ["Livro " + x for x in ("dos Rios", "de Amnon", "das Pedras")]
    formulas = [
        "E disse o Senhor ao seu povo:",
        "E viu que isso era bom.",
        "porque a sua misericórdia dura para sempre.",
        "Assim diz o Senhor:",
        "E foi a tarde e a manhã.",
        "Selá.",
    ]
    for b in books:
        n = rng.randint(4, 6)
        for k in range(1, n + 1):
            verses = [
                dict(
                    h=content.title(4) if j == 0 or rng.random() < 0.1 else "",
                    t=rng.choice(formulas)
                    if rng.random() < 0.3
                    else content.line(90) + rng.choice([".", ";", ",", ":"]),
                    note=content.short(40) if rng.random() < 0.08 else "",
                )
                for j in range(rng.randint(8, 22))
            ]
            pages.append(
                dict(title=f"{b} {k}", ch=k, nch=n, vs=verses, prev=f"{b} {max(1, k - 1)}", next=f"{b} {min(n, k + 1)}")
            )
    return render_pages(
        "series/scripture.html",
        pages,
        content,
        "biblia/{i}",
        vod=[content.text(60) for _ in range(4)],
        about=content.text(90),
    )


@site("municipal council information system (imitated)", "record", links="/vergadering/{n}/{s}")
def raad(content):
    rng = content.r
    pages = []
    members = content.people[:12]
    clerk = content.people[13]
    town = content.f.city()
    fixed = [
        ("Opening", "De voorzitter opent de vergadering om 19.30 uur en heet de aanwezigen welkom."),
        ("Vaststellen agenda", "De agenda wordt ongewijzigd vastgesteld."),
        ("Mededelingen", "Er zijn geen mededelingen."),
        ("Rondvraag", "Van de rondvraag wordt geen gebruik gemaakt."),
        ("Sluiting", "De voorzitter sluit de vergadering om 22.15 uur."),
    ]
    for i in range(12):
        items = [dict(h=h, b=[dict(s="", t=t)]) for h, t in fixed[: rng.choice([2, 3])]]
        for k in range(rng.randint(2, 4)):
            items.append(
                dict(
                    h=content.title(6),
                    b=[
                        dict(
                            s=rng.choice(members) if rng.random() < 0.7 else "",
                            t=content.text(rng.choice([60, 140, 260])),
                        )
                        for _ in range(rng.randint(2, 5))
                    ],
                    besluit=rng.choice(
                        [
                            "De raad stemt in met het voorstel.",
                            "De raad stemt in met het voorstel.",
                            "Het voorstel wordt aangehouden.",
                            "Het voorstel wordt zonder stemming aangenomen.",
                        ]
                    ),
                    stem=(rng.randint(8, 15), rng.randint(0, 7)) if rng.random() < 0.5 else None,
                )
            )
        items += [dict(h=h, b=[dict(s="", t=t)]) for h, t in fixed[3:]]
        when = content.when()
        pages.append(
            dict(
                title=f"{rng.choice(['Verslag raadsvergadering', 'Besluitenlijst commissie', 'Notulen raadsvergadering'])} {content.date(when)}",
                when=when,
                loc="Raadzaal",
                vz=content.people[12],
                aanw=rng.sample(members, rng.randint(7, 11)),
                afw=rng.choice(["Geen", rng.choice(members)]),
                items=items,
            )
        )
    return render_pages("series/council_minutes.html", pages, content, "vergadering/{i}", plaats=town, gr=clerk)


@site("Japanese corporate product pages (imitated)", "product", links="/products/{h}.html")
def seihin(content):
    rng = content.r
    pages = []
    note = [
        "使用前に取扱説明書をよくお読みください。",
        "直射日光の当たる場所に保管しないでください。",
        "分解や改造は行わないでください。",
        "水のかかる場所で使用しないでください。",
        "定格を超えて使用しないでください。",
    ]
    feat = ["小型・軽量", "高精度", "省電力設計", "RoHS指令対応", "簡単操作"]
    for i in range(13):
        t = content.product()
        content.titles.append(t)
        pages.append(
            dict(
                title=t,
                lead=content.text(120),
                feat=rng.sample(feat, rng.randint(1, 4)) + [content.short(60) for _ in range(rng.randint(1, 3))],
                spec=[
                    ("型番", content.sku()),
                    ("電源", rng.choice(["AC100V", "DC24V", "AC100V～240V"])),
                    ("寸法", content.f.bothify("%## × %## × %# mm")),
                    ("質量", content.f.bothify("#.# kg")),
                    ("使用温度", rng.choice(["0～40℃", "-10～50℃"])),
                    ("材質", rng.choice(["ステンレス", "アルミニウム", "ABS樹脂"])),
                    ("付属品", rng.choice(["取扱説明書", "ACアダプター", "取扱説明書、ACアダプター"])),
                ][: rng.randint(4, 7)],
                use=content.text(80),
                note=rng.sample(note, rng.randint(2, 4)),
            )
        )
    return render_pages(
        "series/data_sheet.html",
        pages,
        content,
        "products/{i}",
        slogan=content.title(4),
        tel="0120-" + content.f.bothify("###-###"),
        news=[content.title(6) for _ in range(6)],
    )


def song(content: Content, least: int = 2, most: int = 5, refrain_share: float = 0.8) -> dict:
    """A song or poem of so many stanzas; v is a verse, r the refrain."""
    rng = content.r

    def lines(n):
        return [content.line(rng.choice([24, 34, 44])) for _ in range(n)]

    refrain = lines(rng.randint(2, 4)) if rng.random() < refrain_share else None
    stanzas = []
    for _ in range(rng.randint(least, most)):
        stanzas.append(("v", lines(rng.choice([4, 4, 6, 8]))))
        if refrain:
            stanzas.append(("r", refrain))
    return dict(
        title=content.unique_title(rng.randint(2, 5)),
        who=content.person(),
        v=stanzas,
        when=content.when("-60y", "-2y"),
        n=rng.randint(1, 400),
    )


@site("lyrics portal (imitated)", "article", links="/piosenka,{s}.html")
def teksty(content):
    return render_pages("series/lyrics.html", [song(content) for _ in range(16)], content, "piosenka,{s}")


@site("poetry portal (imitated)", "article", links="/{y}/0{m}/{n}")
def stihi(content):
    return render_pages("series/poem.html", [song(content, refrain_share=0.35) for _ in range(16)], content, "2019/{i}")


@site("hymn collection (imitated)", "article", links="/hymn/{h}")
def hymnal(content):
    return render_pages("series/hymn.html", [song(content, 2, 4, 0.6) for _ in range(15)], content, "hymn/{i}")


if __name__ == "__main__":
    run("series")
