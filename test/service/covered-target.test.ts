import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

test('a session step on a covered or disabled target says what is in the way', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine: ${detail}`);
  const body = `<!DOCTYPE html><title>Covered</title><h1>Covered</h1><button>Buy now</button><button disabled>Sold out</button>
    <div id="consent" style="position:fixed;inset:0;background:white">We use cookies</div>`;
  const site = await startLoopbackServer('127.0.0.11', () => new Map([['/', { body }]]));
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const { sid } = (await service.post('/v1/browser', { url: site.url('/') })).json;
  const covered = (await service.post(`/v1/browser/${sid}`, { type: 'click', target: 'Buy now' })).json;
  assert.equal(covered.ok, false, JSON.stringify(covered));
  assert.equal(covered.error.code, 'step');
  assert.match(covered.error.message, /covered by <div id="consent"/);
  const disabled = (await service.post(`/v1/browser/${sid}`, { type: 'click', target: 'Sold out' })).json;
  assert.equal(disabled.ok, false, JSON.stringify(disabled));
  assert.equal(disabled.error.code, 'step');
  assert.match(disabled.error.message, /not enabled/);
});

test('the snapshot of a page with too many elements says that it is a part, and how to see the rest', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine: ${detail}`);
  const rows = Array.from({ length: 7_000 }, (_, index) => `<p><b>Row</b> <i>${index}</i></p>`).join('');
  const body = `<!DOCTYPE html><title>Rows</title><h1>Rows</h1>${rows}`;
  const site = await startLoopbackServer('127.0.0.11', () => new Map([['/', { body }]]));
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const { sid } = (await service.post('/v1/browser', { url: site.url('/') })).json;
  const step = (await service.post(`/v1/browser/${sid}`, { type: 'snapshot' })).json;
  assert.match(step.snapshot, /heading 1 "Rows"/);
  const warning = step.warnings.find(({ code }: { code: string }) => code === 'partial_snapshot');
  assert.match(warning?.message ?? '', /scroll/);
});
