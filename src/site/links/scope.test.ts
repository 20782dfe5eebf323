import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScope } from './scope.ts';

function filterCovered(start: string, includeSubdomains: boolean, urls: string[]): string[] {
  const scope = createScope(start, includeSubdomains);
  return urls.filter((address) => scope.covers(address));
}

test('a site is one host, with and without www, over http and https', () => {
  const sameSite = [
    'http://shop.test/',
    'https://shop.test/a',
    'https://www.shop.test/b',
    'https://SHOP.test./c',
  ];
  const otherSites = [
    'https://blog.shop.test/',
    'https://shop.test:8443/',
    'https://notshop.test/',
    'ftp://shop.test/',
    'mailto:a@shop.test',
    'https://shop.test.evil.test/',
  ];
  assert.deepEqual(
    filterCovered('https://shop.test/deep/page', false, [...sameSite, ...otherSites]),
    sameSite,
  );
  assert.deepEqual(filterCovered('https://www.shop.test/', false, [...sameSite, ...otherSites]), sameSite);
});

test('subdomains are those of the registrable domain, for every start host', () => {
  const urls = [
    'https://shop.co.uk/',
    'https://www.shop.co.uk/',
    'https://de.blog.shop.co.uk/',
    'https://other.co.uk/',
    'https://myshop.co.uk/',
  ];
  assert.deepEqual(filterCovered('https://blog.shop.co.uk/x', true, urls), urls.slice(0, 3));
});

test('two customers of one hosting service have separate sites', () => {
  assert.deepEqual(
    filterCovered('https://anna.github.io/', true, ['https://bob.github.io/', 'https://github.io/']),
    [],
  );
});

test('an IP address is a site of its own', () => {
  assert.deepEqual(
    filterCovered('http://127.0.0.11:8080/', true, [
      'http://127.0.0.11:8080/x',
      'http://127.0.0.12:8080/',
      'http://127.0.0.11/',
    ]),
    ['http://127.0.0.11:8080/x'],
  );
});
