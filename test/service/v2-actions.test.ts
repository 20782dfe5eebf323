import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { startScriptedSite } from '../world/scripted-site.ts';
import { startTestService } from './running-service.ts';

test('actions over /v2', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
  const site = await startScriptedSite('127.0.0.11', 'http://127.0.0.66');
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const scrape = (actions: object[], rest: object = {}) =>
    service.post('/v2/scrape', { url: site.url('/app'), onlyMainContent: false, actions, ...rest });

  await t.test('run in order before the page is read, and return their results in order', async () => {
    const { json } = await scrape([
      { type: 'wait', selector: 'main' },
      { type: 'click', selector: '#more' },
      { type: 'screenshot' },
      { type: 'click', selector: '#name' },
      { type: 'write', text: 'Ada' },
      { type: 'press', key: 'Enter' },
      { type: 'wait', milliseconds: 10 },
      { type: 'scroll', direction: 'down' },
      { type: 'executeJavascript', script: 'const title = document.title; ({ title, length: 3 })' },
      { type: 'scrape' },
      { type: 'screenshot', fullPage: true, quality: 30 },
      { type: 'pdf', format: 'A5' },
    ]);
    assert.equal(json.success, true, JSON.stringify(json));
    assert.match(json.data.markdown, /More text after the click/);
    assert.match(json.data.markdown, /Hello Ada/);
    const { actions } = json.data;
    assert.deepEqual(Object.keys(actions), ['screenshots', 'scrapes', 'javascriptReturns', 'pdfs']);
    const kinds = [];
    for (const address of [...actions.screenshots, ...actions.pdfs]) {
      kinds.push((await fetch(address)).headers.get('content-type'));
    }
    assert.deepEqual(kinds, ['image/png', 'image/jpeg', 'application/pdf']);
    assert.equal(actions.javascriptReturns[0].type, 'object');
    assert.equal(actions.javascriptReturns[0].value.length, 3);
    assert.match(actions.scrapes[0].html, /Hello Ada/);
    assert.equal(actions.scrapes[0].url, site.url('/app'));
  });

  await t.test('a failed action is named, with a status that clients do not retry', async () => {
    const failing = { type: 'executeJavascript', script: 'throw new Error("no")' };
    const { status, json } = await scrape([failing], { timeout: 30_000 });
    assert.deepEqual([status, json.success, json.code], [422, false, 'SCRAPE_ACTION_ERROR']);
    assert.match(json.error, /Step 1/);
  });

  await t.test('a screenshot is a format beside the others', async () => {
    const { json } = await scrape([], {
      formats: ['markdown', { type: 'screenshot', viewport: { width: 400, height: 300 } }],
    });
    const bytes = Buffer.from(await (await fetch(json.data.screenshot)).arrayBuffer());
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [400, 300]);
    assert.deepEqual(
      Object.keys(json.data).filter((key) => key !== 'warning'),
      ['success', 'markdown', 'screenshot', 'metadata'],
    );
  });
});
