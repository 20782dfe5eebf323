import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Home, openHome, type ServiceProcess } from '../service-process.ts';
import { type Answer, type LoopbackServer, startLoopbackServer } from '../world/loopback-server.ts';
import { withDatabase } from './books.ts';
import { createCrawlClient, hasEnded } from './crawl-watch.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const [launcher, service] = ['launcher-process.ts', 'poison-service.ts'].map((name) =>
  fileURLToPath(new URL(`./${name}`, import.meta.url)),
) as [string, string];
/** Only ends a test that hangs. */
const waitMs = 600_000;
const innocentPages = 24;
const sentence =
  'The ferry leaves the lower harbour at dusk, and the nets dry along the mole until the morning.';

function html(title: string, links: readonly string[] = []): Answer {
  const list = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('');
  const text = Array.from({ length: 8 }, (_, at) => `<p>${at}. ${sentence}</p>`).join('');
  return {
    body: `<!doctype html><title>${title}</title><main><h1>${title}</h1>${text}<ul>${list}</ul></main>`,
  };
}

let site: LoopbackServer;
let home: Home;
let searching: Home;

before(async () => {
  const pages = Array.from({ length: innocentPages }, (_, at) => `/page/${at}`);
  site = await startLoopbackServer(
    '127.0.0.34',
    () =>
      new Map<string, Answer>([
        ['/page/*', html('Innocent')],
        ['/slow/*', { ...html('Slow'), delayMs: 20_000 }],
        ['/poison-read/*', html('Poison')],
        ['/poison-text/*', html('Poison')],
        ['/poison-kill/*', html('Poison')],
        ['/start-text', html('Start', [...pages.slice(0, 5), '/poison-text/crawl', ...pages.slice(5)])],
        ['/start-kill', html('Start', [...pages.slice(0, 5), '/poison-kill/crawl', ...pages.slice(5)])],
      ]),
  );
  home = await openHome([launcher, '50', service]);
  searching = await openHome([launcher, '50', service]);
});
after(async () => {
  await home?.close();
  await searching?.close();
  await site?.close();
});

/** Returns a free port: a restarted service keeps its address. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

async function start(from: Home, environment: Record<string, string> = {}): Promise<ServiceProcess> {
  return from.start({
    PORT: await freePort(),
    MAX_CRASHES: '100',
    WEBDATA_POLITENESS: '16/0ms',
    WEBDATA_BROWSER: 'none',
    ...environment,
  });
}

function crashesOf({ stderr }: ServiceProcess): number {
  return stderr().match(/the service crashed and is restarted/g)?.length ?? 0;
}

async function ask({ url, key }: ServiceProcess, method: string, path: string, body?: object): Promise<Json> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(300_000),
  });
  return answer.json();
}

/** Repeats a request while the service crashes, like a persistent client. */
async function insist(running: ServiceProcess, method: string, path: string, body?: object): Promise<Json> {
  for (const end = performance.now() + waitMs; performance.now() < end; await delay(100)) {
    const answer = await ask(running, method, path, body).catch(() => null);
    if (answer !== null) return answer;
  }
  throw new Error(`no answer to ${method} ${path}: ${running.stderr().slice(-6_000)}`);
}

function assertRefused(page: Json): void {
  assert.equal(page.status, 'failed');
  assert.equal(page.error.code, 'document');
  assert.match(page.error.message, /^The service crashed 3 times while it processed this page, and does not/);
}

