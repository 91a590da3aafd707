"""News articles with inserted advertisements, teasers and forms, and live blogs.

news.py [NAME ...]
"""

from datetime import timedelta

from kit.content import Content
from kit.imitations import render_pages, run, site


@site("WordPress Newspaper (imitated)", "article", links="/{y}/0{m}/{s}/")
def diario(content):
    articles = [
        content.article(inserts=["ad", "lee", "rel", "yt", "nl", "ad", "lee"], insert_share=0.35) for _ in range(16)
    ]
    return render_pages(
        "news/newspaper.html",
        articles,
        content,
        "2024/{i:02}/{s}",
        bios={p: content.text(120) for p in content.people},
        today=content.when("-3d", "-1d"),
        about=content.text(120),
        sub=True,
    )


@site("WordPress Newspack (imitated)", "article", links="/{y}/0{m}/{s}/")
def courier(content):
    articles = [
        content.article(inserts=["ad", "nl", "read", "cards", "vid", "don", "read"], insert_share=0.35)
        for _ in range(15)
    ]
    return render_pages(
        "news/newspack.html",
        articles,
        content,
        "2025/{i:02}/{s}",
        bios={p: content.text(110) for p in content.people},
        slogan=content.title(4),
        about=content.text(140),
        lis=True,
    )


@site("Arc XP (imitated)", "article", links="/actu/{s}-{h}.php")
def parisien(content):
    articles = [
        content.article(inserts=["ad", "lire", "nl", "vid", "pay", "lire", "ad"], insert_share=0.4) for _ in range(15)
    ]
    return render_pages("news/arc_xp.html", articles, content, "actu/{s}-{i}.php")


@site("Drupal 10 (imitated)", "article", links="/nieuws/{s}")
def streekblad(content):
    articles = [
        content.article(inserts=["ad", "lees", "node", "pay", "vid", "lees"], insert_share=0.3) for _ in range(14)
    ]
    return render_pages("news/drupal.html", articles, content, "nieuws/{s}", about=content.text(130))


@site("TYPO3 news (imitated)", "article", links="/aktuelles/detail/{s}")
def anzeiger(content):
    articles = [
        content.article(inserts=["ad", "wei", "auch", "pay", "nl", "vid", "auch"], insert_share=0.35) for _ in range(15)
    ]
    return render_pages("news/typo3.html", articles, content, "aktuelles/detail/{s}", about=content.text(120))


@site("Ghost Casper (imitated)", "article", links="/{s}/")
def defter(content):
    articles = [content.article(inserts=["book", "sign", "oku", "vid"], insert_share=0.25) for _ in range(14)]
    return render_pages("news/ghost.html", articles, content, "{s}")


@site("Blogger Contempo (imitated)", "article", links="/{y}/0{m}/{s}.html")
def caderno(content):
    articles = [
        content.article(4, 10, inserts=["leia", "veja", "ad", "zap", "vid"], insert_share=0.3) for _ in range(14)
    ]
    return render_pages(
        "news/blogger.html",
        articles,
        content,
        "2024/0{i}/{s}",
        slogan=content.title(5),
        arch={y: content.r.randint(3, 90) for y in range(2016, 2027)},
    )


@site("Substack (imitated)", "article", links="/p/{s}")
def letters(content):
    articles = [
        content.article(inserts=["sub", "share", "com", "emb", "hr"], insert_share=0.3, heading_share=0.15)
        for _ in range(14)
    ]
    return render_pages("news/substack.html", articles, content, "p/{s}")


@site("Next.js news portal, hashed classes (imitated)", "article", links="/clanek/{s}-{n}")
def noviny(content):
    articles = [
        content.article(inserts=["ad", "cti", "pay", "vid", "anketa", "cti"], insert_share=0.3) for _ in range(15)
    ]
    return render_pages("news/hashed_classes.html", articles, content, "clanek/{s}-{i}")


def live_posts(content: Content, n: int) -> list[dict]:
    """Posts of a live blog, the newest first."""
    rng = content.r
    time = content.when().replace(hour=22)
    posts = []
    for _ in range(n):
        time = time - timedelta(minutes=rng.randint(2, 70))
        posts.append(
            dict(
                t=time,
                h=content.title(6) if rng.random() < 0.6 else "",
                p=[content.text(rng.choice([40, 90, 180])) for _ in range(rng.choice([1, 1, 2, 3]))],
                who=content.person(),
                q=content.text(70) if rng.random() < 0.2 else "",
                id=content.f.hexify("^" * 12),
                img=content.short(60) if rng.random() < 0.2 else "",
                key=rng.random() < 0.2,
            )
        )
    return posts


@site("dotcom-rendering live blog (imitated)", "article", links="/live/{y}/{s}")
def dispatch(content):
    articles = [dict(content.article(1, 1), posts=live_posts(content, content.r.randint(6, 16))) for _ in range(12)]
    return render_pages("news/live_blog.html", articles, content, "live/{i}/{s}")


@site("Italian newspaper live page (imitated)", "article", links="/cronaca/{y}/{s}-{n}/")
def ladiretta(content):
    articles = [dict(content.article(1, 1), posts=live_posts(content, content.r.randint(5, 14))) for _ in range(11)]
    return render_pages(
        "news/live_page.html",
        articles,
        content,
        "cronaca/{s}-{i}",
        about=content.text(90),
        piva=content.f.bothify("###########"),
        issn=content.f.bothify("####-####"),
    )


if __name__ == "__main__":
    run("news")
