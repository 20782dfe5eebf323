import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { parse } from 'parse5';
import { foreignTexts } from './foreign-texts.ts';
import { charsetPaths } from './site-charsets.ts';
import { encodedPhrase, longPhrase } from './site-files.ts';
import { robotsPages } from './site-map.ts';
import { sitePages } from './site-pages.ts';
import { redirectTarget } from './site-statuses.ts';
import { startWorld, type World } from './world.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

/** Returns the raw response: nothing is decoded and no redirect is followed. */
async function ask(address: string, headers: Record<string, string> = {}) {
  const [response] = (await once(get(address, { headers }), 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body, text: body.toString('utf8') };
}

function linksOf(html: string, address: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, to]) => new URL(to as string, address).href);
}

test('more than 300 ordinary pages are reachable by links from the front page', async () => {
  const { site } = world;
  const found = new Set([site.url('/')]);
  const broken: string[] = [];
  for (const address of found) {
    if (address.startsWith(site.url('/odd/'))) continue;
    const { status, text } = await ask(address);
    if (status !== 200) broken.push(address);
    for (const link of linksOf(text, address)) {
      const url = new URL(link);
      url.hash = '';
      if (url.origin === site.origin && !url.pathname.startsWith('/odd/')) found.add(url.href);
    }
  }
  assert.deepEqual(broken, []);
  assert.ok(site.pages.length > 300);
  const unreached = site.pages.filter((page) => !found.has(site.url(page.path)));
  assert.deepEqual(unreached, []);
});

test('pages are the same in every run, and each contains its own sentence', () => {
  const again = sitePages();
  assert.deepEqual(again, world.site.pages);
  for (const page of again) assert.ok(page.html.includes(`</h1>\n<p>${page.phrase}</p>`), page.path);
  assert.equal(new Set(again.map((page) => page.phrase)).size, again.length);
  assert.equal(new Set(again.map((page) => page.path)).size, again.length);
});

test('pages are valid HTML', () => {
  for (const page of world.site.pages) {
    const mistakes: string[] = [];
    parse(page.html, { onParseError: (error) => mistakes.push(error.code) });
    assert.deepEqual(mistakes, [], page.path);
  }
});

test('robots.txt names its sitemaps, and they list every page once', async () => {
  const { site } = world;
  const robots = await ask(site.url('/robots.txt'));
  assert.match(robots.text, /Disallow: \/private\//);
  const index = await ask(/Sitemap: (http.*)/.exec(robots.text)?.[1] as string);
  const listed: string[] = [];
  for (const [, address] of index.text.matchAll(/<loc>(.*?)<\/loc>/g)) {
    const map = await ask(address as string);
    const text = address?.endsWith('.gz') ? gunzipSync(map.body).toString() : map.text;
    listed.push(...[...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page]) => page as string));
  }
  listed.push(...(await ask(site.url('/sitemaps/products.txt'))).text.trim().split('\n'));
  assert.deepEqual(listed.sort(), site.pages.map((page) => site.url(page.path)).sort());
  for (const path of Object.values(robotsPages)) assert.equal((await ask(site.url(path))).status, 200);
});

test('redirects lead to the targets that their names state', async () => {
  const { site, elsewhere, secret } = world;
  for (const status of [301, 302, 303, 307, 308]) {
    const answer = await ask(site.url(`/redirect/${status}`));
    assert.equal(answer.status, status);
    assert.equal(answer.headers.location, site.url(redirectTarget));
  }
  assert.equal((await ask(site.url('/redirect/chain/2'))).headers.location, '/redirect/chain/1');
  assert.equal((await ask(site.url('/redirect/chain/0'))).headers.location, redirectTarget);
  assert.equal((await ask(site.url('/redirect/elsewhere'))).headers.location, elsewhere.url('/echo'));
  assert.equal((await ask(site.url('/redirect/secret'))).headers.location, secret.url('/'));
  const relative = (await ask(site.url('/redirect/relative'))).headers.location as string;
  assert.equal(new URL(relative, site.url('/redirect/relative')).pathname, redirectTarget);
  assert.equal((await ask(site.url(redirectTarget))).status, 200);
});

