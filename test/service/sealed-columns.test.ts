import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { deriveKey } from '../../src/domain/crypto/secret-keys.ts';
import { setDataKey } from '../../src/store/data-key.ts';
import { sealPlainValues } from '../../src/store/sealed-columns.ts';
import { until } from '../until.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { check, watch } from './monitor-checks.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

/** Column that an earlier version wrote in plain text, with the condition of its encrypted values. */
const columns = [
  ['deliveries', 'url', ` like 'sealed:%'`],
  ['webhook_targets', 'url', ` like 'sealed:%'`],
  ['jobs', 'webhook', ` like 'sealed:%'`],
  ['datasets', 'webhook', ` like 'sealed:%'`],
  ['workflows', 'webhook', ` like 'sealed:%'`],
  ['datasets', 'source', `::text like '{"sealed":%'`],
  ['monitors', 'settings', `::text like '{"sealed":%'`],
] as const;

/** Returns the number of encrypted values of each column, and how many values it has. */
async function countValues({ pool }: TestService): Promise<Array<readonly [string, number, number]>> {
  return Promise.all(
    columns.map(async ([table, column, isSealed]) => {
      const { rows } = await pool.query(
        `select count(*) filter (where ${column}${isSealed})::integer as sealed, count(${column})::integer as total from ${table}`,
      );
      return [`${table}.${column}`, rows[0].sealed, rows[0].total] as const;
    }),
  );
}

async function setUp(t: TestContext) {
  const sea = { tide: 'rising' };
  const site = await startLoopbackServer(
    '127.0.0.22',
    () =>
      new Map<string, Route>([
        [
          '/tide',
          ({ headers }) => ({
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(headers['x-key'] === 'oak' ? { tide: sea.tide } : { refused: true }),
          }),
        ],
      ]),
  );
  t.after(() => site.close());
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  return { sea, site, receiver, service: await startTestService(t) };
}

/** Creates one resource of each kind; returns what reads them again, as their owner sees them. */
async function storeAll(service: TestService, tideUrl: string, hook: (name: string) => string) {
  const request = { headers: { 'X-Key': 'oak' } };
  const mid = await watch(service, {
    url: tideUrl,
    request,
    tags: ['tides'],
    notify: { webhook: hook('m') },
  });
  const schema = { type: 'object', properties: { tide: { type: 'string' } } };
  const source = { kind: 'extract', urls: [tideUrl], schema, request };
  const dataset = (await service.post('/v1/datasets', { name: 'tides', source, webhook: hook('d') })).json;
  const steps = [{ type: 'goto', url: tideUrl }];
  const workflow = (await service.post('/v1/workflows', { name: 'Tides', steps, webhook: hook('w') })).json;
  const crawl = (await service.post('/v1/crawl', { url: tideUrl, limit: 1, webhook: hook('c') })).json;
  const dead = 'http://127.0.0.22:18999/dead';
  await service.post('/v1/webhooks/test', { url: dead });
  const read = async () => {
    const jsonOf = async (path: string): Promise<Json> => {
      const { status, json } = await service.get(path);
      assert.equal(status, 200, JSON.stringify(json));
      return json;
    };
    const { deliveries } = await jsonOf('/v1/webhooks/deliveries');
    return {
      monitors: (await jsonOf('/v1/monitors?tag=tides')).monitors.map(({ notify }: Json) => notify.webhook),
      source: (await jsonOf(`/v1/datasets/${dataset.did}`)).source,
      workflow: (await jsonOf(`/v1/workflows/${workflow.id}`)).webhook,
      job: (await jsonOf(`/v1/jobs/${crawl.jid}`)).webhook.url,
      deliveries: deliveries.map(({ url }: Json) => url).toSorted(),
      targets: (await jsonOf('/v1/webhooks/targets')).targets.map(({ url }: Json) => url),
    };
  };
  await until(read, ({ targets, deliveries }) => targets.length === 1 && deliveries.length >= 5);
  return { mid, read };
}

test('values that an earlier version stored in plain text are encrypted in batches, and read as before', async (t) => {
  const { sea, site, receiver, service } = await setUp(t);
  const { mid, read } = await storeAll(service, site.url('/tide'), (name) => receiver.url(`/hook/${name}`));
  const before = await read();
  assert.deepEqual([before.monitors, before.job], [[receiver.url('/hook/m')], receiver.url('/hook/c')]);
  for (const [column, sealed, total] of await countValues(service)) {
    assert.ok(total > 0, column);
    assert.equal(sealed, total, column);
  }

  // As an earlier version would have left the rows.
  const { pool } = service;
  const address = receiver.url('/hook/c');
  await pool.query('update deliveries set url = $1, url_digest = null', [address]);
  await pool.query('update jobs set webhook = $1, webhook_digest = null where webhook is not null', [
    address,
  ]);
  await pool.query('update datasets set webhook = $1, source = $2', [receiver.url('/hook/d'), before.source]);
  await pool.query('update workflows set webhook = $1', [receiver.url('/hook/w')]);
  const plain = { ...before, deliveries: before.deliveries.map(() => address) };
  assert.deepEqual(await read(), plain);
  const rows = (await countValues(service)).reduce((sum, [, sealed, total]) => sum + total - sealed, 0);
  setDataKey(service.database, deriveKey('a root secret for tests alone', 'job'));
  let written = 0;
  // Two values of each column at a time, as if the process had ended after each batch.
  for (let batches = 0; batches < 20; batches += 1) written += await sealPlainValues(service.database, 2);
  assert.equal(written, rows);
  for (const [column, sealed, total] of await countValues(service)) assert.equal(sealed, total, column);
  assert.deepEqual(await read(), plain);
  const digests = await pool.query('select distinct url_digest = sha256($1::bytea) as same from deliveries', [
    Buffer.from(address),
  ]);
  assert.deepEqual(digests.rows, [{ same: true }]);

  // The header still reaches the site, and the change its receiver.
  sea.tide = 'falling';
  assert.equal((await check(service, mid)).state, 'changed');
  await receiver.arrived(1, '/hook/m');
});
