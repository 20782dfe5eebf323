"""Calibrates the confidence of the main content from the output of export-confidence.ts (needs numpy).

    node export-confidence.ts PAGES EXPORT
    python3 calibrate.py EXPORT

Prints the measured F1 by stated confidence, and the confidence below which the larger candidate is better, chosen without
each fold of sites and applied to it.
"""

import json
import sys

import numpy as np

BOUNDS = [0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.001]
THRESHOLDS = np.arange(0, 0.96, 0.05)

pages = [json.loads(line) for line in open(sys.argv[1])]
stated, f1, larger = (np.array([page[name] for page in pages]) for name in ('expected', 'f1', 'f1OfLarger'))
fold = np.array([page['fold'] for page in pages])

print(f'{len(pages)} pages: mean absolute error {abs(stated - f1).mean():.4f}, squared {((stated - f1) ** 2).mean():.4f}')
for low, high in zip(BOUNDS, BOUNDS[1:]):
    inside = (stated >= low) & (stated < high)
    if inside.any():
        print(f'{low:.2f}-{min(1, high):.2f}: {inside.sum():5d} pages, stated {stated[inside].mean():.3f}, '
              f'F1 {f1[inside].mean():.3f}, of the larger candidate {larger[inside].mean():.3f}')


def scores(threshold):
    return np.where(stated < threshold, larger, f1)


for threshold in THRESHOLDS:
    print(f'threshold {threshold:.2f}: {(stated < threshold).sum():4d} pages below, F1 {scores(threshold).mean():.5f}')
chosen = {int(one): max(THRESHOLDS, key=lambda t: scores(t)[fold != one].mean()) for one in np.unique(fold)}
held_out = sum(scores(threshold)[fold == one].sum() for one, threshold in chosen.items()) / len(pages)
print('chosen without each fold:', {one: round(float(t), 2) for one, t in chosen.items()}, f'F1 {held_out:.5f}')
