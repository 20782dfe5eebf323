import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getUrlPattern } from './url-pattern.ts';

const samePattern: [string, string][] = [
  ['https://www.example.com/products/red-kettle-41', 'https://example.com/products/pan'],
  ['https://shop.example.co.uk/de/p/120044.html', 'https://example.co.uk/de/p/7.html'],
  ['https://example.com/2024/05/some-title/', 'https://example.com/2019/11/other'],
  ['https://example.com/item?id=3&utm_source=x', 'https://example.com/item?id=99'],
  [
    'https://example.com/u/9f1c6b4e-1111-4222-8333-abcdefabcdef/view',
    'https://example.com/u/0a1c6b4e-1111-4222-8333-abcdefabcdef/edit',
  ],
];
const differentPattern: [string, string][] = [
  ['https://example.com/products/pan', 'https://example.com/news/pan'],
  ['https://example.com/p/7.html', 'https://example.com/p/7.php'],
  ['https://example.com/item?id=3', 'https://example.com/item?search=3'],
  ['https://a.github.io/x/1', 'https://b.github.io/x/1'],
  ['http://127.0.0.1:8001/x/1', 'http://127.0.0.1:8002/x/1'],
  ['https://example.com/', 'https://example.com/kettle'],
];

test('pages of one type share a URL pattern', () => {
  for (const [one, other] of samePattern)
    assert.deepEqual(getUrlPattern(one), getUrlPattern(other), `${one} ${other}`);
});

test('pages of another type, site or port have another URL pattern', () => {
  for (const [one, other] of differentPattern) {
    assert.notDeepEqual(getUrlPattern(one), getUrlPattern(other), `${one} ${other}`);
  }
});

test('returns null for other URLs and limits the length of patterns', () => {
  assert.equal(getUrlPattern('about:blank'), null);
  assert.equal(getUrlPattern('nonsense'), null);
  const long = getUrlPattern(`https://example.com/${'part/'.repeat(2000)}`);
  assert.ok((long?.pattern.length ?? 1000) <= 300);
});
