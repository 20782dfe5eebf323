import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundResult, SearchQuery } from '../../domain/search.ts';
import { isWanted, mergeResults, resultIdentity } from './merge-results.ts';
import { plainText } from './plain-text.ts';

const query: SearchQuery = {
  query: 'q',
  country: null,
  language: null,
  freshness: null,
  includeDomains: [],
  excludeDomains: [],
  category: 'web',
};

function result(url: string, more: Partial<FoundResult> = {}): FoundResult {
  return { url, title: '', snippet: '', engines: ['a'], ...more };
}

test('one page in many spellings is one result', () => {
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

test('what was found twice keeps its place and gains engines and what was missing', () => {
  const merged = mergeResults(query);
  const added = merged.add([result('https://example.com/a'), result('https://example.com/b')]);
  const again = merged.add([
    result('http://www.example.com/a/', { engines: ['b', 'a'], title: 'A', published_at: '2025-01-01' }),
  ]);
  assert.deepEqual([added, again], [2, 0]);
  assert.deepEqual(merged.all()[0], {
    url: 'https://example.com/a',
    title: 'A',
    snippet: '',
    engines: ['a', 'b'],
    published_at: '2025-01-01',
  });
});

test('domains are kept to, whatever a provider gives', () => {
  const only = { ...query, includeDomains: ['example.com'], excludeDomains: ['shop.example.com'] };
  assert.equal(isWanted('https://example.com/', only), true);
  assert.equal(isWanted('https://blog.example.com./x', only), true);
  assert.equal(isWanted('https://shop.example.com/', only), false);
  assert.equal(isWanted('https://a.shop.example.com/', only), false);
  assert.equal(isWanted('https://notexample.com/', only), false);
  assert.equal(isWanted('https://example.com.evil.test/', only), false);
});

test('pictures are told apart by themselves, not by their page', () => {
  const merged = mergeResults({ ...query, category: 'images' });
  const picture = (name: string) =>
    result('https://example.com/', { image: { url: `https://cdn.test/${name}` } });
  assert.equal(merged.add([picture('1.png'), picture('2.png'), picture('1.png')]), 2);
});

test('Markdown becomes plain text, in linear time', () => {
  const markdown =
    '# Title\n\n- **bold** [link](https://a.test "t") and ![picture](x.png)\n> `code`\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\\*star';
  assert.equal(plainText(markdown).replace(/\s+/g, ' '), 'Title bold link and picture code a b 1 2 *star');
  for (const unit of ['[', '![', '](', '| - ', '#', '`', '\\', '- ']) {
    assert.ok(plainText(unit.repeat(60_000)).length <= 60_000 * unit.length);
  }
});
