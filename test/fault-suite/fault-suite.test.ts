import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { repetitions } from '../repetitions.ts';
import { shortRun } from './options.ts';
import { runSuite } from './run-suite.ts';

/** Delay of the exit after the results are reported. */
const exitAfterMs = 1_000;

// The normal exit of this process once waited forever for a handle inside Node.js (24.21.0) to close.
after(() => {
  setTimeout(() => process.exit(), exitAfterMs);
});

test('faults under load violate no invariant, and the service recovers from each by itself', {
  skip: process.platform !== 'linux' && 'the suite reads /proc',
}, async (t) => {
  const expected = repetitions({ all: shortRun.rounds, short: 2 });
  const { rounds, violations } = await runSuite({ ...shortRun, rounds: expected }, (line) =>
    t.diagnostic(line),
  );
  assert.deepEqual(violations, []);
  assert.equal(rounds.length, expected);
  const answers = rounds.reduce((sum, { replies }) => sum + (replies['200'] ?? 0), 0);
  assert.ok(answers > expected, `only ${answers} requests succeeded`);
});
