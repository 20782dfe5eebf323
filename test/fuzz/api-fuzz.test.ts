import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isShortRun, repetitions } from '../repetitions.ts';
import { startFuzzWorld } from './fuzz-world.ts';
import { runFuzz } from './run-fuzz.ts';

/**
 * Operations that a short run need not succeed with: they require a browser or a rare resource, are refused because the
 * environment of the world names the model, or take the names of three settings alone.
 */
const mayBeMissed =
  /browser|^PUT \/v1\/admin\/settings\/model$|^PATCH \/v1\/admin\/settings$|logins|layouts|\/blob\/|\/files\/|^DELETE|\/checks\/\{check\}|\{action\}/;

const requestCount = repetitions({ all: 2_500, short: 600 });

test(`responses to ${requestCount} generated requests match their declarations, and no resource leaks`, async (t) => {
  await using world = await startFuzzWorld({ browser: false, inspector: false });
  const { findings, neverOk, requests } = await runFuzz(world, {
    seed: 20_261_122,
    requests: requestCount,
    concurrency: 8,
    // Only ends a run that hangs.
    maxMs: 900_000,
    checkpoints: 2,
    // The machine may be busy with other tests.
    answerWithinMs: 30_000,
    livezWithinMs: 10_000,
    onProgress: (line) => t.diagnostic(line),
  });
  assert.deepEqual(findings, []);
  assert.ok(requests > 0);
  // A short run has too few requests for every operation to succeed once.
  if (isShortRun) return;
  assert.deepEqual(
    neverOk.filter((name) => !mayBeMissed.test(name)),
    [],
  );
});
