import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

const kinds = ['Kayak', 'Canoe', 'Dinghy', 'Skiff'];
const boats = Array.from({ length: 18 }, (_, at) => ({
  id: 400 + at,
  name: `${kinds[at % kinds.length]} ${String.fromCharCode(65 + ((at * 5) % 26))}${at * 17 + 2}`,
  price: 310 + at * 41,
  builder: ['Holm', 'Vester', 'Lind'][at % 3],
}));
const parts = ['Home', 'Boats', 'Sails', 'Ropes', 'Paint', 'Engines', 'Courses', 'Harbours', 'Magazine'];
const menu = parts.map((label, order) => ({
  label,
  order,
  href: `/m/${order}`,
  icon: `i${order}`,
  level: 1,
}));
const switches = Array.from({ length: 40 }, (_, at) => ({
  key: `switch-${at}`,
  isOn: at % 2 === 0,
  share: at * 2,
  team: `team ${at % 4}`,
}));
const events = Array.from({ length: 50 }, (_, at) => ({
  event: 'view',
  at,
  session: `s${at}`,
  x: at,
  y: at,
}));
const footer = `<footer>${['Service', 'Company', 'Legal']
  .map(
    (part) =>
      `<section><h4>${part}</h4><ul>${parts
        .map((label) => `<li><a href="/f/${part}${label}">${label} and ${part}</a></li>`)
        .join('')}</ul></section>`,
  )
  .join('')}</footer>`;
const text = Array.from(
  { length: 14 },
  (_, at) =>
    `<p>Yard ${at} builds boats of wood and of canvas for rivers, lakes and the open sea, and repairs what the winter broke. A boat takes ${at + 3} weeks from the first plank to the launch.</p>`,
).join('');
const draw = `const draw = (all) => { document.getElementById("boats").innerHTML = all.map((one) => '<li class="boat"><h3>' + one.name + '</h3><b>' + one.price + ' EUR</b><em>' + one.builder + '</em></li>').join(''); };`;

/** Returns an application whose script draws the boats; its other content is in the HTML. */
const application = (code: string) => ({
  body: `<!doctype html><html lang="en"><head><title>Boats</title></head><body><header><nav><ul>${menu
    .map(({ href, label }) => `<li><a href="${href}">${label}</a></li>`)
    .join(
      '',
    )}</ul></nav></header><main><h1>Boats</h1><ul id="boats"></ul><section>${text}</section></main>${footer}<script>${draw}${code}</script></body></html>`,
});

const data = (value: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const applications: Record<string, Route> = {
  '/state': application(
    `window.__STATE__ = ${JSON.stringify({ menu, switches, boats })}; draw(window.__STATE__.boats);`,
  ),
  '/switches-first': application(
    'fetch("/api/switches").then((one) => one.json()).then(() => fetch("/api/boats")).then((one) => one.json()).then((all) => draw(all.items));',
  ),
  '/telemetry': application(
    'fetch("/api/events", { method: "POST", body: "[]" }); fetch("/api/boats").then((one) => one.json()).then((all) => draw(all.items));',
  ),
  '/only-drawn': application(
    'fetch("/api/search", { method: "POST", body: "{}" }).then((one) => one.json()).then((all) => draw(all.items));',
  ),
};

test('inspect lists the records of an application before its menus, settings and measurements', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail}): no calls are captured`);
  const site = await startLoopbackServer(
    '127.0.0.20',
    () =>
      new Map<string, Route>([
        ['/robots.txt', { status: 404 }],
        ...Object.entries(applications),
        ['/api/boats', data({ items: boats })],
        ['/api/search', data({ items: boats })],
        ['/api/switches', data({ switches })],
        ['/api/events', data({ events })],
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });

  for (const path of Object.keys(applications)) {
    await t.test(path, async () => {
      const { status, json } = await service.post('/v1/inspect', { url: site.url(path) });
      assert.equal(status, 200, JSON.stringify(json));
      const shownNames = ({ fields }: { fields: { example: unknown }[] }) =>
        fields.some(({ example }) => example === boats[0]?.name);
      const [first] = json.sources;
      assert.equal(first.records, boats.length, JSON.stringify(json.sources.slice(0, 3)));
      assert.ok(shownNames(first), JSON.stringify(first));
      assert.equal(json.cheapest, first.id);
      // A call that could change data is not repeated, so that only the drawn page can be read again.
      assert.equal(first.rendered, path === '/only-drawn');
    });
  }
});

test('values that only a script adds to entries of the page are collected', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  const entries = boats.map(({ name, id }) => `<li class="boat" id="b${id}"><h3>${name}</h3><b></b></li>`);
  const prices = Object.fromEntries(boats.map(({ id, price }) => [id, `${price} EUR`]));
  const site = await startLoopbackServer(
    '127.0.0.20',
    () =>
      new Map<string, Route>([
        [
          '/prices',
          {
            body: `<!doctype html><html lang="en"><head><title>Boats</title></head><body><main><h1>Boats</h1><ul>${entries.join(
              '',
            )}</ul></main>${footer}<script>for (const [id, price] of Object.entries(${JSON.stringify(prices)})) document.querySelector("#b" + id + " b").textContent = price;</script></body></html>`,
          },
        ],
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const body = { url: site.url('/prices'), fields: ['name', 'price'] };
  const { json } = await service.post('/v1/collect', body);
  assert.deepEqual(
    json.records.map(({ name, price }: { name: string; price: unknown }) => [name, Number(price)]),
    boats.map(({ name, price }) => [name, price]),
    JSON.stringify(json),
  );
  assert.deepEqual([json.complete, json.source.rendered], [true, true]);
});
