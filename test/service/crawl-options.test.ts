import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../until.ts';
import {
  type LoopbackServer,
  type Route,
  type Routes,
  startLoopbackServer,
} from '../world/loopback-server.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { endedJob } from './ended-job.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

interface Crawled {
  job: Json;
  results: Json[];
  /** Path and query of each delivered page, in order of delivery. */
  paths: string[];
}

async function crawl(service: TestService, query: string, body: object): Promise<Crawled> {
  const started = await service.post(`/v1/crawl${query}`, { use_sitemap: false, ...body });
  assert.equal(started.status, 200, JSON.stringify(started.json));
  const job = await endedJob(service, started.json.jid);
  assert.equal(job.status, 'completed');
  const { results } = (await service.get(`/v1/jobs/${job.jid}/results?limit=1000`)).json;
  return {
    job,
    results,
    paths: results.map(({ url }: Json) => new URL(url).pathname + new URL(url).search),
  };
}

const text = (subject: string) =>
  Array.from({ length: 30 }, (_, at) => `The ${subject} has part ${at} of ${subject.length + at}.`).join(' ');

function page(title: string, links: Readonly<Record<string, string>>, main = text(title)): { body: string } {
  const anchors = Object.entries(links).map(([url, label]) => `<a href="${url}">${label}</a>`);
  return {
    body: `<!doctype html><html lang="en"><title>${title}</title><nav>${anchors.join(' ')}</nav><main><h1>${title}</h1>${main}</main></html>`,
  };
}

function startSite(t: TestContext, address: string, routes: (origin: string) => Routes) {
  return startLoopbackServer(address, routes).then((site) => {
    t.after(() => site.close());
    return site;
  });
}

/** Returns the values of a header that a site received, without robots.txt. */
function headerOf(site: LoopbackServer, name: string): Array<string | undefined> {
  return site
    .received()
    .filter(({ path }) => path !== '/robots.txt')
    .map(({ headers }) => headers[name] as string | undefined);
}

