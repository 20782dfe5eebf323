import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'parse5';
import { type BigSite, startBigSite } from './big-site.ts';

let site: BigSite;
before(async () => {
  site = await startBigSite({ pages: 700 });
});
after(() => site.close());

async function ask(address: string, encoding = 'gzip'): Promise<{ status: number; text: string }> {
  const answer = await fetch(address, { headers: { 'accept-encoding': encoding } });
  return { status: answer.status, text: await answer.text() };
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, to]) => to as string);
}

test('every page is reachable by links within depth 3, and no link is broken', async () => {
  const depths = new Map([['/', 0]]);
  let links = 0;
  for (const [path, depth] of depths) {
    const { status, text } = await ask(site.url(path));
    assert.equal(status, 200, path);
    const found = linksOf(text);
    links += new Set(found).size;
    for (const link of found) if (!depths.has(link)) depths.set(link, depth + 1);
  }
  assert.deepEqual([...depths.keys()].sort(), site.pages.map((page) => page.path).sort());
  assert.ok(Math.max(...depths.values()) <= 3);
  const average = links / site.pages.length;
  assert.ok(average > 30 && average < 50, `${average} links a page`);
});

test('pages have many sizes and are identical with and without compression', async () => {
  const sizes: number[] = [];
  for (const page of site.pages.slice(0, 300)) {
    const { text } = await ask(site.url(page.path));
    if (page.at % 50 === 0) assert.equal((await ask(site.url(page.path), 'identity')).text, text);
    assert.ok(text.includes(page.phrase), page.path);
    sizes.push(text.length);
  }
  sizes.sort((one, other) => one - other);
  const median = sizes[150] as number;
  assert.ok(median > 50_000 && median < 72_000, `median ${median}`);
  assert.ok((sizes[0] as number) > 19_000 && (sizes.at(-1) as number) < 205_000);
});

test('pages are valid HTML', async () => {
  for (const page of site.pages.filter((_, at) => at % 40 === 0)) {
    const mistakes: string[] = [];
    parse((await ask(site.url(page.path))).text, { onParseError: (error) => mistakes.push(error.code) });
    assert.deepEqual(mistakes, [], page.path);
  }
});

test('the sitemaps named in robots.txt list every page once', async () => {
  const robots = await ask(site.url('/robots.txt'));
  const index = await ask(/Sitemap: (\S+)/.exec(robots.text)?.[1] as string);
  const listed: string[] = [];
  for (const [, map] of index.text.matchAll(/<loc>(.*?)<\/loc>/g))
    listed.push(
      ...[...(await ask(map as string)).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(
        ([, page]) => page as string,
      ),
    );
  assert.deepEqual(
    listed,
    site.pages.map((page) => site.url(page.path)),
  );
  assert.equal((await ask(site.url('/no/such/page'))).status, 404);
  assert.equal(site.requests('/robots.txt'), 1);
});