test('status pages and blocks have the status that their names state, with their own page', async () => {
  const { site } = world;
  for (const status of [400, 401, 403, 404, 410, 429, 451, 500, 502, 503]) {
    const answer = await ask(site.url(`/status/${status}`));
    assert.equal(answer.status, status);
    assert.match(answer.text, new RegExp(`answers with ${status} here`));
  }
  assert.equal((await ask(site.url('/no/such/page'))).status, 404);
  assert.equal((await ask(site.url('/status/soft-404'))).status, 200);
  assert.equal((await ask(site.url('/wall/challenge'))).headers['cf-mitigated'], 'challenge');
  assert.equal((await ask(site.url('/files/untyped'))).headers['content-type'], undefined);
});

test('a flaky page fails as often as its path states; a slow page responds', async () => {
  const { site } = world;
  const statuses: (number | undefined)[] = [];
  for (let at = 0; at < 4; at += 1) statuses.push((await ask(site.url('/flaky/2'))).status);
  assert.deepEqual(statuses, [503, 503, 200, 200]);
  assert.equal((await ask(site.url('/slow/20'))).status, 200);
});

test('pages under /charset/ are encoded in the declared character set', async () => {
  assert.ok(charsetPaths().length > 3 * 10);
  for (const { path, text } of charsetPaths()) {
    const { body } = await ask(world.site.url(path));
    const html = new TextDecoder(text.charset).decode(body);
    assert.ok(html.includes(`<title>${text.title}</title>`), path);
    // The platform's decoder of Korean lacks rare syllables; the bytes were made by another encoder.
    if (text.charset !== 'euc-kr') assert.ok(html.includes(`<p>${text.body}</p>`), path);
  }
  assert.equal(new Set(foreignTexts.map((text) => text.charset)).size, foreignTexts.length);
});

test('compressed pages have the encoding that they declare', async () => {
  const unpack: Record<string, (body: Buffer) => Buffer> = {
    gzip: gunzipSync,
    'x-gzip': gunzipSync,
    deflate: inflateSync,
    'deflate-raw': inflateRawSync,
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
    'br-in-gzip': (body) => brotliDecompressSync(gunzipSync(body)),
    identity: (body) => body,
  };
  for (const [name, read] of Object.entries(unpack)) {
    const { body } = await ask(world.site.url(`/encoded/${name}`));
    assert.ok(read(body).toString().includes(encodedPhrase), name);
  }
});

test('long pages have the length that their names state, with every entry once', async () => {
  for (const [path, length] of [
    ['/long/200k', 200_000],
    ['/long/2m', 2_000_000],
  ] as const) {
    const { text } = await ask(world.site.url(path));
    const visible = text.replace(/<[^>]*>/g, '').length;
    assert.ok(visible > length * 0.9 && visible < length * 1.15, `${path}: ${visible}`);
    assert.equal(text.split(longPhrase(40)).length, 2);
  }
});

test('requests are counted by path and in total', async () => {
  const { site, secret } = world;
  site.reset();
  await ask(site.url('/echo?a=1'), { 'x-mark': 'one' });
  const echoed = JSON.parse((await ask(site.url('/echo?a=2'))).text);
  assert.equal(echoed.url, '/echo?a=2');
  assert.equal(site.requests('/echo'), 2);
  assert.equal(site.requests('/'), 0);
  assert.deepEqual(
    site.received('/echo').map((request) => [request.path, request.headers['x-mark']]),
    [
      ['/echo?a=1', 'one'],
      ['/echo?a=2', undefined],
    ],
  );
  assert.equal(site.hits, 2);
  assert.equal(secret.hits, 0);
  assert.match((await ask(secret.url('/any/path'))).text, /secret-of-the-private-server/);
  assert.equal(secret.hits, 1);
});

test('a world closes at once, even during a response', async () => {
  const other = await startWorld();
  const pending = ask(other.site.url('/slow/9000')).then(
    () => 'answered',
    () => 'cut',
  );
  while (other.site.requests('/slow/9000') === 0) await new Promise((resolve) => setImmediate(resolve));
  await other.close();
  await other.close();
  assert.equal(await pending, 'cut');
});
