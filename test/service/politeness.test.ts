import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type Answer,
  type LoopbackServer,
  type Route,
  startLoopbackServer,
} from '../world/loopback-server.ts';
import { endedJob } from './ended-job.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const crawlDelayMs = 300;
/** Timers may end a millisecond early. */
const leewayMs = 5;

const page = (title: string, ...links: string[]): Answer => ({
  body: `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${'Some words about it, enough to read. '.repeat(12)}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main>`,
});

const robots = (body: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body,
});

async function startSite(
  t: TestContext,
  routes: Record<string, Route>,
  address = '127.0.0.20',
): Promise<LoopbackServer> {
  const site = await startLoopbackServer(address, () => new Map(Object.entries(routes)));
  t.after(() => site.close());
  return site;
}

async function scrape(service: TestService, url: string, options: object = {}): Promise<Json> {
  const { status, json } = await service.post('/v1/scrape', { url, ...options });
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

async function crawl(service: TestService, body: object): Promise<{ job: Json; pages: Json[] }> {
  const { jid } = (await service.post('/v1/crawl', body)).json;
  const job = await endedJob(service, jid);
  return { job, pages: (await service.get(`/v1/jobs/${jid}/results?limit=100`)).json.results };
}

const outcomeOf = (result: Json) => [result.status, result.error?.code];

test('politeness towards sites', async (t) => {
  const service = await startTestService(t, { WEBDATA_CONTACT: 'mailto:crawler@example.com' });

  await t.test('a crawl respects the Crawl-delay of robots.txt, one page at a time', async (t) => {
    const starts: number[] = [];
    const noted = (answer: Answer) => () => {
      starts.push(performance.now());
      return answer;
    };
    const names = ['/a', '/b', '/c', '/d'];
    const site = await startSite(t, {
      '/robots.txt': robots(`User-agent: *\nCrawl-delay: ${crawlDelayMs / 1000}\n`),
      '/': noted(page('Start', ...names)),
      ...Object.fromEntries(names.map((name) => [name, noted(page(name))])),
    });
    const before = performance.now();
    const { job, pages } = await crawl(service, { url: site.url('/'), use_sitemap: false });
    assert.equal(job.status, 'completed');
    assert.deepEqual(
      pages.map((page) => page.status),
      Array.from({ length: 5 }, () => 'ok'),
    );
    assert.equal(starts.length, 5);
    // A request may reach the site late, and the next one at once: only the time since the beginning is certain.
    for (const [index, at] of starts.entries()) {
      const waited = at - before;
      assert.ok(waited >= index * (crawlDelayMs - leewayMs), `page ${index} after ${Math.round(waited)} ms`);
    }
  });

  await t.test('the User-Agent names the service and a contact', async (t) => {
    const site = await startSite(t, { '/': page('Start') });
    await scrape(service, site.url('/'));
    for (const { headers } of site.received()) {
      assert.match(headers['user-agent'] ?? '', /webdata\/\S+; \+mailto:crawler@example\.com\)/);
    }
  });

  await t.test('a short Retry-After is followed once', async (t) => {
    const later = (status: number, retryAfter: string) => ({
      status,
      headers: { 'retry-after': retryAfter },
    });
    const requested: number[] = [];
    const routes: Record<string, Route> = {
      '/busy': (_request, _url, count) => {
        requested.push(performance.now());
        return count === 1 ? later(429, '1') : page('At last');
      },
      '/maintained': (_request, _url, count) => (count === 1 ? later(503, '0') : page('Open again')),
      '/always-busy': later(429, '0'),
      '/busy-for-long': later(429, '300'),
    };
    // A separate address, as the site will be paused for a while.
    const site = await startSite(t, routes, '127.0.0.23');
    const before = performance.now();
    const busy = await scrape(service, site.url('/busy'));
    assert.deepEqual([busy.status, busy.receipt.credits], ['ok', 1]);
    assert.deepEqual(
      busy.receipt.attempts.map((attempt: Json) => [attempt.outcome, attempt.status_code]),
      [
        ['rate_limited', 429],
        ['ok', 200],
      ],
    );
    assert.ok((requested[1] as number) - before >= 1_000 - leewayMs);
    assert.equal((await scrape(service, site.url('/maintained'))).status, 'ok');
    const always = await scrape(service, site.url('/always-busy'));
    assert.deepEqual(outcomeOf(always), ['blocked', 'rate_limited']);
    assert.deepEqual([always.receipt.credits, site.requests('/always-busy')], [0, 2]);
    const long = await scrape(service, site.url('/busy-for-long'));
    assert.deepEqual(outcomeOf(long), ['blocked', 'rate_limited']);
    assert.match(
      long.warnings.find((warning: Json) => warning.code === 'retry_after')?.message,
      / 300 seconds/,
    );
    assert.equal(site.requests('/busy-for-long'), 1);
  });

  await t.test('a crawl waits for Retry-After and loses no page', async (t) => {
    const site = await startSite(t, {
      '/': page('Start', '/a', '/b', '/c'),
      '/a': (_request, _url, count) =>
        count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : page('A'),
      '/b': page('B'),
      '/c': page('C'),
    });
    const { pages } = await crawl(service, { url: site.url('/'), use_sitemap: false });
    assert.deepEqual(pages.map((page) => page.status).toSorted(), ['ok', 'ok', 'ok', 'ok']);
  });

  await t.test('an unreadable robots.txt is reported with its cause', async (t) => {
    const respect = { robots: 'respect' };
    const nowhere = await scrape(service, 'http://nowhere.invalid/', respect);
    assert.deepEqual(outcomeOf(nowhere), ['not_found', 'dns']);
    const closed = await startSite(t, {});
    const origin = closed.origin;
    await closed.close();
    assert.deepEqual(outcomeOf(await scrape(service, `${origin}/`, respect)), ['failed', 'reset']);

    const broken = await startSite(t, { '/robots.txt': robots('', 503), '/': page('Start') });
    const refused = await scrape(service, broken.url('/'), respect);
    assert.deepEqual(outcomeOf(refused), ['blocked', 'robots']);
    assert.match(refused.error.message, /503/);
    assert.deepEqual([broken.requests('/'), refused.receipt.credits], [0, 0]);
    const { job, pages } = await crawl(service, { url: 'http://nowhere.invalid/' });
    assert.deepEqual([job.status, ...pages.map(outcomeOf)], ['completed', ['not_found', 'dns']]);
  });

  await t.test(
    'an endless redirect of robots.txt allows everything, and only the start of a long file counts',
    async (t) => {
      const circling = await startSite(t, {
        '/robots.txt': { status: 302, headers: { location: '/robots.txt' } },
        '/': page('Start'),
      });
      assert.equal((await scrape(service, circling.url('/'), { robots: 'respect' })).status, 'ok');
      const filler = '# nothing to see\n'.repeat(60_000);
      const long = await startSite(t, {
        '/robots.txt': robots(`User-agent: *\nDisallow: /private\n${filler}`),
        '/': page('Start'),
        '/private': page('Private'),
      });
      assert.equal((await scrape(service, long.url('/'), { robots: 'respect' })).status, 'ok');
      const closed = await scrape(service, long.url('/private'), { robots: 'respect' });
      assert.deepEqual(outcomeOf(closed), ['blocked', 'robots']);
    },
  );
});
