import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../domain/pages/extraction.ts';
import { confirmedValues } from './confirmed-values.ts';

const at = new Date('2026-11-21T10:20:00Z');
const later = new Date('2026-11-22T13:41:00Z');
const compare = (before: Json, readings: Json[], known: string[] = []) =>
  confirmedValues(
    { data: before, at },
    readings.map((data) => ({ data, at: later })),
    new Set(known),
  );

test('list order is ignored, and records are matched by an identifying field', () => {
  const before = {
    tags: ['a', 'b', 'c'],
    items: [
      { sku: '1', price: 10 },
      { sku: '2', price: 20 },
    ],
  };
  const shuffled = {
    items: [
      { price: 20, sku: '2' },
      { sku: '1', price: 10 },
    ],
    tags: ['c', 'a', 'b'],
  };
  assert.deepEqual(compare(before, [shuffled]).fields, {});
  const now = {
    ...shuffled,
    items: [
      { sku: '3', price: 5 },
      { sku: '2', price: 18 },
    ],
  };
  assert.deepEqual(compare(before, [now, now]).fields, {
    '/items/0': { old: { sku: '1', price: 10 }, new: null },
    '/items/1/price': { old: 20, new: 18 },
    '/items/2': { old: null, new: { sku: '3', price: 5 } },
  });
});

test('only differences in all readings are changes; alternating values become known noise', () => {
  const before = { price: 10, offer: 'A' };
  const { fields, noiseKeys } = compare(before, [
    { price: 8, offer: 'B' },
    { price: 8, offer: 'A' },
  ]);
  assert.deepEqual(fields, { '/price': { old: 10, new: 8 } });
  assert.deepEqual(noiseKeys, ['/offer "A"', '/offer "B"']);
  assert.deepEqual(compare(before, [{ price: 10, offer: 'B' }], noiseKeys).fields, {});
  assert.deepEqual(compare(before, [{ price: 10, offer: 'C' }], noiseKeys).fields, {
    '/offer': { old: 'A', new: 'C' },
  });
});

test('texts are compared without noise', () => {
  const before = { posted: '3 hours ago', date: '21.11.2026', price: '1,200.50' };
  assert.deepEqual(
    compare(before, [{ posted: '1 day ago', date: '22.11.2026', price: '1200.5' }]).fields,
    {},
  );
});
