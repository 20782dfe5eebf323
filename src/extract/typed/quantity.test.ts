import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getNumberFormatOf } from '../../page/text/number.ts';
import { parseQuantity, unitOf, withoutUnit } from './quantity.ts';

const english = getNumberFormatOf('en');

/** Rows: name of the field, description, text, value. */
const rows: [name: string, description: string, text: string, value: number | null][] = [
  ['weight kg', '', '850 g', 0.85],
  ['weight kg', '', '8.5 kg (18.7 lbs)', 8.5],
  ['distance km', '', '3.5 miles', 5.632704],
  ['distance km', '', '12', 12],
  ['warranty years', '', '24 months', 2],
  ['power w', '', '1.2 kW', 1200],
  ['screen size', 'in inches', '68.58 cm', 27],
  ['weight', 'weight in grams', '1.5 kg', 1500],
  ['power w', '', '230 V, 50 Hz', null],
];

describe('quantities in the unit that a field asks for', () => {
  for (const [name, description, text, value] of rows) {
    test(`${name} ${description}: ${text}`, () => {
      const unit = unitOf(name.split(' '), description);
      assert.ok(unit !== null);
      assert.equal(parseQuantity(text, unit, english), value);
    });
  }

  test('a unit at the end of a name is no part of what the page calls it', () => {
    assert.deepEqual(withoutUnit(['weight', 'kg']), ['weight']);
    assert.deepEqual(withoutUnit(['model', 'year']), ['model', 'year']);
    assert.deepEqual(withoutUnit(['valid', 'to']), ['valid', 'to']);
    assert.deepEqual(withoutUnit(['minutes']), ['minutes']);
  });
});
