import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGeoDatabase, openGeoDatabases } from './geo-database.ts';
import { createGeography } from './geography.ts';

test('two databases locate an address, and the rules of the operator take precedence', async () => {
  const rules = [
    { network: '8.8.0.0/16', country: 'DE', city: null },
    { network: '8.8.8.0/24', country: 'NL', city: 'Delft' },
    { network: '2001:4860::/32', country: 'FR', city: null },
  ];
  const geography = createGeography(rules, () => openGeoDatabases(null));
  const located = await createGeography([], () => openGeoDatabases(null)).locate('8.8.8.8');
  assert.deepEqual([located.country, located.isAgreed, located.evidence.length], ['US', true, 2]);
  for (const { source, db_date } of located.evidence) {
    assert.match(source, /^(geo-whois-asn-country|dbip-country)$/);
    assert.match(db_date ?? '', /^20\d\d-\d\d-\d\d$/);
  }
  // The combined files contain both address families.
  assert.equal((await geography.locate('2606:4700:4700::1111')).evidence.length, 2);
  assert.equal((await geography.locate('2001:4860:4860::8888')).country, 'FR');
  const narrow = await geography.locate('::ffff:8.8.8.8');
  assert.deepEqual([narrow.country, narrow.city, narrow.evidence[0]?.source], ['NL', 'Delft', 'geo']);
  assert.equal((await geography.locate('8.8.4.4')).country, 'DE');
  const unknown = await geography.locate('127.0.0.1');
  assert.deepEqual([unknown.country, unknown.isAgreed], [null, false]);
});

test('different countries are not agreed, and both are listed', async () => {
  const database = (name: string, country: string) => ({
    name,
    date: '2026-01-01',
    find: () => ({ country, city: null }),
  });
  const geography = createGeography([], async () => [database('one', 'DE'), database('other', 'AT')]);
  const { country, isAgreed, evidence } = await geography.locate('198.51.100.7');
  assert.deepEqual([country, isAgreed], ['DE', false]);
  assert.deepEqual(
    evidence.map((one) => one.country),
    ['DE', 'AT'],
  );
});

test('databases that could not be read are read again', async () => {
  let reads = 0;
  const geography = createGeography([], async () => {
    reads++;
    if (reads === 1) throw new Error('too many open files');
    return openGeoDatabases(null);
  });
  await assert.rejects(geography.locate('8.8.8.8'), /too many open files/);
  assert.equal((await geography.locate('8.8.8.8')).country, 'US');
});

test('a file that is not a database is rejected', async () => {
  await assert.rejects(openGeoDatabase(import.meta.filename), /is not a country database/);
});
