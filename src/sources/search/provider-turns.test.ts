import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { silentLog } from '../../domain/log.ts';
import { createProviderTurns } from './provider-turns.ts';

function clockAt(start: string) {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    pass(ms: number) {
      at += ms;
    },
  };
}

test('turns of two processes are spaced out, and nobody waits longer than is worth it', async (t) => {
  const { database } = await createTestDatabase(t);
  const clock = clockAt('2026-11-20T12:00:00.000Z');
  const [one, other] = [0, 1].map(() => createProviderTurns(database, clock, silentLog));
  const gapMs = 60_000;
  const asked = await Promise.all([one, other, one].map((turns) => turns?.take('p', gapMs, 70_000)));
  const waits = asked.flatMap((turn) => (turn?.kind === 'go' ? Math.round(turn.waitMs / gapMs) : []));
  assert.deepEqual(waits.sort(), [0, 1]);
  assert.equal(asked.filter((turn) => turn?.kind === 'busy').length, 1);
  assert.deepEqual(await one?.take('q', 0, 0), { kind: 'go', waitMs: 0, enginesFailed: null });
  assert.equal((await one?.take('q', 0, 0))?.kind, 'go', 'without a gap nobody waits');
  await one?.pause('q', 5_000);
  assert.equal((await other?.take('q', 0, 1_000))?.kind, 'busy');
});

test('a provider rests for all processes, longer each time, and is tried again afterwards', async (t) => {
  const { database } = await createTestDatabase(t);
  const clock = clockAt('2026-11-20T12:00:00.000Z');
  const [one, other] = [0, 1].map(() => createProviderTurns(database, clock, silentLog));
  assert.ok(one && other);
  const take = () => other.take('p', 0, 0);
  await one.failed('p', { code: 'refused_key', message: 'p refused the key' });
  await one.failed('p', { code: 'refused_key', message: 'another that was under way' });
  assert.deepEqual(await take(), {
    kind: 'rests',
    until: new Date('2026-11-20T12:00:10.000Z'),
    reason: 'p refused the key',
  });
  clock.pass(10_000);
  assert.equal((await take()).kind, 'go');
  await one.failed('p', { code: 'refused_key', message: 'p refused the key' });
  clock.pass(19_000);
  assert.equal((await take()).kind, 'rests');
  clock.pass(1_000);
  assert.equal((await take()).kind, 'go');
  assert.equal((await other.troubled()).get('p')?.failures, 2);
  await other.worked('p');
  assert.equal((await one.troubled()).size, 0);
});

test('what may be bad luck counts when it comes three times in a row, a wish to wait at once', async (t) => {
  const { database } = await createTestDatabase(t);
  const clock = clockAt('2026-11-20T12:00:00.000Z');
  const turns = createProviderTurns(database, clock, silentLog);
  const fault = { code: 'timeout', message: 'p gave no answer' } as const;
  await turns.failed('p', fault);
  await turns.failed('p', fault);
  assert.equal((await turns.take('p', 0, 0)).kind, 'go');
  await turns.failed('p', fault);
  assert.equal((await turns.take('p', 0, 0)).kind, 'rests');
  await turns.failed('q', { code: 'rate_limited', message: 'slow down', retryAfterMs: 120_000 });
  const turn = await turns.take('q', 0, 0);
  assert.deepEqual(turn.kind === 'rests' && turn.until, new Date('2026-11-20T12:02:00.000Z'));
  await turns.take('s', 0, 0);
  await turns.failed('s', { code: 'rate_limited', message: 'slow down', retryAfterMs: 2_000 });
  clock.pass(2_000);
  assert.equal((await turns.take('s', 0, 0)).kind, 'go', 'taken at its word');
  await turns.failed('s', { code: 'rate_limited', message: 'slow down', retryAfterMs: 2_000 });
  clock.pass(19_000);
  assert.equal((await turns.take('s', 0, 0)).kind, 'rests', 'once');
  await turns.failed('r', { code: 'refused', message: 'this query alone' });
  assert.equal((await turns.troubled()).has('r'), false);
});

test('a metasearch whose engines failed is asked on, and its silence is remembered for a while', async (t) => {
  const { database } = await createTestDatabase(t);
  const clock = clockAt('2026-11-20T12:00:00.000Z');
  const turns = createProviderTurns(database, clock, silentLog);
  const enginesFailed = async () => {
    const turn = await turns.take('p', 0, 0);
    return turn.kind === 'go' ? turn.enginesFailed : turn.kind;
  };
  for (let count = 0; count < 5; count += 1)
    await turns.failed('p', { code: 'engines', message: 'a: timeout' });
  assert.equal(await enginesFailed(), 'a: timeout');
  await turns.worked('p');
  assert.equal(await enginesFailed(), null);
  await turns.failed('p', { code: 'engines', message: 'a: timeout' });
  clock.pass(121_000);
  assert.equal(await enginesFailed(), null);
});
