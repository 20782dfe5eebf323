import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startSlowSite } from '../world/slow-site.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { startWorld } from '../world/world.ts';
import { endedJob, hasEnded } from './ended-job.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

async function crawl(service: TestService, body: object): Promise<Json> {
  const started = await service.post('/v1/crawl', body);
  assert.equal(started.status, 200, JSON.stringify(started.json));
  return endedJob(service, started.json.jid);
}

async function pagesOf(service: TestService, jid: string): Promise<Json[]> {
  const pages: Json[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const { json } = await service.get(`/v1/jobs/${jid}/results?limit=100&offset=${offset}`);
    pages.push(...json.results);
    offset = json.next_offset;
  }
  return pages;
}

/** Returns a page that links to the given paths. */
const page = (title: string, ...links: string[]) => ({
  body: `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${'Some words about it, enough to read. '.repeat(12)}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main>`,
});

function startSite(t: TestContext, routes: Parameters<typeof startLoopbackServer>[1]) {
  return startLoopbackServer('127.0.0.20', routes).then((site) => {
    t.after(() => site.close());
    return site;
  });
}

test('crawling', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const balance = async () => (await service.get('/v1/account')).json.credits.plan as number;

  await t.test('reads a site, and delivers, charges and signs each page once', async () => {
    const before = await balance();
    const job = await crawl(service, { url: world.site.url('/'), limit: 30 });
    assert.equal(job.status, 'completed');
    assert.equal(job.progress.done, 30);
    assert.equal(job.credits.charged, before - (await balance()));
    assert.equal(job.credits.reserved, 0);
    const pages = await pagesOf(service, job.jid);
    assert.equal(new Set(pages.map((one) => one.final_url)).size, 30);
    const { keys } = (await service.get('/.well-known/jwks.json')).json;
    for (const one of pages) assert.equal(verifyReceipt(one.receipt, keys).valid, true);
    const credits = pages.reduce((sum, one) => sum + one.receipt.credits, 0);
    assert.equal(credits, job.credits.charged);
  });

  await t.test('reads the whole site, except disallowed and private pages', async () => {
    const job = await crawl(service, { url: world.site.url('/'), limit: 1000, max_depth: 20 });
    assert.equal(job.status, 'completed');
    const pages = await pagesOf(service, job.jid);
    const read = new Set(pages.map((one) => new URL(one.final_url).pathname));
    for (const { path } of world.site.pages) {
      const isBlocked = job.robots_blocked.includes(world.site.url(path));
      assert.ok(read.has(path) || isBlocked, path);
    }
    assert.equal(pages.length, new Set(pages.map((one) => one.final_url)).size);
    assert.equal(world.secret.hits, 0);
  });

  await t.test('stores long pages behind a ref, which is deleted with the job', async (t) => {
    const words = 'Another sentence of a page that is longer than anybody reads at once. ';
    const site = await startSite(
      t,
      () => new Map([['/', { body: `<main><p>${words.repeat(500)}</p></main>` }]]),
    );
    const { jid } = await crawl(service, { url: site.url('/'), use_sitemap: false });
    const [long] = await pagesOf(service, jid);
    assert.equal(long.truncated, true);
    const { json } = await service.get(`/v1/read?ref=${long.ref}&length=100`);
    assert.equal(json.total_length, long.length);
    const charged = (await service.get('/v1/account')).json.credits;
    assert.equal((await service.request('DELETE', `/v1/jobs/${jid}`)).status, 200);
    assert.equal((await service.get(`/v1/jobs/${jid}`)).status, 404);
    assert.equal((await service.get(`/v1/read?ref=${long.ref}`)).status, 410);
    assert.deepEqual((await service.get('/v1/account')).json.credits, charged);
    const kept = await service.pool.query('select 1 from receipts where receipt_id = $1', [long.receipt.id]);
    assert.equal(kept.rowCount, 1);
  });

  await t.test('respects depth, host and expressions', async (t) => {
    const site = await startSite(
      t,
      () =>
        new Map([
          ['/', page('Start', '/a', '/b/one', '/b/no', 'http://127.0.0.12/', '/picture.png')],
          ['/a', page('A', '/deep')],
          ['/b/one', page('One', '/b/two')],
          ['/b/no', page('No')],
          ['/b/two', page('Two')],
          ['/deep', page('Deep')],
        ]),
    );
    const paths = async (body: object) => {
      const job = await crawl(service, { url: site.url('/'), use_sitemap: false, ...body });
      return (await pagesOf(service, job.jid)).map((one) => new URL(one.url).pathname).sort();
    };
    assert.deepEqual(await paths({ max_depth: 0 }), ['/']);
    assert.deepEqual(await paths({ max_depth: 1 }), ['/', '/a', '/b/no', '/b/one']);
    assert.deepEqual(await paths({ include_paths: ['^/b/'], exclude_paths: ['no$'] }), [
      '/',
      '/b/one',
      '/b/two',
    ]);
    assert.equal(site.requests('/picture.png'), 0);
  });

  await t.test('delivers and charges the target of redirects once', async (t) => {
    const redirect = (to: string) => ({ status: 302, headers: { location: to } });
    const site = await startSite(
      t,
      () =>
        new Map<string, Json>([
          ['/', page('Start', '/old', '/older', '/new', '/out')],
          ['/old', redirect('/new')],
          ['/older', redirect('/new')],
          ['/new', page('New')],
          ['/out', redirect(world.elsewhere.url('/'))],
        ]),
    );
    const job = await crawl(service, { url: site.url('/'), use_sitemap: false });
    const pages = await pagesOf(service, job.jid);
    assert.deepEqual(pages.map((one) => one.final_url).sort(), [site.url('/'), site.url('/new')]);
    assert.equal(job.credits.charged, 2);
    assert.equal(job.progress.done, 2);
  });

  await t.test('lists pages that robots.txt excludes, without delivering or charging them', async (t) => {
    const site = await startSite(
      t,
      () =>
        new Map<string, Json>([
          [
            '/robots.txt',
            { body: 'User-agent: *\nDisallow: /closed', headers: { 'content-type': 'text/plain' } },
          ],
          ['/', page('Start', '/closed/one', '/open')],
          ['/open', page('Open')],
          ['/closed/one', page('Closed')],
        ]),
    );
    const job = await crawl(service, { url: site.url('/') });
    assert.deepEqual(job.robots_blocked, [site.url('/closed/one')]);
    assert.equal(job.progress.done, 2);
    assert.equal(site.requests('/closed/one'), 0);
  });

  await t.test('also starts from sitemaps, and reads pages that no page links to', async (t) => {
    const site = await startSite(
      t,
      (origin) =>
        new Map<string, Json>([
          ['/', page('Start')],
          ['/orphan', page('Orphan')],
          [
            '/sitemap.xml',
            {
              body: `<urlset><url><loc>${origin}/orphan</loc></url></urlset>`,
              headers: { 'content-type': 'application/xml' },
            },
          ],
        ]),
    );
    const job = await crawl(service, { url: site.url('/') });
    assert.deepEqual((await pagesOf(service, job.jid)).map((one) => new URL(one.url).pathname).sort(), [
      '/',
      '/orphan',
    ]);
    const without = await crawl(service, { url: site.url('/'), use_sitemap: false });
    assert.equal(without.progress.done, 1);
  });

  await t.test('leaves traps', async () => {
    const job = await crawl(service, {
      url: world.site.url('/traps/'),
      limit: 2000,
      max_depth: 50,
      include_paths: ['^/traps/'],
    });
    assert.equal(job.status, 'completed');
    assert.ok(job.progress.done < 1000, `${job.progress.done} pages`);
    const read = new Set((await pagesOf(service, job.jid)).map((one) => new URL(one.url).pathname));
    for (let at = 1; at <= 6; at += 1) assert.ok(read.has(`/traps/fine/${at}`), `fine page ${at}`);
  });

  await t.test('fails before the first page if the required country is not available', async () => {
    world.site.reset();
    const job = await crawl(service, { url: world.site.url('/'), country: 'de', strict_country: true });
    assert.deepEqual([job.status, job.error.code, job.progress.done], ['failed', 'not_configured', 0]);
    assert.equal(world.site.hits, 0);
    assert.equal(job.credits.reserved, 0);
  });

  await t.test('rejects invalid options with a JSON Pointer per validation error', async () => {
    const faulty: Array<[object, string]> = [
      [{ url: 'nowhere' }, '/url'],
      [{ url: world.site.url('/'), include_paths: ['('] }, '/include_paths/0'],
      [{ url: world.site.url('/'), limit: 5001 }, '/limit'],
      [{ url: world.site.url('/'), network: 'auto' }, '/network'],
      [{ url: world.site.url('/'), webhook: 'ftp://x' }, '/webhook'],
    ];
    for (const [body, pointer] of faulty) {
      const { status, json } = await service.post('/v1/crawl', body);
      assert.equal(status, 422);
      assert.deepEqual(
        json.errors.map((fault: Json) => fault.pointer),
        [pointer],
      );
    }
  });

  await t.test('ends with one page that states the reason if nothing responds', async () => {
    const job = await crawl(service, { url: 'http://127.0.0.11:18999/', use_sitemap: false });
    assert.equal(job.status, 'completed');
    assert.equal(job.credits.charged, 0);
    assert.equal(job.progress.done, 1);
  });
});

