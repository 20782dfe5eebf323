import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryCurrencies } from './country-currencies.ts';
import { isCurrency } from './currency.ts';

test('every country stands once, under a currency that exists', () => {
  const countries = Object.values(countryCurrencies).flatMap((row) => row.split(' '));
  assert.deepEqual(
    countries.filter((country, at) => countries.indexOf(country) !== at),
    [],
  );
  assert.ok(countries.every((country) => /^[A-Z]{2}$/.test(country)));
  // Newer than what older releases of `Intl` know.
  const newer = new Set(['XCG', 'ZWG', 'SLE']);
  assert.deepEqual(
    Object.keys(countryCurrencies).filter((code) => !isCurrency(code) && !newer.has(code)),
    [],
  );
});
