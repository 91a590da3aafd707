"""What `cargo xtask train` starts: fits trees, and measures them on pages that they have not seen.

    fit.py lines FOLDER [--collections]
    fit.py structures FOLDER [--collections]

FOLDER holds what xtask/src/train/table.rs wrote. The first step fits trees to lines. It writes the trees for the model, and
into FOLDER/odds what trees say of lines that were fitted without a part of the registrable domains and, with
--collections, without a collection. The second step needs what xtask/src/train/structures.rs makes of that. It fits trees
to structures, and writes model.txt in the form that `classify` reads, scores.txt with some rows and what LightGBM itself
says of them, and figures.txt with what is reached on pages that were held back.

Seeds are fixed and each forest is fitted by one thread: the same table gives the same bytes.
"""

import hashlib
import json
import multiprocessing
import os
import pickle
import sys
import warnings
from pathlib import Path

import lightgbm as lgb
import numpy as np

SEED = 1
# Features are chosen by their gain in a first, smaller forest over all of them and part of the rows.
N_FEATURES = 150
CHOOSING = dict(num_leaves=31, learning_rate=0.15, feature_fraction=0.3)
N_CHOOSING = 60
CHOOSING_ROWS = 4  # every fourth
FITTING = dict(num_leaves=32, learning_rate=0.1, feature_fraction=0.3, min_data_in_leaf=40)
N_TREES = 320
# A second ensemble corrects what the first says of lines, by what it says of the structures around them.
CORRECTING = dict(num_leaves=24, learning_rate=0.1, feature_fraction=0.5, min_data_in_leaf=200)
N_CORRECTING = 60
ALWAYS = dict(
    objective="cross_entropy",  # labels are shares
    min_data_in_leaf=60,
    bagging_fraction=0.6,
    bagging_freq=1,
    lambda_l2=5,
    max_bin=63,
    deterministic=True,
    force_row_wise=True,
    num_threads=1,  # with two, other trees are made
    seed=SEED,
    verbose=-1,
)
# How good the result for a page is, by trees of few questions over what the lines of the page are like; see
# crates/classify/src/features/page_features.rs.
RATING = dict(
    num_leaves=6,
    learning_rate=0.1,
    feature_fraction=0.7,
    bagging_fraction=0.7,
    min_data_in_leaf=100,
    lambda_l2=20,
    max_bin=255,
)
N_RATING = 60
# Collections that are small, or whose gold says little, weigh less than 1.
SMALL = ["chaos", "cleaneval", "courts", "daniel", "dragnet", "gtrends", "l3s", "postlight", "product", "recipes"]
WEIGHTS = dict(dict.fromkeys([*SMALL, "farm"], 0.5), wcxb=1.5)
# For structures, the collection of lone pages of all kinds weighs more.
STRUCTURE_WEIGHTS = dict(WEIGHTS, wcxb=2.5)
# Kinds of pages with little weight in all are raised by this power of what they lack of the mean, ...
BALANCE = 0.5
# ... by at most this factor.
MOST_BALANCE = 2.0
# A line that holds a value weighs so much more, since a record has few of them: for lines, and for structures.
VALUE_WEIGHT, STRUCTURE_VALUE_WEIGHT = 12, 30
# Of these it is known what must stay, and not what must go.
ONLY_VALUES = {"courts", "product", "recipes"}
# A site counts no more than so many pages in each of its sizes.
PAGES_A_SITE = 5
# Pages that show what "only the article" means are seen a second time, with that asked for.
ARTICLES = {"big9", "chaos", "cleaneval", "cleanportaleval", "daniel", "dragnet", "fundus", "gtrends", "l3s", "xmu"}
N_FOLDS = 4
# The number of probabilities at which content is looked at if lines are right or wrong together; see decision/cut.rs.
N_LEVELS = 32
N_SCORES = 16
# Confidences are reported by tenths, from this one on; what is below is one.
FIRST_TENTH = 5


