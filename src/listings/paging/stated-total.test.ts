import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getStatedTotal } from './stated-total.ts';

const rows: [name: string, headers: Record<string, string>, total: number | null][] = [
  ['a count', { 'x-total-count': '95' }, 95],
  ['the count of a program', { 'x-wp-total': '40', 'x-wp-totalpages': '4' }, 40],
  ['a range', { 'content-range': 'items 0-24/319' }, 319],
  ['a range without a unit', { 'content-range': '0-24/319' }, 319],
  ['a range of an unknown total', { 'content-range': '0-24/*' }, null],
  ['another number', { 'x-ratelimit-limit': '60', 'x-total-time': '12' }, null],
  ['a page', { 'content-type': 'text/html', 'x-total-count': '95' }, null],
];

for (const [name, headers, total] of rows) {
  test(`total in headers: ${name}`, () => {
    assert.equal(getStatedTotal({ 'content-type': 'application/json; charset=utf-8', ...headers }), total);
  });
}
