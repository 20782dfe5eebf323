import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../domain/pages/extraction.ts';
import type { Condition } from '../../../domain/resources/workflow.ts';
import { isConditionMet } from './conditions.ts';
import { fillTemplate, fillTemplates, fillText, findVariables, TemplateError } from './templates.ts';

const variables: Record<string, Json> = {
  name: 'Ada',
  count: 3,
  rows: [{ url: 'http://x/1', 'data-id': 7 }],
  nothing: null,
  item: { tags: ['new', 'Red'] },
};

test('a lone variable yields its value, and one within text its string form', () => {
  assert.deepEqual(fillTemplate('{{rows}}', variables), variables.rows);
  assert.equal(fillTemplate('{{ count }}', variables), 3);
  assert.equal(fillTemplate('{{name}} has {{count}}{{nothing}}', variables), 'Ada has 3');
  assert.equal(fillText('{{rows[0].url}}?id={{rows[0].data-id}}', variables), 'http://x/1?id=7');
  assert.equal(fillText('{{item.tags}}', variables), '["new","Red"]');
  assert.deepEqual(fillTemplates({ a: ['{{count}}', 1], b: 'x' }, variables), { a: [3, 1], b: 'x' });
});

test('variables without a value and invalid names throw, and only own properties are reached', () => {
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
    assert.throws(() => fillTemplate(text, variables), TemplateError, text);
  }
  assert.deepEqual(findVariables('{{a.b}} and {{ c }} and { d }'), ['a', 'c']);
  assert.throws(() => findVariables('{{a()}}'), TemplateError);
});

test('conditions compare numbers numerically and text without regard to case', async () => {
  const browser = () => Promise.reject(new Error('no condition here reads the page'));
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
    assert.equal(await isConditionMet(condition, variables, browser), expected, JSON.stringify(condition));
});
