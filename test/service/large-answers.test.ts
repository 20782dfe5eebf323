import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyResult } from '../../src/domain/crypto/verify-result.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

test('a response with large pages is bounded, and charges what it delivers', async (t) => {
  const body = `<title>Large</title><main><h1>Large</h1><p>${'Some words of a large page. '.repeat(100_000)}</p></main>`;
  const site = await startLoopbackServer('127.0.0.11', () => new Map([['/*', { body }]]));
  const service = await startTestService(t);
  t.after(() => site.close());
  const urls = Array.from({ length: 12 }, (_, at) => site.url(`/${at}`));
  const request = { urls, formats: ['raw_html'], timeout_ms: 100_000 };
  const seen: string[] = [];
  let credits = 0;
  let answer = (await service.post('/v1/scrape', request)).json;
  assert.equal(answer.complete, false);
  assert.match(
    answer.warnings.find(({ code }: Json) => code === 'answer_too_large').message,
    /\d+ pages are left out and not charged.*16 million characters: http.*`continue`/,
  );
  for (;;) {
    assert.ok(answer.results.length > 0 && answer.results.length <= 6);
    assert.ok(
      answer.results.every(({ status, raw_html }: Json) => status === 'ok' && raw_html.length > 2_000_000),
    );
    assert.equal(answer.receipt.credits, answer.results.length);
    seen.push(...answer.results.map(({ url }: Json) => url));
    credits += answer.receipt.credits;
    if (answer.complete) break;
    answer = (await service.post(`/v1/scrape?continue=${answer.continue}`, request)).json;
  }
  assert.deepEqual([seen.toSorted(), credits], [urls.toSorted(), 12]);
  const single = (await service.post('/v1/scrape', { ...request, urls: urls.slice(0, 2) })).json;
  assert.deepEqual([single.complete, single.warnings], [true, []]);
});

test('a page that the service gives up on is not charged', async (t) => {
  const site = await startLoopbackServer('127.0.0.11', () => new Map([['/*', { body: '<p>Some page</p>' }]]));
  const contentModule = new URL('../threads/unruly-worker.ts', import.meta.url);
  const service = await startTestService(t, {}, { contentModule });
  t.after(() => site.close());
  const page = (await service.post('/v1/scrape', { url: site.url('/crash') })).json;
  assert.deepEqual([page.status, page.error.code], ['failed', 'document']);
  assert.deepEqual([page.receipt.credits, page.receipt.charges], [0, []]);
  const { ledger } = (await service.get('/v1/billing/ledger')).json;
  assert.ok(ledger.every(({ note }: Json) => note !== 'scrape'));
});

test('a large answer is written in pieces, with a receipt that covers it', async (t) => {
  const body = `<title>Large</title><main><h1>Large</h1><p>${'Some wörds of a large page 😀. '.repeat(40_000)}</p></main>`;
  const site = await startLoopbackServer('127.0.0.11', () => new Map([['/*', { body }]]));
  const service = await startTestService(t);
  t.after(() => site.close());
  const request = {
    url: site.url('/'),
    formats: ['raw_html', 'html', 'text', 'markdown'],
    max_length: 5_000,
  };
  const headers = { 'idempotency-key': 'large' };
  const first = await service.post('/v1/scrape', request, { headers });
  assert.equal(first.headers.get('content-length'), null);
  assert.ok(first.json.raw_html === body);
  const { keys } = (await service.get('/.well-known/jwks.json', { key: null })).json;
  const verified = verifyResult(first.json, keys);
  assert.deepEqual([verified.valid, verified.reason], [true, null]);
  assert.ok(verified.checked.includes('raw_html') && verified.checked.includes('html'));
  const again = await service.post('/v1/scrape', request, { headers });
  assert.ok(JSON.stringify(again.json) === JSON.stringify(first.json));
});