class Table:
    def __init__(self, folder: Path):
        self.folder = folder
        header = json.loads((folder / "pages.json").read_text())
        self.names, self.pages = header["features"], header["pages"]
        self.structure_names, self.page_names = header["structure_features"], header["page_features"]
        # This is added to the log odds, besides what the trees for structures say, which do not see it.
        self.toward_siblings = self.structure_names.index("toward_siblings")
        self.seen = np.delete(np.arange(len(self.structure_names)), self.toward_siblings)
        # The value of a leaf that adds one to the log odds.
        self.one = header["score_one"]
        # How many times more recall weighs than precision; see crates/classify/src/decision/recall.rs.
        # The last one says how far lines are expected to be right or wrong together; see decision/cut.rs there.
        self.recall_of_text, self.recall_of_links, self.recall_of_values, self.together = header["recall"]
        read = lambda name, kind: np.fromfile(folder / name, dtype=kind)
        self.rows = np.memmap(folder / "features.f32", dtype="<f4", mode="r").reshape(-1, len(self.names))
        self.labels = read("labels.f32", "<f4")
        self.values = read("values.u8", "u1").astype(bool)
        # Names and days beside a headline stay unless the article is asked for: gold without them says nothing.
        self.bylines = read("bylines.u8", "u1").astype(bool)
        self.silent = self.bylines & (self.labels < 0.5)
        self.lengths = read("lengths.u32", "<u4").astype(np.int64)
        self.words, self.gold = read("words.u32", "<u4"), read("gold.u32", "<u4")
        lines = np.array([page["lines"] for page in self.pages])
        self.first = np.r_[0, np.cumsum(lines)]
        self.first_word = np.r_[0, np.cumsum(self.lengths)]
        self.first_gold = np.r_[0, np.cumsum([page["gold"] for page in self.pages])]
        self.page_of = np.repeat(np.arange(len(self.pages)), lines)
        self.known = read("weights.f32", "<f4").astype(np.float64)
        # The others are only judged.
        self.fitted = np.array([page["fitted"] for page in self.pages])
        self.asks = self.names.index("asked_article")
        self.links = np.ascontiguousarray(self.rows[:, self.names.index("link_share")])

    def is_article(self, page):
        is_of_wcxb = page["collection"] == "wcxb" and page["kind"] == "article"
        return is_of_wcxb or page["collection"] in ARTICLES

    def weights(self, of_collections, value_weight):
        """All sites weigh the same in each size, collections as they are set, and rare kinds of pages more."""
        count = {}
        for page in self.pages:
            key = page["group"], page["pages"]
            count[key] = count.get(key, 0) + page["fitted"]
        of_page = np.array(
            [
                of_collections.get(page["collection"], 1.0) * min(1, PAGES_A_SITE / count[page["group"], page["pages"]])
                for page in self.pages
            ]
        )
        kinds = np.array([page["kind"] for page in self.pages])
        of_kind = {kind: (of_page * self.fitted)[kinds == kind].sum() for kind in sorted(set(kinds))}
        mean = np.mean(list(of_kind.values()))
        for kind, weight in of_kind.items():
            of_page[kinds == kind] *= min(MOST_BALANCE, max(mean / weight, 1) ** BALANCE)
        # Of a few records it is known what must stay; alone, what must go would be no more than what happens to be on
        # another page of the host.
        lone = np.array([page["pages"] == 1 and page["collection"] in ONLY_VALUES for page in self.pages])
        unknown = lone[self.page_of] & ~self.values
        of_value = np.where(self.values, value_weight, 1)
        return np.where(unknown, 0, self.known * (self.fitted * of_page)[self.page_of] * of_value)


def fit(table, weights, pages):
    """Fits a forest to some pages: once as they are, and articles once more with the article asked for."""
    used = np.zeros(len(table.pages), bool)
    used[pages] = True
    lines = np.flatnonzero(used[table.page_of] & (weights > 0))
    articles = np.array([table.is_article(page) for page in table.pages])
    asked = lines[articles[table.page_of[lines]]]

    def forest(columns, settings, n_trees, step=1):
        settings = dict(ALWAYS, **settings)
        plain, again = lines[~table.silent[lines]][::step], asked[::step]
        rows = np.empty((len(plain) + len(again), len(columns)), "<f4")
        for start in range(0, len(plain), 100_000):
            part = plain[start : start + 100_000]
            rows[start : start + len(part)] = table.rows[part][:, columns]
        for start in range(0, len(again), 100_000):
            part = again[start : start + 100_000]
            rows[len(plain) + start : len(plain) + start + len(part)] = table.rows[part][:, columns]
        rows[len(plain) :, list(columns).index(table.asks)] = 1
        both = np.r_[plain, again]
        # A page seen twice weighs once and a half.
        weight = weights[both] * np.r_[np.where(articles[table.page_of[plain]], 0.75, 1), np.full(len(again), 0.75)]
        data = lgb.Dataset(rows, label=table.labels[both], weight=weight / weight.mean(), params=settings)
        data.construct()
        del rows
        return lgb.train(settings, data, n_trees)

    every = np.arange(len(table.names))
    gain = forest(every, CHOOSING, N_CHOOSING, CHOOSING_ROWS).feature_importance("gain")
    gain[table.asks] = np.inf
    chosen = np.sort(np.argsort(-gain, kind="stable")[:N_FEATURES])
    return chosen, forest(chosen, FITTING, N_TREES)


