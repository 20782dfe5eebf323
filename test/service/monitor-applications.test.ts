import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { hasDokuWiki, startDokuWiki } from '../applications/dokuwiki.ts';
import { hasGitweb, startGitweb } from '../applications/gitweb.ts';
import { hasMediaWiki, startMediaWiki } from '../applications/mediawiki.ts';
import { hasRoundup, startRoundup } from '../applications/roundup.ts';
import { hasSphinx, startSphinxSite } from '../applications/sphinx.ts';
import { hasWordPress, startWordPress } from '../applications/wordpress.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { check, watch } from './monitor-checks.ts';
import { startTestService } from './running-service.ts';

type Change = [type: string, before: string | null, after: string | null];

/** Creates a monitor of a page; the function that it returns makes an edit and returns what the next check reports. */
async function watchPage(t: TestContext, url: string) {
  const service = await startTestService(t);
  const mid = await watch(service, { url });
  const { latest_check: first } = (await service.get(`/v1/monitors/${mid}`)).json;
  assert.equal(first.state, 'new', JSON.stringify(first));
  assert.equal((await check(service, mid)).state, 'same', 'nothing was edited');
  return async (edit: () => Promise<unknown>): Promise<Change[]> => {
    await edit();
    const found = await check(service, mid);
    if (found.state === 'same') return [];
    assert.equal(found.state, 'changed');
    return found.diff.blocks.map(({ type, before, after }: Record<string, string>) => [type, before, after]);
  };
}

const sentences = [
  'The northern lock is open from six to ten.',
  'Ships of more than ninety metres wait at the outer quay.',
  'The keeper answers on channel twelve.',
];
const added = 'From Monday on, the southern lock is closed.';
const longAddition = Array.from(
  { length: 12 },
  (_, at) => `Crane ${at + 1} stands at berth ${at + 3} and lifts up to ${at * 4 + 9} tons in any wind.`,
).join(' ');
const edited = 'The northern lock is open from six to eleven.';
const [first = '', ...others] = sentences;

/** Checks that edits of a page of paragraphs are reported, each alone. */
async function checkParagraphEdits(
  report: (edit: () => Promise<unknown>) => Promise<Change[]>,
  save: (paragraphs: readonly string[]) => Promise<unknown>,
): Promise<void> {
  assert.deepEqual(await report(() => save([...sentences, added])), [['added', null, added]]);
  assert.deepEqual(await report(() => save([edited, ...others, added])), [['changed', first, edited]]);
  assert.deepEqual(await report(() => save([edited, ...others])), [['removed', added, null]]);
  assert.deepEqual(await report(() => save([edited, ...others, longAddition])), [
    ['added', null, longAddition],
  ]);
  assert.deepEqual(await report(() => save([edited, ...others, longAddition])), [], 'saved without an edit');
}

test('edits of a DokuWiki page are reported alone', async (t) => {
  if (!(await hasDokuWiki())) return t.skip('the Debian package dokuwiki is not installed');
  const text = (all: readonly string[]) => `====== Lock ======\n\n${all.join('\n\n')}`;
  const wiki = await startDokuWiki('127.0.0.22', { start: text(sentences) });
  t.after(() => wiki.close());
  const report = await watchPage(t, wiki.url('/doku.php?id=start'));
  await checkParagraphEdits(report, (all) => wiki.edit('start', text(all), 'edited'));
  assert.deepEqual(await report(() => wiki.edit('quay', text(sentences), 'another page')), []);
});

test('edits of a MediaWiki page are reported alone', async (t) => {
  if (!(await hasMediaWiki())) return t.skip('the Debian package mediawiki is not installed');
  const text = (all: readonly string[]) => all.join('\n\n');
  const wiki = await startMediaWiki('127.0.0.23', { Lock: text(sentences) });
  t.after(() => wiki.close());
  const report = await watchPage(t, wiki.url('/index.php?title=Lock'));
  await checkParagraphEdits(report, (all) => wiki.edit('Lock', text(all), 'edited'));
});

