import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createTestDatabase } from '../../../test/database.ts';
import { startArchiveWorld } from '../../../test/world/archive-server.ts';
import type { WorldCapture } from '../../../test/world/warc-files.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import { systemClock } from '../../domain/system/clock.ts';
import { silentLog } from '../../domain/system/log.ts';
import type {
  Archive,
  ArchiveCallOptions,
  ArchivedResponse,
  Capture,
  CaptureList,
  CaptureQuery,
} from './archive.ts';
import { openArchives } from './archives.ts';

const page = (text: string) => `<!DOCTYPE html><html lang="en"><title>${text}</title><p>${text}</p></html>`;
const url = 'http://past.example/';

/** One URL over the years: unchanged, revisited, changed, an error, moved to https. */
const captures: WorldCapture[] = [
  { url, at: '20100105101010', body: page('one') },
  { url, at: '20110105101010', body: page('one'), isRevisit: true },
  { url: 'http://www.past.example:80/', at: '20120105101010', body: page('two') },
  { url, at: '20130105101010', status: 503, body: page('broken') },
  { url, at: '20140105101010', status: 301, headers: { location: 'https://past.example/' }, body: '' },
  {
    url: 'https://past.example/',
    at: '20140105101012',
    body: gzipSync(page('three')),
    headers: { 'content-encoding': 'gzip' },
  },
  {
    url: 'https://past.example/',
    at: '20150105101010',
    headers: { 'transfer-encoding': 'chunked' },
    body: `5\r\n${page('four').slice(0, 5)}\r\n${(page('four').length - 5).toString(16)}\r\n${page('four').slice(5)}\r\n0\r\n\r\n`,
  },
  {
    url: 'https://past.example/',
    at: '20160105101010',
    body: page('five').slice(0, 60),
    truncated: 'length',
  },
  { url: 'https://past.example/lost', at: '20160105101010', body: page('nobody has it'), isRevisit: true },
  { url: 'https://past.example/again', at: '20160105101010', body: page('again') },
  {
    url: 'https://past.example/again',
    at: '20170105101010',
    body: page('again'),
    isRevisit: true,
    refersTo: { url: 'https://past.example/again', at: '20160105101010' },
  },
  {
    url: 'https://past.example/again',
    at: '20180105101010',
    body: page('again'),
    isRevisit: true,
    refersTo: { url: 'https://past.example/again', at: '20170105101010' },
  },
];

const all: CaptureQuery = { url, from: null, until: null, statuses: 'any', order: 'oldest', limit: 1_000 };

function bodyText({ body }: ArchivedResponse): string {
  return new TextDecoder().decode(body);
}

