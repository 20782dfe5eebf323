import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { type Route, type Routes, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

const ropes = Array.from({ length: 40 }, (_, at) => ({
  name: `${['Hemp', 'Sisal', 'Nylon', 'Jute'][at % 4]} rope ${at * 7 + 3}`,
  price: `${10 + at}.50 EUR`,
}));
const entries = ropes.map(({ name, price }) => `<li class="rope"><h3>${name}</h3><b>${price}</b></li>`);

const page = (after: string) => ({
  body: `<!doctype html><html lang="en"><head><title>Ropes</title></head><body><nav><a href="/">Home</a></nav><main><h1>Ropes</h1><ul id="ropes">${entries.join(
    '',
  )}</ul>${after}</main></body></html>`,
});

const script = (body: string) => ({ headers: { 'content-type': 'text/javascript' }, body });

const adding = `const item = document.createElement("li"); item.className = "rope";
  item.innerHTML = "<h3>Wire rope 999</h3><b>99.50 EUR</b>"; document.getElementById("ropes").append(item);`;

const routes = (): Routes =>
  new Map<string, Route>([
    ['/robots.txt', { status: 404 }],
    ['/static', page('')],
    ['/menu', page('<script>document.body.onclick = () => document.body.classList.toggle("open")</script>')],
    ['/total', page('<p>Showing 1–40 of 40</p><script src="/menu.js"></script>')],
    ['/menu.js', script('document.body.classList.add("ready")')],
    ['/inline', page(`<script>${adding}</script>`)],
    ['/external', page('<script src="/adding.js"></script>')],
    ['/adding.js', script(adding)],
  ]);

test('a browser reads a listing only if its scripts can change it', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  const site = await startLoopbackServer('127.0.0.20', routes);
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const read = async (operation: string, path: string) => {
    const fields = operation === 'collect' ? { fields: ['name', 'price'] } : {};
    const { status, json } = await service.post(`/v1/${operation}`, { url: site.url(path), ...fields });
    assert.equal(status, 200, JSON.stringify(json));
    const { route, attempts } = json.receipt;
    const routesOf = [route, ...attempts.map((attempt: { route: string }) => attempt.route)];
    return { json, isRendered: routesOf.some((one) => one.includes('browser')) };
  };

  for (const path of ['/static', '/menu', '/total']) {
    await t.test(`${path}: all records are collected without one`, async () => {
      const { json, isRendered } = await read('collect', path);
      assert.deepEqual([json.count, json.complete, isRendered], [40, true, false], JSON.stringify(json));
      assert.deepEqual([json.source.rendered, json.warnings], [false, []]);
    });
  }

  for (const path of ['/inline', '/external']) {
    await t.test(`${path}: a record that a script adds is collected`, async () => {
      const { json, isRendered } = await read('collect', path);
      assert.deepEqual([json.count, json.complete, isRendered], [41, true, true], JSON.stringify(json));
    });
  }

  await t.test('a page without scripts is inspected without one', async () => {
    const { json, isRendered } = await read('inspect', '/static');
    assert.deepEqual([json.calls_seen, json.complete, isRendered], [true, true, false]);
    assert.equal(json.sources[0].records, 40);
    assert.equal((await read('inspect', '/total')).isRendered, true);
  });
});
