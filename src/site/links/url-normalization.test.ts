import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalUrl, mayBePage, normalizeLink } from './url-normalization.ts';

test('equivalent URLs have the same canonical form', () => {
  const equivalentUrls: Array<[string, string]> = [
    ['HTTP://Shop.Test:80/a', 'http://shop.test/a'],
    ['https://shop.test:443/a?', 'https://shop.test/a'],
    ['https://shop.test./a', 'https://shop.test/a'],
    ['https://shop.test.:8443/a', 'https://shop.test:8443/a'],
    ['https://shop.test', 'https://shop.test/'],
    ['https://shop.test/a#part', 'https://shop.test/a'],
    ['https://shop.test/a?b=2&a=1', 'https://shop.test/a?a=1&b=2'],
    ['https://shop.test/a?utm_source=x&id=7&fbclid=y&UTM_Medium=z', 'https://shop.test/a?id=7'],
    ['https://shop.test/a?&&id=7&', 'https://shop.test/a?id=7'],
    ['https://shop.test/a/../b/./c', 'https://shop.test/b/c'],
    ['https://shop.test/%7euser/%c3%a9', 'https://shop.test/~user/%C3%A9'],
    ['https://shop.test/é', 'https://shop.test/%C3%A9'],
    ['https://user:word@shop.test/a', 'https://shop.test/a'],
    ['https://bücher.test/', 'https://xn--bcher-kva.test/'],
    ['https://shop.test/a;jsessionid=1A2B3C?id=1', 'https://shop.test/a?id=1'],
    ['https://shop.test/a?PHPSESSID=abc&id=1', 'https://shop.test/a?id=1'],
    ['https://shop.test/a?sid=0f9e8d7c6b5a43210f9e&id=1', 'https://shop.test/a?id=1'],
    ['https://shop.test/(S(lit3py55t21z5v55vlm25s55))/a', 'https://shop.test/a'],
  ];
  for (const [written, canonical] of equivalentUrls) assert.equal(canonicalUrl(written), canonical, written);
});

test('URLs that may differ in content stay distinct', () => {
  const distinctUrls = [
    'http://shop.test/a',
    'https://shop.test/a',
    'https://www.shop.test/a',
    'https://shop.test/a/',
    'https://shop.test/a/index.html',
    'https://shop.test/A',
    'https://shop.test/a?x',
    'https://shop.test/a?x=',
    'https://shop.test/a?x=%26',
    'https://shop.test/a?sid=7',
    'https://shop.test/a?s=best-lanterns-of-2026',
    'https://shop.test/a?session_id=12',
    'https://shop.test/a?t=2&t=1',
    'https://shop.test/a?t=1&t=2',
    'https://shop.test:8443/a',
    'https://shop.test/a%2Fb',
    'https://shop.test/a/b',
  ];
  assert.equal(new Set(distinctUrls.map((address) => canonicalUrl(address))).size, distinctUrls.length);
  for (const address of distinctUrls)
    assert.equal(canonicalUrl(canonicalUrl(address)), canonicalUrl(address), address);
});

test('strings that are not web URLs are returned unchanged', () => {
  for (const address of ['mailto:a@b.test', 'nonsense', '', 'javascript:void(0)']) {
    assert.equal(canonicalUrl(address), address);
    assert.equal(normalizeLink(address), null);
  }
  assert.equal(normalizeLink(`https://shop.test/${'a'.repeat(9000)}`), null);
});

test('a link keeps the spelling of the site but loses tracking parameters', () => {
  assert.equal(
    normalizeLink(' ../b?z=1&a=%7e&utm_campaign=x#top ', 'https://shop.test/x/y/'),
    'https://shop.test/x/b?z=1&a=%7e',
  );
  assert.equal(normalizeLink('//cdn.test/x', 'https://shop.test/'), 'https://cdn.test/x');
  assert.equal(normalizeLink('?page=2', 'https://shop.test/list'), 'https://shop.test/list?page=2');
});

test('characters that nobody sees are no part of a link; joiners of a script are', () => {
  const base = 'https://shop.test/';
  assert.equal(normalizeLink('/lamps\u200b', base), 'https://shop.test/lamps');
  assert.equal(normalizeLink('\ufeff/a\u00adb?c=\u2060d', base), 'https://shop.test/ab?c=d');
  assert.equal(normalizeLink('/می\u200cخواهم', base), encodeURI('https://shop.test/می\u200cخواهم'));
});

test('files without text are skipped, pages about files are not', () => {
  for (const path of ['/a.JPG', '/a.tar.gz', '/b/c.mp4?x=1', '/f.woff2', '/setup.exe'])
    assert.equal(mayBePage(`https://shop.test${path}`), false, path);
  for (const path of [
    '/',
    '/a',
    '/a.html',
    '/a.php?file=b.jpg',
    '/wiki/File:Crane.jpg',
    '/wiki/Node.js',
    '/v1.2',
    '/.zip',
    '/paper.pdf',
    '/feed.xml',
  ])
    assert.equal(mayBePage(`https://shop.test${path}`), true, path);
  assert.equal(mayBePage('mailto:a@b.test'), false);
});
