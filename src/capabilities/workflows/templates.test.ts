import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../domain/extraction.ts';
import type { Condition } from '../../domain/workflow.ts';
import { holds } from './conditions.ts';
import { filled, filledDeep, filledText, TemplateError, variablesIn } from './templates.ts';

const variables: Record<string, Json> = {
  name: 'Ada',
  count: 3,
  rows: [{ url: 'http://x/1', 'data-id': 7 }],
  nothing: null,
  item: { tags: ['new', 'Red'] },
};

test('a variable alone is its value, within a text its text', () => {
  assert.deepEqual(filled('{{rows}}', variables), variables.rows);
  assert.equal(filled('{{ count }}', variables), 3);
  assert.equal(filled('{{name}} has {{count}}{{nothing}}', variables), 'Ada has 3');
  assert.equal(filledText('{{rows[0].url}}?id={{rows[0].data-id}}', variables), 'http://x/1?id=7');
  assert.equal(filledText('{{item.tags}}', variables), '["new","Red"]');
  assert.deepEqual(filledDeep({ a: ['{{count}}', 1], b: 'x' }, variables), { a: [3, 1], b: 'x' });
});

test('what has no value, or is no variable, is refused, and nothing is reached but what is held', () => {
  for (const text of [
    '{{missing}}',
    '{{rows[9].url}}',
    '{{name.length}}',
    '{{rows.constructor}}',
    '{{__proto__}}',
    '{{}}',
    '{{1+1}}',
    '{{a b}}',
  ]) {
    assert.throws(() => filled(text, variables), TemplateError, text);
  }
  assert.deepEqual(variablesIn('{{a.b}} and {{ c }} and { d }'), ['a', 'c']);
  assert.throws(() => variablesIn('{{a()}}'), TemplateError);
});

test('conditions compare numbers as numbers and words without regard to case', async () => {
  const browser = () => Promise.reject(new Error('no page decides this'));
  const rows: [Condition, boolean][] = [
    [{ var: 'count', op: 'eq', value: '3' }, true],
    [{ var: 'count', op: 'gt', value: 10 }, false],
    [{ var: 'count', op: 'lte', value: '{{count}}' }, true],
    [{ var: 'name', op: 'contains', value: 'ad' }, true],
    [{ var: 'item.tags', op: 'contains', value: 'Red' }, true],
    [{ var: 'item.tags', op: 'contains', value: 'red' }, false],
    [{ var: 'name', op: 'gt', value: 1 }, false],
    [{ var: 'nothing', op: 'empty' }, true],
    [{ var: 'nothing', op: 'exists' }, false],
    [{ var: 'rows[0].none', op: 'exists' }, false],
    [{ not: { var: 'count', op: 'ne', value: 3 } }, true],
    [
      {
        all: [
          { var: 'count', op: 'gte', value: 3 },
          {
            any: [
              { var: 'name', op: 'eq', value: 'x' },
              { var: 'name', op: 'eq', value: 'Ada' },
            ],
          },
        ],
      },
      true,
    ],
  ];
  for (const [condition, expected] of rows)
    assert.equal(await holds(condition, variables, browser), expected, JSON.stringify(condition));
});
