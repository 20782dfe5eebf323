"""Trains the weights of src/page/main from the output of export-leaves.ts (needs numpy, scipy, lightgbm, jax and optax).

    node export-leaves.ts PAGES EXPORT
    python3 train.py EXPORT OUT

Writes OUT/fold-0.bin ... fold-4.bin, each trained without one fold of sites, and OUT/weights.bin, trained on all.
EXPORT keeps the token weights of a run (small-models.pickle), which the next one uses again.
"""

import json
import os
import pickle
import struct
import sys
import time

import numpy as np
import scipy.sparse as sp
from scipy.optimize import minimize
import lightgbm as lgb

from network import train_network

SOURCE, TARGET = sys.argv[1], sys.argv[2]
FOLDS = 5
TOKENS = 1 << 20
MIN_SITES = 8
MIN_SITES_KIND = 4
TOKEN_L2 = 1000.0
KIND_L2 = 3.0
TREES = dict(objective='binary', num_leaves=31, learning_rate=0.09, min_data_in_leaf=40, lambda_l2=5.0,
             feature_fraction=0.5, max_bin=127, num_threads=1, seed=1, deterministic=True, force_col_wise=True,
             verbosity=-1)
ROUNDS = 120
# The same as in probabilities.ts and network.ts: pages that are certain or long are scored by the trees alone.
MIN_UNCERTAINTY = 0.1
TREE_SHARE, NETWORK_SHARE = 0.46, 0.38
MAX_NETWORK_LEAVES = 8192


def load(name, kind):
    return np.fromfile(f'{SOURCE}/{name}.bin', kind)


meta = json.load(open(f'{SOURCE}/pages.json'))
pages, kinds = meta['pages'], meta['kinds']
leaf_count = np.array([p['leaves'] for p in pages])
page_of = np.repeat(np.arange(len(pages)), leaf_count)
first_leaf = np.concatenate([[0], np.cumsum(leaf_count)])
fold_of_page = np.array([p['fold'] for p in pages])
site_names = sorted({p['host'] for p in pages})
site_of_page = np.searchsorted(site_names, [p['host'] for p in pages])
usable_page = np.array([not p['empty'] for p in pages])
kind_of_page = np.array([kinds.index(p['kind']) for p in pages])
plain = load('rows', '<f4').reshape(-1, meta['plainFeatures'])
# The kinds are learned from the collection that has all of them; the others consist of articles.
has_kind = np.array([p['collection'] == 'wcxb' for p in pages])
coverage, words = load('labels', '<f4'), load('words', '<i4')
label = (coverage >= 0.5).astype(np.float64)
is_known = coverage >= 0
# Half-covered leaves have less weight than clear ones; every page has about the same weight, regardless of its size.
weight = np.log1p(words) + 0.2
weight *= np.where((coverage > 0.25) & (coverage < 0.75), 0.5, 1)
weight *= is_known
weight /= np.maximum(1e-9, np.sqrt(np.bincount(page_of, weight, len(pages))))[page_of]
# The small collections of articles have other habits of annotation, and must not be outvoted by the large one.
weight *= np.where(has_kind, 1, 1.5)[page_of]
weight /= weight[is_known].mean()


def pairs(name, counts):
    flat = load(name, '<i4').reshape(-1, 2)
    return flat[:, 0], flat[:, 1], np.repeat(np.arange(len(pages)), [p[counts] for p in pages])


first_element = np.concatenate([[0], np.cumsum([p['elements'] for p in pages])])
element_row, element_token, element_page = pairs('elements', 'elementTokens')
leaf_row, leaf_token, leaf_page = pairs('leafTokens', 'leafTokens')
above_leaf, above_element, above_page = pairs('ancestors', 'ancestors')
leaf_group = leaf_row % 3


def frequent(page, token, least):
    pair = np.unique(site_of_page[page].astype(np.int64) * TOKENS + token)
    return np.flatnonzero(np.bincount(pair % TOKENS, minlength=TOKENS) >= least)


known = frequent(np.concatenate([element_page, leaf_page]), np.concatenate([element_token, leaf_token]), MIN_SITES)
number = np.full(TOKENS, -1)
number[known] = np.arange(len(known))


