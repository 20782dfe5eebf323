import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListingSite } from '../../../test/world/listings/listing-site.ts';
import { staticListings } from '../../../test/world/listings/static-listings.ts';
import type { Route } from '../../../test/world/loopback-server.ts';
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
    test(`${site.name}: the right source, all of its records, every value`, () => {
      const { sources } = findOnPage({ ...firstPage(site), fields: [...site.fields] });
      const [best] = sources;
      assert.ok(best?.read !== undefined, 'nothing was found');
      const wanted = site.records
        .slice(0, site.size)
        .map((record) => JSON.parse(JSON.stringify(record).replaceAll('ORIGIN', origin)));
      const found = best.read.records.map((record) => shortened(record, site));
      assert.deepEqual({ kind: best.kind, records: found }, { kind: site.source, records: wanted });
    });
  }
});

/** A feed tells seconds, its database here minutes. */
function shortened(record: Record<string, unknown>, site: ListingSite): Record<string, unknown> {
  return site.name === 'feed' ? { ...record, published: String(record.published).slice(0, 16) } : record;
}
