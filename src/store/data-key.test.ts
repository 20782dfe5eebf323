import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { openJson, sealJson, setDataKey } from './data-key.ts';
import { openDatabase } from './database.ts';

/** Opens a database that needs no server, because nothing is queried. */
function openUnused(t: TestContext) {
  const { database } = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', password: 'x' }, 1);
  t.after(() => database.destroy());
  return database;
}

test('what one process encrypts, the next one reads', (t) => {
  const key = randomBytes(32);
  const [before, after] = [openUnused(t), openUnused(t)];
  setDataKey(before, key);
  setDataKey(after, key);
  const stored = sealJson(before, { headers: { 'X-Key': 's3cret' } }, 'job 1');
  assert.doesNotMatch(stored, /s3cret|X-Key/);
  assert.deepEqual(openJson(after, JSON.parse(stored), 'job 1'), { headers: { 'X-Key': 's3cret' } });
});

test('without a key nothing is stored: neither in plain text nor under a key that nobody has later', (t) => {
  const database = openUnused(t);
  assert.throws(() => sealJson(database, { secret: 's3cret' }, 'job 1'), /no data key/);
});
