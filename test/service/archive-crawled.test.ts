import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startArchiveWorld } from '../world/archive-server.ts';
import { readWarc } from '../world/warc-files.ts';
import { startTestService } from './running-service.ts';

// `yard.warc.gz` was written by GNU Wget 1.21.3, which crawled a small site three times with the clock set to March
// of 2019, 2020 and 2021: `wget -r -p --warc-file=yard --warc-cdx --warc-dedup=…`. It contains what a crawler writes
// and a library does not: `<>` around URLs, chunk headers left in bodies, revisit records with HTTP headers, two
// captures of one page in one second, redirects and errors, and records about the crawl itself.
const site = 'http://yard.example';

test('a WARC file written by a crawler', async (t) => {
  const world = await startArchiveWorld(
    await readWarc(await readFile(new URL('../world/yard.warc.gz', import.meta.url))),
  );
  t.after(() => world.close());
  const service = await startTestService(t, world.environment);
  const archive = async (body: object) => {
    const { status, json } = await service.post('/v1/archive', body);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };

  await t.test('reads chunked, compressed, differently encoded and revisited pages', async () => {
    for (const source of ['wayback', 'commoncrawl', 'memento:national']) {
      const get = (path: string, at: string) => archive({ action: 'get', url: `${site}${path}`, at, source });
      const crane = await get('/crane', '2021');
      assert.match(crane.markdown, /The crane costs 145 euros a day/, source);
      const hooks = await get('/hooks', '2019');
      assert.match(hooks.markdown, /Small hook: 12 euros\n.*Large hook: 48 euros$/s, source);
      const german = await get('/kraene', '2019');
      assert.match(german.markdown, /Schöne Kräne für große Häfen/, source);
      // A revisit record returns the page of the previous year.
      const again = await get('/crane', '2020');
      assert.match(again.markdown, /costs 120 euros/, source);
      assert.deepEqual([again.captured_at, again.receipt.credits], ['2020-03-04T09:00:00.000Z', 1], source);
      const old = await get('/old', '2019');
      assert.deepEqual([old.status, old.original_url], ['ok', `${site}/crane`], source);
    }
  });

  await t.test('distinguishes changes from revisits and removals', async () => {
    for (const source of ['wayback', 'commoncrawl']) {
      const crane = await archive({ action: 'snapshots', url: `${site}/crane`, source });
      assert.deepEqual(
        crane.captures.map((row: { captured_at: string; change: string }) => [
          row.captured_at.slice(0, 4),
          row.change,
        ]),
        [
          ['2019', 'first'],
          ['2021', 'changed'],
        ],
        source,
      );
      assert.equal(crane.captures[1].last_seen_before, '2020-03-04T09:00:00.000Z', source);
      const hooks = await archive({ action: 'snapshots', url: `${site}/hooks`, source });
      assert.deepEqual([hooks.changes, hooks.receipt.credits], [0, 0], `${source}: the index alone tells`);
      const gone = await archive({ action: 'snapshots', url: `${site}/gone`, source });
      assert.deepEqual(
        gone.captures.map(({ change }: { change: string }) => change),
        ['first', 'gone'],
        source,
      );
    }
  });

  await t.test('lists the URLs of the site without records about the crawl', async () => {
    const { urls, complete } = await archive({ action: 'urls', url: 'yard.example', kind: 'all' });
    assert.deepEqual(
      urls.map(({ url, kind }: { url: string; kind: string }) => `${new URL(url).pathname} ${kind}`).sort(),
      [
        '/ page',
        '/crane page',
        '/feed.xml feed',
        '/gone page',
        '/hook.png image',
        '/hooks page',
        '/kraene page',
        '/old page',
        '/prices.pdf document',
      ],
    );
    assert.equal(complete, true);
  });
});
