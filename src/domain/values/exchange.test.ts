import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyOfCountry, isCurrency, minorDigitsOf } from './currency.ts';
import { compareDecimals, type Decimal, decimalText, divideRounded, parseDecimal } from './decimal.ts';
import { convertCurrency, isStale, type RateTable } from './exchange.ts';

const table: RateTable = {
  source: 'ecb',
  date: '2026-11-20',
  perEuro: { USD: '1.1512', JPY: '178.41', KWD: '0.35310', GBP: '0.88000' },
};
const decimal = (text: string) => parseDecimal(text) as Decimal;

test('amounts are converted exactly through the euro and rounded once at the end', () => {
  assert.deepEqual(convertCurrency('1299.00', 'EUR', 'USD', table), {
    amount: '1495.41',
    unrounded: '1495.4088000000',
    rate: '1.1512000000',
  });
  // 12800 / 178.41 * 1.1512 = 82.5926... ; the intermediate amount in euros is not rounded.
  assert.equal(convertCurrency('12800', 'JPY', 'USD', table)?.amount, '82.59');
  assert.equal(convertCurrency('100.005', 'USD', 'JPY', table)?.amount, '15499');
  assert.equal(convertCurrency('1', 'EUR', 'KWD', table)?.amount, '0.353');
  assert.deepEqual(convertCurrency('19.99', 'PLN', 'PLN', table), {
    amount: '19.99',
    unrounded: '19.9900000000',
    rate: '1.0000000000',
  });
  // An amount that a double cannot represent exactly.
  assert.equal(convertCurrency('90071992547409.93', 'EUR', 'EUR', table)?.amount, '90071992547409.93');
});

test('unknown currencies and invalid amounts are not converted', () => {
  assert.equal(convertCurrency('5', 'RUB', 'USD', table), null);
  assert.equal(convertCurrency('5', 'USD', 'RUB', table), null);
  assert.equal(convertCurrency('5', 'toString', 'USD', table), null);
  assert.equal(convertCurrency('5,00', 'EUR', 'USD', table), null);
  assert.equal(convertCurrency('1e3', 'EUR', 'USD', table), null);
});

test('halves are rounded to even, for positive and negative numbers', () => {
  const rounded = (text: string, digits: number) =>
    decimalText(divideRounded([decimal(text)], decimal('1'), digits));
  assert.deepEqual(
    ['0.125', '0.135', '2.5', '3.5', '-2.5', '0.1251'].map((text) =>
      rounded(text, text.startsWith('0') ? 2 : 0),
    ),
    ['0.12', '0.14', '2', '4', '-2', '0.13'],
  );
  assert.equal(decimalText(divideRounded([decimal('1')], decimal('3'), 4)), '0.3333');
  assert.equal(decimalText(divideRounded([decimal('1000')], decimal('0.001'), 0)), '1000000');
});

test('decimals compare by value', () => {
  assert.equal(compareDecimals(decimal('12.50'), decimal('12.5')), 0);
  assert.equal(compareDecimals(decimal('9.99'), decimal('10')), -1);
  assert.equal(compareDecimals(decimal('-1'), decimal('-2')), 1);
});

test('a table is stale from the fifth day on', () => {
  assert.equal(isStale(table, new Date('2026-11-24T23:59:59Z')), false);
  assert.equal(isStale(table, new Date('2026-11-25T00:00:00Z')), true);
});

test('currencies have minor units, and countries have a currency', () => {
  assert.deepEqual(['EUR', 'JPY', 'KWD', 'CLP', 'ISK'].map(minorDigitsOf), [2, 0, 3, 0, 0]);
  assert.deepEqual([isCurrency('EUR'), isCurrency('eur'), isCurrency('EUX')], [true, false, false]);
  assert.deepEqual(['DE', 'BG', 'GB', 'CH', 'XX'].map(currencyOfCountry), ['EUR', 'EUR', 'GBP', 'CHF', null]);
});