test('a page that blocks or kills the process', async (t) => {
  const running = await start(home);

  /** Runs `work` and asserts the number of crashes meanwhile. */
  async function withCrashes<Result>(
    fewest: number,
    most: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const before = crashesOf(running);
    const result = await work();
    const crashes = crashesOf(running) - before;
    assert.ok(crashes >= fewest && crashes <= most, `${crashes} crashes`);
    return result;
  }

  for (const kind of ['read', 'text', 'kill']) {
    await t.test(`a scrape of it (${kind}) is \`failed\` after three crashes`, async () => {
      const url = site.url(`/poison-${kind}/scrape`);
      const scrapeSlow = () => ask(running, 'POST', '/v1/scrape', { url: site.url('/slow/beside') });
      // In progress at the first crash. A page that kills the process without a trace must be the only one in flight
      // to be identified in three crashes.
      const beside = kind === 'kill' ? null : scrapeSlow().catch(() => null);
      await delay(200);
      const page = await withCrashes(3, 3, () => insist(running, 'POST', '/v1/scrape', { url }));
      assertRefused(page);
      assert.equal(page.receipt.credits, 0);
      assert.equal(await beside, null);
      // The next request causes no crash, and other pages are not affected.
      await withCrashes(0, 0, async () => {
        assertRefused(await insist(running, 'POST', '/v1/scrape', { url: `${url}#part` }));
        const other = await insist(running, 'POST', '/v1/scrape', { url: site.url('/page/1') });
        assert.equal(other.status, 'ok');
      });
    });
  }

  await t.test('no page that was in flight beside it has a crash counted', async () => {
    const rows = await withDatabase(await home.connection(), (database) =>
      database.selectFrom('page_crashes').select(['together', 'alone']).execute(),
    );
    assert.deepEqual(
      rows,
      Array.from({ length: 3 }, () => ({ together: 0, alone: 3 })),
    );
  });

  await t.test('a background scrape of it ends with the failed page', async () => {
    const url = site.url('/poison-read/background');
    const { jid } = await insist(running, 'POST', '/v1/scrape?async=true', { url });
    const client = createCrawlClient(() => running.url, running.key);
    const job = await withCrashes(3, 3, () => client.until(jid, hasEnded));
    assert.equal(job.status, 'completed');
    const { results } = await insist(running, 'GET', `/v1/jobs/${jid}/results`);
    assertRefused(results[0]);
  });

  for (const [kind, most] of [
    ['text', 3],
    ['kill', 5],
  ] as const) {
    await t.test(`a crawl marks it (${kind}) as failed and reads all other pages`, async () => {
      const client = createCrawlClient(() => running.url, running.key);
      const jid = await client.start({ url: site.url(`/start-${kind}`), limit: 100, use_sitemap: false });
      const job = await withCrashes(3, most, () => client.until(jid, hasEnded));
      assert.equal(job.status, 'completed');
      const { results } = await insist(running, 'GET', `/v1/jobs/${jid}/results?limit=100`);
      assert.equal(results.length, innocentPages + 2);
      const failed = (results as Json[]).filter(({ status }) => status !== 'ok');
      assert.deepEqual(
        failed.map(({ url }) => url),
        [site.url(`/poison-${kind}/crawl`)],
      );
      assert.match(failed[0].error.message, /3 times/);
      assert.equal(job.credits.charged, innocentPages + 1);
    });
  }

  await t.test('a monitor of it continues with failed checks', async () => {
    const url = site.url('/poison-text/monitor');
    const { mid } = await insist(running, 'POST', '/v1/monitors', { url });
    const checked = async (count: number): Promise<Json> => {
      for (const end = performance.now() + waitMs; performance.now() < end; await delay(100)) {
        const monitor = await insist(running, 'GET', `/v1/monitors/${mid}`);
        if (monitor.check_count >= count) return monitor.checks[0];
      }
      throw new Error('the check never ended');
    };
    const first = await withCrashes(3, 3, () => checked(1));
    assert.equal(first.state, 'error');
    assert.match(first.summary, /crashed 3 times while it processed this page/);
    await withCrashes(0, 0, async () => {
      await insist(running, 'POST', `/v1/monitors/${mid}/run`);
      assert.equal((await checked(2)).state, 'error');
    });
  });

  const ended = await running.stop();
  assert.equal(ended.code, 0);
  assert.equal(await home.postmaster(), null);
});

test('a page that blocks the search index is rejected after three crashes, in a service with search', async () => {
  const running = await start(searching, { WEBDATA_SEARCH: 'local' });
  const url = site.url('/poison-text/search');
  assertRefused(await insist(running, 'POST', '/v1/scrape', { url }));
  assert.equal(crashesOf(running), 3);
  const page = { url: site.url('/page/2') };
  assert.equal((await insist(running, 'POST', '/v1/scrape', page)).status, 'ok');
  assert.equal((await running.stop()).code, 0);
});
