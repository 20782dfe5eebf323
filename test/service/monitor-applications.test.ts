import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { hasDokuWiki, startDokuWiki } from '../applications/dokuwiki.ts';
import { hasMediaWiki, startMediaWiki } from '../applications/mediawiki.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { check, watch } from './monitor-checks.ts';
import { startTestService } from './running-service.ts';

type Change = [type: string, before: string | null, after: string | null];

/** Watches a page, and returns what a check reports after an edit. */
async function reportOf(t: TestContext, url: string, edit: () => Promise<void>): Promise<Change[]> {
  const service = await startTestService(t);
  const mid = await watch(service, { url });
  assert.equal((await check(service, mid)).state, 'same', 'nothing was edited');
  await edit();
  const found = await check(service, mid);
  assert.equal(found.state, 'changed');
  return found.diff.blocks.map(({ type, before, after }: Record<string, string>) => [type, before, after]);
}

const sentences = [
  'The northern lock is open from six to ten.',
  'Ships of more than ninety metres wait at the outer quay.',
  'The keeper answers on channel twelve.',
];

test('a paragraph added to a DokuWiki page is reported as added', async (t) => {
  if (!(await hasDokuWiki())) return t.skip('the Debian package dokuwiki is not installed');
  const text = (all: readonly string[]) => `====== Lock ======\n\n${all.join('\n\n')}`;
  const wiki = await startDokuWiki('127.0.0.22', { start: text(sentences) });
  t.after(() => wiki.close());
  const added = 'From Monday on, the southern lock is closed.';
  const changes = await reportOf(t, wiki.url('/doku.php?id=start'), () =>
    wiki.edit('start', text([...sentences, added]), 'closing'),
  );
  assert.deepEqual(changes, [['added', null, added]]);
});

test('an edit of a MediaWiki page is reported alone', async (t) => {
  if (!(await hasMediaWiki())) return t.skip('the Debian package mediawiki is not installed');
  const text = (all: readonly string[]) => all.join('\n\n');
  const wiki = await startMediaWiki('127.0.0.23', { Lock: text(sentences) });
  t.after(() => wiki.close());
  const changed = 'The northern lock is open from six to eleven.';
  const changes = await reportOf(t, wiki.url('/index.php?title=Lock'), () =>
    wiki.edit('Lock', text([changed, ...sentences.slice(1)]), 'longer'),
  );
  assert.equal(changes.length, 1, JSON.stringify(changes));
  assert.equal(changes[0]?.[0], 'changed');
});

/** Returns the front page of a blog with its latest ten posts, in the markup of common blog software. */
function frontPage(latest: number): { body: string } {
  const post = (
    number: number,
  ) => `<article class="post hentry"><h2 class="entry-title"><a href="/p/${number}/">Post ${number} of the harbour</a></h2>
    <div class="entry-content"><p>${sentences.map((one) => `${one} It was said on day ${number * 7}.`).join(' ')}</p></div>
    <footer class="entry-meta">Posted on <time>November ${(number % 28) + 1}, 2026</time> by admin. <a href="/p/${number}/#respond">Leave a reply</a></footer></article>`;
  const posts = Array.from({ length: 10 }, (_, at) => post(latest - at)).join('');
  const recent = Array.from(
    { length: 5 },
    (_, at) => `<li><a href="/p/${latest - at}/">Post ${latest - at} of the harbour</a></li>`,
  );
  return {
    body: `<!doctype html><html lang="en"><head><title>Harbour blog</title></head><body class="home blog"><header><h1><a href="/">Harbour blog</a></h1></header>
      <div id="content" role="main">${posts}<nav><a href="/page/2/">Older posts</a></nav></div>
      <aside><h3>Recent posts</h3><ul>${recent.join('')}</ul></aside><footer>Proudly powered by a press</footer></body></html>`,
  };
}

test('a new post on the front page of a blog is reported as added', async (t) => {
  let latest = 20;
  const site = await startLoopbackServer('127.0.0.20', () => new Map([['/', () => frontPage(latest)]]));
  t.after(() => site.close());
  const changes = await reportOf(t, site.url('/'), async () => {
    latest = 21;
  });
  const added = changes.filter(([type]) => type === 'added').map(([, , after]) => after ?? '');
  assert.ok(
    added.some((text) => text.includes('Post 21 of the harbour')),
    JSON.stringify(changes),
  );
  const isOf = (text: string | null, number: number) =>
    text === null || text.includes(`Post ${number} `) || text.includes(`day ${number * 7}.`);
  for (const [, before, after] of changes) {
    assert.ok(isOf(after, 21) && isOf(before, 11), JSON.stringify([before, after]));
  }
});