test('archives', async (t) => {
  const world = await startArchiveWorld(captures);
  t.after(() => world.close());
  const { database } = await createTestDatabase(t);
  const archives = openArchives({
    waybackUrl: world.wayback,
    commonCrawlIndexUrl: world.commonCrawl,
    commonCrawlDataUrl: world.commonCrawl,
    others: [
      { name: 'national', kind: 'pywb', url: `${world.wayback}/coll` },
      { name: 'plain', kind: 'memento', url: `${world.wayback}/memento` },
    ],
    userAgent: 'test',
    database,
    clock: systemClock,
    log: silentLog,
  });
  t.after(() => archives.close());
  const [wayback, commonCrawl, pywb, memento] = archives.all as [Archive, Archive, Archive, Archive];
  const attempts: Attempt[] = [];
  const order = (withinMs = 5_000): ArchiveCallOptions => ({
    signal: new AbortController().signal,
    withinMs,
    note: (attempt) => void attempts.push(attempt),
  });
  const forget = () => database.deleteFrom('archive_answers').execute();
  const wake = () =>
    database
      .updateTable('archive_lanes')
      .set({ rests_until: new Date(0), failures: 0 })
      .execute();
  const listed = async (archive: Archive, query: Partial<CaptureQuery> = {}): Promise<Capture[]> => {
    const list = await archive.captures({ ...all, ...query }, order());
    assert.equal(list.kind, 'captures', JSON.stringify(list));
    return (list as CaptureList).captures;
  };
  const read = async (archive: Archive, capture: Capture | undefined): Promise<ArchivedResponse> => {
    assert.ok(capture !== undefined);
    const response = await archive.read(capture, order());
    assert.equal(response.kind, 'archived', JSON.stringify(response));
    return response as ArchivedResponse;
  };

  await t.test('every archive lists the same captures, sorted by time', async () => {
    for (const archive of [wayback, commonCrawl, pywb]) {
      const found = await listed(archive);
      assert.deepEqual(
        found.map(({ timestamp, statusCode, isRevisit }) => [timestamp.slice(0, 4), statusCode, isRevisit]),
        [
          ['2010', 200, false],
          // A revisit takes its status from the capture that it repeats.
          ['2011', 200, true],
          ['2012', 200, false],
          ['2013', 503, false],
          ['2014', 301, false],
          ['2014', 200, false],
          ['2015', 200, false],
          ['2016', 200, false],
        ],
        archive.name,
      );
    }
    assert.equal((await listed(memento)).length, 8);
  });

  await t.test(
    'readable captures have status 200, including revisits; windows and neighbourhoods are respected',
    async () => {
      for (const archive of [wayback, commonCrawl, pywb]) {
        const years = async (query: Partial<CaptureQuery>) =>
          (await listed(archive, { statuses: 'readable', ...query }))
            .map(({ timestamp }) => timestamp.slice(0, 4))
            .join(' ');
        assert.equal(await years({}), '2010 2011 2012 2014 2015 2016', archive.name);
        assert.equal(
          await years({ from: '20110101000000', until: '20121231235959' }),
          '2011 2012',
          archive.name,
        );
        assert.equal(await years({ order: 'newest', limit: 2 }), '2015 2016', archive.name);
      }
      const near = await listed(wayback, {
        order: { closest: '20111201000000' },
        limit: 2,
        statuses: 'readable',
      });
      assert.deepEqual(
        near.map(({ timestamp }) => timestamp.slice(0, 4)),
        ['2011', '2012'],
      );
    },
  );

  await t.test('bodies are unmodified, whatever their encoding', async () => {
    for (const archive of [wayback, commonCrawl]) {
      const found = await listed(archive);
      const texts = await Promise.all(
        [0, 1, 2, 5, 6].map(async (at) => /<p>(\w+)</.exec(bodyText(await read(archive, found[at])))?.[1]),
      );
      assert.deepEqual(texts, ['one', 'one', 'two', 'three', 'four'], archive.name);
      const cut = await read(archive, found[7]);
      assert.equal(cut.truncated, 'length');
      const moved = await read(archive, found[4]);
      assert.deepEqual([moved.statusCode, moved.location], [301, 'https://past.example/']);
    }
    assert.match(bodyText(await read(pywb, (await listed(pywb))[2])), /two/);
    assert.match(bodyText(await read(memento, (await listed(memento))[2])), /two/);
  });

  await t.test('a capture is fetched only once, also by different processes', async () => {
    const [capture] = await listed(wayback);
    await read(wayback, capture);
    world.reset();
    await read(wayback, capture);
    assert.deepEqual(world.requested(/\/web\//), []);
  });

  await t.test('a revisit of a revisit is resolved, one without an original is unplayable', async () => {
    const again = await listed(commonCrawl, { url: 'https://past.example/again' });
    assert.match(bodyText(await read(commonCrawl, again[2])), /again/);
    for (const archive of [wayback, commonCrawl]) {
      const [lost] = await listed(archive, { url: 'https://past.example/lost' });
      assert.ok(lost !== undefined && lost.statusCode === null && lost.isRevisit);
      const response = await archive.read(lost, order());
      assert.equal(response.kind === 'fault' && response.code, 'unplayable', archive.name);
    }
  });

  const [first] = await listed(wayback);
  assert.ok(first !== undefined);
  const unread: Capture = {
    ...first,
    timestamp: '20120105101010',
    original: 'http://www.past.example/',
    at: new Date('2012-01-05T10:10:10Z'),
  };
  const outcome = async (fault: Parameters<typeof world.fail>[1], times?: number, withinMs = 2_000) => {
    await database.deleteFrom('archive_captures').execute();
    await wake();
    world.fail(/\/web\//, fault, times);
    const response = await wayback.read(unread, order(withinMs));
    world.heal();
    await wake();
    return response.kind === 'fault' ? response.code : bodyText(response).includes('two');
  };

  await t.test('pages of the archive itself are never content', async () => {
    assert.equal(await outcome('excluded'), 'excluded');
    assert.equal(await outcome('excluded_page'), 'excluded');
    assert.equal(await outcome('html'), 'unreadable');
    assert.equal(await outcome('elsewhere'), 'unplayable');
    assert.equal(await outcome('loop'), 'unplayable');
    assert.equal(await outcome('too_many'), 'rate_limited');
    assert.equal(await outcome('hang', undefined, 200), 'timeout');
  });

  await t.test(
    'transient errors are retried: 503, 504, a reset, half a body, a requested pause',
    async () => {
      for (const fault of ['unavailable', 'gateway', 'reset', 'half'] as const)
        assert.equal(await outcome(fault, 2), true, fault);
      assert.equal(await outcome('too_many_for_a_second', 1, 3_000), true);
      assert.equal(await outcome('double_encoding', 1), true);
    },
  );

  await t.test('all processes pause requests to a failing archive', async () => {
    await forget();
    world.fail(/cdx/, 'gateway');
    const failed = await wayback.captures({ ...all, url: 'http://other.example/' }, order());
    assert.equal(failed.kind === 'fault' && failed.code, 'server_error');
    world.heal();
    world.reset();
    const other = openArchives({
      waybackUrl: world.wayback,
      commonCrawlIndexUrl: world.commonCrawl,
      commonCrawlDataUrl: world.commonCrawl,
      others: [],
      userAgent: 'test',
      database,
      clock: systemClock,
      log: silentLog,
    });
    const rested = await other.all[0]?.captures({ ...all, url: 'http://other.example/' }, order(100));
    assert.equal(rested?.kind === 'fault' && rested.code, 'unreachable');
    assert.deepEqual(world.requested(), []);
    await other.close();
    await wake();
  });

  await t.test('an index that answers with a page is unreadable, and invalid rows are skipped', async () => {
    await forget();
    world.fail(/cdx/, 'html', 1);
    const page = await wayback.captures(all, order());
    assert.equal(page.kind === 'fault' && page.code, 'unreadable');
    world.fail(/cdx/, 'excluded', 1);
    const excluded = await wayback.captures(all, order());
    assert.equal(excluded.kind === 'fault' && excluded.code, 'excluded');
    world.fail(/cdx/, 'junk_rows', 1);
    assert.equal((await listed(wayback)).length, 8);
  });

  await t.test('a record is rejected by its size if the archive ignores the range', async () => {
    const list = await listed(commonCrawl);
    await database.deleteFrom('archive_captures').execute();
    world.fail(/crawl-data/, 'range_ignored', 1);
    const response = await commonCrawl.read(list[0] as Capture, order());
    assert.equal(response.kind === 'fault' && response.code, 'too_large');
  });

  await t.test('every contact is recorded', () => {
    assert.ok(attempts.length > 10);
    assert.ok(attempts.every(({ route, ms }) => route === 'archive' && ms >= 0));
    assert.ok(attempts.some(({ outcome }) => outcome === 'rate_limited'));
  });
});
