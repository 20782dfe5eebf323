import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { connectAgent, nextCallOf, textOf } from '../interfaces/agent-client.ts';
import { startArchiveWorld } from '../world/archive-server.ts';
import { pastCaptures, pastSite } from '../world/archived-site.ts';
import {
  type Answer,
  type LoopbackServer,
  type Route,
  startLoopbackServer,
} from '../world/loopback-server.ts';
import { endedJob } from './ended-job.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

/** Concurrent requests that politeness allows to an own network. */
const atOnce = 16;
const hanging: Answer = { delayMs: 60_000 };

function page(title: string): Answer {
  const words = 'Some words about it, enough to read. '.repeat(12);
  return { body: `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${words}</p></main>` };
}

async function startSite(
  t: TestContext,
  makeRoutes: (origin: string) => Record<string, Route>,
): Promise<LoopbackServer> {
  const site = await startLoopbackServer(
    '127.0.0.20',
    (origin) => new Map(Object.entries({ '/robots.txt': { status: 404 }, ...makeRoutes(origin) })),
  );
  t.after(() => site.close());
  return site;
}

const codesOf = ({ warnings }: Json) => warnings.map(({ code }: Json) => code);
const titlesOf = ({ results }: Json) => results.map(({ title }: Json) => title);

test('pages of a scrape whose turn did not come are left to a token', async (t) => {
  let shift = 0;
  const clock = { now: () => new Date(Date.now() + shift) };
  const service = await startTestService(t, {}, { clock });
  const isBusy = { value: true };
  const site = await startSite(t, () => ({
    '/first/*': (_request, url) => page(url.pathname),
    '/hangs/*': () => (isBusy.value ? hanging : page('late')),
    '/rest/*': (_request, url) => page(url.pathname),
  }));
  const paths = [
    '/first/1',
    '/first/2',
    ...Array.from({ length: atOnce }, (_, at) => `/hangs/${at}`),
    '/rest/1',
    '/rest/2',
    '/rest/3',
  ];
  const urls = paths.map((path) => site.url(path));
  // The content threads are loaded before time counts.
  await service.post('/v1/scrape', { url: site.url('/first/1') });
  const body = { urls, timeout_ms: 12_000, headers: { 'x-own': 'a secret header' } };
  const credits = async () => (await service.get('/v1/account')).json.credits.plan as number;
  const before = await credits();
  const { status, json: first } = await service.post('/v1/scrape', body);
  assert.equal(status, 200, JSON.stringify(first));
  isBusy.value = false;

  await t.test('the answer has what is done, in order, and says that it is not complete', async () => {
    assert.equal(first.complete, false);
    assert.deepEqual(codesOf(first), ['time_over']);
    assert.match(first.continue, /^cont_[0-9a-z]{32}$/);
    assert.deepEqual(
      first.results.map(({ url, status }: Json) => [new URL(url).pathname, status]),
      paths.slice(0, 2 + atOnce).map((path) => [path, path.startsWith('/first') ? 'ok' : 'failed']),
    );
    assert.equal(first.receipt.credits, 2);
    assert.equal(before - (await credits()), 2);
  });

  await t.test('the token reads the others with the same options, and only they are charged', async () => {
    const { status, json: rest } = await service.request('POST', `/v1/scrape?continue=${first.continue}`);
    assert.equal(status, 200, JSON.stringify(rest));
    assert.deepEqual(titlesOf(rest), ['/rest/1', '/rest/2', '/rest/3']);
    assert.deepEqual([rest.complete, rest.continue, rest.warnings], [true, undefined, []]);
    assert.equal(rest.receipt.credits, 3);
    assert.equal(before - (await credits()), 5);
    assert.equal(site.received('/rest/1')[0]?.headers['x-own'], 'a secret header');
    const { requests } = (await service.get('/v1/requests?tool=scrape&limit=1')).json;
    assert.equal(requests[0].credits, 3);
  });

  await t.test('the state is stored encrypted, and the token only as a digest', async () => {
    const rows = await service.database.selectFrom('continuations').selectAll().execute();
    assert.equal(rows.length, 1);
    const text = rows.map(({ state, token_hash: hash }) => state.toString('latin1') + hash.toString()).join();
    assert.doesNotMatch(text, /a secret header|\/rest\//);
    assert.ok(!text.includes(first.continue));
  });

  await t.test('fields can be repeated, but not changed', async () => {
    const path = `/v1/scrape?continue=${first.continue}`;
    const same = await service.post(path, body);
    assert.deepEqual([same.status, titlesOf(same.json).length], [200, 3]);
    const other = await service.post(path, { timeout_ms: 5_000 });
    assert.equal(other.status, 422);
    assert.deepEqual(
      other.json.errors.map(({ pointer }: Json) => pointer),
      ['/timeout_ms'],
    );
    const estimate = await service.request('POST', `${path}&dry_run=true`);
    assert.equal(estimate.json.estimate.lines[0].quantity, 3);
  });

  await t.test('a job continues as well', async () => {
    const { status, json } = await service.request(
      'POST',
      `/v1/scrape?async=true&continue=${first.continue}`,
    );
    assert.equal(status, 200, JSON.stringify(json));
    assert.equal((await endedJob(service, json.jid)).status, 'completed');
    const { results } = (await service.get(`/v1/jobs/${json.jid}/results`)).json;
    assert.deepEqual(titlesOf(results[0]), ['/rest/1', '/rest/2', '/rest/3']);
  });

  await t.test(
    'unknown tokens and those of another operation or account are 422 without a difference',
    async () => {
      const { json: account } = await service.post('/v1/admin/accounts', {
        name: 'another',
        plan_credits: 10,
      });
      const { key } = account;
      const token = first.continue as string;
      const answers = [
        await service.request('POST', `/v1/scrape?continue=cont_${'0'.repeat(32)}`),
        await service.request('POST', `/v1/map?continue=${token}`),
        await service.request('POST', `/v1/scrape?continue=${token}`, { key }),
      ];
      for (const { status, json } of answers) {
        assert.equal(status, 422, JSON.stringify(json));
        assert.deepEqual(json.errors, answers[0]?.json.errors);
        assert.equal(json.errors[0].pointer, '/query/continue');
      }
    },
  );

  await t.test('a token expires after a day', async () => {
    shift = 24 * 3_600_000 + 60_000;
    const expired = await service.request('POST', `/v1/scrape?continue=${first.continue}`);
    assert.deepEqual([expired.status, expired.json.errors[0].pointer], [422, '/query/continue']);
    shift = 0;
  });

  await t.test('a job waits for its pages, and leaves none', async () => {
    isBusy.value = true;
    const { json } = await service.post('/v1/scrape?async=true', body);
    assert.equal((await endedJob(service, json.jid)).status, 'completed');
    const { results } = (await service.get(`/v1/jobs/${json.jid}/results`)).json;
    assert.deepEqual([results[0].complete, results[0].continue], [true, undefined]);
    const read = results[0].results.filter(({ status }: Json) => status === 'ok');
    assert.deepEqual(
      read.map(({ title }: Json) => title),
      ['/first/1', '/first/2', '/rest/1', '/rest/2', '/rest/3'],
    );
  });

  await t.test('without a list there is no token, and a call that read no page says so of each', async () => {
    isBusy.value = true;
    const { json: alone } = await service.post('/v1/scrape', {
      url: site.url('/hangs/1'),
      timeout_ms: 1_000,
    });
    assert.deepEqual([alone.error.code, 'continue' in alone], ['timeout', false]);
    const { json: all } = await service.post('/v1/scrape', {
      urls: [site.url('/hangs/1')],
      timeout_ms: 1_000,
    });
    assert.deepEqual([all.results[0].error.code, all.complete, 'continue' in all], ['timeout', true, false]);
  });
});

test('a map lists what it found by then, and continues for free', async (t) => {
  const service = await startTestService(t);
  let hangs = true;
  const sitemap = (...urls: string[]): Answer => ({
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
      .map((url) => `<url><loc>${url}</loc></url>`)
      .join('')}</urlset>`,
  });
  const site = await startSite(t, (origin) => ({
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: `Sitemap: ${origin}/one.xml\nSitemap: ${origin}/two.xml\n`,
    },
    '/': page('Start'),
    '/one.xml': sitemap(`${origin}/a`, `${origin}/b`, `${origin}/c`),
    '/two.xml': () => (hangs ? hanging : sitemap(`${origin}/c`, `${origin}/d`, `${origin}/e`)),
  }));
  const pathsOf = ({ links }: Json) => links.map(({ url }: Json) => new URL(url).pathname).sort();
  const map = (query: string, body?: object) =>
    service.request('POST', `/v1/map?${query}`, body === undefined ? {} : { body });
  await service.post('/v1/scrape', { url: site.url('/') });
  site.reset();
  const { status, json: first } = await map('timeout_ms=12000', { url: site.url('/') });
  assert.equal(status, 200, JSON.stringify(first));
  assert.deepEqual(pathsOf(first), ['/', '/a', '/b', '/c']);
  assert.equal(first.complete, false);
  assert.ok(codesOf(first).includes('out_of_time'), JSON.stringify(first.warnings));
  assert.deepEqual([first.receipt.credits, site.requests('/one.xml')], [1, 1]);

  hangs = false;
  const { json: rest } = await map(`continue=${first.continue}`);
  assert.deepEqual([pathsOf(rest), rest.complete, rest.continue], [['/d', '/e'], true, undefined]);
  assert.deepEqual(rest.warnings, []);
  assert.deepEqual([rest.receipt.credits, rest.receipt.charges], [0, []]);
  // Only the sitemap that was left is fetched.
  assert.deepEqual([site.requests('/one.xml'), site.requests('/')], [1, 1]);
  const { ledger } = (await service.get('/v1/billing/ledger?limit=5')).json;
  assert.equal(ledger.filter(({ note }: Json) => note === 'map').length, 1);

  await t.test('URLs beyond `limit` are listed by the next calls, each once', async () => {
    const body = { url: site.url('/'), limit: 4 };
    let { json } = await service.post('/v1/map', body);
    const listed = pathsOf(json);
    for (let calls = 0; json.continue !== undefined && calls < 5; calls += 1) {
      json = (await map(`continue=${json.continue}`, body)).json;
      listed.push(...pathsOf(json));
    }
    assert.deepEqual(listed.sort(), ['/', '/a', '/b', '/c', '/d', '/e']);
    assert.equal(json.complete, true);
  });

  await t.test('a time limit out of range is 422', async () => {
    for (const timeout of ['0', '999', '100001', 'x']) {
      const { status, json } = await map(`timeout_ms=${timeout}`, { url: site.url('/') });
      assert.deepEqual([status, json.errors?.[0]?.pointer], [422, '/query/timeout_ms'], timeout);
    }
  });

  await t.test('an agent is shown the exact next call', async (t) => {
    hangs = true;
    const client = await connectAgent(t, service);
    const args = { url: site.url('/'), options: { timeout_ms: 12_000 } };
    const cut = await client.callTool({ name: 'map', arguments: args });
    hangs = false;
    const next = nextCallOf(cut);
    assert.ok(next !== null, textOf(cut));
    assert.deepEqual([next.name, Object.keys(next.arguments)], ['map', ['url', 'continue']]);
    const whole = await client.callTool(next);
    assert.match(textOf(whole), /2 URLs/);
    assert.match(textOf(whole), /\/e$/m);
    assert.equal(nextCallOf(whole), null);
  });
});

test('a comparison has the rows read by then, and the continued one has all', async (t) => {
  const service = await startTestService(t);
  const offer = (price: string): Answer => ({
    body: `<!doctype html><title>Lamp</title><script type="application/ld+json">${JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Harbour lamp L-20',
      gtin13: '4006381333931',
      offers: { '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    })}</script><main><h1>Harbour lamp L-20</h1><p class="price">${price} EUR</p></main>`,
  });
  let hangs = true;
  const site = await startSite(t, () => ({
    '/lamp': (_request, _url, count) => (hangs && count > 2 ? hanging : offer('12.50')),
  }));
  const countries = 'DE FR IT ES PT NL BE LU AT CH SE NO DK FI PL CZ SK HU RO BG GR'.split(' ');
  await service.post('/v1/scrape', { url: site.url('/') });
  const body = { url: site.url('/lamp'), countries, base_currency: 'EUR', strict_country: false };
  const { status, json: first } = await service.post('/v1/compare?timeout_ms=12000', body);
  assert.equal(status, 200, JSON.stringify(first));
  const read = first.rows.filter(({ status }: Json) => status === 'ok');
  const left = countries.length - first.rows.length;
  // How many were read by then depends on the machine; two answer, and then as many hang as are read at once.
  assert.deepEqual([first.complete, first.receipt.credits], [false, read.length]);
  assert.ok(read.length <= 2 && left >= countries.length - 2 - atOnce, `${read.length} read, ${left} left`);
  assert.ok(codesOf(first).includes('time_over'));

  hangs = false;
  const { json: whole } = await service.request('POST', `/v1/compare?continue=${first.continue}`);
  assert.deepEqual(
    whole.rows.map(({ country }: Json) => country),
    countries,
  );
  assert.deepEqual([whole.complete, whole.continue], [true, undefined]);
  assert.equal(whole.receipt.credits, left);
  const rowOf = (answer: Json, country: string) => answer.rows.find((row: Json) => row.country === country);
  for (const { country } of first.rows) {
    assert.equal(rowOf(whole, country).receipt.id, rowOf(first, country).receipt.id);
  }
  assert.equal(whole.rows.filter(({ status }: Json) => status === 'ok').length, read.length + left);
});

test('a listing whose next page hangs returns its records, and the recipe reads the others', async (t) => {
  const service = await startTestService(t);
  let hangs = true;
  const rowsOf = (from: number) =>
    Array.from(
      { length: 12 },
      (_, at) => `<tr><td>Crane ${from + at}</td><td>${100 + from + at} EUR</td></tr>`,
    );
  const list = (from: number, next: string): Answer => ({
    body: `<!doctype html><title>Cranes</title><main><h1>Cranes</h1><table><tr><th>Name</th><th>Price</th></tr>${rowsOf(from).join('')}</table>${next}</main>`,
  });
  const site = await startSite(t, () => ({
    '/cranes': (_request, url) => {
      if (!url.searchParams.has('page')) return list(1, '<a rel="next" href="/cranes?page=2">Next</a>');
      return hangs ? hanging : list(13, '');
    },
  }));
  await service.post('/v1/scrape', { url: site.url('/cranes') });
  const body = { url: site.url('/cranes'), fields: ['name', 'price'] };
  const { status, json: first } = await service.post('/v1/collect?timeout_ms=12000', body);
  assert.equal(status, 200, JSON.stringify(first));
  assert.deepEqual([first.status, first.count, first.complete], ['ok', 12, false]);
  assert.ok(codesOf(first).includes('time_over'), JSON.stringify(first.warnings));
  assert.equal(first.receipt.credits, 1);
  hangs = false;
  const run = await service.post(`/v1/recipes/${first.rid}/run`, { continue: first.continue });
  assert.deepEqual([run.json.count, run.json.records[0].name, run.json.complete], [12, 'Crane 13', true]);
  assert.equal(run.json.receipt.credits, 1);
});

test('archive lists and histories continue', async (t) => {
  const world = await startArchiveWorld(pastCaptures);
  t.after(() => world.close());
  const service = await startTestService(t, world.environment);
  const archive = async (query: string, body?: object) => {
    const options = body === undefined ? {} : { body };
    const { status, json } = await service.request('POST', `/v1/archive?${query}`, options);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const schema = { type: 'object', properties: { price: { type: 'number' } } };
  const history = { action: 'history', url: `${pastSite}/crane`, every: 'all', points: 8, schema };

  await t.test('a history reads only the versions that are left, and charges only them', async () => {
    world.fail(/^\/web\/201[67]/, 'hang', 10);
    const first = await archive('timeout_ms=12000', history);
    assert.equal(first.complete, false);
    assert.ok(first.points.length > 0 && first.points.length < 8, JSON.stringify(first.points));
    world.heal();
    await service.database
      .updateTable('archive_lanes')
      .set({ rests_until: new Date(0), failures: 0 })
      .execute();
    const whole = await archive(`continue=${first.continue}`);
    assert.deepEqual(
      whole.points.map(({ captured_at: at, value }: Json) => [at.slice(0, 4), value]),
      [1200, 1200, 1200, 1350, 1350, 990, 990, 990].map((value, at) => [String(2012 + at), value]),
    );
    assert.deepEqual([whole.complete, whole.continue], [true, undefined]);
    assert.equal(first.receipt.credits + whole.receipt.credits, 8);
  });

  await t.test('a list of URLs goes on after `limit`', async () => {
    const body = { action: 'urls', url: pastSite, kind: 'all' };
    const all = await archive('', { ...body, limit: 1_000 });
    const urlsOf = ({ urls }: Json): string[] => urls.map(({ url }: Json) => url);
    let part = await archive('', { ...body, limit: 3 });
    const listed = urlsOf(part);
    for (let calls = 0; part.continue !== undefined && calls < 20; calls += 1) {
      part = await archive(`continue=${part.continue}`, { action: 'urls', url: pastSite });
      listed.push(...urlsOf(part));
    }
    assert.equal(new Set(listed).size, listed.length);
    assert.deepEqual(listed.sort(), urlsOf(all).sort());
    assert.equal(part.complete, true);
  });

  await t.test('snapshots go on after `limit`', async () => {
    const body = { action: 'snapshots', url: `${pastSite}/crane`, every: 'all' };
    const timesOf = ({ captures }: Json): string[] => captures.map((row: Json) => row.captured_at);
    const all = await archive('', body);
    const part = await archive('', { ...body, limit: 3 });
    const rest = await archive(`continue=${part.continue}`, { action: 'snapshots' });
    assert.deepEqual([...timesOf(part), ...timesOf(rest)].slice(0, 6), timesOf(all).slice(0, 6));
  });
});
