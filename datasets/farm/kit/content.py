"""The content of a site: texts of its share of the pool, and people, goods, threads and articles made of them.

Templates know a `Content` as `c`, and read its short names: `c.f` is Faker, `c.r` the random numbers, `c.u` the labels of
the interface, `c.cats` the categories.
"""

import random
import re
from datetime import datetime, timedelta

from faker import Faker

from kit.labels import read_labels
from kit.pools import is_dense, read_pool
from kit.settings import TODAY, Site

LOCALES = dict(
    en="en_US",
    de="de_DE",
    fr="fr_FR",
    es="es_ES",
    it="it_IT",
    nl="nl_NL",
    pl="pl_PL",
    pt="pt_BR",
    ru="ru_RU",
    ja="ja_JP",
    cs="cs_CZ",
    tr="tr_TR",
)
# A title does not end with one of these.
FUNCTION_WORDS = set(
    """the of and a an to in for with on or by as is are be that this if it its at from your you der die das und von zu
    den im in mit ein eine des dem auf als oder für wenn le la les de du des et un une à en dans pour par que el los las
    y del al con una por se o il lo gli di e che per i da un uma os as do da em no na para com и в на с по для из или w z
    i na do od się lub het een van en te op met der""".split()
)
MONTHS = dict(
    en="January February March April May June July August September October November December",
    de="Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    fr="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    es="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    it="gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    nl="januari februari maart april mei juni juli augustus september oktober november december",
    pl="stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    pt="janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    ru="января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    cs="ledna února března dubna května června července srpna září října listopadu prosince",
    tr="Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
)
SHORT_DATES = dict(en="%m/%d/%Y", de="%d.%m.%Y", ru="%d.%m.%Y", pl="%d.%m.%Y", ja="%Y/%m/%d", nl="%d-%m-%Y")
SECTIONS = dict(
    en="News|Politics|Business|Sport|Culture|Opinion|Science|Travel|Health",
    de="Politik|Wirtschaft|Sport|Kultur|Lokales|Wissen|Reise|Meinung|Panorama",
    fr="Politique|Économie|Sports|Culture|Société|Faits divers|International|Santé|Loisirs",
    es="Nacional|Internacional|Economía|Deportes|Cultura|Opinión|Sociedad|Tecnología|Salud",
    it="Cronaca|Politica|Economia|Sport|Cultura|Esteri|Scienze|Spettacoli|Motori",
    nl="Binnenland|Buitenland|Economie|Sport|Cultuur|Regio|Opinie|Tech|Gezondheid",
    pl="Motoryzacja|Nieruchomości|Dom i Ogród|Elektronika|Moda|Zwierzęta|Sport|Muzyka|Praca",
    pt="Política|Economia|Esportes|Cultura|Cotidiano|Mundo|Saúde|Educação|Ciência",
    ru="Новости|Услуги|Оплата|Доставка|Подписки|Оборудование|Безопасность|Договор|Прочее",
    ja="工業用機器|計測機器|電子部品|事務用品|照明|空調|医療|食品|その他",
    cs="Domácí|Zahraniční|Krimi|Kultura|Ekonomika|Sport|Věda|Počítače|Auto",
    tr="Gündem|Ekonomi|Spor|Kültür|Teknoloji|Sağlık|Seyahat|Yaşam|Görüş",
)
DAYS_OF = dict(d=1, y=365.24)


def rotated(texts: list[str], share: int, size: int) -> list[str]:
    """The texts from the given share of so many texts on, and then those before it."""
    if not texts:
        return []
    start = share * size % len(texts)
    return texts[start:] + texts[:start]


def day_before(age: str) -> datetime:
    """The time so many days or years before the fixed day: "-10d", "-6y"."""
    return TODAY + timedelta(days=int(age[:-1]) * DAYS_OF[age[-1]])


