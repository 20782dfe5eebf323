import { floatAt } from '../../../domain/values/elements.ts';
import { readAsset } from '../../../page/assets/read-asset.ts';
import { readTrees } from '../../../page/main/forest/read-trees.ts';
import { rowWidth } from './candidate-features.ts';
import type { RankedCandidates } from './rank-candidates.ts';
import type { ScoredCandidate } from './scored-candidate.ts';

/** A candidate with the probability that it is correct, 0 to 1. */
export interface RatedCandidate {
  chosen: ScoredCandidate;
  confidence: number;
}

/** Orders candidates by the rule score and trained trees together. */
export interface Ranker {
  /** Returns the candidates, best first. */
  rank(ranked: RankedCandidates): RatedCandidate[];
}

/** First four bytes of the file, little-endian. */
const magic = 0x31524457;
const headerBytes = 32;
/** Weights of the rule score and the trees' estimate; `bench/extract/train-ranker.py` uses the same values. */
const rulesWeight = 0.7;
const treesWeight = 0.3;

/** Reads a model file written by `bench/extract/train-ranker.py`. Throws on any other format. */
export function readRanker(file: Uint8Array): Ranker {
  const bytes = new Uint8Array(file).buffer;
  const header = new DataView(bytes, 0, headerBytes);
  const int = (index: number): number => header.getUint32(index * 4, true);
  const float = (index: number): number => header.getFloat32(index * 4, true);
  if (int(0) !== magic || int(1) !== rowWidth)
    throw new Error(
      'The file is not a ranker with the features of this version; train it with bench/extract/train-ranker.py',
    );
  const { forest } = readTrees(bytes, headerBytes, { trees: int(2), nodes: int(3), base: float(4) });
  const computeConfidence = (score: number, logit: number) =>
    logistic(float(5) * score + float(6) * logit + float(7));
  return {
    rank({ candidates, features }) {
      const logits = forest.scores(features, rowWidth, candidates.length);
      return candidates
        .map((chosen, at) => {
          // The training data does not support estimates beyond odds of 1:999.
          const logit = Math.max(-maxLogit, Math.min(maxLogit, floatAt(logits, at)));
          const order = rulesWeight * chosen.score + treesWeight * logistic(floatAt(logits, at));
          return { chosen, order, confidence: computeConfidence(chosen.score, logit) };
        })
        .sort((one, other) => other.order - one.order)
        .map(({ chosen, confidence }) => ({ chosen, confidence }));
    },
  };
}

const maxLogit = Math.log(999);

const logistic = (logit: number) => 1 / (1 + Math.exp(-logit));

let defaultRanker: Ranker | null = null;

/** Returns the bundled ranker. The file is read once. */
export function getDefaultRanker(): Ranker {
  defaultRanker ??= readRanker(readAsset('extract/heuristics/ranking/ranker.bin'));
  return defaultRanker;
}
