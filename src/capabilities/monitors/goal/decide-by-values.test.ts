import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareValues } from '../../../diff/compare-values.ts';
import type { Json } from '../../../domain/pages/extraction.ts';
import type { Version, Watch } from '../settings/monitor-settings.ts';
import { canDecide, decideByValues } from './decide-by-values.ts';
import { parseGoal } from './parse-goal.ts';

const empty = {
  at: new Date(0),
  title: null,
  url: null,
  text: null,
  data: null,
  anchor: null,
  picture: null,
};
const summary = { added: 0, removed: 0, changed: 1 };

/** Decides a goal by the values before and after. */
function byFields(schema: object, goal: string, before: Json, after: Json): boolean | null {
  const watch: Watch = { kind: 'fields', schema: { type: 'object', ...schema }, prompt: null };
  const clauses = parseGoal(goal) ?? [];
  assert.ok(clauses.length > 0 && clauses.every((clause) => canDecide(watch, clause)), goal);
  const version = (data: Json): Version => ({ ...empty, data });
  const diff = { blocks: [], fields: compareValues(before, after), summary, truncated: false };
  return decideByValues(watch, clauses, { before: version(before), after: version(after), diff }).met;
}

type Block = [before: string | null, after: string | null];

/** Decides a goal by the changed texts of a page. */
function byTexts(goal: string, ...changed: Block[]): boolean | null {
  const blocks = changed.map(([before, after]) => ({
    type: 'changed' as const,
    section: null,
    before,
    after,
  }));
  const diff = { blocks, fields: {}, summary, truncated: false };
  const version: Version = { ...empty, text: 'A page' };
  return decideByValues({ kind: 'page' }, parseGoal(goal) ?? [], { before: version, after: version, diff })
    .met;
}

const text = { type: 'string' };
const number = { type: 'number' };
const list = { type: 'array', items: text };

describe('a goal is decided by fields', () => {
  const cases: Array<[string, object, string, Json, Json, boolean | null]> = [
    ['a fall', { price: number }, 'the price falls', { price: 30 }, { price: 28 }, true],
    ['a rise', { price: number }, 'the price falls', { price: 30 }, { price: 31 }, false],
    ['a small fall', { price: number }, 'the price falls by 10 %', { price: 30 }, { price: 28 }, false],
    ['another currency', { price: text }, 'the price falls', { price: '€ 30' }, { price: 'CHF 28' }, null],
    [
      'a bound in another currency',
      { price: text },
      'the price is under 20 euros',
      { price: 'CHF 30' },
      { price: 'CHF 19' },
      null,
    ],
    ['German, the price', { price: number }, 'wenn der Preis fällt', { price: 30 }, { price: 28 }, true],
    [
      'Spanish, a bound that is not reached',
      { price: number },
      'cuando el precio baja de 25 €',
      { price: 30 },
      { price: 28 },
      false,
    ],
    [
      'French, a field with a French name',
      { prix: number },
      'quand le prix passe sous 29,50 €',
      { prix: 30 },
      { prix: 28 },
      true,
    ],
    ['a lost price', { price: number }, 'the price falls', { price: 30 }, { price: null }, null],
    [
      'a new order',
      { sizes: list },
      'a new size is added',
      { sizes: ['S', 'M'] },
      { sizes: ['M', 'S'] },
      false,
    ],
    ['an entry', { sizes: list }, 'a new size is added', { sizes: ['S'] }, { sizes: ['M', 'S'] }, true],
    [
      'a lost entry',
      { speakers: list },
      'a speaker is removed',
      { speakers: ['Ada', 'Bo'] },
      { speakers: ['Bo'] },
      true,
    ],
    [
      'another field',
      { deadline: text, seats: number },
      'the deadline changes',
      { deadline: '1 May', seats: 3 },
      { deadline: '1 May', seats: 2 },
      false,
    ],
    [
      'a date',
      { deadline: text },
      'the deadline is postponed',
      { deadline: '1 May' },
      { deadline: '8 May' },
      true,
    ],
    [
      'a yes',
      { in_stock: { type: 'boolean' } },
      'it is back in stock',
      { in_stock: false },
      { in_stock: true },
      true,
    ],
    [
      'words of a shop',
      { availability: text },
      'it is back in stock',
      { availability: 'Sold out' },
      { availability: 'Only 2 left' },
      true,
    ],
    ['a first value', { price: number }, 'the price falls below 20', { price: null }, { price: 15 }, true],
  ];
  for (const [name, properties, goal, before, after, met] of cases)
    test(name, () => assert.equal(byFields({ properties }, goal, before, after), met));
});

