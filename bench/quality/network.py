"""Trains the network of src/page/main/network. Used by train.py; needs numpy, jax and optax.

The loss of a batch of pages is the cross entropy of their leaves plus one minus the expected F1 score over their words,
which is what the selection maximizes.
"""

import struct

import jax
import jax.numpy as jnp
import numpy as np
import optax

UNITS = 32
DILATIONS = (1, 2, 4, 8)
BLOCKS_BEFORE_PAGE = 2
EPOCHS = 14
LEARNING_RATE = 3e-3
WEIGHT_DECAY = 0.02
DROPOUT = 0.2
QUANTILES = 33
# Lengths to which pages are padded, and leaves in a batch.
LENGTHS = (32, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 4096, 8192)
BATCH_LEAVES = 3_000
MAGIC = 0x314E_4457


def curves_of(rows, use, rng):
    """Returns the distinct quantiles of each feature, and their ranks from -1 to 1."""
    sample = rows[np.sort(rng.choice(use, min(len(use), 60_000), replace=False))]
    quantiles = np.quantile(sample, np.linspace(0, 1, QUANTILES), axis=0).astype(np.float32)
    curves = []
    for column in quantiles.T:
        knots, place = np.unique(column, return_inverse=True)
        ranks = np.bincount(place, np.linspace(-1, 1, QUANTILES)) / np.bincount(place)
        curves.append((knots, ranks.astype(np.float32)))
    return curves


def ranked(rows, curves):
    """Returns the ranks of features, interpolated between quantiles; half precision saves memory."""
    ranks = np.empty(rows.shape, np.float16)
    for feature, (knots, of_knots) in enumerate(curves):
        ranks[:, feature] = np.interp(rows[:, feature], knots, of_knots)
    return ranks


def initial(key, features):
    keys = iter(jax.random.split(key, 32))

    def layer(inputs, outputs, factor=1.0):
        weights = jax.random.normal(next(keys), (inputs, outputs)) * factor * np.sqrt(2 / inputs)
        return {'w': weights, 'b': jnp.zeros(outputs)}

    return {
        'input': layer(features, UNITS),
        'blocks': [(layer(3 * UNITS, UNITS), layer(UNITS, UNITS, 0.3)) for _ in DILATIONS],
        'page': layer(2 * UNITS, UNITS),
        'hidden': layer(UNITS, UNITS),
        'output': layer(UNITS, 1, 0.3),
    }


def apply(layer, x):
    return x @ layer['w'] + layer['b']


def normalized(x):
    return x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-5)


def moved(x, by):
    """Moves the leaves of each page towards its end, or its beginning if `by` is negative."""
    if by > 0:
        return jnp.pad(x, ((0, 0), (by, 0), (0, 0)))[:, : x.shape[1]]
    return jnp.pad(x, ((0, 0), (0, -by), (0, 0)))[:, -by:]


def dropped(x, key):
    """Leaves out the same numbers of all leaves of a page."""
    if key is None:
        return x
    return x * jax.random.bernoulli(key, 1 - DROPOUT, (x.shape[0], 1, x.shape[2])) / (1 - DROPOUT)


def scores_of(layers, x, mask, words, key=None):
    """Returns the log-odds of each leaf. Shapes: pages x leaves x features, and pages x leaves."""
    keys = [None] * (len(DILATIONS) + 1) if key is None else jax.random.split(key, len(DILATIONS) + 1)
    here = mask[..., None]
    state = jax.nn.relu(apply(layers['input'], dropped(x, keys[-1]))) * here
    for number, (dilation, (convolution, output)) in enumerate(zip(DILATIONS, layers['blocks'])):
        n = normalized(state) * here
        near = jnp.concatenate([moved(n, dilation), n, moved(n, -dilation)], -1)
        between = dropped(jax.nn.relu(apply(convolution, near)), keys[number])
        state = (state + apply(output, between)) * here
        if number == BLOCKS_BEFORE_PAGE - 1:
            share = (words * mask)[..., None]
            mean = (state * share).sum(1) / (share.sum(1) + 1e-6)
            most = jnp.where(here > 0, state, -1e9).max(1)
            page = jax.nn.relu(apply(layers['page'], normalized(jnp.concatenate([mean, most], -1))))
            state = state + page[:, None] * here
    return apply(layers['output'], jax.nn.relu(apply(layers['hidden'], normalized(state))))[..., 0]


