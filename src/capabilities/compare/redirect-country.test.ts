import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRedirectCountry } from './redirect-country.ts';

const rows: [requested: string, final: string, country: string, elsewhere: string | null][] = [
  ['https://shop.example/lamp', 'https://shop.example/us/lamp', 'DE', 'US'],
  ['https://shop.example/lamp', 'https://shop.example/en-us/lamp', 'GB', 'US'],
  ['https://shop.example/lamp', 'https://us.shop.example/lamp', 'FR', 'US'],
  ['https://shop.example/lamp', 'https://www.shop.co.uk/lamp', 'FR', 'GB'],
  ['https://shop.example/lamp', 'https://shop.example/lamp?country=US', 'FR', 'US'],
  ['https://shop.example/lamp', 'https://shop.example/de/lamp', 'AT', null],
  ['https://shop.example/lamp', 'https://shop.example/fr/lamp', 'CH', null],
  ['https://shop.example/lamp', 'https://shop.example/de-at/lamp', 'AT', null],
  ['https://shop.example/lamp', 'https://shop.example/en/lamp', 'FR', null],
  ['https://shop.example/us/lamp', 'https://shop.example/us/lamp/', 'DE', null],
  ['https://shop.example/lamp', 'https://shop.example/lamp-2', 'DE', null],
  ['https://shop.com/lamp', 'https://shop.de/lampe', 'DE', null],
];

for (const [requested, final, country, elsewhere] of rows) {
  test(`${country}: ${requested} to ${final}`, () => {
    assert.equal(findRedirectCountry(requested, final, country), elsewhere);
  });
}