test('edits and new posts of a WordPress blog are reported alone', async (t) => {
  if (!(await hasWordPress()))
    return t.skip('the Debian packages wordpress, mariadb-server and php-mysql are not installed');
  const text = (all: readonly string[]) => all.map((one) => `<p>${one}</p>`).join('\n');
  const blog = await startWordPress('127.0.0.22');
  t.after(() => blog.close());
  const post = (number: number) => ({
    title: `Post ${number} of the harbour`,
    content: text(sentences.map((one) => `${one} It was said on day ${number * 7}.`)),
    date: `2026-10-${String(number).padStart(2, '0')} 10:00:00`,
  });
  const ids = new Map<number, number>();
  const publish = async (number: number) => ids.set(number, await blog.publish(post(number)));
  for (let number = 1; number <= 11; number += 1) await publish(number);

  await t.test('a post', async (t) => {
    const id = await blog.publish({ title: 'Lock', content: text(sentences), date: '2026-09-01 10:00:00' });
    const report = await watchPage(t, blog.url(`/?p=${id}`));
    await checkParagraphEdits(report, (all) => blog.edit(id, text(all)));
  });

  await t.test('the front page', async (t) => {
    const report = await watchPage(t, blog.url('/'));
    const changes = await report(() => publish(12));
    // Themes show the date as a link to the post.
    const isOf = (shown: string | null, number: number) =>
      shown?.includes(`Post ${number} of`) ||
      shown?.includes(`day ${number * 7}.`) ||
      shown?.endsWith(`?p=${ids.get(number)})`);
    const additions = changes.filter(([type]) => type === 'added');
    assert.ok(
      additions.some(([, , after]) => isOf(after, 12)),
      JSON.stringify(changes),
    );
    for (const [type, before, after] of changes) {
      // The front page shows ten posts: the oldest one moves to the next page.
      assert.ok(type === 'added' ? isOf(after, 12) : isOf(before, 2), JSON.stringify([type, before, after]));
    }
  });
});

const notInstalled =
  'its Python packages are not installed; `node bench/peers/install-applications.ts` does it';

test('edits of a page that Sphinx builds are reported alone', async (t) => {
  if (!(await hasSphinx())) return t.skip(notInstalled);
  const title = (text: string) => `${text}\n${'='.repeat(text.length)}\n\n`;
  const text = (all: readonly string[]) => `${title('Lock')}${all.join('\n\n')}\n`;
  const index = `${title('Harbour')}.. toctree::\n\n   lock\n   cranes\n`;
  const site = await startSphinxSite(
    '127.0.0.22',
    { index, lock: text(sentences), cranes: title('Cranes') },
    '1.0',
  );
  t.after(() => site.close());
  const report = await watchPage(t, site.url('/lock.html'));
  await checkParagraphEdits(report, (all) => site.build({ lock: text(all) }, '1.0'));
  const renamed = { cranes: title('New cranes') };
  assert.deepEqual(await report(() => site.build(renamed, '1.1')), [], 'another page and the release');
});

test('messages and fields of a Roundup issue are reported, and other issues are not', async (t) => {
  if (!(await hasRoundup())) return t.skip(notInstalled);
  const tracker = await startRoundup('127.0.0.22');
  t.after(() => tracker.close());
  const issue = await tracker.addIssue({ title: 'The lock does not close', message: first });
  const other = await tracker.addIssue({ title: 'The mole is wet', message: 'It rains.' });
  const report = await watchPage(t, tracker.url(`/issue${issue}`));
  const message = await report(() => tracker.addMessage(issue, added));
  assert.ok(
    message.some(([type, , after]) => type === 'added' && after?.includes(added)),
    JSON.stringify(message),
  );
  const priority = await report(() => tracker.setPriority(issue, 'critical'));
  assert.ok(
    priority.some(([, before, after]) => before?.includes('bug') && after?.includes('critical')),
    JSON.stringify(priority),
  );
  assert.deepEqual(await report(() => tracker.addMessage(other, added)), []);
  assert.deepEqual(await report(() => tracker.addUser('ada')), []);
});

test('a commit is reported on the summary of a gitweb repository, and its age is not', async (t) => {
  if (!(await hasGitweb()))
    return t.skip('gitweb, of the Debian package git, or the Perl module CGI is not installed');
  const commitNow = (subject: string) => ({
    subject,
    author: 'Ada',
    time: Math.floor(Date.now() / 1_000) - 30,
  });
  const site = await startGitweb('127.0.0.22', sentences.map(commitNow));
  t.after(() => site.close());
  const report = await watchPage(t, site.url('/?p=boats.git;a=summary'));
  const changes = await report(() => site.commit('boats', commitNow(added)));
  assert.ok(
    changes.some(([type, , after]) => type === 'added' && after?.includes(added)),
    JSON.stringify(changes),
  );
  assert.deepEqual(await report(() => site.commit('cranes', commitNow(added))), [], 'another repository');
  assert.deepEqual(await report(() => delay(1_100)), [], 'all commits are older');
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
  const report = await watchPage(t, site.url('/'));
  const changes = await report(async () => {
    latest = 21;
  });
  const additions = changes.filter(([type]) => type === 'added').map(([, , after]) => after ?? '');
  assert.ok(
    additions.some((text) => text.includes('Post 21 of the harbour')),
    JSON.stringify(changes),
  );
  const isOf = (text: string | null, number: number) =>
    text === null || text.includes(`Post ${number} `) || text.includes(`day ${number * 7}.`);
  for (const [, before, after] of changes) {
    assert.ok(isOf(after, 21) && isOf(before, 11), JSON.stringify([before, after]));
  }
});
