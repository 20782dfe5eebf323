import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { silentLog } from '../../domain/system/log.ts';
import { createProviderLimiter } from './provider-limiter.ts';

function clockAt(start: string) {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    pass(ms: number) {
      at += ms;
    },
  };
}

test('permits of two processes are spaced out, and callers do not wait longer than their limit', async (t) => {
  const { database } = await createTestDatabase(t);
  const clock = clockAt('2026-11-20T12:00:00.000Z');
  const [one, other] = [0, 1].map(() => createProviderLimiter(database, clock, silentLog));
  const gapMs = 60_000;
  const requested = await Promise.all([one, other, one].map((turns) => turns?.acquire('p', gapMs, 70_000)));
  const waits = requested.flatMap((turn) => (turn?.kind === 'go' ? Math.round(turn.waitMs / gapMs) : []));
  assert.deepEqual(waits.sort(), [0, 1]);
  assert.equal(requested.filter((turn) => turn?.kind === 'busy').length, 1);
  assert.deepEqual(await one?.acquire('q', 0, 0), { kind: 'go', waitMs: 0, enginesFailed: null });
  assert.equal((await one?.acquire('q', 0, 0))?.kind, 'go', 'without a gap nobody waits');
  await one?.pause('q', 5_000);
  assert.equal((await other?.acquire('q', 0, 1_000))?.kind, 'busy');
});

test('a provider is paused for all processes, longer each time, and tried again afterwards', async (t) => {
  const { database } = await createTestDatabase(t);
  const clock = clockAt('2026-11-20T12:00:00.000Z');
  const [one, other] = [0, 1].map(() => createProviderLimiter(database, clock, silentLog));
  assert.ok(one && other);
  const take = () => other.acquire('p', 0, 0);
  await one.recordFailure('p', { code: 'refused_key', message: 'p refused the key' });
  await one.recordFailure('p', { code: 'refused_key', message: 'another that was under way' });
  assert.deepEqual(await take(), {
    kind: 'rests',
    until: new Date('2026-11-20T12:00:10.000Z'),
    reason: 'p refused the key',
  });
  clock.pass(10_000);
  assert.equal((await take()).kind, 'go');
  await one.recordFailure('p', { code: 'refused_key', message: 'p refused the key' });
  clock.pass(19_000);
  assert.equal((await take()).kind, 'rests');
  clock.pass(1_000);
  assert.equal((await take()).kind, 'go');
  assert.equal((await other.findFailing()).get('p')?.failures, 2);
  await other.recordSuccess('p');
  assert.equal((await one.findFailing()).size, 0);
});

test('possible single-query errors pause a provider after three in a row, a requested pause at once', async (t) => {
  const { database } = await createTestDatabase(t);
  const clock = clockAt('2026-11-20T12:00:00.000Z');
  const turns = createProviderLimiter(database, clock, silentLog);
  const fault = { code: 'timeout', message: 'p gave no answer' } as const;
  await turns.recordFailure('p', fault);
  await turns.recordFailure('p', fault);
  assert.equal((await turns.acquire('p', 0, 0)).kind, 'go');
  await turns.recordFailure('p', fault);
  assert.equal((await turns.acquire('p', 0, 0)).kind, 'rests');
  await turns.recordFailure('q', { code: 'rate_limited', message: 'slow down', retryAfterMs: 120_000 });
  const turn = await turns.acquire('q', 0, 0);
  assert.deepEqual(turn.kind === 'rests' && turn.until, new Date('2026-11-20T12:02:00.000Z'));
  await turns.acquire('s', 0, 0);
  await turns.recordFailure('s', { code: 'rate_limited', message: 'slow down', retryAfterMs: 2_000 });
  clock.pass(2_000);
  assert.equal((await turns.acquire('s', 0, 0)).kind, 'go', 'taken at its word');
  await turns.recordFailure('s', { code: 'rate_limited', message: 'slow down', retryAfterMs: 2_000 });
  clock.pass(19_000);
  assert.equal((await turns.acquire('s', 0, 0)).kind, 'rests', 'once');
  await turns.recordFailure('r', { code: 'refused', message: 'this query alone' });
  assert.equal((await turns.findFailing()).has('r'), false);
});

test('a metasearch with failed engines is not paused, and the failure is remembered for a while', async (t) => {
  const { database } = await createTestDatabase(t);
  const clock = clockAt('2026-11-20T12:00:00.000Z');
  const turns = createProviderLimiter(database, clock, silentLog);
  const enginesFailed = async () => {
    const turn = await turns.acquire('p', 0, 0);
    return turn.kind === 'go' ? turn.enginesFailed : turn.kind;
  };
  for (let count = 0; count < 5; count += 1)
    await turns.recordFailure('p', { code: 'engines', message: 'a: timeout' });
  assert.equal(await enginesFailed(), 'a: timeout');
  await turns.recordSuccess('p');
  assert.equal(await enginesFailed(), null);
  await turns.recordFailure('p', { code: 'engines', message: 'a: timeout' });
  clock.pass(121_000);
  assert.equal(await enginesFailed(), null);
});
