import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnsDuring } from '../../../test/turns.ts';
import type { TrapState } from '../../site/traps/traps.ts';
import { crawlQuery, toCrawlCommand } from './crawl-options.ts';
import { crawlBody } from './crawl-request.ts';
import { createLinkSelector } from './link-selector.ts';

const start = 'http://site.test/';
const now = new Date('2026-11-21T08:00:00Z');
const command = toCrawlCommand(
  crawlBody.parse({ url: start, max_depth: 100, limit: 5_000 }),
  crawlQuery.parse({}),
);

const toLinks = (urls: readonly string[]) => urls.map((url) => ({ url }));

/** Counts the followed months of an endless calendar. */
async function followCalendar(state: TrapState | null): Promise<{ months: number; traps: TrapState }> {
  const links = createLinkSelector(command, start, now, state);
  const months = Array.from({ length: 900 }, (_, at) => {
    const month = new Date(Date.UTC(2027, at, 1)).toISOString();
    return `${start}calendar/${month.slice(0, 4)}/${month.slice(5, 7)}`;
  });
  return { months: (await links.select(toLinks(months), 2)).added.length, traps: links.state() };
}

test('a crawl that continues in another process keeps its list of crawler traps', async () => {
  const first = await followCalendar(null);
  assert.ok(first.months < 100, `${first.months} months were followed`);
  const stored = JSON.parse(JSON.stringify(first.traps)) as TrapState;
  const links = createLinkSelector(command, start, now, stored);
  const withoutState = createLinkSelector(command, start, now);
  const laterMonths = [`${start}calendar/2040/01`];
  assert.deepEqual((await links.select(toLinks(laterMonths), 2)).added, []);
  assert.equal((await followCalendar(stored)).months, first.months, 'the same number of months is followed');
  assert.ok(withoutState.state().dates.length <= stored.dates.length);
});

test('checking many links yields to the event loop', async () => {
  const links = createLinkSelector(command, start, now);
  const many = Array.from({ length: 5_000 }, (_, at) => `${start}section-${at % 50}/page-${at}`);
  let found = 0;
  const turns = await turnsDuring(async () => {
    found = (await links.select(toLinks(many), 1)).added.length;
  });
  assert.equal(found, many.length);
  assert.ok(turns >= 10, `${turns} turns`);
});

test('links with nofollow come last, unless another page links to them without it', async () => {
  const links = createLinkSelector(command, start, now);
  const depthsOf = async (...found: Array<{ url: string; nofollow?: true }>) => {
    const { added, nearer } = await links.select(found, 1);
    return [...added, ...nearer].map(({ url, depth }) => [url, depth]);
  };
  const [login, page] = [`${start}login`, `${start}page`];
  assert.deepEqual(await depthsOf({ url: login, nofollow: true }, { url: page }), [
    [login, 1_001],
    [page, 1],
  ]);
  assert.deepEqual(await depthsOf({ url: login, nofollow: true }), []);
  assert.deepEqual(await depthsOf({ url: login }), [[login, 1]]);
  const chosen = createLinkSelector({ ...command, includePaths: ['login'] }, start, now);
  const { added } = await chosen.select([{ url: login, nofollow: true }], 1);
  assert.equal(added[0]?.depth, 1, 'include_paths outranks nofollow');
});

test('pages that are too far from the start page are counted once, without those that are known or no pages', async () => {
  const near = { ...command, maxDepth: 1 };
  const links = createLinkSelector(near, start, now);
  await links.select(toLinks([`${start}a`, `${start}b`]), 1);
  const deep = [
    `${start}a`,
    `${start}deep`,
    `${start}deep#part`,
    `${start}deeper`,
    `${start}x.zip`,
    'http://other.test/',
  ];
  const first = await links.select(toLinks(deep), 2);
  assert.deepEqual([first.added, first.skipped], [[], { depth: 2 }]);
  assert.deepEqual((await links.select(toLinks(deep), 2)).skipped, {});
  assert.deepEqual((await links.select(toLinks([start]), 2)).skipped, {}, 'the start page is read');
});
