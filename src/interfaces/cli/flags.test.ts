import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareOperations } from '../../app/operations/operations.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import { createOptions } from './create-options.ts';
import { createCommand, type Flag } from './flags.ts';
import { parseFlag } from './parse-flag.ts';
import { UsageError } from './usage-error.ts';

function flagOf(operation: string, field: string): Flag {
  const declared = declareOperations().find(({ name }) => name === operation) as Operation;
  return createCommand(declared).flags.find((flag) => flag.field === field) as Flag;
}

test('a flag with several values has a singular and a plural name', () => {
  assert.deepEqual(flagOf('compare', 'countries').names, ['country', 'countries']);
  assert.deepEqual(flagOf('scrape', 'formats').names, ['format', 'formats']);
});

test('a field that MCP leaves out has a flag, and the second name of a field has none', () => {
  assert.deepEqual(flagOf('open_browser', 'record').names, ['record']);
  assert.deepEqual(flagOf('open_browser', 'viewport').names, ['viewport']);
  assert.equal(flagOf('scrape', 'actions'), undefined);
});

test('a schedule is an interval, a cron expression, a pause or JSON', () => {
  const flag = flagOf('create_dataset', 'schedule');
  const parse = (text: string) => parseFlag(flag, text, undefined);
  assert.deepEqual(parse('1h'), { every: '1h' });
  assert.deepEqual(parse('0 7 * * 1-5'), { cron: '0 7 * * 1-5' });
  assert.deepEqual(parse('paused'), { paused: true });
  assert.deepEqual(parse('{"cron": "0 7 * * *", "timezone": "Europe/Berlin"}'), {
    cron: '0 7 * * *',
    timezone: 'Europe/Berlin',
  });
  assert.throws(
    () => parse('hourly'),
    /must be an interval such as 6h, a cron expression .*, not "hourly"|not "hourly"/,
  );
});

test('JSON can come from a file; a mistake is one line without words of the parser', () => {
  const flag = flagOf('scrape', 'steps');
  for (const [text, message] of [
    ['[{"type": wait}]', /^--steps must be JSON, or @FILE with JSON, not "\[\{"type": wait\}\]"$/],
    ['@/no/such/file', /^--steps cannot read the file \/no\/such\/file: /],
  ] as const) {
    assert.throws(
      () => parseFlag(flag, text, undefined),
      (error) => error instanceof UsageError && message.test(error.message),
    );
  }
});

test('a value that can be a text needs no quotes of JSON', () => {
  const ignore = flagOf('create_monitor', 'ignore');
  const values = ['footer', '[data-clock]', '{"expression": "/seen/", "shown": false}', '["nav", ".ad"]'];
  assert.deepEqual(
    values.reduce<unknown>((previous, text) => parseFlag(ignore, text, previous), undefined),
    ['footer', '[data-clock]', { expression: '/seen/', shown: false }, 'nav', '.ad'],
  );
  const target = flagOf('browser_step', 'target');
  assert.equal(parseFlag(target, 'Add to cart', undefined), 'Add to cart');
  assert.equal(parseFlag(target, '5', undefined), 5);
  assert.throws(() => parseFlag(target, '{"frame"', undefined), UsageError);
});

test('every field except an id in the path says what it is, and the help states a default once', () => {
  const flags = declareOperations().flatMap((operation) =>
    createCommand(operation)
      .flags.filter(({ field }) => !operation.path.includes(field))
      .map((flag) => ({ flag, name: `${operation.name}.${flag.field}` })),
  );
  assert.deepEqual(
    flags.filter(({ flag }) => flag.description === '').map(({ name }) => name),
    [],
  );
  const match = createOptions(flagOf('create_monitor', 'match'))[0];
  assert.match(match?.description ?? '', /any one\.$/);
  assert.equal(match?.defaultValueDescription, 'all');
});
