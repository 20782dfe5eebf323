import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScope } from './scope.ts';

function covered(start: string, includeSubdomains: boolean, addresses: string[]): string[] {
  const scope = createScope(start, includeSubdomains);
  return addresses.filter((address) => scope.covers(address));
}

test('a site is its host, with and without www, on http and https', () => {
  const own = ['http://shop.test/', 'https://shop.test/a', 'https://www.shop.test/b', 'https://SHOP.test./c'];
  const others = [
    'https://blog.shop.test/',
    'https://shop.test:8443/',
    'https://notshop.test/',
    'ftp://shop.test/',
    'mailto:a@shop.test',
    'https://shop.test.evil.test/',
  ];
  assert.deepEqual(covered('https://shop.test/deep/page', false, [...own, ...others]), own);
  assert.deepEqual(covered('https://www.shop.test/', false, [...own, ...others]), own);
});

test('subdomains are those of the registrable domain, whichever of them was asked', () => {
  const addresses = [
    'https://shop.co.uk/',
    'https://www.shop.co.uk/',
    'https://de.blog.shop.co.uk/',
    'https://other.co.uk/',
    'https://myshop.co.uk/',
  ];
  assert.deepEqual(covered('https://blog.shop.co.uk/x', true, addresses), addresses.slice(0, 3));
});

test('two customers of one hosting service are two sites', () => {
  assert.deepEqual(
    covered('https://anna.github.io/', true, ['https://bob.github.io/', 'https://github.io/']),
    [],
  );
});

test('an address without a name stands for itself', () => {
  assert.deepEqual(
    covered('http://127.0.0.11:8080/', true, [
      'http://127.0.0.11:8080/x',
      'http://127.0.0.12:8080/',
      'http://127.0.0.11/',
    ]),
    ['http://127.0.0.11:8080/x'],
  );
});
