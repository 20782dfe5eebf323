import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteGuard, startBrowserPool } from '../../../../test/world/browser-pool.ts';
import { type Route, startLoopbackServer } from '../../../../test/world/loopback-server.ts';
import { browserAction } from '../../../domain/pages/browser-action.ts';
import type { PageLog } from '../page/page-log.ts';
import { openControlledBrowser } from './controlled-browser.ts';

const page = `<!doctype html><title>Faulty</title><script>
  console.log('ready', { rows: 3 });
  console.error('no rows');
  setTimeout(() => { throw new TypeError('rows is undefined'); });
  fetch('/rows?api_key=abcdef0123456789').catch(() => {});
  fetch('http://127.0.0.99/out').catch(() => {});
</script>
<button onclick="for (let at = 0; at < 130; at += 1) console.warn('row ' + at)">Fill</button>`;

test('console messages and failed requests are told on request, each once', async (t) => {
  const pool = await startBrowserPool(t);
  if (pool === null) return;
  const routes = new Map<string, Route>([
    ['/', { body: page }],
    ['/rows', { status: 500, body: 'broken' }],
  ]);
  const site = await startLoopbackServer('127.0.0.11', () => routes);
  t.after(() => site.close());
  const options = { device: {}, via: null, state: null, canWait: false, isRecorded: false };
  const browser = await openControlledBrowser(
    { pool, guard: siteGuard },
    options,
    new AbortController().signal,
  );
  t.after(() => browser.close());
  const read = async () => (await browser.act(browserAction({ type: 'log' }))).value as PageLog;
  await browser.act(browserAction({ type: 'goto', url: site.url('/') }));
  const { messages, failed_requests: failed, omitted } = await read();
  const told = messages.map(({ type, text }) => `${type}: ${text}`);
  assert.ok(
    told.some((line) => line.startsWith('log: ready')),
    told.join('\n'),
  );
  assert.ok(told.includes('error: no rows'), told.join('\n'));
  assert.ok(told.includes('uncaught: TypeError: rows is undefined'), told.join('\n'));
  const rows = failed.find(({ url }) => url.includes('/rows'));
  assert.deepEqual([rows?.method, rows?.status], ['GET', 500]);
  assert.doesNotMatch(JSON.stringify(failed), /abcdef0123456789/);
  assert.ok(
    failed.some(({ url }) => url.includes('127.0.0.99')),
    'the guard rejected it',
  );
  assert.equal(omitted, 0);
  assert.deepEqual(await read(), { messages: [], failed_requests: [], omitted: 0 });

  await browser.act(browserAction({ type: 'click', target: 'Fill' }));
  const many = await read();
  assert.deepEqual([many.messages.length, many.omitted], [100, 30]);
  assert.equal(many.messages.at(-1)?.text, 'row 129');
});
