import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryCurrencies } from './country-currencies.ts';
import { isCurrency } from './currency.ts';

test('every country is listed once, under an existing currency', () => {
  const countries = Object.values(countryCurrencies).flatMap((row) => row.split(' '));
  assert.deepEqual(
    countries.filter((country, at) => countries.indexOf(country) !== at),
    [],
  );
  assert.ok(countries.every((country) => /^[A-Z]{2}$/.test(country)));
  // Codes that older releases of `Intl` do not support.
  const newer = new Set(['XCG', 'ZWG', 'SLE']);
  assert.deepEqual(
    Object.keys(countryCurrencies).filter((code) => !isCurrency(code) && !newer.has(code)),
    [],
  );
});
