import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGeoDatabase, openGeoDatabases } from './geo-database.ts';
import { createGeography } from './geography.ts';

test('two databases say where an address lies, and the operator knows better', async () => {
  const rules = [
    { network: '8.8.0.0/16', country: 'DE', city: null },
    { network: '8.8.8.0/24', country: 'NL', city: 'Delft' },
    { network: '2001:4860::/32', country: 'FR', city: null },
  ];
  const geography = createGeography(rules, () => openGeoDatabases(null));
  const google = await createGeography([], () => openGeoDatabases(null)).opinionOf('8.8.8.8');
  assert.deepEqual([google.country, google.isAgreed, google.evidence.length], ['US', true, 2]);
  for (const { source, db_date } of google.evidence) {
    assert.match(source, /^(geo-whois-asn-country|dbip-country)$/);
    assert.match(db_date ?? '', /^20\d\d-\d\d-\d\d$/);
  }
  // The combined files know both kinds of address.
  assert.equal((await geography.opinionOf('2606:4700:4700::1111')).evidence.length, 2);
  assert.equal((await geography.opinionOf('2001:4860:4860::8888')).country, 'FR');
  const narrow = await geography.opinionOf('::ffff:8.8.8.8');
  assert.deepEqual([narrow.country, narrow.city, narrow.evidence[0]?.source], ['NL', 'Delft', 'geo']);
  assert.equal((await geography.opinionOf('8.8.4.4')).country, 'DE');
  const unknown = await geography.opinionOf('127.0.0.1');
  assert.deepEqual([unknown.country, unknown.isAgreed], [null, false]);
});

test('opinions that differ agree on nothing, and both are told', async () => {
  const database = (name: string, country: string) => ({
    name,
    date: '2026-01-01',
    find: () => ({ country, city: null }),
  });
  const geography = createGeography([], async () => [database('one', 'DE'), database('other', 'AT')]);
  const { country, isAgreed, evidence } = await geography.opinionOf('198.51.100.7');
  assert.deepEqual([country, isAgreed], ['DE', false]);
  assert.deepEqual(
    evidence.map((one) => one.country),
    ['DE', 'AT'],
  );
});

test('a file that is no database is refused', async () => {
  await assert.rejects(openGeoDatabase(import.meta.filename), /is no country database/);
});