def loss_of(layers, batch, key):
    x, mask, words, label, coverage, weight, is_whole = batch
    score = scores_of(layers, x, mask, words, key)
    entropy = (optax.sigmoid_binary_cross_entropy(score, label) * weight).sum() / (weight.sum() + 1e-6)
    p = jax.nn.sigmoid(score)
    hits, selected, wanted = ((a * words).sum(1) for a in (p * coverage, p, coverage))
    f1 = 2 * hits / (selected + wanted + 1)
    return entropy + ((1 - f1) * is_whole).sum() / (is_whole.sum() + 1e-6)


class Network:
    def __init__(self, curves, layers):
        self.curves, self.layers = curves, layers

    def scores(self, data, rows, pages):
        """Returns the log-odds of all leaves; those of other pages, and of pages that are too long, are 0."""
        scores = np.zeros(len(data['words']), np.float32)
        compute = jax.jit(scores_of)
        ranks = ranked(rows, self.curves)
        for length, size, part in batches(data, pages):
            x, mask, words, *_ = packed_batch(data, ranks, length, size, part)
            found = np.array(compute(self.layers, x, mask, words))
            for row, page in enumerate(part):
                first, end = data['first_leaf'][page : page + 2]
                scores[first:end] = found[row, : end - first]
        return scores

    def packed(self):
        """Returns the bytes that network-weights.ts reads."""
        layers = self.layers
        order = [layers['input'], *(one for block in layers['blocks'] for one in block), layers['page'],
                 layers['hidden'], layers['output']]
        sizes = [len(knots) for knots, _ in self.curves]
        header = struct.pack(f'<{6 + len(DILATIONS)}I', MAGIC, len(sizes), sum(sizes), UNITS, len(DILATIONS),
                             BLOCKS_BEFORE_PAGE, *DILATIONS)
        columns = [np.concatenate([curve[part] for curve in self.curves]) for part in (0, 1)]
        columns += [one[name] for one in order for name in ('w', 'b')]
        numbers = b''.join(np.asarray(column, np.float32).tobytes() for column in columns)
        return header + np.array(sizes, np.uint32).tobytes() + numbers


def batches(data, pages, rng=None):
    by_length = {}
    for page in pages:
        leaves = data['leaf_count'][page]
        length = next((one for one in LENGTHS if one >= leaves), None)
        if leaves > 0 and length is not None:
            by_length.setdefault(length, []).append(page)
    result = []
    for length, members in by_length.items():
        if rng is not None:
            rng.shuffle(members)
        size = max(1, BATCH_LEAVES // length)
        result += [(length, size, members[at : at + size]) for at in range(0, len(members), size)]
    if rng is not None:
        rng.shuffle(result)
    return result


def packed_batch(data, ranks, length, size, pages):
    x = np.zeros((size, length, ranks.shape[1]), np.float32)
    mask, words, label, coverage, weight = (np.zeros((size, length), np.float32) for _ in range(5))
    is_whole = np.zeros(size, np.float32)
    for row, page in enumerate(pages):
        part = slice(data['first_leaf'][page], data['first_leaf'][page + 1])
        count = part.stop - part.start
        x[row, :count] = ranks[part]
        mask[row, :count] = 1
        words[row, :count] = data['words'][part]
        label[row, :count] = data['label'][part]
        coverage[row, :count] = np.clip(data['coverage'][part], 0, 1)
        weight[row, :count] = data['weight'][part]
        is_whole[row] = data['is_whole'][page]
    return x, mask, words, label, coverage, weight, is_whole


def train_network(data, rows, pages, leaves, seed=0):
    """Trains on pages and their leaves with labels. `data` has columns by leaf and by page."""
    rng = np.random.default_rng(seed)
    curves = curves_of(rows, leaves, rng)
    ranks = ranked(rows, curves)
    layers = initial(jax.random.PRNGKey(seed), rows.shape[1])
    steps = EPOCHS * len(batches(data, pages))
    schedule = optax.cosine_onecycle_schedule(steps, LEARNING_RATE, 0.15)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule, weight_decay=WEIGHT_DECAY))
    state = optimizer.init(layers)

    @jax.jit
    def step(layers, state, batch, key):
        gradient = jax.grad(loss_of)(layers, batch, key)
        update, state = optimizer.update(gradient, state, layers)
        return optax.apply_updates(layers, update), state

    key = jax.random.PRNGKey(seed + 1)
    for _ in range(EPOCHS):
        for length, size, part in batches(data, pages, rng):
            key, own = jax.random.split(key)
            batch = packed_batch(data, ranks, length, size, part)
            layers, state = step(layers, state, batch, own)
    return Network(curves, layers)
