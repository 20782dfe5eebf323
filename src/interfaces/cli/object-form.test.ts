import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareOperations } from '../../app/operations/operations.ts';
import { commandPathsOf } from './command-paths.ts';
import { createCommand } from './flags.ts';
import { parseFlag } from './parse-flag.ts';
import { shortcuts } from './shortcuts.ts';

const registry = declareOperations();

/** Returns the value that repeated uses of a flag set. */
function read(operationName: string, name: string, ...texts: string[]): unknown {
  const operation = registry.find((one) => one.name === operationName) ?? assert.fail(operationName);
  const { flags } = createCommand(operation, commandPathsOf(operation)[0]);
  const flag = flags.find(({ names }) => names.includes(name)) ?? assert.fail(name);
  return texts.reduce<unknown>((previous, text) => parseFlag(flag, text, previous), undefined);
}

test('objects are written as pairs, with values of the type of their field', () => {
  assert.deepEqual(read('browser_step', 'form', 'User=Bob', 'Remember me=true', 'PIN=0123', 'q=a=b'), {
    User: 'Bob',
    'Remember me': true,
    PIN: '0123',
    q: 'a=b',
  });
  assert.deepEqual(read('scrape', 'screenshot', 'full-page', 'quality=70'), { full_page: true, quality: 70 });
  assert.deepEqual(read('scrape', 'geolocation', 'latitude=52.5', 'longitude=13.4'), {
    latitude: 52.5,
    longitude: 13.4,
  });
  assert.deepEqual(read('run_workflow', 'inputs', 'name=Bob', 'count=3'), { name: 'Bob', count: 3 });
  assert.deepEqual(read('scrape', 'cookies', 'sid=1'), { sid: '1' });
});

test('JSON still works, and other texts are refused', () => {
  assert.deepEqual(read('browser_step', 'form', '{"User": "Bob"}'), { User: 'Bob' });
  assert.throws(() => read('browser_step', 'form', 'Bob'), /--form must be NAME=VALUE, JSON, or @FILE/);
  assert.throws(() => read('scrape', 'screenshot', 'wide=1'), /--screenshot must be NAME=VALUE/);
  assert.throws(() => read('extract', 'schema', 'price=number'), /--schema must be JSON, or @FILE/);
});

test('conditions are written as a field, an operator and a value', () => {
  const shortcut = shortcuts.create_monitor?.find(({ name }) => name === 'condition') ?? assert.fail();
  const read = (...texts: string[]) =>
    texts.reduce<unknown>((previous, text) => shortcut.parse(text, previous), undefined);
  assert.deepEqual(read('price<=100', 'price drops_by_percent 5', 'text contains sold out', 'stock = no'), [
    { field: 'price', op: '<=', value: 100 },
    { field: 'price', op: 'drops_by_percent', value: 5 },
    { field: 'text', op: 'contains', value: 'sold out' },
    { field: 'stock', op: '=', value: 'no' },
  ]);
  assert.deepEqual(read('text any'), [{ field: 'text', op: 'any' }]);
  assert.throws(() => read('price'), /--condition must be "FIELD OPERATOR VALUE"/);
});
