import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardCases, scriptedNames } from '../../test/world/guard-cases.ts';
import { createSsrfGuard } from '../web/guard/ssrf-guard.ts';
import { createTargetCheck } from './target-check.ts';

const resolve = async (hostname: string): Promise<string[]> => scriptedNames[hostname] ?? [];
const guard = createSsrfGuard({ allowNetworks: [], ownAddresses: () => [], resolve });
const checkLogin = async (): Promise<void> => {};
const pointer = '/url';

test('a URL that the guard rejects is rejected when it is saved, in every spelling; an unresolved name passes', async () => {
  const check = createTargetCheck({ guard, checkLogin });
  for (const { url, expect } of guardCases) {
    const [error] = await check.addressErrors([{ pointer, url }]);
    const code = error === undefined ? null : (/^`([a-z_]+)`: /.exec(error.detail)?.[1] ?? error.detail);
    assert.equal(code, expect === 'allow' || expect === 'dns' ? null : expect, JSON.stringify(url));
  }
});

test('each invalid URL has its own error, which contains no password', async () => {
  const check = createTargetCheck({ guard, checkLogin });
  const errors = await check.addressErrors([
    { pointer: '/a', url: 'https://ann:hush@good.example.com/' },
    { pointer: '/b', url: 'https://good.example.com/' },
    { pointer: '/c', url: 'http://private.example.com/' },
    { pointer: '/d', url: 'http://ann:hush@no address/' },
  ]);
  assert.deepEqual(
    errors.map((error) => error.pointer),
    ['/a', '/c', '/d'],
  );
  assert.ok(!JSON.stringify(errors).includes('hush'));
  assert.match(errors[1]?.detail ?? '', /private\.example\.com .*WEBDATA_ALLOW_NETWORKS/);
});

test('an unresponsive name server causes no error and no long wait', async () => {
  const silent = createSsrfGuard({
    allowNetworks: [],
    ownAddresses: () => [],
    resolve: () => new Promise(() => {}),
  });
  const check = createTargetCheck({ guard: silent, checkLogin });
  const targets = Array.from({ length: 1_000 }, (_, at) => ({ pointer, url: `https://site${at}.example/` }));
  const waited = await Promise.race([
    check.addressErrors(targets),
    new Promise((done) => setTimeout(done, 20_000, 'too long').unref()),
  ]);
  assert.deepEqual(waited, []);
});