def judge(table, forest, pages):
    """Returns what a forest says of the lines of pages: their log odds, by page and by whether the article is asked for."""
    chosen, booster = forest
    odds = {}
    for page in pages:
        first, end = table.first[page], table.first[page + 1]
        if first == end:
            continue
        rows = np.ascontiguousarray(table.rows[first:end][:, chosen])
        for asked in (0, 1) if table.is_article(table.pages[page]) else (0,):
            rows[:, list(chosen).index(table.asks)] = asked
            odds[page, asked] = booster.predict(rows, raw_score=True)
    return odds


def lengths(table, page):
    return table.lengths[table.first[page] : table.first[page + 1]]


def page_features(odds, words, kept):
    """Returns the features of a page from the log odds of its lines and which of them stay: those of
    crates/classify/src/features/page_features.rs, by the same steps."""
    probability = 1 / (1 + np.exp(-odds))
    all_words, expected, n_kept = words.sum(), (words * probability).sum(), words[kept].sum()
    if not expected * n_kept:
        return None
    hits = (words * probability)[kept].sum()
    of_expected = lambda numbers: numbers.sum() / expected
    return np.array(
        [
            *[2 * hits / (n_kept + expected), all_words, expected, len(odds), expected / all_words],
            *[of_expected(words * probability**2), n_kept / all_words, n_kept / expected],
            *[hits / n_kept, probability[kept].min(), probability.max()],
            of_expected(words[probability > 0.9]),
            of_expected((words * probability)[probability > 0.5]),
        ],
        "<f4",
    )


def fit_confidence(results):
    """Fits trees to how good the result for a page is, by what its lines are like. `results` has the features of each
    page, its F1, and its site in its size. All sites of a collection weigh the same, and collections by the root of how
    many these are."""
    features, quality, sites = zip(*results)
    count, of_collection = {}, {}
    for site in sites:
        count[site] = count.get(site, 0) + 1
    for site in sites:
        of_collection.setdefault(site[0], set()).add(site)
    weight = np.array([1 / count[site] / len(of_collection[site[0]]) ** 0.5 for site in sites])
    settings = dict(ALWAYS, **RATING)
    data = lgb.Dataset(np.array(features), label=np.array(quality), weight=weight / weight.mean(), params=settings)
    return lgb.train(settings, data, N_RATING)


def below(number):
    """The largest 32-bit float that is not above a threshold: 32-bit features compare with it alike."""
    rounded = np.float32(number)
    return rounded if float(rounded) <= number else np.nextafter(rounded, np.float32(-np.inf))


def written(name, booster, chosen, names, one):
    """Writes an ensemble in the format of the crate `gbdt`: its features with their thresholds, then its trees in
    pre-order. `chosen` has the feature of each column of the booster, and `one` is the value of a leaf that adds one."""
    trees = [tree["tree_structure"] for tree in booster.dump_model()["tree_info"]]
    thresholds = {}

    def gather(node):
        if "split_feature" in node:
            thresholds.setdefault(chosen[node["split_feature"]], set()).add(below(node["threshold"]))
            gather(node["left_child"])
            gather(node["right_child"])

    for tree in trees:
        gather(tree)
    features = sorted(thresholds)
    lists = {feature: sorted(thresholds[feature]) for feature in features}
    numbers = {feature: {t: i for i, t in enumerate(list_)} for feature, list_ in lists.items()}

    def nodes(node):
        if "split_feature" not in node:
            yield str(round(node["leaf_value"] * one))
            return
        feature = chosen[node["split_feature"]]
        mean = round(node["internal_value"] * one)
        yield f"{features.index(feature)}:{numbers[feature][below(node['threshold'])]}:{mean}"
        yield from nodes(node["left_child"])
        yield from nodes(node["right_child"])

    lines = [f"ensemble {name}"]
    lines += [f"feature {names[f]} " + " ".join(shortest(t) for t in lists[f]) for f in features]
    lines += ["tree " + " ".join(nodes(tree)) for tree in trees]
    return "\n".join(lines) + "\n"


