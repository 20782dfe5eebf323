import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareOperations } from '../../app/operations/operations.ts';
import { findRows, hasRows } from './find-rows.ts';
import { UsageError } from './usage-error.ts';

const operations = new Map(declareOperations().map((operation) => [operation.name, operation]));

function rowsOf(name: string, document: unknown): readonly unknown[] {
  const operation = operations.get(name);
  assert.ok(operation !== undefined, name);
  return findRows(document, operation, {}, 'csv');
}

test('the rows of a response are what it is about, and not what describes it', () => {
  const list = { jobs: [{ jid: 'job_1' }], total: 1, next_offset: null };
  assert.deepEqual(rowsOf('list_jobs', list), list.jobs);
  const values = { data: { price: 249 }, learned: ['/price'], missing: [], warnings: [{ code: 'x' }] };
  assert.deepEqual(rowsOf('extract', values), [{ price: 249 }]);
  assert.equal(rowsOf('extract', { ...values, data: [{ price: 1 }, { price: 2 }] }).length, 2);
  const passages = {
    pages: [{ url: 'https://a.example/' }],
    without: ['https://b.example/', 'https://c.example/'],
  };
  assert.deepEqual(rowsOf('find_job_passages', passages), passages.pages);
  const page = { status: 'ok', links: [{ url: 'https://a.example/' }], warnings: [{}, {}] };
  assert.deepEqual(rowsOf('scrape', page), [page]);
  assert.deepEqual(rowsOf('scrape', { results: [page, page] }), [page, page]);
});

test('a response that is no list has no rows', () => {
  for (const [name, document] of [
    ['create_key', { key: 'wd_x', scopes: ['read'] }],
    ['get_job', { jid: 'job_1', robots_blocked: ['https://a.example/'] }],
    ['get_monitor', { mid: 'mon_1', checks: [{}], next_runs: ['x'] }],
  ] as const) {
    const operation = operations.get(name);
    assert.ok(operation !== undefined && !hasRows(operation, {}), name);
    assert.throws(() => rowsOf(name, document), UsageError, name);
  }
});
