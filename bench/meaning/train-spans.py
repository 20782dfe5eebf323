"""Trains src/extract/prose/span-head.json: `python3 train-spans.py EXPORT [--errors]` (needs numpy).

EXPORT is the output of export-spans.ts. The head is a network with one hidden layer that gives each span of a page's sentences the
probability that it is the value of a field. Prints for sites that took no part in the training of their fold how many questions
are answered right and wrong, and how many of the questions that the page does not answer.
"""

import json
import sys
import zlib
from pathlib import Path

import numpy as np

SOURCE = Path(sys.argv[1])
OUT = Path(__file__).resolve().parents[2] / 'src/extract/prose/span-head.json'
HIDDEN, ROUNDS, BATCH, RATE, SHRINKAGE, FOLDS = 12, 40, 512, 0.004, 3e-4, 5
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)


def load():
    meta = json.load(open(SOURCE / 'asked.json'))
    rows = np.fromfile(SOURCE / 'rows.bin', '<f4').reshape(-1, meta['rowWidth'])
    return meta['asked'], rows


def train(x, y, weight):
    """Returns the weights of a network trained by Adam on the weighted cross entropy."""
    rng = np.random.default_rng(1)
    mean, scale = x.mean(0), x.std(0) + 1e-3
    z = (x - mean) / scale
    params = [rng.normal(0, 1 / np.sqrt(z.shape[1]), (z.shape[1], HIDDEN)), np.zeros(HIDDEN), rng.normal(0, 0.3, HIDDEN), np.zeros(1)]
    first, second = [np.zeros_like(p) for p in params], [np.zeros_like(p) for p in params]
    step, steps = 0, ROUNDS * (len(z) // BATCH + 1)
    for _ in range(ROUNDS):
        order = rng.permutation(len(z))
        for at in range(0, len(order), BATCH):
            use = order[at:at + BATCH]
            hidden = np.tanh(z[use] @ params[0] + params[1])
            p = 1 / (1 + np.exp(-(hidden @ params[2] + params[3][0])))
            error = weight[use] * (p - y[use]) / len(use)
            back = error[:, None] * params[2] * (1 - hidden ** 2)
            grads = [z[use].T @ back + SHRINKAGE * params[0], back.sum(0), hidden.T @ error + SHRINKAGE * params[2], error.sum(keepdims=True)]
            step += 1
            rate = RATE * (1 - step / (steps + 1))
            for i, grad in enumerate(grads):
                first[i] = 0.9 * first[i] + 0.1 * grad
                second[i] = 0.999 * second[i] + 0.001 * grad ** 2
                params[i] -= rate * (first[i] / (1 - 0.9 ** step)) / (np.sqrt(second[i] / (1 - 0.999 ** step)) + 1e-8)
    # The normalization of the columns is folded into the first layer.
    return params[0] / scale[:, None], params[1] - (mean / scale) @ params[0], params[2], float(params[3][0])


def predict(model, x):
    first, bias, second, offset = model
    return 1 / (1 + np.exp(-(np.tanh(x @ first + bias) @ second + offset)))


def main():
    asked, x = load()
    count = np.array([len(one['right']) for one in asked])
    start = np.concatenate([[0], np.cumsum(count)])
    question = np.repeat(np.arange(len(asked)), count)
    y = np.array([r for one in asked for r in one['right']], float)
    generated = np.array([one['isGenerated'] for one in asked])
    answered = np.array([sum(one['right']) > 0 for one in asked])
    fold = np.array([zlib.crc32(one['site'].encode()) % FOLDS for one in asked])
    weight = np.where(generated[question], 0.5, 1.0) / np.sqrt(count[question])
    # Pages answer few of the questions in prose: those that they answer count more.
    weight *= np.where((answered & ~generated)[question], 3.0, 1.0)
    weight /= weight.mean()
    p = np.zeros(len(x))
    for held in range(FOLDS):
        use = fold[question] != held
        p[~use] = predict(train(x[use], y[use], weight[use]), x[~use])
    top = np.array([start[i] + p[start[i]:start[i + 1]].argmax() for i in range(len(asked))])
    for name, which in [('pages', ~generated), ('generated', generated)]:
        for form in [None, 'number', 'quantity', 'duration', 'money', 'date', 'name']:
            use = which & (np.array([form is None or one['forms'][t - s] == form for one, t, s in zip(asked, top, start)]))
            has = use & answered
            line = f'{name} {form or "all"}: {has.sum()} answered, {(use & ~answered).sum()} not;'
            for threshold in THRESHOLDS:
                given = p[top] >= threshold
                right = (has & given & (y[top] == 1)).sum()
                wrong = (has & given & (y[top] == 0)).sum()
                invented = (use & ~answered & given).sum()
                line += f'  ≥{threshold}: {right} right {wrong} wrong {invented} invented'
            print(line)
    first, bias, second, offset = train(x, y, weight)
    rounded = lambda values: [round(float(v), 4) for v in values]
    OUT.write_text(json.dumps({
        'hidden': [{'weights': rounded(first[:, at]), 'bias': round(float(bias[at]), 4), 'output': round(float(second[at]), 4)}
                   for at in range(HIDDEN)],
        'offset': round(offset, 4),
    }) + '\n')
    if '--errors' in sys.argv:
        for i in np.argsort(-p[top]):
            if y[top[i]] == 0 and p[top[i]] > 0.5 and not generated[i]:
                one = asked[i]
                at = top[i] - start[i]
                print(f"{p[top[i]]:.2f} {'foreign' if one['isForeign'] else 'own'} {one['name']} = {one['truth'][:30]} :: {one['quotes'][at][:160] if at < len(one['quotes']) else '…'}")


main()