def shortest(number):
    text = np.format_float_positional(number, unique=True, trim="-")
    return "0" if text == "-0" else text


def scores(table, forest, structure_rows, corrections, odds, results, confidence):
    """Writes some rows with the log odds that LightGBM gives them, and the lines of a page with the page's features."""
    chosen, booster = forest
    page_rows = np.array([features for features, *_ in results])
    lines = []
    for kind, names, rows, of, columns in [
        ("row", table.names, table.rows, booster, chosen),
        ("structure", table.structure_names, structure_rows, corrections, table.seen),
        ("page", table.page_names, page_rows, confidence, np.arange(len(table.page_names))),
    ]:
        lines.append(f"names {kind} " + " ".join(names))
        some = np.ascontiguousarray(rows[np.linspace(0, len(rows) - 1, N_SCORES).astype(int)])
        found = of.predict(some[:, columns], raw_score=True)
        lines += [f"{kind} {score:.6f} " + " ".join(shortest(value) for value in row) for score, row in zip(found, some)]
    # Of the pages with at least sixteen lines that is the first of the shortest.
    (page, asked), z = min(odds.items(), key=lambda item: (len(item[1]) < 16, len(item[1])))
    words, keeps = lengths(table, page), kept(table, page, z, "article" if asked else "balanced")
    lines += [f"line {float(odds)!r} {n} {int(keep)}" for odds, n, keep in zip(z, words, keeps)]
    lines.append("features " + " ".join(shortest(value) for value in page_features(z, words, keeps)))
    return "\n".join(lines) + "\n"


def cut(probability, words, recall, together):
    """Keeps the lines from the probability on at which the expected F is best, recall weighing so many times more: as if
    each line were content by itself, and, in part, as if all were right or wrong together."""
    order = np.argsort(-probability, kind="stable")
    sorted_ = probability[order]
    kept, hits = np.cumsum(words[order]), np.cumsum((words * probability)[order])
    f = lambda hits, content: hits / (kept + recall * content + 1e-9)
    score = (1 - together) * f(hits, hits[-1])
    for level in (np.arange(N_LEVELS) + 0.5) / N_LEVELS if together else ():
        n_above = np.searchsorted(-sorted_, -level)
        content = kept[n_above - 1] if n_above else 0
        score = score + together / N_LEVELS * f(np.minimum(kept, content), content)
    # Lines of equal probability stay or go together.
    ends = np.flatnonzero(np.r_[sorted_[1:] != sorted_[:-1], True])
    return probability >= sorted_[ends[np.argmax(score[ends])]]


def quality(table, page, keeps):
    """The F1 of a page's words, or the share of its values that stay; and the share of its words that goes."""
    first, end = table.first[page], table.first[page + 1]
    lengths = table.lengths[first:end]
    removed = lengths[~keeps].sum() / max(lengths.sum(), 1)
    values = table.values[first:end]
    if table.pages[page]["record"]:
        return (keeps[values].mean() if values.any() else np.nan), removed
    lines = [i for i in np.flatnonzero(keeps) + first if table.known[i] > 0]
    words = [table.words[table.first_word[i] : table.first_word[i + 1]] for i in lines]
    words = np.concatenate(words) if words else np.zeros(0, "u4")
    gold = table.gold[table.first_gold[page] : table.first_gold[page + 1]]
    if not len(gold):
        return np.nan, removed
    top = int(max(gold.max(), words.max() if len(words) else 0)) + 1
    shared = np.minimum(np.bincount(words, minlength=top), np.bincount(gold, minlength=top)).sum()
    return 2 * shared / (len(words) + len(gold)), removed


def kept(table, page, odds, profile):
    """Returns which lines of a page stay."""
    probability, words = 1 / (1 + np.exp(-odds)), lengths(table, page) + 1e-6
    recall = table.recall_of_values if profile == "data" else table.recall_of_text
    if profile == "balanced":
        links = table.links[table.first[page] : table.first[page + 1]]
        recall += table.recall_of_links * np.average(links, weights=words * probability) ** 2
    return cut(probability, words, recall, 0 if profile == "data" else table.together)


