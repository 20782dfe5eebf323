import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchReceiptKeys, verifyResult } from '../../clients/typescript/src/index.ts';
import { runCommand } from '../interfaces/run-command.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const long = 'Another sentence of a page that is longer than anybody reads at once. '.repeat(900);
const product = { '@type': 'Product', name: 'Crane\0 \ud800', weight: 1e21, sizes: [1.5, -0, 3] };
const page = (title: string, rest: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${'Enough words to read here. '.repeat(20)}</p>${rest}</main></html>`;

const routes = () =>
  new Map([
    [
      '/',
      {
        body: page(
          'Start: größe 🙂',
          `<a href="/long">long</a> <a href="/second?token=abc123secret">second</a>
          <script type="application/ld+json">${JSON.stringify(product).replace('1.5', '1e999')}</script>`,
        ),
      },
    ],
    ['/long', { body: page('Long', `<p>${long}</p>`) }],
    ['/second', { body: page('Second', '') }],
  ]);

async function finished(service: TestService, jid: string): Promise<Json> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { json } = await service.get(`/v1/jobs/${jid}`);
    if (!['queued', 'running'].includes(json.status))
      return (await service.get(`/v1/jobs/${jid}/results?limit=100`)).json;
    await pause(50);
  }
  throw new Error('the job never ended');
}

/** Yields the result with one member changed, removed or added, in turn; results in lists likewise. */
function* forgeries(result: Json, path = ''): Generator<{ name: string; forged: Json }> {
  for (const [name, value] of Object.entries<Json>(result)) {
    if (name === 'receipt') continue;
    yield {
      name: `${path}${name}`,
      forged: { ...result, [name]: typeof value === 'string' ? `${value}.` : 'forged' },
    };
    const [first] = Array.isArray(value) ? value : [];
    if (first?.receipt === undefined) continue;
    for (const inner of forgeries(first, `${path}${name}[0].`))
      yield { name: inner.name, forged: { ...result, [name]: [inner.forged, ...value.slice(1)] } };
    const { receipt: _, ...bare } = first;
    yield {
      name: `${path}${name} without a receipt`,
      forged: { ...result, [name]: [bare, ...value.slice(1)] },
    };
  }
  yield { name: `${path}an added member`, forged: { ...result, note: 'added' } };
}

test('a result is verified as each interface delivers it, and any change of it is found', async (t) => {
  const site = await startLoopbackServer('127.0.0.21', routes);
  t.after(() => site.close());
  const service = await startTestService(t);
  const folder = await mkdtemp(join(tmpdir(), 'receipts-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'result.json');
  const formats = ['markdown', 'raw_html', 'text', 'links', 'structured_data', 'metadata'];
  const url = site.url('/');
  const secretUrl = site.url('/second?token=abc123secret');
  const keys = await fetchReceiptKeys(service.url);

  async function run(text: string) {
    await writeFile(file, text);
    return runCommand(['verify', file, '--keys', service.url], {});
  }
  /** Verifies with each verifier, which agree. */
  async function verify(result: Json): Promise<Json> {
    const { json } = await service.post('/v1/receipts/verify', { result });
    const inClient = await verifyResult(result, keys);
    assert.deepEqual(
      [inClient.valid, inClient.reason, inClient.checked, inClient.unchecked],
      [json.valid, json.reason, json.checked, json.unchecked],
    );
    return json;
  }

  const crawl = (await service.post('/v1/crawl', { url, formats, use_sitemap: false })).json.jid;
  const scrapes = (await service.post('/v1/scrape?async=true', { urls: [url, secretUrl], formats })).json.jid;
  const answers: Record<string, Json> = {
    scrape: (await service.post('/v1/scrape', { url, formats })).json,
    'a secret in the URL': (await service.post('/v1/scrape', { url: secretUrl })).json,
    'a page that failed': (await service.post('/v1/scrape', { url: site.url('/missing') })).json,
    'several pages': (await service.post('/v1/scrape', { urls: [url, secretUrl, site.url('/long')] })).json,
    'a cached page': (await service.post('/v1/scrape', { url, formats, max_age: 3600 })).json,
    extract: (
      await service.post('/v1/extract', {
        url,
        schema: { type: 'object', properties: { name: { type: 'string' } } },
      })
    ).json,
    map: (await service.post('/v1/map', { url })).json,
    inspect: (await service.post('/v1/inspect', { url })).json,
    'a list of a job': (await finished(service, scrapes)).results[0],
    ...Object.fromEntries(
      (await finished(service, crawl)).results.map((one: Json) => [`crawled ${one.url}`, one]),
    ),
  };
  assert.equal(Object.keys(answers).filter((name) => name.startsWith('crawled')).length, 3);

  for (const [name, answer] of Object.entries(answers)) {
    await t.test(name, async () => {
      const state = await verify(answer);
      assert.deepEqual([state.valid, state.reason, state.unchecked], [true, null, []]);
      const members = Object.keys(answer).filter((one) => one !== 'receipt');
      assert.deepEqual(state.checked.toSorted(), members.toSorted());
      for (const { name: where, forged } of forgeries(answer)) {
        const { valid, reason } = await verify(forged);
        assert.equal(valid, false, `${where} was changed, but the result counts as valid`);
        assert.notEqual(reason, null);
      }
    });
  }

  await t.test('the command names what it checked, and fails on a change and without a receipt', async () => {
    const { scrape } = answers;
    const good = await run(JSON.stringify(scrape));
    assert.equal(good.code, 0, good.stderr);
    assert.match(good.stdout, /valid, signed by .*\n {2}checked: .*\bmarkdown\b.*\braw_html\b/);
    const forged = { ...scrape, markdown: scrape.markdown.replace('words', 'lies') };
    const bad = await run(JSON.stringify(forged));
    assert.equal(bad.code, 1);
    assert.match(bad.stdout, /NOT VALID: `markdown` of the result differs/);
    const { receipt, ...bare } = scrape;
    const without = await run(JSON.stringify(bare));
    assert.equal(without.code, 1);
    assert.match(without.stdout, /NOT VALID: The result has no receipt/);
    const part = await run(JSON.stringify({ markdown: scrape.markdown, receipt }));
    assert.equal(part.code, 0);
    assert.match(part.stdout, /checked: markdown\n {2}not checked: .*raw_html/);
    const alone = await run(JSON.stringify(receipt));
    assert.equal(alone.code, 0);
    assert.match(alone.stdout, /not checked: result, .*markdown/);
    const jobResults = await run(JSON.stringify(await finished(service, crawl)));
    assert.equal(jobResults.code, 0, jobResults.stdout);
    assert.equal(jobResults.stdout.match(/valid, signed/g)?.length, 3);
  });

  await t.test(
    'an export holds the whole text of a long page, which the receipt covers as well',
    async () => {
      const response = await fetch(`${service.url}/v1/jobs/${crawl}/export?format=ndjson`, {
        headers: { authorization: `Bearer ${service.key}` },
      });
      const lines = (await response.text()).trim().split('\n');
      const exported = lines.map((line) => JSON.parse(line)).find((one) => one.url.endsWith('/long'));
      assert.ok(exported.markdown.length > 60_000);
      const state = await verify(exported);
      assert.equal(state.valid, true, state.reason);
      assert.ok(state.checked.includes('markdown'));
      const changed = { ...exported, markdown: exported.markdown.replace(/sentence (?!.*sentence)/, 'lie ') };
      assert.equal((await verify(changed)).valid, false);
      const { code, stdout } = await run(lines.join('\n'));
      assert.deepEqual([code, stdout.match(/valid, signed/g)?.length], [0, 3], stdout);
    },
  );

  await t.test('an entry of the request history states its receipt, not the result', async () => {
    const { json } = await service.get(`/v1/requests/${answers.scrape.receipt.request_id}`);
    const state = await verify(json);
    assert.equal(state.valid, true, state.reason);
    assert.ok(state.unchecked.includes('markdown'));
  });
});