test('options of a crawl', async (t) => {
  const service = await startTestService(t);

  await t.test('headers go to the site only, and external links are followed on request', async (t) => {
    const other = await startSite(t, '127.0.0.12', () => new Map([['/', page('Other site', {})]]));
    const site = await startSite(
      t,
      '127.0.0.11',
      () =>
        new Map([
          ['/', page('Start', { '/inner': 'inner', [other.url('/')]: 'other' })],
          ['/inner', page('Inner', {})],
        ]),
    );
    const headers = encodeURIComponent(JSON.stringify({ Authorization: 'Bearer quay' }));
    const { job, paths } = await crawl(service, `?headers=${headers}&allow_external_links=true`, {
      url: site.url('/'),
    });
    assert.equal(paths.length, 3);
    assert.deepEqual(headerOf(site, 'authorization'), ['Bearer quay', 'Bearer quay']);
    assert.deepEqual(headerOf(other, 'authorization'), [undefined]);
    assert.deepEqual(job.params.headers, { Authorization: '***' });
    const { rows } = await service.pool.query('select params::text, command::text from jobs');
    assert.ok(!JSON.stringify(rows).includes('Bearer quay'), 'the header is stored in plain text');
    // The other form of the parameter, without external links.
    site.reset();
    const own = await crawl(service, '?headers=X-Quay%3A%207&headers=X-Berth%3A%208', { url: site.url('/') });
    assert.equal(own.paths.length, 2);
    assert.deepEqual(headerOf(site, 'x-quay'), ['7', '7']);
    assert.deepEqual(headerOf(site, 'x-berth'), ['8', '8']);
  });

  await t.test('selectors and parts of pages', async (t) => {
    const main = `<p class="note">${text('note')}</p><p data-part="aside">${text('aside')}</p>`;
    const site = await startSite(
      t,
      '127.0.0.11',
      () => new Map([['/', page('Start', { '/': 'menu' }, main)]]),
    );
    const markdown = async (query: string) => {
      const { results } = await crawl(service, query, { url: site.url('/') });
      return results[0].markdown as string;
    };
    assert.doesNotMatch(await markdown('?exclude_selectors=[data-part]'), /The aside has/);
    const included = await markdown('?include_selectors=.note&include_selectors=.none');
    assert.match(included, /The note has/);
    assert.doesNotMatch(included, /The aside has/);
    assert.match(await markdown('?only_main_content=false'), /\[menu\]/);
    const { status, json } = await service.post('/v1/crawl?include_selectors=%5B%22a%5B%22%5D', {
      url: site.url('/'),
    });
    assert.deepEqual([status, json.errors[0].pointer], [422, '/query/include_selectors/0']);
  });

  await t.test('URLs that differ in their query can be one page', async (t) => {
    const links = { '/list?page=1': 'one', '/list?page=2': 'two', '/list': 'all' };
    const site = await startSite(
      t,
      '127.0.0.11',
      () =>
        new Map<string, Route>([
          ['/', page('Start', links)],
          ['/list', (_request, url) => page(`List ${url.search}`, {}, text(`list ${url.search}`))],
        ]),
    );
    assert.equal((await crawl(service, '', { url: site.url('/') })).paths.length, 4);
    const one = await crawl(service, '?ignore_query_parameters=true', { url: site.url('/') });
    assert.equal(one.paths.length, 2);
  });

  await t.test('robots.txt can be ignored', async (t) => {
    const site = await startSite(
      t,
      '127.0.0.11',
      () =>
        new Map<string, Route>([
          [
            '/robots.txt',
            { body: 'User-agent: *\nDisallow: /hidden', headers: { 'content-type': 'text/plain' } },
          ],
          ['/', page('Start', { '/hidden': 'hidden' })],
          ['/hidden', page('Hidden', {})],
        ]),
    );
    const respected = await crawl(service, '', { url: site.url('/') });
    assert.deepEqual([respected.paths, respected.job.robots_blocked_total], [['/'], 1]);
    const ignored = await crawl(service, '?robots=ignore', { url: site.url('/') });
    assert.deepEqual(ignored.paths, ['/', '/hidden']);
  });

  await t.test('max_age delivers the pages of an earlier crawl for free', async (t) => {
    const site = await startSite(
      t,
      '127.0.0.11',
      () =>
        new Map([
          ['/', page('Start', { '/a': 'a' })],
          ['/a', page('A', {})],
        ]),
    );
    const first = await crawl(service, '?max_age=600', { url: site.url('/') });
    assert.equal(first.job.credits.charged, 2);
    await until(async () => (await service.pool.query('select 1 from page_cache')).rows.length === 2);
    site.reset();
    const second = await crawl(service, '?max_age=600', { url: site.url('/') });
    assert.deepEqual(second.paths, ['/', '/a']);
    assert.equal(second.job.credits.charged, 0);
    assert.deepEqual(headerOf(site, 'host'), []);
    const [{ receipt, markdown }] = second.results;
    assert.deepEqual([receipt.route, receipt.derived_from], ['cache', first.results[0].receipt.id]);
    assert.equal(markdown, first.results[0].markdown);
    assert.equal((await crawl(service, '', { url: site.url('/') })).job.credits.charged, 2);
  });

  await t.test('the pace is that of the caller', async (t) => {
    let open = 0;
    let most = 0;
    const links = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`/p/${at}`, `page ${at}`]));
    const site = await startSite(
      t,
      '127.0.0.11',
      () =>
        new Map<string, Route>([
          ['/', page('Start', links)],
          [
            '/p/*',
            (_request, url) => {
              open += 1;
              most = Math.max(most, open);
              const heldUntil = new Promise<void>((resolve) => {
                setTimeout(() => {
                  open -= 1;
                  resolve();
                }, 40);
              });
              return { ...page(url.pathname, {}, text(url.pathname)), heldUntil };
            },
          ],
        ]),
    );
    assert.equal((await crawl(service, '?max_concurrency=2', { url: site.url('/') })).paths.length, 10);
    assert.equal(most, 2);
    most = 0;
    assert.equal((await crawl(service, '?delay_ms=5', { url: site.url('/') })).paths.length, 10);
    assert.equal(most, 1);
  });

  await t.test('with words to look for, the best links come first', async (t) => {
    const section = (name: string) =>
      Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`/${name}/${at}`, `${name} part ${at}`]));
    const routes = new Map([
      ['/', page('Start', { '/yard': 'The yard', '/harbour': 'The harbour', '/office': 'The office' })],
      ['/yard', page('Yard', section('yard'))],
      ['/harbour', page('Harbour', { ...section('harbour'), '/harbour/tides': 'Tide tables' })],
      ['/office', page('Office', section('office'))],
      ['/harbour/tides', page('Tides', {})],
      ...['yard', 'harbour', 'office'].flatMap((name) =>
        Object.keys(section(name)).map((path) => [path, page(path, {}, text(path))] as const),
      ),
    ]);
    const site = await startSite(t, '127.0.0.11', () => routes);
    const read = async (query: string) =>
      (await crawl(service, `${query}&max_concurrency=1`, { url: site.url('/'), limit: 12 })).paths;
    const best = await read('?search=harbour%20tide%20table');
    assert.deepEqual(best.slice(0, 3), ['/', '/harbour', '/harbour/tides']);
    const breadth = await read('?strategy=breadth');
    assert.deepEqual(breadth.slice(0, 4), ['/', '/yard', '/harbour', '/office']);
    for (const [query, pointer] of [
      ['?strategy=best', '/query/search'],
      ['?strategy=breadth&search=tide', '/query/strategy'],
    ]) {
      const { status, json } = await service.post(`/v1/crawl${query}`, { url: site.url('/') });
      assert.deepEqual([status, json.errors[0].pointer], [422, pointer]);
    }
  });
});

test('an operation in the background notifies its webhook', async (t) => {
  const service = await startTestService(t);
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const site = await startSite(t, '127.0.0.11', () => new Map([['/', page('Start', {})]]));
  const hook = encodeURIComponent(receiver.url('/hook'));
  const { status, json } = await service.post(`/v1/scrape?async=true&webhook=${hook}`, {
    url: site.url('/'),
  });
  assert.equal(status, 200, JSON.stringify(json));
  assert.equal(json.webhook.url, receiver.url('/hook'));
  const types = (await receiver.arrived(2, '/hook')).map(({ body }) => body.type as string);
  assert.deepEqual(types.toSorted(), ['job.completed', 'job.started']);
  for (const [query, body] of [
    [`?webhook=${hook}`, { url: site.url('/') }],
    ['?async=true&webhook=http%3A%2F%2F10.0.0.5%2F', { url: site.url('/') }],
  ] as const) {
    const refused = await service.post(`/v1/scrape${query}`, body);
    assert.deepEqual([refused.status, refused.json.errors[0].pointer], [422, '/query/webhook']);
  }
});