def measure(table, odds, figures, title):
    """Adds what forests reach on pages: by collection and by kind of page, what is asked for, and size of the site.
    Besides quality and what goes that is the share of bylines that stay. Returns what confidence is fitted to; see
    `fit_confidence`. The second result is for each site the quality of its pages by default, by their names and the size
    of the site."""
    results, by_page = [], {}
    for (page, asked), z in odds.items():
        profile = "article" if asked else "balanced"
        head, first, keeps = table.pages[page], table.first[page], kept(table, page, z, profile)
        found = quality(table, page, keeps)
        if np.isnan(found[0]):
            continue
        if not asked:
            site = head["collection"], head["group"], head["folder"]
            by_page.setdefault(site, {})[head["id"], head["pages"]] = found[0]
        if not head["fitted"]:
            continue
        bylines = keeps[table.bylines[first : first + len(keeps)]]

        def add(name, profile, found):
            key = title, name, head["pages"], profile
            figures.setdefault(key, {}).setdefault(head["group"], []).append(found)

        row = *found, bylines.mean() if bylines.size else np.nan
        add(head["collection"], profile, row)
        if head["record"]:
            add(head["collection"], "data", (*quality(table, page, kept(table, page, z, "data")), np.nan))
        elif not asked:
            add(f"({head['kind']})", "balanced", row)
        features = page_features(z, lengths(table, page), keeps)
        # Of a record no F1 is known.
        if not head["record"] and features is not None:
            results.append((features, found[0], (head["collection"], head["group"], head["pages"], asked)))
    return results, by_page


def without_trees(table, figures):
    """Adds what keeping everything reaches on the same pages, counted in the same way, and dropping each line that another
    page of the sample has, or 30 % of the others."""
    shares = table.rows[:, table.names.index("shares_lines")]
    for page, head in enumerate(table.pages):
        if head["record"] or not head["fitted"]:
            continue
        shared = shares[table.first[page] : table.first[page + 1]]
        for title, keeps in ("keep", shared <= 1), ("lines", shared <= 0), ("lines-30", shared < 0.3):
            found = quality(table, page, keeps)
            if not np.isnan(found[0]):
                key = title, head["collection"], head["pages"], "balanced"
                figures.setdefault(key, {}).setdefault(head["group"], []).append((*found, np.nan))


def beside_alone(by_page):
    """Compares pages of each site of four pages and more, with the most others that they were judged with, with the same
    pages alone, by collection. Names the sites of ten pages and more that lose."""
    pairs, many, losing = {}, 0, []
    for (collection, group, _), found in sorted(by_page.items()):
        largest = max(pages for _, pages in found)
        if largest < 4:
            continue
        names = [name for name, pages in found if pages == largest]
        site, alone = (np.mean([found[name, pages] for name in names]) for pages in (largest, 1))
        pairs.setdefault(collection, []).append((site, alone))
        if largest >= 10:
            many += 1
            if site < alone - 0.02:
                losing.append(f"{'':24}{collection:18}{largest:>6}{site:>9.4f}{alone:>9.4f}  {group}")
    lines = [f"{'beside pages alone':24}{'collection':18}{'sites':>6}{'as sites':>9}{'alone':>9}{'lose .02':>9}"]
    for collection, found in sorted(pairs.items()):
        site, alone = np.array(found).T
        lines.append(f"{'':24}{collection:18}{len(found):>6}{site.mean():>9.4f}{alone.mean():>9.4f}{(site < alone - 0.02).sum():>9}")
    lines.append(f"of {many} sites of ten pages and more, {len(losing)} lose .02:")
    return "\n".join(lines + losing) + "\n"


def reliability(found):
    """Compares how good results are said to be with how good they are, by tenths of the first. `found` has both for each
    page, and its site in its size; all sites weigh the same in each."""
    count = {}
    for *_, site in found:
        count[site] = count.get(site, 0) + 1
    said, quality, weight = (np.array(column) for column in zip(*[(said, f1, 1 / count[site]) for said, f1, site in found]))
    tenth = np.maximum(np.minimum((10 * said).astype(int), 9), FIRST_TENTH)
    lines = [f"{'confidence':24}{'pages':>8}{'said':>9}{'F1':>9}"]
    for of in range(FIRST_TENTH, 10):
        these = tenth == of
        if these.any():
            means = [np.average(numbers[these], weights=weight[these]) for numbers in (said, quality)]
            name = f"below .{of + 1}" if of == FIRST_TENTH else f".{of} and more"
            lines.append(f"{name:24}{these.sum():>8}" + "".join(f"{mean:>9.4f}" for mean in means))
    return "\n".join(lines) + "\n"


