import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { type LoopbackServer, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService, type TestService } from './running-service.ts';

const address = '127.0.0.11';

interface Lamp {
  name: string;
  price: number;
  maker: string;
  parts: string[];
}

const lamps: readonly Lamp[] = [
  { name: 'Harbour lamp', price: 129.5, maker: 'Brig and Sons', parts: ['Shade', 'Brass stem', 'Cable'] },
  { name: 'Pilot lantern', price: 84.25, maker: 'Quay Works', parts: ['Glass', 'Wick'] },
  { name: 'Mooring light', price: 1249, maker: 'Ekeby', parts: ['Housing', 'Lens', 'Seal', 'Bolt'] },
  { name: 'Chart table lamp', price: 66.75, maker: 'Lindqvist', parts: ['Arm', 'Clamp', 'Bulb'] },
];

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    brand: { type: 'string' },
    material: { type: 'array', items: { type: 'string' } },
  },
};

function shown(price: number): string {
  return `$${price.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
}

function dataOf({ name, price, maker, parts }: Lamp): string {
  const offers = { '@type': 'Offer', price, priceCurrency: 'USD' };
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    offers,
    brand: maker,
    material: parts,
  };
  return `<script type="application/ld+json">${JSON.stringify(product)}</script>`;
}

/** Returns a page of the shop in the old design. */
function oldPage(lamp: Lamp, data = ''): string {
  return `<!doctype html><html lang="en"><head><title>Item</title>${data}</head><body>
    <nav class="top"><a href="/">Start</a> <a href="/lamps">All lamps</a></nav>
    <main class="item"><div class="zz-top"><em class="zz-n">${lamp.name}</em></div>
    <div class="zz-box"><span class="zz-a">${shown(lamp.price)}</span><span class="zz-b">${lamp.maker}</span></div>
    <ul class="zz-list">${lamp.parts.map((part) => `<li>${part}</li>`).join('')}</ul>
    <p>Every lamp is made by hand and leaves the yard within a week of your order.</p></main></body></html>`;
}

/** Returns a page of the shop in the new design. */
function newPage(lamp: Lamp, data = ''): string {
  return `<!doctype html><html lang="en"><head><title>Item</title>${data}</head><body>
    <header id="head"><section><b>Quay shop</b></section></header>
    <article id="ware"><table class="facts"><tbody><tr><td><i class="yy-1">${lamp.name}</i></td></tr>
    <tr><td><i class="yy-2">${lamp.maker}</i></td><td><strong class="yy-3">${shown(lamp.price)}</strong></td></tr></tbody></table>
    <ol class="yy-4">${lamp.parts.map((part) => `<li><u>${part}</u></li>`).join('')}</ol>
    <section><p>Every lamp is made by hand and leaves the yard within a week of your order.</p></section></article></body></html>`;
}

async function startShop(t: TestContext): Promise<LoopbackServer> {
  const routes = new Map(
    lamps.flatMap((lamp, index) => [
      [`/lamps/${index}`, { body: oldPage(lamp) }] as const,
      [`/lamps/10${index}`, { body: oldPage(lamp, dataOf(lamp)) }] as const,
      [`/lamps/20${index}`, { body: newPage(lamp) }] as const,
      [`/lamps/30${index}`, { body: newPage(lamp, dataOf(lamp)) }] as const,
      [`/news/${index}`, { body: oldPage(lamp) }] as const,
    ]),
  );
  const shop = await startLoopbackServer(address, () => routes);
  t.after(() => shop.close());
  return shop;
}

async function extract(service: TestService, url: string, more: object = {}, key?: string) {
  const { status, json } = await service.post(
    '/v1/extract',
    { url, schema, ...more },
    key === undefined ? {} : { key },
  );
  assert.equal(status, 200, JSON.stringify(json));
  assert.equal(json.status, 'ok');
  return json;
}

async function layoutsOf(service: TestService, key?: string) {
  const { status, json } = await service.get('/v1/extract/layouts', key === undefined ? {} : { key });
  assert.equal(status, 200);
  return json.layouts;
}

function expected({ name, price, maker, parts }: Lamp) {
  return { name, price, brand: maker, material: parts };
}

test('a page with structured data teaches selectors, which read pages without it', async (t) => {
  const shop = await startShop(t);
  const service = await startTestService(t);
  const [first, second, third, last] = lamps as [Lamp, Lamp, Lamp, Lamp];

  const taught = await extract(service, shop.url('/lamps/100'));
  assert.deepEqual(taught.data, expected(first));
  assert.equal(taught.methods['/price'], 'page_data');
  assert.deepEqual(taught.learned.toSorted(), ['/brand', '/material', '/name', '/price']);

  const answered = await extract(service, shop.url('/lamps/1'));
  assert.deepEqual(answered.data, expected(second));
  assert.deepEqual(new Set(Object.values(answered.methods)), new Set(['selector']));
  assert.deepEqual(answered.learned, []);
  assert.deepEqual(answered.unverified, []);
  assert.equal(answered.receipt.credits, 1);
  const { source, quote } = answered.evidence['/price'];
  assert.deepEqual([source, quote], ['visible', '$84.25']);

  await t.test('layouts are listed with their health, and confirmed by a second page', async () => {
    const [layout, ...others] = await layoutsOf(service);
    assert.deepEqual(others, []);
    assert.match(layout.layout_id, /^lay_/);
    assert.equal(layout.site, `${address}:${shop.port}/lamps/*`);
    assert.deepEqual([layout.state, layout.taught, layout.misses], ['provisional', 1, 0]);
    await extract(service, shop.url('/lamps/102'));
    const [proven] = await layoutsOf(service);
    assert.deepEqual([proven.state, proven.taught], ['active', 2]);
    assert.ok(proven.fields.every((field: { proven: boolean }) => field.proven));
    const filtered = await service.get(`/v1/extract/layouts?site=${address}`);
    assert.equal(filtered.json.total, 1);
    assert.equal((await service.get('/v1/extract/layouts?site=example.com')).json.total, 0);
  });

  await t.test('a layout does not read another kind of page of the site', async () => {
    const other = await extract(service, shop.url('/news/1'));
    assert.ok(!Object.values(other.methods).includes('selector'));
  });

  await t.test('layouts are not visible, usable or deletable for another account', async () => {
    const { key } = (await service.post('/v1/admin/accounts', { name: 'stranger', plan_credits: 100 })).json;
    assert.deepEqual(await layoutsOf(service, key), []);
    const other = await extract(service, shop.url('/lamps/3'), {}, key);
    assert.ok(!Object.values(other.methods).includes('selector'));
    const [{ layout_id: id }] = await layoutsOf(service);
    const refused = await service.request('DELETE', `/v1/extract/layouts/${id}`, { key });
    assert.equal(refused.status, 404);
    const left = await layoutsOf(service);
    assert.ok(left.some((one: { layout_id: string }) => one.layout_id === id));
  });

  await t.test('a key with read scope lists layouts and cannot delete them', async () => {
    const { key: token } = (await service.post('/v1/keys', { name: 'reader', scopes: ['read'] })).json;
    const [{ layout_id: id }] = await layoutsOf(service, token);
    assert.equal((await service.request('DELETE', `/v1/extract/layouts/${id}`, { key: token })).status, 403);
  });

  await t.test(
    'a redesign makes layouts stale, and the first page with structured data teaches again',
    async () => {
      for (const index of [200, 201, 202]) {
        const page = await extract(service, shop.url(`/lamps/${index}`));
        assert.ok(!Object.values(page.methods).includes('selector'), 'the old rules answer nothing');
      }
      assert.ok((await layoutsOf(service)).every((layout: { state: string }) => layout.state !== 'active'));
      const again = await extract(service, shop.url('/lamps/300'));
      assert.deepEqual(again.learned.toSorted(), ['/brand', '/material', '/name', '/price']);
      const answer = await extract(service, shop.url('/lamps/203'));
      assert.deepEqual(answer.data, expected(last));
      assert.deepEqual(new Set(Object.values(answer.methods)), new Set(['selector']));
    },
  );

  await t.test('a deleted layout is learned from the next page', async () => {
    for (const { layout_id: id } of await layoutsOf(service)) {
      const { status, json } = await service.request('DELETE', `/v1/extract/layouts/${id}`);
      assert.deepEqual([status, json], [200, { layout_id: id, deleted: true }]);
      assert.equal((await service.request('DELETE', `/v1/extract/layouts/${id}`)).status, 404);
    }
    assert.deepEqual(await layoutsOf(service), []);
    const page = await extract(service, shop.url('/lamps/2'));
    assert.ok(!Object.values(page.methods).includes('selector'));
    await extract(service, shop.url('/lamps/101'));
    assert.deepEqual((await extract(service, shop.url('/lamps/2'))).data, expected(third));
  });
});

test('a page that must not teach leaves nothing stored', async (t) => {
  const shop = await startShop(t);
  const service = await startTestService(t);
  const quiet = await extract(service, shop.url('/lamps/100'), { learn: false });
  assert.deepEqual(quiet.learned, []);
  const { status } = await service.post('/v1/extract', { url: shop.url('/lamps/100') });
  assert.equal(status, 200, 'the page’s own data, unasked, teaches nothing either');
  assert.deepEqual(await layoutsOf(service), []);
});

test('concurrent pages of one site teach one layout', async (t) => {
  const shop = await startShop(t);
  const service = await startTestService(t);
  await Promise.all([100, 101, 102, 103].map((index) => extract(service, shop.url(`/lamps/${index}`))));
  const layouts = await layoutsOf(service);
  assert.equal(layouts.length, 1);
  assert.deepEqual([layouts[0].state, layouts[0].taught], ['active', 4]);
});

test('a database that cannot store a layout does not affect the response', async (t) => {
  const shop = await startShop(t);
  const service = await startTestService(t);
  await sql`alter table layouts rename to layouts_gone`.execute(service.database);
  const answer = await extract(service, shop.url('/lamps/100'));
  assert.deepEqual(answer.data, expected(lamps[0] as Lamp));
  assert.deepEqual(answer.learned, []);
  assert.ok(answer.warnings.some(({ code }: { code: string }) => code === 'not_learned'));
  await sql`alter table layouts_gone rename to layouts`.execute(service.database);
  assert.notDeepEqual((await extract(service, shop.url('/lamps/102'))).learned, []);
});

test('pages of one layout teach each other without structured data, and only with `learn`', async (t) => {
  const book = (title: string, author: string, label: string) => ({
    body: `<!doctype html><html lang="en"><head><title>Quay books</title></head><body><h1>Quay books</h1><main class="volume">
      <div class="head">${title}</div><table><tr><td class="what">${label}</td><td class="credit">${author}</td></tr></table>
      <p>Words about ${title}, which is bound in cloth.</p></main></body></html>`,
  });
  const routes = new Map([
    ['/books/1', book('Low water', 'Ada Crane', 'Author:')],
    ['/books/2', book('High tide', 'Bo Mole', 'Author:')],
    ['/books/3', book('Spring flood', 'Cy Quay', 'Penned:')],
  ]);
  const shop = await startLoopbackServer(address, () => routes);
  t.after(() => shop.close());
  const service = await startTestService(t);
  const read = async (path: string, learn: boolean) => {
    const request = {
      url: shop.url(path),
      learn,
      schema: { type: 'object', properties: { author: { type: 'string' } } },
    };
    return (await service.post('/v1/extract', request)).json;
  };
  for (const learn of [false, true]) {
    await read('/books/1', learn);
    await read('/books/2', learn);
    const { data, methods } = await read('/books/3', learn);
    assert.deepEqual([data.author, methods['/author']], learn ? ['Cy Quay', 'selector'] : [null, undefined]);
  }
});
