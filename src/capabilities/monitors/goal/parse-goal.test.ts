import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseGoal } from './parse-goal.ts';

/** Clauses in short: subject, movement, amount. */
function short(goal: string): string[] | null {
  const clauses = parseGoal(goal);
  return (
    clauses?.map(({ subject, movement, amount, isPercent }) =>
      [subject.join(' '), movement, amount === null ? '' : `${amount}${isPercent ? '%' : ''}`].join('|'),
    ) ?? null
  );
}

const goals: Record<string, string[] | null> = {
  'tell me when the price falls or a new size is added': ['price|falls|', 'size|added|'],
  'Notify me if the price drops by at least 10 %.': ['price|falls|10%'],
  'the price falls below €20': ['price|below|20'],
  'when the price goes above 49.90': ['price|above|49.90'.replace('49.90', '49.9')],
  'it is back in stock': ['|in_stock|'],
  'the lamp is sold out': ['lamp|out_of_stock|'],
  'the release date changes': ['release date|changes|'],
  'alert me when the price or the shipping cost rises': ['price|rises|', 'shipping cost|rises|'],
  'the price falls or rises': ['price|falls|', 'price|rises|'],
  'the deadline is postponed, or a speaker is removed': ['deadline|changes|', 'speaker|removed|'],
  'when the price falls and when a colour is added': ['price|falls|', 'colour|added|'],
  'the product becomes available': ['|in_stock|'],
  'the price is lower than 100 euros': ['price|below|100'],
  'Sag mir Bescheid, wenn der Preis fällt oder eine neue Größe hinzukommt': ['preis|falls|', 'große|added|'],
  'wenn der Preis unter 20,50 € fällt': ['preis|below|20.5'],
  'wenn der Preis um mindestens 10 % sinkt': ['preis|falls|10%'],
  'wenn es wieder lieferbar ist': ['|in_stock|'],
  'Préviens-moi quand le prix baisse ou quand une nouvelle taille est ajoutée': [
    'prix|falls|',
    'taille|added|',
  ],
  'quand le prix passe sous 20 euros': ['prix|below|20'],
  "quand l'article est de nouveau disponible": ['|in_stock|'],
  'cuando el precio baja de 15,99 €': ['precio|below|15.99'],
  'cuando está disponible': ['|in_stock|'],
  'cuando el precio sube o se añade una talla nueva': ['precio|rises|', 'talla|added|'],
  // Only a model decides these.
  'wenn der Preis nicht fällt': null,
  'wenn der Preis nur sonntags fällt': null,
  'quand le prix ne baisse pas': null,
  'cuando el precio baja y hay stock': null,
  'the price does not change': null,
  'the price falls and it is in stock': null,
  'something about the northern quay is announced': null,
  'the price falls unless it is Sunday': null,
  'the 3 cheapest rooms get cheaper': null,
  'is added': null,
  '': null,
};

for (const [goal, expected] of Object.entries(goals)) {
  test(`goal: ${goal || '(empty)'}`, () => assert.deepEqual(short(goal), expected));
}

test('the currency of a bound', () => {
  const currencies = [
    'under €20',
    'under 20 euros',
    'under 20 dollars',
    'under £ 20',
    'under $20',
    'under 20',
  ].map((bound) => parseGoal(`the price is ${bound}`)?.[0]?.currency);
  assert.deepEqual(currencies, ['EUR', 'EUR', 'USD', 'GBP', null, null]);
});

test('a long goal takes linear time', () => {
  const started = process.cpuUsage();
  for (const part of ['price falls or ', 'by at least ', '1.1 ', ' and when ', 'is added, '])
    parseGoal(part.repeat(20_000));
  assert.ok(process.cpuUsage(started).user < 5_000_000);
});
