import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkflowStep } from '../../../domain/resources/workflow.ts';
import { limits } from './step-types.ts';
import { workflowErrors } from './workflow-errors.ts';

const errorPointers = (steps: WorkflowStep[], inputs: object | null = null) =>
  workflowErrors(steps, inputs as Record<string, unknown> | null).map(({ pointer }) => pointer);
const reload: WorkflowStep = { type: 'reload' };

test('inputs, steps that set variables, and loops define variables', () => {
  const inputs = { properties: { city: {} } };
  const steps: WorkflowStep[] = [
    { type: 'goto', url: 'http://x/{{city}}?{{inputs.city}}' },
    { type: 'set', name: 'list', value: ['{{city}}'] },
    {
      type: 'for_each',
      items: '{{list}}',
      as: 'one',
      steps: [{ type: 'type', text: '{{one}} {{index}} {{said}}' }],
    },
    { type: 'ask', question: 'Go on to {{city}}?', name: 'said' },
  ];
  assert.deepEqual(errorPointers(steps, inputs), []);
  assert.deepEqual(errorPointers(steps), ['/steps/0/url', '/steps/1/value/0', '/steps/3/question']);
  assert.deepEqual(
    errorPointers([
      { type: 'set', name: 'a-b', value: 1 },
      { type: 'set', name: 'inputs', value: 1 },
    ]),
    ['/steps/0/name', '/steps/1/name'],
  );
});

test('the number and depth of steps are limited', () => {
  const nested = (depth: number): WorkflowStep =>
    depth === 0 ? reload : { type: 'for_each', items: [1], steps: [nested(depth - 1)] };
  assert.deepEqual(errorPointers([nested(limits.maxDepth - 1)]), []);
  assert.equal(errorPointers([nested(limits.maxDepth)]).length, 1);
  const half = Array.from({ length: limits.maxSteps / 2 }, () => reload);
  assert.deepEqual(errorPointers(half), []);
  assert.equal(errorPointers([...half, { type: 'for_each', items: [1], steps: half }]).length, 1);
});

test('a condition has exactly one form', () => {
  const conditionPointers = (condition: object) =>
    errorPointers([{ type: 'repeat_until', steps: [reload], until: condition }]);
  assert.deepEqual(conditionPointers({ text: 'a' }), []);
  assert.deepEqual(conditionPointers({}), ['/steps/0/until']);
  assert.deepEqual(conditionPointers({ text: 'a', exists: 'b' }), ['/steps/0/until']);
  assert.deepEqual(conditionPointers({ text: 'a', op: 'eq' }), ['/steps/0/until/op']);
  assert.deepEqual(conditionPointers({ var: 'none', op: 'eq' }), [
    '/steps/0/until/var',
    '/steps/0/until/value',
  ]);
  assert.deepEqual(conditionPointers({ not: { all: [{ text: 'a' }, { url: '{{none}}' }] } }), [
    '/steps/0/until/not/all/1/url',
  ]);
});
