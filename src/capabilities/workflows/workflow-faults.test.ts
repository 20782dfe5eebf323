import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkflowStep } from '../../domain/workflow.ts';
import { bounds } from './step-types.ts';
import { workflowFaults } from './workflow-faults.ts';

const pointers = (steps: WorkflowStep[], inputs: object | null = null) =>
  workflowFaults(steps, inputs as Record<string, unknown> | null).map(({ pointer }) => pointer);
const reload: WorkflowStep = { type: 'reload' };

test('variables are known by inputs, by steps that set them, and by loops', () => {
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
  assert.deepEqual(pointers(steps, inputs), []);
  assert.deepEqual(pointers(steps), ['/steps/0/url', '/steps/1/value/0', '/steps/3/question']);
  assert.deepEqual(
    pointers([
      { type: 'set', name: 'a-b', value: 1 },
      { type: 'set', name: 'inputs', value: 1 },
    ]),
    ['/steps/0/name', '/steps/1/name'],
  );
});

test('steps are bounded in number and depth', () => {
  const nested = (depth: number): WorkflowStep =>
    depth === 0 ? reload : { type: 'for_each', items: [1], steps: [nested(depth - 1)] };
  assert.deepEqual(pointers([nested(bounds.depth - 1)]), []);
  assert.equal(pointers([nested(bounds.depth)]).length, 1);
  const half = Array.from({ length: bounds.steps / 2 }, () => reload);
  assert.deepEqual(pointers(half), []);
  assert.equal(pointers([...half, { type: 'for_each', items: [1], steps: half }]).length, 1);
});

test('conditions are one thing each', () => {
  const of = (condition: object) => pointers([{ type: 'repeat_until', steps: [reload], until: condition }]);
  assert.deepEqual(of({ text: 'a' }), []);
  assert.deepEqual(of({}), ['/steps/0/until']);
  assert.deepEqual(of({ text: 'a', exists: 'b' }), ['/steps/0/until']);
  assert.deepEqual(of({ text: 'a', op: 'eq' }), ['/steps/0/until/op']);
  assert.deepEqual(of({ var: 'none', op: 'eq' }), ['/steps/0/until/var', '/steps/0/until/value']);
  assert.deepEqual(of({ not: { all: [{ text: 'a' }, { url: '{{none}}' }] } }), [
    '/steps/0/until/not/all/1/url',
  ]);
});
