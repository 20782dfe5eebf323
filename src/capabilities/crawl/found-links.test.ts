import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrapState } from '../../site/traps.ts';
import { crawlBody, crawlQuery, toCrawlCommand } from './crawl-request.ts';
import { createFoundLinks } from './found-links.ts';

const start = 'http://site.test/';
const now = new Date('2026-11-21T08:00:00Z');
const command = toCrawlCommand(
  crawlBody.parse({ url: start, max_depth: 100, limit: 5_000 }),
  crawlQuery.parse({}),
);

/** Months of a calendar without end, as far as they are followed. */
function followed(known: TrapState | null): { months: number; traps: TrapState } {
  const links = createFoundLinks(command, start, now, known);
  const months = Array.from({ length: 900 }, (_, at) => {
    const month = new Date(Date.UTC(2027, at, 1)).toISOString();
    return `${start}calendar/${month.slice(0, 4)}/${month.slice(5, 7)}`;
  });
  return { months: links.choose(months, 2).found.length, traps: links.traps() };
}

test('a crawl that goes on in another process remembers the traps of the site', () => {
  const first = followed(null);
  assert.ok(first.months < 100, `${first.months} months were followed`);
  const stored = JSON.parse(JSON.stringify(first.traps)) as TrapState;
  const links = createFoundLinks(command, start, now, stored);
  const fresh = createFoundLinks(command, start, now);
  const later = [`${start}calendar/2040/01`];
  assert.deepEqual(links.choose(later, 2).found, []);
  assert.equal(followed(stored).months, first.months, 'what was fine stays fine, and nothing more');
  assert.ok(fresh.traps().dates.length <= stored.dates.length);
});