class Content:
    """Texts and facts of one site.

    The collection farm2 takes its share from the start of the pools; farm3 from their end, in bigger shares, and it has
    the sections of a newspaper for categories.
    """

    def __init__(self, site: Site):
        self.site = site
        self.lang = site.language
        self.r = random.Random(site.seed)
        self.f = Faker(LOCALES[self.lang])
        self.f.seed_instance(site.seed)
        self.u = read_labels(self.lang)
        self.next_paragraph = self.next_quote = self.next_heading = 0
        self.take_share(from_end=False, sizes=(600, 130, 60))
        self.people = [self.f.name() for _ in range(16)]
        self.nicks = list(dict.fromkeys(self.f.user_name() for _ in range(16)))
        words = re.findall(r"[^\W\d_]{4,14}", " ".join(self.headings[:60]))
        self.tags = list(dict.fromkeys(word.lower() for word in words))[:30] or ["news", "other"]
        self.company = self.f.company()
        self.cats = [self.title(3) for _ in range(9)]
        # Titles of pages, for lists of related pages.
        self.titles = []
        self.given_titles = set()
        if site.collection.startswith("farm3"):
            self.take_share(from_end=True, sizes=(900, 100, 50))
            self.cats = SECTIONS[self.lang].split("|")
            self.r.shuffle(self.cats)

    def take_share(self, from_end: bool, sizes: tuple[int, int, int]) -> None:
        """Sets the paragraphs, headings and quotes of the site; sizes are those of a share."""
        pool = read_pool(self.lang)
        step = -1 if from_end else 1
        lists = (pool[kind][::step] for kind in ("paras", "heads", "quotes"))
        self.paragraphs, self.headings, self.quotes = (
            rotated(texts, self.site.share, size) for texts, size in zip(lists, sizes)
        )

    # Texts

    def para(self):
        """The next paragraph of the pool."""
        self.next_paragraph += 1
        return self.paragraphs[(self.next_paragraph - 1) % len(self.paragraphs)]

    def sentences(self, text):
        """The sentences of a text."""
        border = r"(?<=[。！？])(?=\S)" if is_dense(self.lang) else r"(?<=[.!?])\s+"
        return [sentence.strip() for sentence in re.split(border, text) if sentence.strip()]

    def sentence(self):
        """The first sentence of the next paragraph."""
        return self.sentences(self.para())[0]

    def text(self, length):
        """Whole sentences of about so many characters."""
        if is_dense(self.lang):
            length = int(length * 0.5)
        found = []
        while sum(map(len, found)) < length * 0.8:
            for sentence in self.sentences(self.para()):
                found.append(sentence)
                if sum(map(len, found)) >= length * 0.8:
                    break
        return ("" if is_dense(self.lang) else " ").join(found)

    def paras_(self, least, most=None):
        """A number of paragraphs of different lengths."""
        return [
            self.text(self.r.choice([120, 260, 260, 420, 600])) for _ in range(self.r.randint(least, most or least))
        ]

    def short(self, length=80):
        """A sentence, cut to so many characters."""
        text = self.sentence()
        if len(text) <= length:
            return text
        if is_dense(self.lang):
            return text[: length // 2]
        return " ".join(text[:length].split()[:-1]).rstrip(",;:(") or text[:length]

    def title(self, n_words=None):
        """A heading or the start of a sentence, of at most so many words."""
        if (n_words or 5) > 2 and self.r.random() < 0.6 and self.next_heading < 130:
            self.next_heading += 1
            text = self.headings[self.next_heading - 1]
        else:
            text = self.sentence().rstrip(".。:;!?")
        if is_dense(self.lang):
            text = re.split("[、,，(（]", text)[0][: (n_words or self.r.randint(4, 9)) * 3]
        else:
            words = text.split()
            text = " ".join(words[: n_words or self.r.randint(3, 9)]).rstrip(",;:-(").strip('"“”«»')
            while text and text.split()[-1].lower() in FUNCTION_WORDS:
                text = " ".join(text.split()[:-1])
        text = re.sub(r"[\[\]<>{}|#*_`\\]", "", text).strip()
        return (text[:1].upper() + text[1:]) if len(text) > 2 else self.title(n_words)

    def unique_title(self, n_words=None):
        """A title that the site does not have yet; it is added to `titles`."""
        for _ in range(30):
            text = self.title(n_words)
            if text not in self.given_titles:
                break
        self.given_titles.add(text)
        self.titles.append(text)
        return text

    def others(self, n, not_=None):
        """Some titles of other pages, for lists of related pages."""
        titles = [title for title in self.titles if title != not_]
        return self.r.sample(titles, min(n, len(titles)))

    def label(self):
        """One word."""
        return self.r.choice(self.tags).capitalize()

    def quote(self):
        """A fortune cookie, or some sentences."""
        if not self.quotes or self.r.random() < 0.3:
            return self.text(self.r.choice([80, 150, 250]))
        self.next_quote += 1
        return self.quotes[(self.next_quote - 1) % len(self.quotes)]

    def line(self, length=44):
        """A line of verse or the like."""
        if not self.quotes or self.r.random() < 0.5:
            return self.short(length)
        line = self.sentences(self.quote())[0]
        if len(line) > length:
            line = " ".join(line[:length].split()[:-1]) or line[:length]
        return line.rstrip(".,;: ")

    # Facts

    def person(self):
        return self.r.choice(self.people)

    def nick(self):
        return self.r.choice(self.nicks)

    def when(self, earliest="-6y", latest="-10d"):
        """A time between two ages, counted from the fixed day."""
        return self.f.date_time_between(day_before(earliest), day_before(latest))

    def date(self, day=None, style=0):
        """A day as text. Style 0 is the long form of the language, 1 ISO 8601, 2 the short form."""
        day = day or self.when()
        lang = self.lang
        if style == 1:
            return day.strftime("%Y-%m-%d")
        if style == 2:
            return day.strftime(SHORT_DATES.get(lang, "%d/%m/%Y"))
        if lang == "ja":
            return f"{day.year}年{day.month}月{day.day}日"
        month = MONTHS[lang].split()[day.month - 1]
        if lang == "en":
            return f"{month} {day.day}, {day.year}"
        if lang == "de" or (lang == "cs" and not style):
            return f"{day.day}. {month} {day.year}"
        if lang in ("es", "pt"):
            return f"{day.day} de {month} de {day.year}"
        return f"{day.day} {month} {day.year}" + (" г." if lang == "ru" and style == 3 else "")

    def money(self, amount=None):
        """A price in the currency and form of the language."""
        amount = self.price() if amount is None else amount
        if self.lang == "en":
            return f"${amount:,.2f}"
        if self.lang == "ja":
            return f"¥{int(amount * 100):,}"
        number = f"{amount:,.2f}".replace(",", " ").replace(".", ",")
        if self.lang == "pt":
            return "R$ " + number
        if self.lang == "nl":
            return "€ " + number
        return number + dict(pl=" zł", ru=" ₽").get(self.lang, " €")

    def price(self, lowest=4, highest=900):
        return round(self.r.choice([self.r.uniform(lowest, 60), self.r.uniform(lowest, highest)]), 2)

    def sku(self):
        """A stock number."""
        return self.f.bothify(self.r.choice(["??-#####", "#######", "???###-##"])).upper()

    def brand(self):
        return re.sub(r"[ ,].*", "", self.f.last_name())

    def product(self):
        """The name of a product, made of words of headings."""
        words = re.findall(r"[^\W\d_]{4,12}", " ".join(self.headings[:90])) or self.tags
        first, second = self.r.sample(words, 2)
        if is_dense(self.lang):
            company = self.f.company().split()[0]
            return f"{company} {self.r.choice(self.headings)[:10]} {self.f.bothify('??-###').upper()}"
        brand = self.brand()
        tail = ""
        if self.r.random() < 0.7:
            pattern = self.r.choice(["##", "?###", "## cm", "XL", "#.# l", "Pro", "II", "### g", "?#", "##W"])
            tail = self.f.bothify(pattern).upper()
        first = first.capitalize()
        third = f"{first} „{brand}“ {tail}" if self.lang in ("de", "pl") else f"{brand} {second} {tail}"
        name = self.r.choice([f"{brand} {first} {second} {tail}", f"{first} {second} {tail}", third])
        return re.sub(" +", " ", name).strip()

    def specs(self, n=5):
        """Names and values of a table of properties."""
        labels = self.u
        rows = [
            (labels["Brand"], self.brand()),
            (labels["SKU"], self.sku()),
            (labels["Colour"], self.f.color_name() if self.lang != "ja" else self.r.choice("黒白赤青緑灰")),
            (labels["Weight"], self.f.bothify(self.r.choice(["#.# kg", "%## g"]))),
            (labels["Dimensions"], self.f.bothify("%# × %# × %# cm")),
            (labels["Warranty"], str(self.r.randint(1, 5))),
            (labels["Country of origin"], self.f.country()),
            (labels["Material"], self.label()),
            (self.title(2), self.short(40)),
            (self.title(2), self.f.bothify("%## ?").upper()),
        ]
        return self.r.sample(rows, min(n, len(rows)))

    # Bigger things

    def review(self):
        return dict(
            who=self.r.choice([self.person(), self.nick()]),
            when=self.when("-3y"),
            title=self.title(4),
            text=self.quote() if self.r.random() < 0.6 else self.text(160),
            stars=self.r.randint(1, 5),
        )

    def goods(self, n):
        """Products of a shop, with reviews."""
        products = []
        for i in range(n):
            price = self.price()
            products.append(
                dict(
                    id=i + 1,
                    name=self.product(),
                    price=price,
                    old=round(price * self.r.uniform(1.1, 1.6), 2) if self.r.random() < 0.3 else None,
                    brand=self.brand(),
                    sku=self.sku(),
                    cat=self.r.choice(self.cats[:5]),
                    short=self.text(self.r.choice([80, 140, 220])),
                    desc=self.paras_(1, 4),
                    bullets=[self.short(90) for _ in range(self.r.choice([0, 0, 3, 4, 6]))],
                    specs=self.specs(self.r.choice([0, 4, 6, 8])),
                    stock=self.r.choice(["In stock", "In stock", "Only a few left"]),
                    stars=self.r.randint(2, 5),
                    reviews=[self.review() for _ in range(self.r.choice([0, 0, 1, 2, 4]))],
                )
            )
        return products

    def post(self):
        """The paragraphs of a post in a forum."""
        x = self.r.random()
        if x < 0.35:
            return [self.quote()]
        if x < 0.7:
            return [self.text(self.r.choice([60, 110, 180]))]
        return self.paras_(1, 3)

    def topics(self, n):
        """Threads of a forum."""
        topics = []
        for i in range(n):
            when = self.when("-5y", "-60d")
            posts = []
            for k in range(self.r.choice([1, 2, 3, 4, 6, 9, 12])):
                posts.append(
                    dict(
                        who=self.nick() if k else self.r.choice(self.nicks),
                        when=when,
                        text=self.post(),
                        n=self.r.randint(1, 4000),
                        joined=self.when("-12y", "-6y"),
                        city=self.f.city(),
                        likes=self.r.choice([0, 0, 1, 3, 8]),
                        quote=None,
                        id=1000 * (i + 1) + k,
                        sig=self.short(60) if self.r.random() < 0.3 else "",
                    )
                )
                if k and self.r.random() < 0.3:
                    quoted = self.r.choice(posts[:-1])
                    posts[-1]["quote"] = (quoted["who"], quoted["text"][0][:300])
                when = when + timedelta(minutes=self.r.randint(4, 4000))
            topics.append(
                dict(
                    id=i + 1,
                    title=self.title(),
                    posts=posts,
                    cat=self.r.choice(self.cats[:5]),
                    views=self.r.randint(20, 9000),
                    tags=self.r.sample(self.tags, 3),
                )
            )
        return topics

    def article(self, least=5, most=12, heading_share=0.25, inserts=(), insert_share=0.3):
        """An article of blocks; a block has a kind `k`.

        Between paragraphs (p) stand headings (h2), images (img), quotes (q), boxes (box) and lists (ul), which are of
        the article, and those of `inserts`, which are of the page.
        """
        rng = self.r
        blocks = []
        n_paragraphs = rng.randint(least, most)
        unused = list(inserts)
        rng.shuffle(unused)
        for i in range(n_paragraphs):
            if i > 1 and rng.random() < heading_share:
                blocks.append(dict(k="h2", t=self.title(rng.randint(2, 6))))
            quoted = self.quotes and rng.random() < 0.25
            text = self.quote() if quoted else self.text(rng.choice([50, 90, 160, 240, 380]))
            blocks.append(dict(k="p", t=text, i=i))
            if i < n_paragraphs - 1 or rng.random() < 0.3:
                for kind, share in (("img", 0.2), ("q", 0.15), ("box", 0.1), ("ul", 0.12)):
                    if rng.random() < share:
                        blocks.append(self.article_block(kind))
                if inserts and rng.random() < insert_share:
                    blocks.append(dict(k=unused.pop() if unused else rng.choice(inserts)))
        return dict(
            title=self.unique_title(),
            lead=self.text(rng.choice([90, 150, 220])),
            who=self.person(),
            when=self.when(),
            blocks=blocks,
            cat=rng.choice(self.cats[:5]),
            tags=rng.sample(self.tags, min(len(self.tags), rng.randint(2, 5))),
            n=n_paragraphs,
        )

    def article_block(self, kind):
        return dict(
            k=kind,
            t=self.short(110) if kind == "img" else self.text(90),
            h=self.title(3),
            L=[self.short(self.r.choice([30, 60, 90])) for _ in range(self.r.randint(2, 5))],
            who=self.person(),
        )
