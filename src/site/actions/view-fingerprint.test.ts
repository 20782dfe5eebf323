import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprintView, hasOtherViews, type ViewContent } from './view-fingerprint.ts';

const site = 'http://files.example';

function view(path: string, rows: readonly string[], links: readonly string[] = []): ViewContent {
  const url = new URL(path, site);
  return {
    url,
    title: 'Files',
    text: [`[Name](${url.href}&order=up)`, ...rows].join('\n'),
    links: [`${url.href}&order=up`, ...links].map((link) => ({ url: new URL(link, site).href, text: '' })),
  };
}

const rows = ['anchor 12', 'berth 40', 'crane 7'];
const print = (...args: Parameters<typeof view>) => fingerprintView(view(...args));

test('the same content in another order has the same fingerprint', () => {
  assert.equal(
    print('/list/?s=name', rows, ['/a', '/b']),
    print('/list/?s=size', rows.toReversed(), ['/b', '/a']),
  );
});

test('other words, numbers, counts and links have other fingerprints', () => {
  const known = print('/list/?s=name', rows, ['/a', '/b']);
  for (const other of [
    print('/list/?s=name', ['anchor 12', 'berth 41', 'crane 7'], ['/a', '/b']),
    print('/list/?s=name', [...rows, 'crane'], ['/a', '/b']),
    print('/list/?s=name', rows, ['/a', '/c']),
    print('/list/?s=name', rows, ['/a', '/b?id=2']),
    fingerprintView({ ...view('/list/?s=name', rows, ['/a', '/b']), title: 'Other files' }),
  ])
    assert.notEqual(other, known);
});

test('a page has other views if it links to its path with a query', () => {
  const links = (...urls: string[]) => ({
    url: new URL('/list/', site),
    links: urls.map((url) => ({ url, text: '' })),
  });
  assert.equal(hasOtherViews(links(`${site}/list/?s=name`)), true);
  assert.equal(hasOtherViews(links(`${site}/list/`, `${site}/list/more?s=name`)), false);
});
