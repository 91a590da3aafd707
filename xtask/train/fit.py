"""What `cargo xtask train` starts: fits trees to a table of lines.

    fit.py FOLDER

FOLDER holds what xtask/src/train/table.rs wrote. For every job of jobs.json, which lists the pages that are held
back, models/NAME.txt is written in the form that `consensus` reads; and for the job `all`, scores.txt with some rows
and what LightGBM itself says of them. One thread and fixed seeds: the same table gives the same bytes.
"""

import json
import sys
from pathlib import Path

import lightgbm as lgb
import numpy as np

SEED = 1
# Features are chosen by their gain in a first, smaller forest over all of them and part of the rows.
N_FEATURES = 120
CHOOSING = dict(num_leaves=15, learning_rate=0.15, feature_fraction=0.3)
N_CHOOSING = 40
CHOOSING_ROWS = 3  # every third
FITTING = dict(num_leaves=31, learning_rate=0.1, feature_fraction=0.25)
N_TREES = 100
ALWAYS = dict(
    objective="cross_entropy",  # labels are shares
    min_data_in_leaf=60,
    lambda_l2=10,
    max_bin=63,
    deterministic=True,
    force_row_wise=True,
    num_threads=1,
    seed=SEED,
    verbose=-1,
)
# All rows of sites together weigh this much of what the benchmark's pages do.
SITES_WEIGHT = 0.25
# Rows lighter than this quantile of the weights are drawn by their weight.
DRAW_BELOW = 0.7
# A leaf of this value adds one to the log odds.
ONE = 1024
N_SCORES = 16


def main(folder: Path):
    header = json.loads((folder / "pages.json").read_text())
    names, pages = header["features"], header["pages"]
    read = lambda name, kind: np.fromfile(folder / name, dtype=kind)
    rows = np.memmap(folder / "features.f32", dtype="<f4", mode="r").reshape(-1, len(names))
    labels = read("labels.f32", "<f4")
    page_of = np.repeat(np.arange(len(pages)), [page["lines"] for page in pages])
    of_sites = np.array([page["collection"] != "wcxb" for page in pages])[page_of]
    weights = read("weights.f32", "<f4").astype(np.float64)
    if of_sites.any():
        weights[of_sites] *= SITES_WEIGHT * weights[~of_sites].sum() / weights[of_sites].sum()
    drawn, weights = draw(weights)
    (folder / "models").mkdir(exist_ok=True)
    for name, held_back in json.loads((folder / "jobs.json").read_text()).items():
        keep = np.ones(len(pages), dtype=bool)
        keep[held_back] = False
        used = np.flatnonzero(drawn & keep[page_of])
        chosen, booster = fit(rows, labels, weights, used)
        (folder / "models" / f"{name}.txt").write_text(written(booster, [names[i] for i in chosen]))
        print(f"{name}: {len(used)} lines", file=sys.stderr, flush=True)
        if name == "all":
            (folder / "scores.txt").write_text(scores(booster, rows, chosen))


def draw(weights):
    """Leaves out most of the light rows, and makes the others of them heavier for it."""
    limit = np.quantile(weights[weights > 0], DRAW_BELOW)
    chance = np.minimum(1, weights / limit)
    drawn = np.random.Generator(np.random.PCG64(SEED)).random(len(weights)) < chance
    return drawn & (weights > 0), weights / np.maximum(chance, 1e-12)


def fit(rows, labels, weights, used):
    def forest(used, columns, settings, n_trees):
        settings = dict(ALWAYS, **settings)
        of_used = np.ascontiguousarray(rows[used][:, columns])
        weight = weights[used] / weights[used].mean()
        data = lgb.Dataset(of_used, label=labels[used], weight=weight, params=settings)
        return lgb.train(settings, data, n_trees)

    every = np.arange(rows.shape[1])
    gain = forest(used[::CHOOSING_ROWS], every, CHOOSING, N_CHOOSING).feature_importance("gain")
    chosen = np.sort(np.argsort(-gain, kind="stable")[:N_FEATURES])
    return chosen, forest(used, chosen, FITTING, N_TREES)


def below(number):
    """The largest 32-bit float that is not above a threshold: 32-bit features compare with it alike."""
    rounded = np.float32(number)
    return rounded if float(rounded) <= number else np.nextafter(rounded, np.float32(-np.inf))


def written(booster, names):
    """Writes a forest as text: what features it asks about, at which thresholds, and its trees in pre-order."""
    trees = [tree["tree_structure"] for tree in booster.dump_model()["tree_info"]]
    thresholds = {}

    def gather(node):
        if "split_feature" in node:
            thresholds.setdefault(node["split_feature"], set()).add(below(node["threshold"]))
            gather(node["left_child"])
            gather(node["right_child"])

    for tree in trees:
        gather(tree)
    features = sorted(thresholds)
    lists = {feature: sorted(thresholds[feature]) for feature in features}
    numbers = {feature: {t: i for i, t in enumerate(list_)} for feature, list_ in lists.items()}

    def nodes(node):
        if "split_feature" not in node:
            yield str(round(node["leaf_value"] * ONE))
            return
        feature = node["split_feature"]
        yield f"{features.index(feature)}:{numbers[feature][below(node['threshold'])]}"
        yield from nodes(node["left_child"])
        yield from nodes(node["right_child"])

    lines = [f"feature {names[f]} " + " ".join(shortest(t) for t in lists[f]) for f in features]
    lines += ["tree " + " ".join(nodes(tree)) for tree in trees]
    return "\n".join(lines) + "\n"


def shortest(number):
    text = np.format_float_positional(number, unique=True, trim="-")
    return "0" if text == "-0" else text


def scores(booster, rows, chosen):
    """Writes some rows with the log odds that LightGBM gives them."""
    picked = np.linspace(0, len(rows) - 1, N_SCORES).astype(int)
    some = np.ascontiguousarray(rows[picked])
    found = booster.predict(some[:, chosen], raw_score=True)
    return "".join(
        f"{score:.6f} " + " ".join(shortest(value) for value in row) + "\n"
        for score, row in zip(found, some)
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
