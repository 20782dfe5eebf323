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

test('the same bytes are the same version, unless they mean another text', async (t) => {
  let type = 'text/html';
  let word = 'grün';
  const site = await startLoopbackServer('127.0.0.20', () => {
    const page = () =>
      `<!doctype html><html lang="de"><title>Schleuse</title><main><h1>Schleuse</h1><p>Das Signal der nördlichen Schleuse ist ${word}.</p><p>Der Wärter antwortet auf Kanal zwölf.</p></main></html>`;
    return new Map([
      ['/signal', () => ({ headers: { 'content-type': `${type}; charset=utf-8` }, body: page() })],
    ]);
  });
  t.after(() => site.close());
  const service = await startTestService(t);
  const values = { kind: 'fields', schema: { type: 'object', properties: { title: { type: 'string' } } } };
  const mids = [
    await watch(service, { url: site.url('/signal') }),
    await watch(service, { url: site.url('/signal'), watch: values }),
  ];
  const digests = new Set<string>();
  for (const mid of mids) {
    const { state, summary, receipt } = await check(service, mid);
    assert.deepEqual([state, summary], ['same', 'No changes.']);
    assert.deepEqual([receipt.status_code, receipt.route, receipt.credits], [200, 'http', 1]);
    digests.add(receipt.content_sha256);
  }
  assert.equal(digests.size, 1);
  assert.match([...digests].join(), /^[0-9a-f]{64}$/, 'the receipt states the digest of what was read');

  word = 'rot';
  const [page = ''] = mids;
  assert.equal((await check(service, page)).state, 'changed');
  assert.equal((await check(service, page)).state, 'same');
  type = 'text/markdown';
  assert.equal((await check(service, page)).state, 'changed', 'the same bytes, shown as they are');
});
