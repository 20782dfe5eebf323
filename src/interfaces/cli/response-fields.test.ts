import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareOperations } from '../../app/operations/operations.ts';
import { listResponseFields } from './response-fields.ts';

function fieldsOf(name: string): Map<string, string[]> {
  const operation = declareOperations().find((one) => one.name === name);
  assert.ok(operation);
  return new Map(listResponseFields(operation).map(({ path, names }) => [path, names]));
}

test('the fields of a response have the paths that jq uses', () => {
  const monitors = fieldsOf('list_monitors');
  assert.deepEqual(monitors.get('.'), ['monitors', 'total', 'next_offset']);
  assert.ok(monitors.get('.monitors[]')?.includes('url'));
  assert.ok(monitors.get('.monitors[].latest_check')?.includes('state'));
});

test('an object that occurs twice is listed once, and a file has no fields', () => {
  const scrape = fieldsOf('scrape');
  assert.ok(scrape.get('.receipt')?.includes('credits'));
  assert.equal(scrape.has('.results[].receipt'), false);
  assert.deepEqual([...fieldsOf('export_job')], []);
});
