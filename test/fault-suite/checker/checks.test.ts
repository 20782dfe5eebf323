import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from '../../database.ts';
import { checkBlobs } from './check-blobs.ts';
import { checkLog, checkRecords } from './check-secrets.ts';
import { describeGrowth } from './check-use.ts';

const megabyte = 2 ** 20;

async function open(t: Parameters<typeof createTestDatabase>[0]): Promise<Client> {
  const { connectionString } = await createTestDatabase(t);
  const client = new Client({ connectionString });
  // The database is dropped with all its connections before the client ends.
  client.on('error', () => undefined);
  await client.connect();
  t.after(() => client.end());
  await client.query(`insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
    values ('acct_a', 'a', 'p', 0, now(), true, now())`);
  return client;
}

test('finds a secret in the log and in the records', async (t) => {
  const client = await open(t);
  const secret = 'whsec_of_no_consequence';
  assert.deepEqual(checkLog('serving\nall is well\n', [secret]), []);
  assert.equal(checkLog(`serving\n{"key":"${secret}"}\n`, [secret]).length, 1);
  assert.deepEqual(await checkRecords(client, [secret]), []);
  await client.query(
    `insert into requests (request_id, account_id, at, tool, origin, status, credits, ms, params)
     values ('req_a', 'acct_a', now(), 'scrape', 'api', 'ok', 0, 1, $1)`,
    [JSON.stringify({ headers: { cookie: secret } })],
  );
  const [found = '', ...more] = await checkRecords(client, [secret]);
  assert.match(found, /requests/);
  assert.ok(!found.includes(secret), 'the report does not repeat it');
  assert.deepEqual(more, []);
});

test('finds missing content and content that does not match its digest', async (t) => {
  const client = await open(t);
  const good = Buffer.from('good');
  const digests = [good, Buffer.from('missing'), Buffer.from('spoilt')].map((bytes) =>
    createHash('sha256').update(bytes).digest('hex'),
  );
  for (const digest of digests) {
    await client.query(`insert into blob_contents values ($1, 4, now())`, [digest]);
    await client.query(
      `insert into blobs (blob_id, account_id, digest, media_type, bytes, created_at, expires_at)
       values ($1, 'acct_a', $2, 'text/plain', 4, now(), now())`,
      [`blob_${digest.slice(0, 8)}`, digest],
    );
  }
  const [first, missing, spoilt] = digests;
  const stored = new Map([
    [first, good],
    [spoilt, Buffer.from('other bytes')],
  ]);
  const verified = new Set<string>();
  const violations = await checkBlobs(client, async (digest) => stored.get(digest) ?? null, verified);
  assert.equal(violations.length, 2);
  assert.ok(violations.some((line) => line.includes(`${missing}, which is not in the store`)));
  assert.ok(violations.some((line) => line.includes(`${spoilt}, whose bytes have another digest`)));
  assert.deepEqual([...verified], [first]);
});

test('finds unlimited growth, but not fluctuations', () => {
  const uses = (residents: number[]) =>
    residents.map((resident) => ({ residentBytes: resident * megabyte, descriptors: 50 }));
  assert.deepEqual(describeGrowth(uses([200, 400, 300, 450, 250, 500, 300, 420, 310])), []);
  assert.match(
    describeGrowth(uses([200, 250, 300, 350, 400, 450, 500, 550, 600]))[0] ?? '',
    /ever more residentBytes/,
  );
  assert.deepEqual(describeGrowth(uses([200, 600])), [], 'a process that is young is not judged');
  assert.match(describeGrowth(uses([2_000]))[0] ?? '', /uses 2097152000 residentBytes/);
});