def matrix(row, token, rows):
    column = number[token]
    keep = column >= 0
    return sp.csr_matrix((np.ones(keep.sum(), np.float32), (row[keep], column[keep])), (rows, len(known)))


E = matrix(first_element[element_page] + element_row, element_token, first_element[-1])
LEAF = [matrix((first_leaf[leaf_page] + leaf_row // 3)[leaf_group == g], leaf_token[leaf_group == g], len(words))
        for g in range(3)]
L = (LEAF[0] + LEAF[1] + LEAF[2]).tocsr()
above_leaf = first_leaf[above_page] + above_leaf
above_element = first_element[above_page] + above_element
A = sp.csr_matrix((np.ones(len(above_leaf), np.float32), (above_leaf, above_element)), (len(words), first_element[-1]))
above_start = np.concatenate([[0], np.cumsum(np.bincount(above_leaf, minlength=len(words)))])
is_near = np.arange(len(above_leaf)) - above_start[above_leaf] < 3


def sigmoid(x):
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def train_tokens(use):
    a, leaf = A[use], L[use]
    y, s = label[use], weight[use]
    at, lt, et = a.T.tocsr(), leaf.T.tocsr(), E.T.tocsr()

    def loss(w):
        score = a @ (E @ w[:-1]) + leaf @ w[:-1] + w[-1]
        p = sigmoid(score)
        value = -(s * (y * np.log(p + 1e-12) + (1 - y) * np.log(1 - p + 1e-12))).sum()
        r = s * (p - y)
        gradient = et @ (at @ r) + lt @ r
        return (value + TOKEN_L2 / 2 * (w[:-1] ** 2).sum(),
                np.append(gradient + TOKEN_L2 * w[:-1], r.sum()))

    w = minimize(loss, np.zeros(len(known) + 1), jac=True, method='L-BFGS-B', options=dict(maxiter=40)).x
    return quantised(w[:-1])


def quantised(w):
    scale = np.abs(w).max() / 127
    return np.round(w / scale).astype(np.int8), np.float32(scale)


def token_features(model):
    w = model[0].astype(np.float32) * model[1]
    element = E @ w
    above = element[above_element]
    start = above_start[:-1]
    every = np.add.reduceat(above, start)
    near = np.add.reduceat(np.where(is_near, above, 0), start)
    text, heading, path = (m @ w for m in LEAF)
    return np.stack([every, near, np.minimum.reduceat(above, start), np.maximum.reduceat(above, start), text, heading,
                     path, every + text + heading + path], 1).astype(np.float32)


page_token_page = np.repeat(np.arange(len(pages)), [p['pageTokens'] for p in pages])
page_token = load('pageTokens', '<i4')
known_kind = frequent(page_token_page, page_token, MIN_SITES_KIND)
kind_number = np.full(TOKENS, -1)
kind_number[known_kind] = np.arange(len(known_kind))
keep = kind_number[page_token] >= 0
K = sp.csr_matrix((np.ones(keep.sum()), (page_token_page[keep], kind_number[page_token[keep]])),
                  (len(pages), len(known_kind)))
K = sp.hstack([K, np.ones((len(pages), 1))]).tocsr()


def softmax(score):
    p = np.exp(score - score.max(1, keepdims=True))
    return p / p.sum(1, keepdims=True)


def train_kinds(use):
    x, y = K[use], np.eye(len(kinds))[kind_of_page[use]]

    def loss(flat):
        w = flat.reshape(-1, len(kinds))
        p = softmax(x @ w)
        return -(y * np.log(p + 1e-12)).sum() + KIND_L2 * (w ** 2).sum(), (x.T @ (p - y) + 2 * KIND_L2 * w).ravel()

    w = minimize(loss, np.zeros(K.shape[1] * len(kinds)), jac=True, method='L-BFGS-B', options=dict(maxiter=120)).x
    return quantised(w.reshape(-1, len(kinds)))


def kind_features(model):
    return softmax(K @ (model[0] * model[1])).astype(np.float32)


def leaves_of(folds):
    return np.flatnonzero(np.isin(fold_of_page, folds)[page_of] & usable_page[page_of] & is_known)


def say(*values):
    print(f'{time.time() - BEGUN:6.0f} s', *values, flush=True)


BEGUN = time.time()
ALL = list(range(FOLDS))
cache = pickle.load(open(f'{SOURCE}/small-models.pickle', 'rb')) if os.path.exists(f'{SOURCE}/small-models.pickle') else {}


def small_models(without):
    """Returns token and kind weights trained without some folds."""
    key = tuple(sorted(set(without)))
    if key not in cache:
        rest = [f for f in ALL if f not in key]
        cache[key] = (train_tokens(leaves_of(rest)), train_kinds(np.flatnonzero(np.isin(fold_of_page, rest) & has_kind)))
        pickle.dump(cache, open(f'{SOURCE}/small-models.pickle', 'wb'))
        say('tokens and kinds without', key)
    return cache[key]


def learned(model):
    return np.hstack([token_features(model[0]), kind_features(model[1])[page_of]])


def training_rows(without):
    """Returns the learned features of each fold, with weights trained without it and without the excluded folds."""
    rows = np.empty((len(words), 8 + len(kinds)), np.float32)
    for fold in ALL:
        if fold in without:
            continue
        part = fold_of_page[page_of] == fold
        rows[part] = learned(small_models([fold, *without]))[part]
    return rows


def expected_cut(p, w):
    """Returns the leaves to keep for the highest expected F1, and that F1."""
    logit = 0.8 * np.log((p + 1e-6) / (1 - p + 1e-6))
    order = np.argsort(-p, kind='stable')
    soft = sigmoid(logit)[order]
    hits = np.cumsum(soft * w[order])
    f1 = 2 * hits / np.maximum(np.cumsum(w[order]) + (soft * w[order]).sum(), 1e-9)
    best = int(np.argmax(f1))
    return order[: best + 1], f1[best]


def leaf_scores(p):
    scores = np.zeros(len(pages))
    for i in range(len(pages)):
        s = slice(first_leaf[i], first_leaf[i + 1])
        if first_leaf[i] == first_leaf[i + 1]:
            continue
        chosen, _ = expected_cut(p[s], words[s].astype(float))
        hit = (coverage[s] * words[s])[chosen].sum()
        total = words[s][chosen].sum() + (coverage[s] * words[s]).sum()
        scores[i] = 2 * hit / total if total else 0
    return scores


def flat_trees(booster):
    """Returns the trees as columns: features, thresholds, children and leaf values."""
    features, thresholds, left, right, sizes, values = [], [], [], [], [], []
    for info in booster.dump_model()['tree_info']:
        inner, leaves = [], []

        def visit(node):
            if 'split_index' not in node:
                leaves.append(node['leaf_value'])
                return ~(len(leaves) - 1)
            place = len(inner)
            inner.append(None)
            inner[place] = (node['split_feature'], node['threshold'], visit(node['left_child']), visit(node['right_child']))
            return place

        visit(info['tree_structure'])
        if not inner:
            continue
        t = np.array([n[1] for n in inner])
        rounded = t.astype(np.float32)
        # Rounded down, so that x <= t has the same result for every float32 x.
        rounded = np.where(rounded > t, np.nextafter(rounded, np.float32(-np.inf)), rounded).astype(np.float32)
        features.append(np.array([n[0] for n in inner], np.uint8))
        thresholds.append(rounded)
        left.append(np.array([n[2] for n in inner], np.int8))
        right.append(np.array([n[3] for n in inner], np.int8))
        sizes.append(len(inner))
        values.append(np.array(leaves, np.float32))
    return sizes, thresholds, values, features, left, right


def packed(tokens, kind_model, booster, network):
    """Returns a weights file, as weights.ts reads it."""
    weights, scale = tokens
    use = np.flatnonzero(weights)
    packed_tokens = (known[use].astype(np.uint32) << 8) | weights[use].view(np.uint8)
    kind_weights, kind_scale = kind_model
    kind_use = np.flatnonzero(np.abs(kind_weights[:-1]).max(1))
    sizes, thresholds, values, features, left, right = flat_trees(booster)
    join = np.concatenate
    header = struct.pack('<6I3f', 0x3154_4457, len(use), len(kind_use), len(kinds), len(sizes), sum(sizes), scale,
                         kind_scale, 0.0)
    four = [packed_tokens, known_kind[kind_use].astype(np.uint32), join(thresholds), join(values)]
    one = [np.array(sizes, np.uint8), join(features), join(left), join(right), kind_weights[-1], kind_weights[kind_use].ravel()]
    data = header + b''.join(a.tobytes() for a in four + one)
    return data + bytes(-len(data) % 4) + network.packed()


def fit(rows, use):
    data = lgb.Dataset(rows[use], label[use], weight=weight[use], params=TREES)
    return lgb.train(TREES, data, ROUNDS)


# Columns by leaf and by page, as network.py needs them.
NETWORK_DATA = dict(words=words, label=label, coverage=coverage, weight=weight, first_leaf=first_leaf,
                    leaf_count=leaf_count, is_whole=np.array([p['isWhole'] for p in pages]))


def fit_network(rows, folds):
    training_pages = np.flatnonzero(np.isin(fold_of_page, folds) & usable_page)
    return train_network(NETWORK_DATA, rows, training_pages, leaves_of(folds))


def probability_of(booster, network, rows, fold):
    """Returns the probabilities of a fold, as probabilities.ts computes them."""
    trees = booster.predict(rows, num_threads=1, raw_score=True)
    sequence = network.scores(NETWORK_DATA, rows, np.flatnonzero(fold_of_page == fold))
    p = sigmoid(trees)
    misjudged, kept = (np.bincount(page_of, one * words, len(pages)) for one in (np.minimum(p, 1 - p), p))
    asks = (misjudged / np.maximum(1, kept) >= MIN_UNCERTAINTY) & (leaf_count <= MAX_NETWORK_LEAVES)
    both = TREE_SHARE * trees + NETWORK_SHARE * sequence
    return np.where(asks[page_of], sigmoid(both), p).astype(np.float32)


def train():
    """Trains and writes all weights files; returns the probabilities of pages that the model has not seen."""
    p = np.zeros(len(words), np.float32)
    for out in [*ALL, None]:
        without = () if out is None else (out,)
        folds = [f for f in ALL if f != out]
        rows = np.hstack([plain, training_rows(without)])
        models = small_models(without)
        booster, network = fit(rows, leaves_of(folds)), fit_network(rows, folds)
        name = 'weights' if out is None else f'fold-{out}'
        data = packed(*models, booster, network)
        open(f'{TARGET}/{name}.bin', 'wb').write(data)
        if out is not None:
            part = fold_of_page[page_of] == out
            rows[part] = np.hstack([plain[part], learned(models)[part]])
            p[part] = probability_of(booster, network, rows, out)[part]
        say('trained', name, len(data), 'bytes')
    return p


def report(p):
    scores, best = leaf_scores(p), leaf_scores(np.clip(coverage, 0.01, 0.99))
    whole = np.array([p['isWhole'] for p in pages])
    for collection in sorted({p['collection'] for p in pages}):
        part = whole & np.array([p['collection'] == collection for p in pages])
        if part.any():
            say(f'{collection}: word F1 of leaves {scores[part].mean():.4f}, with perfect choice {best[part].mean():.4f}')
    for k, kind in enumerate(kinds):
        part = whole & has_kind & (kind_of_page == k)
        say(f'  {kind:14} {scores[part].mean():.4f} of {best[part].mean():.4f}')
    snippets = ~whole[page_of] & is_known & (coverage >= 0)
    kept = np.zeros(len(words), bool)
    for i in np.flatnonzero(~whole & usable_page & (leaf_count > 0)):
        s = slice(first_leaf[i], first_leaf[i + 1])
        kept[first_leaf[i] + expected_cut(p[s], words[s].astype(float))[0]] = True
    for value, text in ((1, 'must-have'), (0, 'must-not')):
        part = snippets & (label == value)
        say(f'  {text} leaves kept: {kept[part].mean():.4f} of {part.sum()}')


probability = train()
probability.tofile(f'{TARGET}/probability.bin')
report(probability)
