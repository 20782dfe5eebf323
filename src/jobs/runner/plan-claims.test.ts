import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planClaims } from './plan-claims.ts';

const open = (jobId: string, inFlight = 0, capacity = 100) => ({ jobId, inFlight, capacity });
const waiting = (jobId: string) => ({ jobId, inFlight: 0, capacity: null });

test('one job gets as many pages as fit, and no more than one claim may have', () => {
  assert.deepEqual([...planClaims([open('a')], { limit: 64, inFlight: 54 })], [['a', 10]]);
  assert.deepEqual([...planClaims([open('a')], { limit: 64, inFlight: 0 })], [['a', 16]]);
  assert.deepEqual([...planClaims([open('a', 0, 3)], { limit: 64, inFlight: 0 })], [['a', 3]]);
});

test('the free capacity is given out once, in the order of the jobs', () => {
  const jobs = [waiting('new'), open('a', 4), open('b', 4), open('c', 4)];
  const plan = planClaims(jobs, { limit: 14, inFlight: 12 });
  assert.deepEqual([...plan.values()], [1, 1, 0, 0]);
});

test('jobs without a page in flight exceed the limit by a quarter, others never', () => {
  const jobs = [open('busy', 3), ...Array.from({ length: 10 }, (_, at) => waiting(`${at}`))];
  const plan = planClaims(jobs, { limit: 16, inFlight: 16 });
  assert.deepEqual([...plan.values()], [0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
});
