import { readFileSync } from 'node:fs';
import { readTrees } from '../../page/main/read-trees.ts';
import { rowWidth } from './candidate-features.ts';
import type { Judged } from './judge.ts';
import type { Scored } from './scored.ts';

/** Chooses among candidates by rules and trained trees together. */
export interface Ranker {
  /** The likeliest of them and how likely it is right, 0 to 1; null when there is none. */
  choose(judged: Judged): { chosen: Scored; confidence: number } | null;
}

/** First four bytes of the file, little-endian. */
const magic = 0x31524457;
const headerBytes = 32;
/** Shares of what the rules say and of what the trees believe, as `bench/extract/train-ranker.py` has them. */
const rulesSay = 0.7;
const treesSay = 0.3;

/** Reads what `bench/extract/train-ranker.py` wrote. Throws on a file of another form. */
export function readRanker(file: Buffer): Ranker {
  const bytes = new Uint8Array(file).buffer;
  const header = new DataView(bytes, 0, headerBytes);
  const int = (index: number): number => header.getUint32(index * 4, true);
  const float = (index: number): number => header.getFloat32(index * 4, true);
  if (int(0) !== magic || int(1) !== rowWidth) throw new Error('not a ranker for these features');
  const { forest } = readTrees(bytes, headerBytes, { trees: int(2), nodes: int(3), base: float(4) });
  const surely = (score: number, logit: number) => logistic(float(5) * score + float(6) * logit + float(7));
  return {
    choose({ candidates, features }) {
      const logits = forest.scores(features, rowWidth, candidates.length);
      let best = -1;
      let most = Number.NEGATIVE_INFINITY;
      candidates.forEach(({ score }, at) => {
        const both = rulesSay * score + treesSay * logistic(logits[at] as number);
        if (both > most) [best, most] = [at, both];
      });
      const chosen = candidates[best];
      if (chosen === undefined) return null;
      // Beyond what a thousand questions can tell, belief counts no more.
      const logit = Math.max(-surest, Math.min(surest, logits[best] as number));
      return { chosen, confidence: surely(chosen.score, logit) };
    },
  };
}

const surest = Math.log(999);

const logistic = (logit: number) => 1 / (1 + Math.exp(-logit));

let shipped: Ranker | null = null;

/** The ranker that webdata comes with, read once. */
export function shippedRanker(): Ranker {
  shipped ??= readRanker(readFileSync(new URL('./ranker.bin', import.meta.url)));
  return shipped;
}
