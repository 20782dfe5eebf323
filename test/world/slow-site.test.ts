import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSlowSite } from './slow-site.ts';

test('every page of the slow site is reachable by links within depth 2, and each fetch is counted', async (t) => {
  const site = await startSlowSite({ delayMs: { from: 0, to: 2 } });
  t.after(() => site.close());
  assert.equal(site.pages.length, 80);
  const depths = new Map([['/', 0]]);
  for (const [path, depth] of depths) {
    const answer = await fetch(site.url(path));
    assert.equal(answer.status, 200, path);
    for (const [, to] of (await answer.text()).matchAll(/<a [^>]*?href="([^"]*)"/g))
      if (!depths.has(to as string)) depths.set(to as string, depth + 1);
  }
  assert.deepEqual([...depths.keys()].sort(), site.pages.map((page) => page.path).sort());
  assert.ok(Math.max(...depths.values()) <= 2);
  for (const page of site.pages) assert.equal(site.requests(page.path), 1);
  const map = await (await fetch(site.url('/sitemap.xml'))).text();
  assert.equal(map.match(/<loc>/g)?.length, 80);
});

test('each page is delayed, by the same time in every run', async (t) => {
  const site = await startSlowSite({ pages: 60 });
  t.after(() => site.close());
  const pending = fetch(site.url('/')).then(() => 'answered');
  while (site.requests('/') === 0) await new Promise((resolve) => setImmediate(resolve));
  const robots = fetch(site.url('/robots.txt')).then(() => 'robots');
  assert.equal(await Promise.race([pending, robots]), 'robots');
  assert.equal(await pending, 'answered');
});
