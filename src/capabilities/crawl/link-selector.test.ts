import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnsDuring } from '../../../test/turns.ts';
import type { TrapState } from '../../site/traps/traps.ts';
import { crawlBody, crawlQuery, toCrawlCommand } from './crawl-request.ts';
import { createLinkSelector } from './link-selector.ts';

const start = 'http://site.test/';
const now = new Date('2026-11-21T08:00:00Z');
const command = toCrawlCommand(
  crawlBody.parse({ url: start, max_depth: 100, limit: 5_000 }),
  crawlQuery.parse({}),
);

/** Counts the followed months of an endless calendar. */
async function followCalendar(state: TrapState | null): Promise<{ months: number; traps: TrapState }> {
  const links = createLinkSelector(command, start, now, state);
  const months = Array.from({ length: 900 }, (_, at) => {
    const month = new Date(Date.UTC(2027, at, 1)).toISOString();
    return `${start}calendar/${month.slice(0, 4)}/${month.slice(5, 7)}`;
  });
  return { months: (await links.select(months, 2)).added.length, traps: links.state() };
}

test('a crawl that continues in another process keeps its list of crawler traps', async () => {
  const first = await followCalendar(null);
  assert.ok(first.months < 100, `${first.months} months were followed`);
  const stored = JSON.parse(JSON.stringify(first.traps)) as TrapState;
  const links = createLinkSelector(command, start, now, stored);
  const withoutState = createLinkSelector(command, start, now);
  const laterMonths = [`${start}calendar/2040/01`];
  assert.deepEqual((await links.select(laterMonths, 2)).added, []);
  assert.equal((await followCalendar(stored)).months, first.months, 'the same number of months is followed');
  assert.ok(withoutState.state().dates.length <= stored.dates.length);
});

test('checking many links yields to the event loop', async () => {
  const links = createLinkSelector(command, start, now);
  const many = Array.from({ length: 5_000 }, (_, at) => `${start}section-${at % 50}/page-${at}`);
  let found = 0;
  const turns = await turnsDuring(async () => {
    found = (await links.select(many, 1)).added.length;
  });
  assert.equal(found, many.length);
  assert.ok(turns >= 10, `${turns} turns`);
});
