import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flowKind } from '../../tree/flow.ts';
import { column, columns } from '../features/leaves.ts';
import type { Selection } from '../selection.ts';
import { keepProbableLeaves } from './probable-leaves.ts';

/**
 * Returns the leaves that are kept and the expected F1 score, for leaves of a forum with these probabilities and words, of
 * which the flow omits some.
 */
function keep(
  probabilities: readonly number[],
  words: readonly number[],
  omitted: readonly number[] = [],
): { kept: number[]; expected: number } {
  const counts = new Int32Array(probabilities.length * columns);
  words.forEach((count, leaf) => {
    counts[leaf * columns + column.words] = count;
  });
  const kind = probabilities.map((_, leaf) => (omitted.includes(leaf) ? flowKind.skipped : flowKind.block));
  const selection = {
    leaves: { count: probabilities.length, counts, first: Int32Array.from(kind.keys()) },
    flow: { kind: Uint8Array.from(kind) },
    probabilities: Float32Array.from(probabilities),
    isKept: new Uint8Array(probabilities.length),
    kind: 'forum',
  } as unknown as Selection;
  keepProbableLeaves(selection);
  return { kept: [...selection.isKept], expected: selection.expected };
}

test('probable leaves are kept, improbable ones dropped, and clear cases have a high expected F1', () => {
  const { kept, expected } = keep([0.99, 0.02, 0.98, 0.01], [20, 20, 20, 20]);
  assert.deepEqual(kept, [1, 0, 1, 0]);
  assert.ok(expected > 0.9);
});

test('with uncertain probabilities more leaves are kept and the expected F1 is lower', () => {
  const { kept, expected } = keep([0.4, 0.35, 0.3], [20, 20, 20]);
  assert.deepEqual(kept, [1, 1, 1]);
  assert.ok(expected < 0.7);
});

test('an uncertain leaf with many words outweighs a certain one with few', () => {
  assert.deepEqual(keep([0.9, 0.5], [2, 400]).kept, [1, 1]);
});

test('without leaves the expected F1 is 0', () => {
  assert.deepEqual(keep([], []), { kept: [], expected: 0 });
});

test('the expected F1 is that of the leaves which the flow contains', () => {
  assert.equal(keep([0.99, 0.01], [200, 20], [0]).expected, 0, 'all that is kept is omitted');
  assert.ok(keep([0.99, 0.9, 0.5, 0.5], [200, 4, 40, 40], [0]).expected < 0.75, 'most is omitted');
  assert.ok(keep([0.99, 0.98, 0.01], [200, 20, 20], [0]).expected > 0.9, 'the rest is as certain');
});
