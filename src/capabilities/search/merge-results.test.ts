import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWebQuery, type FoundResult } from '../../domain/resources/search.ts';
import { createMergedResults, isInRequestedDomains, resultIdentity } from './merge-results.ts';
import { plainText } from './plain-text.ts';

const query = createWebQuery('q');

function result(url: string, overrides: Partial<FoundResult> = {}): FoundResult {
  return { url, title: '', snippet: '', engines: ['a'], ...overrides };
}

test('different spellings of one URL are one result', () => {
  const spellings = [
    'https://example.com/page?id=1',
    'http://example.com/page/?id=1',
    'https://www.example.com/page?id=1#part',
    'https://example.com/page?utm_source=x&id=1',
  ];
  assert.equal(new Set(spellings.map(resultIdentity)).size, 1);
  assert.notEqual(resultIdentity('https://example.com/page?id=2'), resultIdentity(spellings[0] as string));
  assert.notEqual(resultIdentity('https://example.com/'), resultIdentity('https://example.com/a'));
});

test('a duplicate result keeps its position and adds engines and missing fields', () => {
  const merged = createMergedResults(query);
  const added = merged.add([result('https://example.com/a'), result('https://example.com/b')]);
  const secondAdd = merged.add([
    result('http://www.example.com/a/', { engines: ['b', 'a'], title: 'A', published_at: '2025-01-01' }),
  ]);
  assert.deepEqual([added, secondAdd], [2, 0]);
  assert.deepEqual(merged.all()[0], {
    url: 'https://example.com/a',
    title: 'A',
    snippet: '',
    engines: ['a', 'b'],
    published_at: '2025-01-01',
  });
});

test('results are filtered by domain, whatever a provider returns', () => {
  const domainQuery = { ...query, includeDomains: ['example.com'], excludeDomains: ['shop.example.com'] };
  assert.equal(isInRequestedDomains('https://example.com/', domainQuery), true);
  assert.equal(isInRequestedDomains('https://blog.example.com./x', domainQuery), true);
  assert.equal(isInRequestedDomains('https://shop.example.com/', domainQuery), false);
  assert.equal(isInRequestedDomains('https://a.shop.example.com/', domainQuery), false);
  assert.equal(isInRequestedDomains('https://notexample.com/', domainQuery), false);
  assert.equal(isInRequestedDomains('https://example.com.evil.test/', domainQuery), false);
});

test('images are identified by their own URL, not by their page', () => {
  const merged = createMergedResults({ ...query, category: 'images' });
  const createImageResult = (name: string) =>
    result('https://example.com/', { image: { url: `https://cdn.test/${name}` } });
  assert.equal(
    merged.add([createImageResult('1.png'), createImageResult('2.png'), createImageResult('1.png')]),
    2,
  );
});

test('Markdown is converted to plain text in linear time', () => {
  const markdown =
    '# Title\n\n- **bold** [link](https://a.test "t") and ![picture](x.png)\n> `code`\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\\*star';
  assert.equal(plainText(markdown).replace(/\s+/g, ' '), 'Title bold link and picture code a b 1 2 *star');
  for (const unit of ['[', '![', '](', '| - ', '#', '`', '\\', '- ']) {
    assert.ok(plainText(unit.repeat(60_000)).length <= 60_000 * unit.length);
  }
});