test('jobs', async (t) => {
  const service = await startTestService(t);
  const site = await startSlowSite({ pages: 40, delayMs: { from: 30, to: 60 } });
  t.after(() => site.close());
  const start = async (body: object = {}) =>
    (await service.post('/v1/crawl', { url: site.url('/'), limit: 40, use_sitemap: false, ...body })).json
      .jid as string;
  const act = (jid: string, action: string) => service.request('POST', `/v1/jobs/${jid}/${action}`);

  await t.test('pause stops, resume continues, and nothing is read twice', async () => {
    site.reset();
    const jid = await start();
    await endedJob(service, jid, (job) => job.progress.done > 0);
    assert.equal((await act(jid, 'pause')).json.paused, true);
    assert.equal((await act(jid, 'pause')).status, 409);
    await endedJob(service, jid, (job) => job.progress.running === 0);
    const { progress } = (await service.get(`/v1/jobs/${jid}`)).json;
    await pause(200);
    assert.deepEqual((await service.get(`/v1/jobs/${jid}`)).json.progress, progress);
    assert.equal((await act(jid, 'resume')).json.paused, false);
    const job = await endedJob(service, jid);
    assert.equal(job.progress.done, 40);
    for (const { path } of site.pages) assert.equal(site.requests(path), 1, path);
  });

  await t.test('cancel ends the job at once and releases the reservation', async () => {
    const jid = await start();
    await endedJob(service, jid, (job) => job.status === 'running');
    const cancelled = (await act(jid, 'cancel')).json;
    assert.equal(cancelled.status, 'cancelled');
    assert.equal(cancelled.credits.reserved, 0);
    assert.equal((await act(jid, 'cancel')).status, 409);
    assert.equal((await act(jid, 'resume')).status, 409);
    const { total } = (await service.get(`/v1/jobs/${jid}/results`)).json;
    await pause(300);
    assert.equal((await service.get(`/v1/jobs/${jid}/results`)).json.total, total);
  });

  await t.test('retry reads only the failed pages again', async (t) => {
    let isBroken = true;
    const flaky = await startSite(
      t,
      () =>
        new Map<string, Json>([
          ['/', page('Start', '/flaky', '/fine')],
          ['/fine', page('Fine')],
          ['/flaky', () => (isBroken ? { status: 500, body: 'broken' } : page('Mended'))],
        ]),
    );
    const job = await crawl(service, { url: flaky.url('/'), use_sitemap: false });
    assert.deepEqual([job.progress.ok, job.progress.failed], [2, 1]);
    isBroken = false;
    assert.equal((await act(job.jid, 'retry')).json.status, 'queued');
    const mended = await endedJob(service, job.jid);
    assert.deepEqual([mended.progress.ok, mended.progress.failed, mended.progress.done], [3, 0, 3]);
    assert.equal(flaky.requests('/fine'), 1);
    const pages = await pagesOf(service, job.jid);
    assert.deepEqual(
      pages.map((one) => one.status),
      [...(await firstStatuses()), 'ok'],
    );
    assert.equal((await act(job.jid, 'retry')).status, 409);

    async function firstStatuses() {
      return pages.slice(0, 3).map((one) => one.status);
    }
  });

  await t.test(
    'events replay from the first or after the last received one, and end with the job',
    async () => {
      const jid = await start({ limit: 5 });
      const read = async (headers: Record<string, string> = {}) => {
        const text = (await service.get(`/v1/jobs/${jid}/events`, { headers })).json as string;
        return [...text.matchAll(/^id: (.*)\nevent: (.*)\ndata: (.*)$/gm)].map(([, id, type, data]) => ({
          id,
          type,
          data: JSON.parse(data as string),
        }));
      };
      const live = await read();
      assert.deepEqual(
        live.map((event) => event.type),
        ['job.started', ...Array(5).fill('job.page'), 'job.completed'],
      );
      assert.deepEqual(await read(), live);
      assert.deepEqual(await read({ 'last-event-id': live[2]?.id as string }), live.slice(3));
      const pages = await pagesOf(service, jid);
      assert.deepEqual(
        live.slice(1, 6).map((event) => event.data.receipt),
        pages.map((one) => one.receipt.id),
      );
    },
  );

  await t.test('are listed and belong to one account', async () => {
    const { json } = await service.get('/v1/jobs?type=crawl&status=cancelled');
    assert.equal(json.total, 1);
    const [first] = (await service.get('/v1/jobs?limit=1')).json.jobs;
    await service.pool.query(
      `insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
        values ('acct_other', 'other', 'free', 0, now() + interval '1 day', false, now())`,
    );
    await service.pool.query(`update jobs set account_id = 'acct_other' where job_id = $1`, [first.jid]);
    for (const path of ['', '/results', '/events']) {
      assert.equal((await service.get(`/v1/jobs/${first.jid}${path}`)).status, 404);
    }
    assert.equal((await act(first.jid, 'retry')).status, 404);
    assert.equal((await service.request('DELETE', `/v1/jobs/${first.jid}`)).status, 404);
  });

  await t.test('notify their webhook of start, pages and end, each once', async (t) => {
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.close());
    const jid = await start({ limit: 10, webhook: receiver.url('/told') });
    const ofJob = () => receiver.messages('/told').filter((message) => message.body.data.jid === jid);
    // Deliveries run concurrently: the first may arrive last.
    const kinds = ['job.started', 'job.page', 'job.completed'];
    const hasReported = () => kinds.every((kind) => ofJob().some(({ body }) => body.type === kind));
    const pagesReported = () =>
      ofJob().flatMap(({ body }) => (body.type === 'job.page' ? body.data.pages : []));
    await endedJob(service, jid, (job) => hasEnded(job) && hasReported() && pagesReported().length >= 10);
    const messages = ofJob();
    const types = messages.map((message) => message.body.type);
    assert.equal(types.filter((type) => type === 'job.started').length, 1);
    const ends = new Set(messages.filter(({ body }) => body.type === 'job.completed').map(({ id }) => id));
    assert.equal(ends.size, 1);
    assert.equal(pagesReported().length, 10);
  });
});

test('a crawl that the account cannot pay for', async (t) => {
  const service = await startTestService(t, { WEBDATA_UNLIMITED: 'false', WEBDATA_PLAN_CREDITS: '130' });
  const site = await startSlowSite({ pages: 160, delayMs: { from: 0, to: 1 } });
  t.after(() => site.close());

  await t.test('reads the pages that can be paid for and reports the rest', async () => {
    const job = await crawl(service, { url: site.url('/'), limit: 150, max_depth: 9, use_sitemap: false });
    assert.equal(job.status, 'completed');
    assert.deepEqual([job.progress.ok, job.progress.budget_exhausted, job.credits.charged], [130, 20, 130]);
    assert.deepEqual(
      job.warnings.map((warning: Json) => warning.code),
      // The site has more pages than the limit, too.
      ['insufficient_credits', 'limit_reached'],
    );
    assert.equal((await service.get('/v1/account')).json.credits.available, 0);
  });

  await t.test('does not start without credits', async () => {
    const { status, json } = await service.post('/v1/crawl', { url: site.url('/') });
    assert.deepEqual([status, json.code], [402, 'insufficient_credits']);
  });
});
