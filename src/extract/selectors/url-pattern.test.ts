import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKeyOf } from './url-pattern.ts';

const same: [string, string][] = [
  ['https://www.example.com/products/red-kettle-41', 'https://example.com/products/pan'],
  ['https://shop.example.co.uk/de/p/120044.html', 'https://example.co.uk/de/p/7.html'],
  ['https://example.com/2024/05/some-title/', 'https://example.com/2019/11/other'],
  ['https://example.com/item?id=3&utm_source=x', 'https://example.com/item?id=99'],
  [
    'https://example.com/u/9f1c6b4e-1111-4222-8333-abcdefabcdef/view',
    'https://example.com/u/0a1c6b4e-1111-4222-8333-abcdefabcdef/edit',
  ],
];
const different: [string, string][] = [
  ['https://example.com/products/pan', 'https://example.com/news/pan'],
  ['https://example.com/p/7.html', 'https://example.com/p/7.php'],
  ['https://example.com/item?id=3', 'https://example.com/item?search=3'],
  ['https://a.github.io/x/1', 'https://b.github.io/x/1'],
  ['http://127.0.0.1:8001/x/1', 'http://127.0.0.1:8002/x/1'],
  ['https://example.com/', 'https://example.com/kettle'],
];

test('pages of one kind share an address key', () => {
  for (const [one, other] of same)
    assert.deepEqual(addressKeyOf(one), addressKeyOf(other), `${one} ${other}`);
});

test('pages of another kind, site or port do not', () => {
  for (const [one, other] of different) {
    assert.notDeepEqual(addressKeyOf(one), addressKeyOf(other), `${one} ${other}`);
  }
});

test('what is no web address has no key, and long ones have short ones', () => {
  assert.equal(addressKeyOf('about:blank'), null);
  assert.equal(addressKeyOf('nonsense'), null);
  const long = addressKeyOf(`https://example.com/${'part/'.repeat(2000)}`);
  assert.ok((long?.pattern.length ?? 1000) <= 300);
});
