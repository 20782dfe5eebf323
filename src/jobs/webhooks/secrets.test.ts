import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { addMs } from '../../domain/system/clock.ts';
import { createWebhookSecrets, deleteExpiredWebhookSecrets } from './secrets.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const day = 24 * 3_600_000;

async function setUp(t: TestContext) {
  const { database, pool } = await createTestDatabase(t);
  await pool.query(`insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
    values ('acct_a', 'a', 'default', 0, now(), true, now()), ('acct_b', 'b', 'default', 0, now(), true, now())`);
  return { database, pool, secrets: createWebhookSecrets({ database, key: randomBytes(32) }) };
}

test('an account has one secret, even after concurrent first calls', async (t) => {
  const { secrets } = await setUp(t);
  const answers = await Promise.all(Array.from({ length: 8 }, () => secrets.current('acct_a', now)));
  assert.equal(new Set(answers.map((answer) => answer.secret)).size, 1);
  assert.deepEqual(await secrets.signing('acct_a', now), [answers[0]?.secret]);
  assert.notEqual((await secrets.current('acct_b', now)).secret, answers[0]?.secret);
});

test('a secret is stored encrypted, and can be decrypted only for its account', async (t) => {
  const { secrets, pool } = await setUp(t);
  const { secret } = await secrets.current('acct_a', now);
  const { rows } = await pool.query('select sealed from webhook_secrets');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  assert.equal(rows[0].sealed.includes(key), false);
  assert.equal(rows[0].sealed.includes(secret.slice(6)), false);
  await pool.query(`update webhook_secrets set account_id = 'acct_b'`);
  await assert.rejects(secrets.current('acct_b', now), /cannot be decrypted/);
});

test('after a rotation both secrets sign for a day, then only the new one', async (t) => {
  const { secrets, database } = await setUp(t);
  const first = (await secrets.current('acct_a', now)).secret;
  const rotated = await secrets.rotate('acct_a', now);
  assert.notEqual(rotated.secret, first);
  assert.deepEqual(rotated.previousValidUntil, addMs(now, day));
  assert.deepEqual(await secrets.signing('acct_a', addMs(now, day - 1)), [rotated.secret, first]);
  assert.deepEqual(await secrets.signing('acct_a', addMs(now, day)), [rotated.secret]);
  assert.equal((await secrets.current('acct_a', addMs(now, day))).previousValidUntil, null);
  assert.equal(await deleteExpiredWebhookSecrets(database, addMs(now, day - 1)), 0);
  assert.equal(await deleteExpiredWebhookSecrets(database, addMs(now, day)), 1);
});

test('a second rotation within a day keeps the first secret valid for its day', async (t) => {
  const { secrets } = await setUp(t);
  const first = (await secrets.current('acct_a', now)).secret;
  const second = (await secrets.rotate('acct_a', now)).secret;
  const third = (await secrets.rotate('acct_a', addMs(now, 1_000))).secret;
  assert.deepEqual(await secrets.signing('acct_a', addMs(now, 2_000)), [third, second, first]);
});

test('concurrent rotations leave one valid secret', async (t) => {
  const { secrets } = await setUp(t);
  await secrets.current('acct_a', now);
  const rotated = await Promise.all(Array.from({ length: 5 }, () => secrets.rotate('acct_a', now)));
  const { secret } = await secrets.current('acct_a', now);
  assert.equal(rotated.at(-1)?.secret !== undefined, true);
  assert.ok(rotated.some((answer) => answer.secret === secret));
});
