"""Trains the ranker of src/extract/heuristics from the output of export-candidates.ts (Debian: python3-numpy python3-sklearn).

    python3 train-ranker.py EXPORT OUT

Prints the quality of ranker and rules on kinds of page excluded from training, and writes OUT/ranker.bin, trained on all.
"""

import json
import struct
import sys

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

SOURCE, TARGET = sys.argv[1], sys.argv[2]
TREES = dict(max_iter=90, max_leaf_nodes=16, learning_rate=0.08, min_samples_leaf=40, l2_regularization=8.0,
             early_stopping=False, random_state=1)
# Kinds with few pages are combined: each fold is a category of pages excluded from training.
FOLDS = [('Recipe',), ('Product', 'ProductGroup', 'Vehicle', 'Car', 'Offer', 'IndividualProduct'),
         ('DiscussionForumPosting', 'SocialMediaPosting', 'QAPage', 'FAQPage'),
         ('Article', 'NewsArticle', 'BlogPosting', 'TechArticle', 'Report', 'ReportageNewsArticle')]

meta = json.load(open(f'{SOURCE}/asked.json'))
asked = meta['asked']
x = np.fromfile(f'{SOURCE}/rows.bin', '<f4').reshape(-1, meta['rowWidth'])
count = np.array([len(a['right']) for a in asked])
first = np.concatenate([[0], np.cumsum(count)])
right = np.array([r for a in asked for r in a['right']], float)
score = np.array([s for a in asked for s in a['scores']], float)
fold = np.array([next((i for i, kinds in enumerate(FOLDS) if a['kind'] in kinds), len(FOLDS)) for a in asked])
has = np.array([a['has'] for a in asked])
question = np.repeat(np.arange(len(asked)), count)
page_names, page = np.unique([f"{a['site']}" for a in asked], return_inverse=True)
# Every question has about the same weight, and so has every site.
weight = 1 / np.sqrt(np.maximum(count, 1))[question]
weight /= np.sqrt(np.bincount(page[question], weight))[page[question]]
weight /= weight.mean()


def fit(use):
    return HistGradientBoostingClassifier(**TREES).fit(x[use], right[use], sample_weight=weight[use])


def figures(name, chosen, belief, use, floor):
    """Prints for the questions `use` the F1 of answers with a belief from `floor` on, and the recall at 90 % precision."""
    order = [q for q in use if count[q] > 0]
    top = np.array([chosen[q] for q in order])
    p = np.array([belief[q] for q in order])
    hit = right[top]
    wanted = has[use].sum()
    given = p >= floor
    precision, recall = hit[given].sum() / max(given.sum(), 1), hit[given].sum() / wanted
    by = np.argsort(-p, kind='stable')
    hits = np.cumsum(hit[by])
    at = np.flatnonzero(hits / np.arange(1, len(by) + 1) >= 0.9)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    print(f'{name:24} P {precision:.3f} R {recall:.3f} F1 {f1:.3f}  right at 90 %: {hits[at[-1]] / wanted if len(at) else 0:.3f}')


def choose(values):
    chosen, belief = {}, {}
    for q in range(len(asked)):
        if count[q] == 0:
            continue
        part = values[first[q]:first[q + 1]]
        best = int(np.argmax(part))
        chosen[q], belief[q] = first[q] + best, part[best]
    return chosen, belief


p = np.zeros(len(x))
for one in range(len(FOLDS) + 1):
    model = fit(np.flatnonzero(fold[question] != one))
    part = fold[question] == one
    p[part] = model.predict_proba(x[part])[:, 1]
# Combined score of the rules and the trees, as in src/extract/heuristics/ranking.
RULES, TREES_SAY = 0.7, 0.3
mixed = RULES * score + TREES_SAY * p
by_rules, rule_belief = choose(score)
by_both, _ = choose(mixed)


def signs(at):
    belief = np.clip(p[at], 1e-3, 1 - 1e-3)
    return np.column_stack([score[at], np.log(belief / (1 - belief))])


# Confidence that the chosen candidate is right, learned from choices on kinds of page excluded from training.
chosen_at = np.array(list(by_both.values()))
confidence = LogisticRegression(C=10).fit(signs(chosen_at), right[chosen_at])
both_belief = {q: b for q, b in zip(by_both, confidence.predict_proba(signs(chosen_at))[:, 1])}
print('confidence', confidence.coef_, confidence.intercept_)
by_ranker, ranker_belief = choose(p)
calibrated = {q: p[at] for q, at in by_rules.items()}
ceiling = np.array([right[first[q]:first[q + 1]].max() if count[q] else 0 for q in range(len(asked))])
for one in [*range(len(FOLDS) + 1), None]:
    use = [q for q in range(len(asked)) if one is None or fold[q] == one]
    name = 'all' if one is None else FOLDS[one][0] if one < len(FOLDS) else 'others'
    print(name, len(use), 'questions,', int(has[use].sum()), 'with an answer, at most', round(ceiling[use].sum() / has[use].sum(), 3))
    figures('  rules', by_rules, rule_belief, use, 0.5)
    figures('  rules, believed', by_rules, calibrated, use, 0.35)
    figures('  ranker', by_ranker, ranker_belief, use, 0.35)
    for floor in (0.2, 0.35, 0.5):
        figures(f'  both, from {floor}', by_both, both_belief, use, floor)
for low in np.arange(0, 1, 0.1):
    near = [q for q in by_both if low <= both_belief[q] < low + 0.1]
    if near:
        print(f'believed {low:.1f}: {len(near)} right {np.mean([right[by_both[q]] for q in near]):.3f}')


def packed(forest):
    thresholds, values, sizes, features, left, rights = [], [], [], [], [], []
    for (tree,) in forest._predictors:
        nodes = tree.nodes
        inner, leaves = np.flatnonzero(nodes['is_leaf'] == 0), np.flatnonzero(nodes['is_leaf'])
        place = np.zeros(len(nodes), int)
        place[inner] = np.arange(len(inner))
        place[leaves] = ~np.arange(len(leaves))
        t = nodes['num_threshold'][inner]
        rounded = t.astype(np.float32)
        # Rounded down, so that x <= t has the same result for every float32 x.
        rounded = np.where(rounded > t, np.nextafter(rounded, np.float32(-np.inf)), rounded).astype(np.float32)
        thresholds.append(rounded)
        values.append(nodes['value'][leaves].astype(np.float32))
        sizes.append(len(inner))
        features.append(nodes['feature_idx'][inner].astype(np.uint8))
        left.append(place[nodes['left'][inner].astype(int)].astype(np.int8))
        rights.append(place[nodes['right'][inner].astype(int)].astype(np.int8))
    join = np.concatenate
    header = struct.pack('<4I4f', 0x3152_4457, meta['rowWidth'], len(sizes), sum(sizes),
                         float(np.ravel(forest._baseline_prediction)[0]), *confidence.coef_[0], confidence.intercept_[0])
    four, one = [join(thresholds), join(values)], [np.array(sizes, np.uint8), join(features), join(left), join(rights)]
    return header + b''.join(a.tobytes() for a in four + one)


model = fit(np.arange(len(x)))
data = packed(model)
open(f'{TARGET}/ranker.bin', 'wb').write(data)
print(len(data), 'bytes,', meta['pages'], 'pages')
