import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareCandidates } from '../../main-content.ts';
import { parseHtml } from '../../parse/parse-html.ts';
import { computeFlow } from '../../tree/flow.ts';
import type { Candidates } from './candidates.ts';
import { computeKindProbabilities, computeLeafProbabilities } from './probabilities.ts';
import { loadShippedWeights, type Weights } from './weights.ts';

function candidatesOf(html: string): Candidates {
  const tree = parseHtml(html);
  const visible = computeFlow(tree, { readsNoscript: false, skipsHidden: true });
  const { candidates } = prepareCandidates({ tree, visible, withHidden: visible, concealed: [], panels: [] });
  assert.ok(candidates);
  return candidates;
}

const paragraph = `<p>${'The harbour office keeps the tide tables of the last forty years. '.repeat(4)}</p>`;
const page = candidatesOf(`<body><article>${paragraph.repeat(6)}</article></body>`);

/** Returns probabilities by trees with the same score for each leaf, and a network with another one. */
function probabilitiesWith(byTrees: number, byNetwork: number | null): Float32Array {
  const shipped = loadShippedWeights();
  const same = (score: number, count: number): Float32Array => new Float32Array(count).fill(score);
  const weights: Weights = {
    ...shipped,
    forest: { ...shipped.forest, scores: (_rows, _width, count) => same(byTrees, count) },
    network: {
      ...shipped.network,
      scores: (_rows, _width, _words, count) => (byNetwork === null ? null : same(byNetwork, count)),
    },
  };
  const kinds = computeKindProbabilities(page, weights, 'https://quay.example/tides');
  return computeLeafProbabilities(page, weights, kinds);
}

test('the network has a say where the trees are uncertain', () => {
  assert.ok(probabilitiesWith(0.1, -4).every((p) => p < 0.3));
  assert.ok(probabilitiesWith(-0.1, 4).every((p) => p > 0.7));
});

test('the network is not asked where the trees are certain', () => {
  assert.deepEqual(probabilitiesWith(6, -9), probabilitiesWith(6, 9));
});

test('the trees decide alone on pages that are too long for the network', () => {
  assert.ok(probabilitiesWith(0.1, null).every((p) => p > 0.5 && p < 0.55));
});
