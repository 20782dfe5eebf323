import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type LoopbackServer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { endedJob } from './ended-job.ts';
import { check, watch } from './monitor-checks.ts';
import { callTool, connectApp, registerApp } from './oauth-client.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const dayMs = 24 * 60 * 60_000;
const pageCount = 20;
const textOf = (at: number) => `Pier ${at} has a crane, a shed and a weighbridge of its own. `.repeat(20);

/** A clock that runs from noon of a day, so that no test meets midnight unless it goes there. */
function createDayClock() {
  const startedAt = Date.now();
  let offset = Date.parse('2026-10-05T12:00:00.000Z') - startedAt;
  return {
    now: () => new Date(Date.now() + offset),
    goToNextDay() {
      offset += dayMs;
    },
  };
}

interface Harbour {
  service: TestService;
  site: LoopbackServer;
  clock: ReturnType<typeof createDayClock>;
  /** Creates a key, and returns its answer. */
  createKey(options: object, key?: string): Promise<Json>;
  /** Returns a key as the list shows it. */
  keyOf(id: string): Promise<Json>;
  /** Reads a page with a key, always anew. */
  scrape(page: number, key: string): Promise<{ status: number; json: Json }>;
}

async function setUp(t: TestContext, address: string): Promise<Harbour> {
  const routes = () =>
    new Map<string, Route>([
      [
        '/*',
        (_request, { pathname }) => {
          const at = Number(pathname.slice(2)) || 0;
          const links = Array.from({ length: pageCount }, (_, to) => `<a href="/p${to + 1}">Pier ${to}</a>`);
          return {
            body: `<!doctype html><title>Pier ${at}</title><main><h1>Pier ${at}</h1><p>${textOf(at)}</p>${links.join(' ')}</main>`,
          };
        },
      ],
    ]);
  const site = await startLoopbackServer(address, routes);
  t.after(() => site.close());
  const clock = createDayClock();
  const service = await startTestService(t, {}, { clock });
  const createKey = async (options: object, key = service.key): Promise<Json> => {
    const { status, json } = await service.post('/v1/keys', { name: 'crane', ...options }, { key });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const keyOf = async (id: string): Promise<Json> =>
    (await service.get('/v1/keys')).json.keys.find((one: { key_id: string }) => one.key_id === id);
  const scrape = (page: number, key: string) =>
    service.post('/v1/scrape', { url: site.url(`/p${page}`), max_age: 0 }, { key });
  return { service, site, clock, createKey, keyOf, scrape };
}

const isDelivered = ({ json }: { json: Json }) => json.status === 'ok';

test('a key spends no more credits a day than its limit', async (t) => {
  const harbour = await setUp(t, '127.0.0.21');
  const { service, site, clock, createKey, keyOf, scrape } = harbour;

  await t.test('although requests run at the same time, and says when it can spend again', async () => {
    const { key, key_id: id, limits } = await createKey({ credits_per_day: 5 });
    assert.deepEqual(limits, { requests_per_minute: null, concurrent: null, credits_per_day: 5 });
    const answers = await Promise.all(Array.from({ length: pageCount }, (_, at) => scrape(at, key)));
    assert.equal(answers.filter(isDelivered).length, 5);
    for (const { json } of answers.filter((answer) => !isDelivered(answer))) {
      assert.equal(json.error.code, 'account_credits', JSON.stringify(json));
      assert.match(
        json.error.message,
        /`credits_per_day`: this key may spend 5 credits per day.*2026-10-06T00:00:00\.000Z/,
      );
    }
    assert.equal((await keyOf(id)).credits_used_today, 5);
    assert.equal(isDelivered(await scrape(1, service.key)), true, 'another key is not limited');
    const search = await service.post('/v1/map', { url: site.url('/') }, { key });
    assert.deepEqual([search.status, search.json.code], [402, 'insufficient_credits']);
    assert.match(search.json.detail, /`credits_per_day`/);
    clock.goToNextDay();
    assert.equal((await keyOf(id)).credits_used_today, 0);
    assert.equal(isDelivered(await scrape(1, key)), true);
    assert.equal((await keyOf(id)).credits_used_today, 1);
  });

  await t.test('and what it spent before the limit was set counts', async () => {
    const { key, key_id: id } = await createKey({});
    for (const page of [1, 2, 3]) assert.equal(isDelivered(await scrape(page, key)), true);
    const changed = await service.request('PATCH', `/v1/keys/${id}`, { body: { credits_per_day: 4 } });
    assert.deepEqual([changed.json.limits.credits_per_day, changed.json.credits_used_today], [4, 3]);
    assert.deepEqual([isDelivered(await scrape(4, key)), isDelivered(await scrape(5, key))], [true, false]);
    await service.request('PATCH', `/v1/keys/${id}`, { body: { credits_per_day: null, name: 'gantry' } });
    assert.equal(isDelivered(await scrape(5, key)), true);
    const [entry] = (await service.get(`/v1/audit?action=key_changed&subject=${id}`)).json.audit;
    assert.deepEqual(
      [entry.details.name, entry.details.before.credits_per_day, entry.details.limits.credits_per_day],
      ['gantry', 4, null],
    );
  });

  await t.test('with its crawls, which can be retried when the limit starts again', async () => {
    const { key, key_id: id } = await createKey({ credits_per_day: 3 });
    const body = { url: site.url('/'), limit: 8, use_sitemap: false };
    const { jid } = (await service.post('/v1/crawl?max_age=0', body, { key })).json;
    const job = await endedJob(service, jid);
    assert.equal(job.progress.ok, 3, JSON.stringify(job));
    assert.match(JSON.stringify(job.warnings), /`credits_per_day`: this key may spend 3 credits per day/);
    assert.equal((await keyOf(id)).credits_used_today, 3);
    const { results } = (await service.get(`/v1/jobs/${jid}/results?limit=100`)).json;
    const unread = results.filter(({ status }: Json) => status === 'budget_exhausted');
    assert.ok(unread.length > 0);
    for (const { error } of unread) assert.match(error.message, /`credits_per_day`/);
    const refused = await service.post('/v1/crawl?max_age=0', body, { key });
    assert.deepEqual([refused.status, refused.json.code], [402, 'insufficient_credits']);
    assert.match(refused.json.detail, /`credits_per_day`/);
    clock.goToNextDay();
    await service.post(`/v1/jobs/${jid}/retry`, {}, { key });
    const retried = await endedJob(service, jid);
    assert.equal(retried.progress.ok, 6, JSON.stringify(retried));
  });

  await t.test('with its batches and monitors, whoever runs them', async () => {
    const { key, key_id: id } = await createKey({ credits_per_day: 2 });
    const mid = await watch({ ...service, post: asKey(service, key) }, { url: site.url('/p7') });
    assert.equal((await keyOf(id)).credits_used_today, 1);
    const urls = [1, 2, 3].map((page) => site.url(`/p${page}`));
    const { jid } = (await service.post('/v1/batches', { urls, max_age: 0 }, { key })).json;
    assert.equal((await endedJob(service, jid)).progress.ok, 1);
    const found = await check(service, mid);
    assert.match(JSON.stringify(found), /`credits_per_day`/);
    assert.equal((await keyOf(id)).credits_used_today, 2);
  });
});

function asKey(service: TestService, key: string): TestService['post'] {
  return (path, body, options) => service.post(path, body, { key, ...options });
}

test('keys that come from a limited key share its limit', async (t) => {
  const { service, site, createKey, keyOf, scrape } = await setUp(t, '127.0.0.22');

  await t.test('a key that replaces it, with what was spent today', async () => {
    const old = await createKey({ credits_per_day: 3 });
    assert.equal(isDelivered(await scrape(1, old.key)), true);
    const fresh = (await service.post(`/v1/keys/${old.key_id}/rotate`, {})).json;
    assert.deepEqual(
      [fresh.limits.credits_per_day, fresh.credits_used_today, fresh.shares_credits_with],
      [3, 1, [old.key_id]],
    );
    for (const key of [old.key, fresh.key]) assert.equal(isDelivered(await scrape(2, key)), true);
    for (const key of [old.key, fresh.key]) assert.equal(isDelivered(await scrape(3, key)), false);
  });

  await t.test('keys that it creates, and none that is counted separately', async () => {
    const scopes = ['read', 'write', 'admin'];
    const admin = await createKey({ credits_per_day: 2, scopes });
    const child = await createKey({}, admin.key);
    assert.deepEqual([child.limits.credits_per_day, child.shares_credits_with], [2, [admin.key_id]]);
    assert.equal(isDelivered(await scrape(1, child.key)), true);
    assert.equal((await keyOf(admin.key_id)).credits_used_today, 1);
    const other = await createKey({});
    const refused = [
      await service.post('/v1/keys', { name: 'more', credits_per_day: 9 }, { key: admin.key }),
      await service.post(`/v1/keys/${other.key_id}/rotate`, {}, { key: admin.key }),
      await service.post(`/v1/keys/${other.key_id}/link`, {}, { key: admin.key }),
      await patch(admin.key_id, { credits_per_day: 3 }, admin.key),
      await patch(admin.key_id, { credits_per_day: null }, admin.key),
      await patch(child.key_id, { credits_per_day: 3 }, admin.key),
      await patch(other.key_id, { credits_per_day: 3 }, admin.key),
    ];
    for (const { status, json } of refused) {
      assert.deepEqual([status, json.code], [403, 'forbidden'], JSON.stringify(json));
      assert.match(json.detail, /2 credits per day/);
    }
    const lowered = await patch(admin.key_id, { credits_per_day: 1 }, admin.key);
    assert.equal(lowered.json.limits.credits_per_day, 1);
    assert.equal(isDelivered(await scrape(2, child.key)), false);
    assert.equal((await patch(admin.key_id, { credits_per_day: 2 }, admin.key)).status, 403);
    assert.equal((await patch(child.key_id, { credits_per_day: 4 }, service.key)).status, 200);
    assert.equal((await keyOf(admin.key_id)).limits.credits_per_day, 4);
  });

  await t.test('connections of apps that it approves', async () => {
    const person = await createKey({ credits_per_day: 2, scopes: ['read', 'write', 'admin'] });
    const options = { key: person.key };
    const { access } = await connectApp(service, await registerApp(service), options);
    const url = site.url('/p3');
    const { shares_credits_with: shared } = await keyOf(person.key_id);
    assert.equal(shared.length, 1);
    for (const page of [1, 2]) assert.equal(isDelivered(await scrape(page, person.key)), true);
    const answer = await callTool(service, access, 'scrape', { url, max_age: 0 });
    assert.match(await answer.text(), /this key may spend 2 credits per day/);
  });

  await t.test('a key that may only so many requests cannot hand out one with more', async () => {
    const slow = await createKey({ requests_per_minute: 50, scopes: ['read', 'write', 'admin'] });
    const fast = await createKey({});
    const rotated = await service.post(`/v1/keys/${fast.key_id}/rotate`, {}, { key: slow.key });
    const raised = await patch(slow.key_id, { requests_per_minute: 60 }, slow.key);
    assert.deepEqual([rotated.status, raised.status], [403, 403]);
    assert.equal((await patch(slow.key_id, { name: 'slower' }, slow.key)).json.name, 'slower');
  });

  function patch(id: string, body: object, key: string) {
    return service.request('PATCH', `/v1/keys/${id}`, { body, key });
  }
});
