import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalUrl, normalizeLink } from '../../src/site/links/url-normalization.ts';
import { createTrapDetector } from '../../src/site/traps/traps.ts';
import { planBigSite } from './big-site-plan.ts';
import { sitePages } from './site-pages.ts';
import { pagesAmongTraps, trapEntrances } from './site-traps.ts';
import { startWorld } from './world.ts';

function linksOf(html: string, address: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].flatMap(
    ([, to]) => normalizeLink((to as string).replaceAll('&amp;', '&'), address) ?? [],
  );
}

test('a crawl without trap detection never ends; one with it reads every page and ends', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const { site } = world;

  async function crawl(watch: ReturnType<typeof createTrapDetector> | null, most: number): Promise<string[]> {
    const found = new Map([[site.url('/traps/'), 0]]);
    const seen = new Set([canonicalUrl(site.url('/traps/'))]);
    const read: string[] = [];
    for (const [address, depth] of found) {
      if (read.length >= most) break;
      read.push(new URL(address).pathname);
      for (const link of linksOf(await (await fetch(address)).text(), address)) {
        const identity = canonicalUrl(link);
        if (seen.has(identity) || watch?.check(link, depth + 1) === 'trap') continue;
        seen.add(identity);
        if (link.startsWith(site.url('/traps/'))) found.set(link, depth + 1);
      }
    }
    return read;
  }

  assert.equal((await crawl(null, 1500)).length, 1500);
  const read = await crawl(createTrapDetector({ now: new Date('2026-11-21') }), 5000);
  assert.ok(read.length < 900, `${read.length} pages`);
  for (const path of [...pagesAmongTraps, ...trapEntrances])
    assert.ok(read.includes(path.split('?')[0] as string), path);
});

test('no ordinary page of the test world is classified as a trap, and each trap as its own kind', () => {
  const watch = createTrapDetector({ now: new Date('2026-11-21') });
  const addresses = [...sitePages(), ...planBigSite(5000).pages].map(
    ({ path }, at) => `http://site-${at < 349 ? 1 : 2}.test${path}`,
  );
  assert.deepEqual(
    addresses.filter((address) => watch.check(address, 3) === 'trap'),
    [],
  );
  assert.equal(new Set(addresses.map((address) => canonicalUrl(address))).size, addresses.length);
});