def report(figures):
    columns = f"{'quality':>9}{'removed':>9}{'bylines':>9}"
    lines = [f"{'held back':24}{'collection':18}{'pages':>6} {'asked':9}{'sites':>6}{columns}"]
    for (title, collection, pages, asked), groups in sorted(figures.items()):
        # Few pages have bylines, and a mean over none is none.
        with warnings.catch_warnings(action="ignore", category=RuntimeWarning):
            means = np.nanmean([np.nanmean(found, axis=0) for found in groups.values()], axis=0)
        numbers = "".join(f"{mean:>9.4f}" for mean in means)
        lines.append(f"{title:24}{collection:18}{pages:>6} {asked:9}{len(groups):>6}{numbers}")
    return "\n".join(lines) + "\n"


def folds(pages):
    """Deals the domains of each collection to the parts in turn, in an order by chance: a domain is in one part only."""
    order = lambda pair: (pair[0], hashlib.sha256(pair[1].encode()).digest())
    part, count = {}, {}
    for collection, domain in sorted({(page["collection"], page["domain"]) for page in pages}, key=order):
        of_collection = count.setdefault(collection, [0] * N_FOLDS)
        part.setdefault(domain, of_collection.index(min(of_collection)))
        of_collection[part[domain]] += 1
    return np.array([part[page["domain"]] for page in pages])


def of_parts(folder, step, names):
    """Calls `step` with the table in `folder` and each name, in as many processes as there are processors."""
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        return dict(pool.imap_unordered(step, [(folder, name) for name in names], chunksize=1))


def fit_lines(arguments):
    """Fits trees to the lines of all pages, or to those that are not held back, which they then judge."""
    folder, name = arguments
    table = Table(folder)
    held_back = held(table, name)
    pages = np.arange(len(table.pages))
    forest = fit(table, table.weights(WEIGHTS, VALUE_WEIGHT), pages[~held_back])
    print(f"lines without {name}", file=sys.stderr, flush=True)
    if name is None:
        chosen, booster = forest
        (folder / "lines.pickle").write_bytes(pickle.dumps((chosen, booster.model_to_string())))
    return name, judge(table, forest, pages[held_back])


def held(table, name):
    """Returns which pages are held back: of a part of the domains, of a collection, or none."""
    if name is None:
        return np.zeros(len(table.pages), bool)
    if isinstance(name, int):
        return folds(table.pages) == name
    return np.array([page["collection"] == name for page in table.pages])


def write_odds(table, name, odds):
    """Writes log odds by line, with NaN for what was not judged."""
    for asked, ending in enumerate(["", "-article"]):
        numbers = np.full(len(table.labels), np.nan, "<f4")
        for (page, of), z in odds.items():
            if of == asked:
                numbers[table.first[page] : table.first[page + 1]] = z
        numbers.tofile(table.folder / "odds" / f"{name}{ending}.f32")


def lines(folder, with_collections):
    table = Table(folder)
    (folder / "odds").mkdir(exist_ok=True)
    collections = sorted({page["collection"] for page in table.pages}) if with_collections else []
    found = of_parts(folder, fit_lines, [*range(N_FOLDS), None, *collections])
    together = lambda names: {key: z for name in names for key, z in found[name].items()}
    write_odds(table, "domains", together(range(N_FOLDS)))
    if collections:
        write_odds(table, "collections", together(collections))


