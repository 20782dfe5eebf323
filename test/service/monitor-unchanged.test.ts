import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { check, watch } from './monitor-checks.ts';
import { startTestService } from './running-service.ts';

test('a monitor with only_changed asks the site whether the page has changed', async (t) => {
  let text = 'The northern lock is open from six to ten.';
  let revision = 1;
  let confirmed = 0;
  const site = await startLoopbackServer('127.0.0.20', () => {
    const page = () =>
      `<!doctype html><html lang="en"><title>Lock</title><main><h1>Lock</h1><p>${text}</p><p>The keeper answers on channel twelve.</p></main></html>`;
    return new Map([
      [
        '/lock',
        (request) => {
          const headers = { etag: `"${revision}"` };
          if (request.headers['if-none-match'] !== headers.etag) return { headers, body: page() };
          confirmed += 1;
          return { status: 304, headers, body: '' };
        },
      ],
    ]);
  });
  t.after(() => site.close());
  const service = await startTestService(t);
  const mid = await watch(service, { url: site.url('/lock'), only_changed: true });
  const same = await check(service, mid);
  assert.deepEqual([same.state, confirmed], ['same', 1]);
  assert.match(same.summary, /site confirmed/);
  assert.equal(same.receipt.status_code, 304);

  text = 'The northern lock is open from six to eleven.';
  revision = 2;
  const changed = await check(service, mid);
  assert.deepEqual([changed.state, changed.diff.blocks.length, confirmed], ['changed', 1, 1]);
  assert.equal((await check(service, mid)).state, 'same');
  assert.equal(confirmed, 2, 'the changed version has validators as well');

  const plain = await watch(service, { url: site.url('/lock') });
  assert.equal((await check(service, plain)).summary, 'No changes.');
  assert.equal(confirmed, 2, 'without the option, the page is read');
});