describe('a goal is decided by texts', () => {
  const cases: Array<[string, string, Block[], boolean | null]> = [
    ['one price', 'the price falls', [['Now € 30.00', 'Now € 25.00']], true],
    ['a text without a price', 'the price falls', [['3 lamps', '2 lamps']], false],
    ['two prices in a text', 'the price falls', [['€ 30, was € 40', '€ 25, was € 40']], null],
    [
      'two texts with prices',
      'the price falls',
      [
        ['€ 30', '€ 25'],
        ['€ 8', '€ 9'],
      ],
      null,
    ],
    ['a price that is gone', 'the price falls', [['€ 30', null]], null],
    [
      'two falling prices',
      'the price falls',
      [
        ['€ 30', '€ 25'],
        ['€ 8', '€ 7'],
      ],
      true,
    ],
    ['words of a shop', 'it is back in stock', [['Sold out', 'In stock']], true],
    ['the other direction', 'it is back in stock', [['In stock', 'Sold out']], false],
    ['a sign that is gone', 'it is back in stock', [['Sold out', null]], null],
    ['a control', 'it is back in stock', [['Action: Sold out (disabled)', 'Action: Put on the list']], null],
    ['another text', 'it is back in stock', [['Opening hours', 'Closed on Monday']], false],
  ];
  for (const [name, goal, blocks, met] of cases)
    test(name, () => assert.equal(byTexts(goal, ...blocks), met));
});

test('a goal about what is not watched is not decided', () => {
  const fields: Watch = {
    kind: 'fields',
    schema: { type: 'object', properties: { price: number, list_price: number } },
    prompt: null,
  };
  const can = (watch: Watch, goal: string) =>
    parseGoal(goal)?.every((clause) => canDecide(watch, clause)) ?? false;
  assert.equal(can(fields, 'the weight falls'), false);
  assert.equal(can({ kind: 'page' }, 'the weight falls'), false);
  assert.equal(can({ kind: 'page' }, 'the price of the blue lamp falls'), false);
  assert.equal(can({ kind: 'page' }, 'a new size is added'), false);
  assert.equal(can({ kind: 'dataset', did: 'd' }, 'the price falls'), false);
});

describe('quoted words of a page appear or disappear', () => {
  const cases: Array<[string, string, string, boolean | null]> = [
    [
      'the text "Registration is open" appears',
      '# Courses',
      '# Courses\n\n**Registration** is [open](/in)!',
      true,
    ],
    ['tell me when "early bird" disappears', 'Early Bird tickets: €20', 'Tickets: €30', true],
    ['wenn der Satz „Termin folgt“ verschwindet', 'Termin folgt.', 'Am 4. Mai', true],
    [
      'the text "Registration is open" appears',
      'Registration is closed',
      'Registration is closed now',
      false,
    ],
    ['when the words "sold out" disappear or "last seats" appears', 'Sold out', 'Sold out.', false],
    ['quand le mot « complet » disparaît', 'Complet', 'Presque complet', false],
  ];
  for (const [goal, before, after, met] of cases) {
    test(`${goal}: ${after}`, () => {
      const clauses = parseGoal(goal) ?? [];
      assert.ok(clauses.length > 0 && clauses.every((clause) => canDecide({ kind: 'page' }, clause)), goal);
      const blocks = [{ type: 'changed' as const, section: 'News', before, after }];
      const decision = decideByValues({ kind: 'page' }, clauses, {
        before: { ...empty, text: before },
        after: { ...empty, text: after },
        diff: { blocks, fields: {}, summary, truncated: false },
      });
      assert.equal(decision.met, met);
      assert.equal(decision.by, 'values');
      assert.deepEqual(decision.evidence, met === true ? [{ place: 'News', old: before, new: after }] : []);
    });
  }

  for (const goal of [
    'the text "Registration is open" changes',
    'the text "open" appears near the top',
    'the price of "Lamp" falls',
    'the text "open" does not disappear',
    'a link to "Tickets" is added',
    'a new item is added',
    'a date is announced',
  ])
    test(`left to a model: ${goal}`, () => {
      const can = parseGoal(goal)?.every((clause) => canDecide({ kind: 'page' }, clause)) ?? false;
      assert.equal(can, false);
    });
});
