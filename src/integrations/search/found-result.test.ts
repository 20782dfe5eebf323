import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePublishedAt } from './parse-published-at.ts';
import { parseResult, toPlainLine } from './search-result.ts';

const now = new Date('2026-11-20T12:34:56.000Z');

test('parses dates in the forms of all providers', () => {
  const cases: Array<[unknown, string | null]> = [
    ['2025-11-03T10:00:00', '2025-11-03T10:00:00.000Z'],
    ['2025-11-03', '2025-11-03T00:00:00.000Z'],
    ['2025-11-03T10:00:00+02:00', '2025-11-03T08:00:00.000Z'],
    ['Nov 3, 2025', '2025-11-03T00:00:00.000Z'],
    ['3 Nov 2025', '2025-11-03T00:00:00.000Z'],
    ['Mon, 03 Nov 2025 10:00:00 GMT', '2025-11-03T10:00:00.000Z'],
    [1_762_164_000, '2025-11-03T10:00:00.000Z'],
    ['1762164000', '2025-11-03T10:00:00.000Z'],
    [1_762_164_000_000, '2025-11-03T10:00:00.000Z'],
    ['3 hours ago', '2026-11-20T09:34:56.000Z'],
    ['3 days ago', '2026-11-17T00:00:00.000Z'],
    ['a week ago', '2026-11-13T00:00:00.000Z'],
    ['yesterday', '2026-11-19T00:00:00.000Z'],
    ['vor 3 Tagen', null],
    ['3', null],
    ['', null],
    ['2031-01-01', null],
    ['1066-10-14', null],
    [null, null],
    [{}, null],
    [Number.NaN, null],
  ];
  for (const [written, expected] of cases)
    assert.equal(parsePublishedAt(written, now), expected, String(written));
});

test('a line of text has no tags, entities, line breaks or control characters, and a maximum length', () => {
  assert.equal(toPlainLine('<strong>A</strong> &amp; B\n\tC\u0000D', 100), 'A & B C D');
  assert.equal(toPlainLine('1 < 2 and 3 > 2', 100), '1 < 2 and 3 > 2');
  assert.equal(toPlainLine('x'.repeat(50), 10), `${'x'.repeat(9)}…`);
  assert.equal(toPlainLine(`${'x'.repeat(8)}😀y`, 10), `${'x'.repeat(8)}�…`.toWellFormed());
  assert.equal(toPlainLine(42, 10), '');
});

test('a result without a valid web URL is dropped', () => {
  const raw = { title: 't', snippet: 's', engines: ['e'] };
  for (const url of [
    'javascript:alert(1)',
    'ftp://example.com/',
    '/relative',
    '',
    null,
    7,
    `https://a/${'x'.repeat(9_000)}`,
  ]) {
    assert.equal(parseResult({ ...raw, url }, now), null, String(url));
  }
  assert.deepEqual(parseResult({ ...raw, url: ' https://EXAMPLE.com/a ' }, now), {
    url: 'https://example.com/a',
    title: 't',
    snippet: 's',
    engines: ['e'],
  });
});
