import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { hasDokuWiki, startDokuWiki } from '../applications/dokuwiki.ts';
import { hasGitweb, startGitweb } from '../applications/gitweb.ts';
import { hasMediaWiki, startMediaWiki } from '../applications/mediawiki.ts';
import { hasWordPress, startWordPress } from '../applications/wordpress.ts';
import { startTestService } from './running-service.ts';

interface Listing {
  records: Array<Record<string, string>>;
  complete: boolean;
}

type Collect = (url: string, fields: string[], maxPages?: number) => Promise<Listing>;

async function startCollecting(t: TestContext): Promise<Collect> {
  const service = await startTestService(t);
  return async (url, fields, maxPages = 20) => {
    const body = { url, fields, limit: 500, max_pages: maxPages };
    const { status, json } = await service.post('/v1/collect', body);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
}

const titlesOf = ({ records }: Listing, start: string) =>
  records
    .map(({ title = '' }) => title)
    .filter((title) => title?.startsWith(start))
    .toSorted();

test('WordPress: posts of all pages, and `complete` only after the last page', async (t) => {
  if (!(await hasWordPress()))
    return t.skip('the Debian packages wordpress, mariadb-server and php-mysql are not installed');
  const blog = await startWordPress('127.0.0.22');
  t.after(() => blog.close());
  const titles = Array.from({ length: 23 }, (_, at) => `Harbour report number ${at + 1}`);
  for (const [at, title] of titles.entries()) {
    const date = `2026-10-${String(at + 1).padStart(2, '0')} 10:00:00`;
    await blog.publish({ title, date, content: `<p>The lock opened ${at + 3} times on this day.</p>` });
  }
  const collect = await startCollecting(t);
  for (const path of ['/', '/?cat=1', '/?m=202610', '/?s=lock']) {
    await t.test(path, async () => {
      const all = await collect(blog.url(path), ['title', 'url']);
      assert.deepEqual([titlesOf(all, 'Harbour report'), all.complete], [titles.toSorted(), true]);
      const first = await collect(blog.url(path), ['title', 'url'], 1);
      assert.deepEqual([first.records.length, first.complete], [10, false]);
    });
  }
});

test('MediaWiki: lists with links to the next part, and `complete` only at the end', async (t) => {
  if (!(await hasMediaWiki())) return t.skip('the Debian package mediawiki is not installed');
  const titles = Array.from({ length: 23 }, (_, at) => `Berth ${at + 1} of the harbour`);
  const pages = Object.fromEntries(titles.map((title) => [title, `${title} is beside the [[Quay]].`]));
  const wiki = await startMediaWiki('127.0.0.23', { ...pages, Quay: 'It is long.' });
  t.after(() => wiki.close());
  const collect = await startCollecting(t);
  const url = wiki.url('/index.php?title=Special:WhatLinksHere/Quay&limit=10');
  const all = await collect(url, ['title', 'url']);
  assert.deepEqual([titlesOf(all, 'Berth'), all.complete], [titles.toSorted(), true]);
  assert.equal((await collect(url, ['title', 'url'], 1)).complete, false);
});

test('DokuWiki: changes of all pages, which a button of a form leads to', async (t) => {
  if (!(await hasDokuWiki())) return t.skip('the Debian package dokuwiki is not installed');
  const ids = Array.from({ length: 47 }, (_, at) => `berth${at + 1}`);
  const wiki = await startDokuWiki('127.0.0.22', Object.fromEntries(ids.map((id) => [id, `About ${id}.`])));
  t.after(() => wiki.close());
  const collect = await startCollecting(t);
  const url = wiki.url('/doku.php?id=start&do=recent');
  const all = await collect(url, ['date', 'url']);
  const changed = all.records.flatMap(({ url = '' }) => /[?&]id=(berth\d+)/.exec(url)?.[1] ?? []);
  assert.deepEqual([changed.toSorted(), all.complete], [ids.toSorted(), true]);
  assert.equal((await collect(url, ['date', 'url'], 1)).complete, false);
});

test('gitweb: commits of all pages, and `complete` only after the last page', async (t) => {
  if (!(await hasGitweb())) return t.skip('the Debian packages git and libcgi-pm-perl are not installed');
  const commits = Array.from({ length: 130 }, (_, at) => ({
    subject: `Repair of berth ${at + 1}`,
    author: at % 2 === 0 ? 'Ada Crane' : 'Bo Mole',
    time: 1_700_000_000 + at * 90_000,
  }));
  const site = await startGitweb('127.0.0.23', commits);
  t.after(() => site.close());
  const collect = await startCollecting(t);
  const url = site.url('/?p=boats.git;a=shortlog');
  const all = await collect(url, ['title', 'author']);
  assert.deepEqual(
    [titlesOf(all, 'Repair'), all.complete],
    [commits.map(({ subject }) => subject).toSorted(), true],
  );
  const first = await collect(url, ['title', 'author'], 1);
  assert.deepEqual([first.records.length, first.complete], [100, false]);
});
