import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { type Route, type Routes, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

const berths = ['north quay', 'south quay', 'lock', 'yard', 'slipway', 'basin'];
const cranes = Array.from({ length: 47 }, (_, at) => ({
  name: `Crane ${String.fromCharCode(65 + (at % 26))}${at * 13 + 7}`,
  load: 12 + at * 3,
  berth: berths[at % berths.length],
}));
const size = 9;

const card = ({ name, load, berth }: (typeof cranes)[number]) =>
  `<li class="crane"><h3>${name}</h3><span class="load">${load} t</span><em class="berth">${berth}</em></li>`;

/** Returns a page with the first cranes and a button for more of them. */
function listPage(button: string, script: string): { body: string } {
  return {
    body: `<!doctype html><html lang="en"><head><title>Cranes</title></head><body><main><h1>Cranes</h1>
      <ul id="cranes">${cranes.slice(0, size).map(card).join('')}</ul>${button}</main><script>${script}</script></body></html>`,
  };
}

const add =
  'const add = (all) => { for (const one of all) { const item = document.createElement("li"); item.className = "crane"; item.innerHTML = "<h3>" + one.name + "</h3><span class=load>" + one.load + " t</span><em class=berth>" + one.berth + "</em>"; document.getElementById("cranes").append(item); } };';

function routes(): Routes {
  const part = (url: URL) => {
    const from = Number(url.searchParams.get('offset') ?? 0);
    return cranes.slice(from, from + size);
  };
  return new Map<string, Route>([
    [
      '/json',
      listPage(
        '<button id="more">Load more cranes</button>',
        `${add} let shown = ${size}; document.getElementById("more").onclick = async (event) => {
          const answer = await (await fetch("/api/cranes?limit=${size}&offset=" + shown)).json();
          add(answer.cranes); shown += answer.cranes.length; if (shown >= answer.total) event.target.remove(); };`,
      ),
    ],
    [
      '/api/cranes',
      (_request, url) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ cranes: part(url), total: cranes.length }),
      }),
    ],
    [
      '/html',
      listPage(
        '<div role="button" tabindex="0" id="more">Mehr anzeigen</div>',
        `let shown = ${size}; document.getElementById("more").onclick = async (event) => {
          const text = await (await fetch("/part?offset=" + shown)).text();
          document.getElementById("cranes").insertAdjacentHTML("beforeend", text); shown += ${size}; if (shown >= ${cranes.length}) event.target.remove(); };`,
      ),
    ],
    ['/part', (_request, url) => ({ body: part(url).map(card).join('') })],
    [
      '/scroll',
      listPage(
        '<div id="end" style="margin-top: 1500px">.</div>',
        `${add} let shown = ${size}; let busy = false; new IntersectionObserver(async ([entry]) => {
          if (!entry.isIntersecting || busy || shown >= ${cranes.length}) return; busy = true;
          const answer = await (await fetch("/api/cranes?limit=${size}&offset=" + shown)).json();
          add(answer.cranes); shown += answer.cranes.length; busy = false; }).observe(document.getElementById("end"));`,
      ),
    ],
  ]);
}

const names = cranes.map(({ name }) => name);

test('lists that a button or scrolling extends are collected completely', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  const site = await startLoopbackServer('127.0.0.20', routes);
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const collect = async (path: string) => {
    const body = { url: site.url(path), fields: ['name', 'load', 'berth'], limit: 500, max_pages: 50 };
    const { status, json } = await service.post('/v1/collect', body);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const namesOf = (answer: { records: Array<{ name: string }> }) => answer.records.map(({ name }) => name);

  for (const path of ['/json', '/scroll']) {
    await t.test(`${path}: the calls behind it are replayed by the recipe without a browser`, async () => {
      const answer = await collect(path);
      assert.deepEqual(namesOf(answer), names);
      const run = (await service.post(`/v1/recipes/${answer.rid}/run`, { limit: 500, max_pages: 50 })).json;
      assert.deepEqual(namesOf(run), names);
      assert.equal(run.receipt.route, 'http');
    });
  }

  await t.test('/html: without such calls, the button is pressed until the list ends', async () => {
    const answer = await collect('/html');
    assert.deepEqual(namesOf(answer), names);
    const run = (await service.post(`/v1/recipes/${answer.rid}/run`, { limit: 500, max_pages: 50 })).json;
    assert.deepEqual(namesOf(run), names);
  });
});