class Structures:
    """What trees say of lines that they have not seen, and the features of the structures around these lines."""

    def __init__(self, table, name):
        self.table, self.odds, self.rows, self.row_of = table, [], [], []
        for ending in "", "-article":
            odds = np.fromfile(table.folder / "odds" / f"{name}{ending}.f32", "<f4")
            path = table.folder / "structures" / f"{name}{ending}.f32"
            # An empty file cannot be mapped: of no page the article was asked for.
            rows = np.memmap(path, "<f4", "r") if path.stat().st_size else np.zeros(0, "<f4")
            # Only lines with odds have a row.
            row_of = np.cumsum(np.isfinite(odds)) - 1
            self.odds.append(odds)
            self.rows.append(rows.reshape(-1, len(table.structure_names)))
            self.row_of.append(row_of)

    def fit(self, weights, pages):
        """Fits trees to some pages, which correct what is said of their lines."""
        table = self.table
        used = np.zeros(len(table.pages), bool)
        used[pages] = True
        lines = np.flatnonzero(used[table.page_of] & (weights > 0) & np.isfinite(self.odds[0]))
        plain, again = lines[~table.silent[lines]], lines[np.isfinite(self.odds[1][lines])]
        articles = np.array([table.is_article(page) for page in table.pages])
        weight = weights[np.r_[plain, again]] * np.r_[np.where(articles[table.page_of[plain]], 0.75, 1), np.full(len(again), 0.75)]
        rows = np.r_[self.rows[0][self.row_of[0][plain]], self.rows[1][self.row_of[1][again]]][:, table.seen]
        settings = dict(ALWAYS, **CORRECTING)
        data = lgb.Dataset(
            rows,
            label=table.labels[np.r_[plain, again]],
            weight=weight / weight.mean(),
            init_score=np.r_[self.odds[0][plain], self.odds[1][again]],
            params=settings,
        )
        return lgb.train(settings, data, N_CORRECTING)

    def judge(self, booster, pages):
        """Returns the corrected log odds of the lines of pages, by page and by whether the article is asked for."""
        table, found = self.table, {}
        for page in pages:
            lines = slice(table.first[page], table.first[page + 1])
            for asked, odds in enumerate(self.odds):
                if lines.start < lines.stop and np.isfinite(odds[lines.start]):
                    rows = self.rows[asked][self.row_of[asked][lines]]
                    shifted = odds[lines].astype(float) + rows[:, table.toward_siblings]
                    found[page, asked] = shifted + booster.predict(rows[:, table.seen], raw_score=True)
        return found


def structures(folder, with_collections):
    table = Table(folder)
    weights = table.weights(STRUCTURE_WEIGHTS, STRUCTURE_VALUE_WEIGHT)
    every, parts = np.arange(len(table.pages)), folds(table.pages)
    domains = Structures(table, "domains")
    figures, unseen, results, by_page = {}, {}, [], {}
    without_trees(table, figures)
    for part in range(N_FOLDS):
        odds = domains.judge(domains.fit(weights, every[parts != part]), every[parts == part])
        unseen.update(odds)
        of_part, of_pages = measure(table, odds, figures, "a part at a time")
        results.append(of_part)
        by_page.update(of_pages)
        print(f"structures without {part}", file=sys.stderr, flush=True)
    # How good results are is learned from pages that the trees have not seen.
    together, said = sum(results, []), []
    for part in range(N_FOLDS):
        confidence = fit_confidence([page for other in range(N_FOLDS) if other != part for page in results[other]])
        found = confidence.predict(np.array([features for features, *_ in results[part]]))
        said += [(of_page, f1, site) for of_page, (_, f1, site) in zip(found, results[part])]
    booster, confidence = domains.fit(weights, every), fit_confidence(together)
    chosen, text = pickle.loads((folder / "lines.pickle").read_bytes())
    lines = lgb.Booster(model_str=text)
    model = "gbdt 1\n" + written("lines", lines, chosen, table.names, table.one)
    model += written("structures", booster, table.seen, table.structure_names, table.one)
    model += written("confidence", confidence, np.arange(len(table.page_names)), table.page_names, table.one)
    (folder / "model.txt").write_text(model)
    some = scores(table, (chosen, lines), domains.rows[0], booster, unseen, together, confidence)
    (folder / "scores.txt").write_text(some)
    below_figures = "\n" + beside_alone(by_page) + "\n" + reliability(said)
    (folder / "figures.txt").write_text(report(figures) + below_figures)
    if not with_collections:
        return
    collections = Structures(table, "collections")
    for collection in sorted({page["collection"] for page in table.pages}):
        held_back = held(table, collection)
        odds = collections.judge(domains.fit(weights, every[~held_back]), every[held_back])
        measure(table, odds, figures, f"all of {collection}")
        (folder / "figures.txt").write_text(report(figures) + below_figures)


if __name__ == "__main__":
    step, folder = sys.argv[1:3]
    dict(lines=lines, structures=structures)[step](Path(folder), "--collections" in sys.argv)
