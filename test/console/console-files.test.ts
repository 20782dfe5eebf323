import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { buildConsole } from './build-console.ts';

/** Maximum size of everything that the browser loads before the first page, in compressed bytes. */
const maxFirstLoadBytes = 60_000;

const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';

test('the files of the console', async (t) => {
  await buildConsole();
  const service = await startTestService(t);
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}`, { headers: { accept, ...headers } });

  await t.test('clients that accept HTML get the console, others the plain page', async () => {
    const page = await get('/');
    assert.match(await page.text(), /<div id="console">/);
    const plain = await fetch(`${service.url}/`, { headers: { accept: '*/*' } });
    assert.match(await plain.text(), /curl /);
    assert.match(page.headers.get('vary') ?? '', /Accept/);
  });

  await t.test('the policy allows only files of the service', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('cache-control'), 'no-cache');
  });

  await t.test('files are cached for a year and precompressed, and the first load is small', async () => {
    const html = await (await get('/')).text();
    assert.doesNotMatch(html, /<script(?![^>]*src=)|<style|\son\w+=/);
    const paths = [...html.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path]) => path ?? '');
    assert.ok(paths.length >= 2);
    let total = html.length;
    for (const path of paths) {
      const answer = await get(path, { 'accept-encoding': 'br' });
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
      assert.equal(answer.headers.get('content-encoding'), 'br', path);
      total += Number(answer.headers.get('content-length') ?? Number.NaN);
      const gzipped = await get(path, { 'accept-encoding': 'gzip' });
      assert.equal(gzipped.headers.get('content-encoding'), 'gzip', path);
    }
    assert.ok(total <= maxFirstLoadBytes, `${total} bytes`);
    t.diagnostic(`first load: ${total} bytes`);
  });

  await t.test('no path leaves the folder of the files', async () => {
    for (const name of ['none.js', '..%2f.sources', '%2e%2e%2findex.html', '.sources', '__proto__']) {
      assert.equal((await get(`/console/assets/${name}`)).status, 404, name);
    }
  });
});

test('a style sheet of a page styles only classes of its own, because the build joins all of them', async () => {
  const sheets = await Array.fromAsync(glob('console/src/{pages/*,styles,components}/*.css'));
  const owners = new Map<string, Set<string>>();
  for (const sheet of sheets) {
    const rules = readFileSync(sheet, 'utf8').matchAll(/^\.([a-z][a-z-]*)(?=[,{ ]*$)/gm);
    for (const [, name = ''] of rules) owners.set(name, (owners.get(name) ?? new Set()).add(sheet));
  }
  assert.ok(owners.size > 50);
  const shared = [...owners].filter(
    ([, files]) => files.size > 1 && [...files].filter((file) => file.includes('/pages/')).length > 0,
  );
  assert.deepEqual(
    shared.map(([name, files]) => `${name}: ${[...files].join(', ')}`),
    [],
  );
});
