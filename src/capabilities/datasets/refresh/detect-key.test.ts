import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectKey } from './detect-key.ts';

test('an id ranks before a URL, and a URL before an article number', () => {
  const records = [
    { sku: 'a', link: '/1', id: 1, name: 'x' },
    { sku: 'b', link: '/2', id: 2, name: 'y' },
  ];
  assert.deepEqual(detectKey(records), ['id']);
  assert.deepEqual(detectKey(records.map(({ id, ...rest }) => rest)), ['link']);
  assert.deepEqual(detectKey(records.map(({ sku, name }) => ({ name, sku }))), ['sku']);
});

test('a field that does not identify every record is not the key', () => {
  assert.deepEqual(
    detectKey([
      { id: 1, url: '/a' },
      { id: 1, url: '/b' },
    ]),
    ['url'],
  );
  assert.deepEqual(detectKey([{ id: 1, url: '/a' }, { url: '/b' }]), ['url']);
  assert.deepEqual(
    detectKey([
      { id: null, name: 'a' },
      { id: 2, name: 'b' },
    ]),
    [],
  );
  assert.deepEqual(detectKey([{ id: '', name: 'a' }]), []);
  assert.deepEqual(detectKey([{ id: { nested: 1 } }, { id: { nested: 2 } }]), []);
});

test('names are compared without case and punctuation, and any id is the last resort', () => {
  assert.deepEqual(detectKey([{ 'Product-URL': '/a' }, { 'Product-URL': '/b' }]), ['Product-URL']);
  assert.deepEqual(detectKey([{ warehouse_id: 7 }, { warehouse_id: 8 }]), ['warehouse_id']);
  assert.deepEqual(detectKey([{ seatId: 7 }, { seatId: 8 }]), ['seatId']);
  assert.deepEqual(detectKey([{ paid: 7 }, { paid: 8 }]), []);
  assert.deepEqual(detectKey([{ 'link to the product': '/a' }, { 'link to the product': '/b' }]), [
    'link to the product',
  ]);
  assert.deepEqual(detectKey([{ 'image link': '/a' }, { 'image link': '/b' }]), []);
  assert.deepEqual(detectKey([{ paidLink: 'x', articleId: 'y' }]), ['articleId']);
  assert.deepEqual(detectKey([]), null);
});
