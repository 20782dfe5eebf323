import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListingSite } from '../../../../test/world/listings/listing-site.ts';
import { staticListings } from '../../../../test/world/listings/static-listings.ts';
import type { Route } from '../../../../test/world/loopback-server.ts';
import { findOnPage } from './find-on-page.ts';

const origin = 'http://quay.test';

function firstPage(site: ListingSite) {
  const [, route] = site.routes()[0] as [string, Route];
  const url = `${origin}${site.path}`;
  const answer = typeof route === 'function' ? route({} as never, new URL(url), 1, '') : route;
  return {
    bytes: Buffer.from(answer.body as string),
    url,
    headers: { 'content-type': 'text/html; charset=utf-8', ...answer.headers },
    answers: [],
    reading: null,
  };
}

describe('records of a page', () => {
  for (const site of staticListings()) {
    test(`${site.name}: finds the source, all records and all values`, () => {
      const { sources } = findOnPage({ ...firstPage(site), fields: [...site.fields] });
      const [best] = sources;
      assert.ok(best?.read !== undefined, 'no source was found');
      const expected = site.records
        .slice(0, site.size)
        .map((record) => JSON.parse(JSON.stringify(record).replaceAll('ORIGIN', origin)));
      const actual = best.read.records.map((record) => shortened(record, site));
      assert.deepEqual({ kind: best.kind, records: actual }, { kind: site.source, records: expected });
    });
  }
});

/** Returns a page with a listing of lamps and a list of other links. */
function lamps(from: number, to: number): Buffer {
  const card = (at: number) =>
    `<li class=card><h2><a href=/lamp/${at}>Lamp number ${at}</a></h2><p class=price>$${at + 10}.00</p><p>Brass, ${at} cm high</p></li>`;
  const cards = Array.from({ length: to - from }, (_, index) => card(from + index)).join('');
  const links = ['Help', 'Delivery', 'Returns', 'Contact'].map(
    (text) => `<li><a href=/${text}>${text}</a></li>`,
  );
  return Buffer.from(
    `<!doctype html><title>Lamps</title><main><h1>Lamps</h1><ul class=lamps>${cards}</ul></main><footer><ul>${links.join('')}</ul></footer>`,
  );
}

test('reads a last page with a single record like the other pages', () => {
  const job = {
    url: `${origin}/lamps`,
    headers: { 'content-type': 'text/html' },
    answers: [],
    fields: ['name', 'price'],
  };
  const [first] = findOnPage({ ...job, bytes: lamps(0, 12), reading: null }).sources;
  assert.ok(first !== undefined && first.read?.records.length === 12);
  const rules = Object.fromEntries(
    Object.entries(first.fields ?? {}).map(([name, { rule }]) => [name, rule]),
  );
  const reading = { kind: first.kind, path: first.path, rules };
  const [last] = findOnPage({ ...job, bytes: lamps(12, 13), reading }).sources;
  assert.deepEqual(last?.read?.records, [{ name: 'Lamp number 12', price: 22 }]);
  const none = findOnPage({ ...job, bytes: lamps(0, 0), reading }).sources;
  assert.equal(none[0]?.read?.records.length ?? 0, 0);
});

/** The feed has seconds, the expected records only minutes. */
function shortened(record: Record<string, unknown>, site: ListingSite): Record<string, unknown> {
  return site.name === 'feed' ? { ...record, published: String(record.published).slice(0, 16) } : record;
}
