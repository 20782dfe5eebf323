import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTextForm } from './text-form.ts';

test('returns the form of a text with digits', () => {
  const forms = [
    '(325) 674-2000',
    '205 lbs.',
    '27 mpg city / 36 mpg hwy',
    '9780312605391',
    '$9,970',
    'June 29, 2010',
  ];
  assert.deepEqual(forms.map(getTextForm), [
    '(0) 0-0',
    '0 lbs.',
    '0 mpg city / 0 mpg hwy',
    '0{13}',
    '$0,0',
    'june 0, 0',
  ]);
});

test('returns null for texts whose form says nothing', () => {
  assert.deepEqual(['', 'Harbour', '12', '2024', `1${'x'.repeat(80)}`].map(getTextForm), [
    null,
    null,
    null,
    null,
    null,
  ]);
});
