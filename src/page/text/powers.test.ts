import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNumber } from './number.ts';

const rows: [text: string, value: number | null][] = [
  ['10^6', 1_000_000],
  ['10⁹ cells', 1_000_000_000],
  ['6 × 10^24 kg', 6e24],
  ['3.2 × 10^-4 m/s', 0.00032],
  ['1.25·10^3', 1250],
  ['10⁻²', 0.01],
  ['0.5 x 10^1', 5],
  ['12,345²', 12_345],
  ['1894^3', 1894],
  ['25 m²', 25],
  ['5^2', null],
  ['7⁴', null],
  ['10^99', null],
];

for (const [text, value] of rows) {
  test(`a number with raised digits: ${text}`, () => {
    assert.equal(parseNumber(text, { group: ',', minorDigits: null }), value);
  });
}
