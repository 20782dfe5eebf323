import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { useOwnTemporaryFolder } from '../../../test/own-temporary-folder.ts';
import { startLoopbackServer } from '../../../test/world/loopback-server.ts';
import { Failure } from '../../domain/failure.ts';
import { silentLog } from '../../domain/log.ts';
import { createGuard } from '../guard.ts';
import { createBrowserClient } from './browser-page.ts';
import { createBrowserPool } from './browser-pool.ts';
import { findBrowser } from './find-browser.ts';

const guard = createGuard({ allowNetworks: ['127.0.0.11/32'], ownAddresses: () => [] });
const never = new AbortController().signal;

const temporary = useOwnTemporaryFolder();
const homes = async () => (await readdir(temporary)).filter((name) => name.startsWith('webdata-browser-'));

/** Processes of the groups that browsers lead, whatever has become of their leaders. */
function processesOf(leaders: ReadonlySet<number>): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state !== 'Z' && leaders.has(Number(group));
    } catch {
      return false;
    }
  });
}

const megabyte = 2 ** 20;
const hungry = `<p>Hungry</p><script>const held = [];
setInterval(() => { if (held.length < 60) held.push(new Uint8Array(1e7).fill(1)); }, 20);</script>`;

test('the browsers of a process', async (t) => {
  const search = findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const { browser, detail } = await search;
  if (browser === null) return t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
  const before = await homes();
  const routes = new Map([
    ['/hangs', { body: '<p>Hangs</p><script>for (;;) {}</script>' }],
    ['/hungry', { body: hungry }],
    ['/*', { body: '<title>Page</title><p>Here.</p>' }],
  ]);
  const site = await startLoopbackServer('127.0.0.11', () => routes);
  t.after(() => site.close());
  const finder = { search: () => search, doubt() {} };
  const pool = createBrowserPool({
    finder,
    guard,
    log: silentLog,
    contextsEach: 4,
  });
  t.after(() => pool.close());
  const client = createBrowserClient({ pool, guard, note: '(test)' });
  const visit = (signal = never, path = '/', by = client) =>
    by.visit(
      {
        url: new URL(site.url(path)),
        headers: {},
        steps: [],
        waitMs: path === '/hungry' ? 10_000 : 0,
        settleWithinMs: 2_000,
        mobile: false,
        country: null,
        screenshot: null,
        network: false,
        via: null,
      },
      signal,
    );
  const started = new Set<number>();
  const note = () => {
    for (const pid of pool.pids()) started.add(pid);
  };

  await t.test('one is replaced by a fresh one after so many pages', async () => {
    for (let page = 0; page < 9; page++) {
      assert.equal((await visit()).kind, 'response');
      note();
    }
    assert.ok(started.size >= 2, `${started.size} browsers`);
  });

  await t.test(
    'one that is killed fails its pages as unavailable, and the next page has another',
    async () => {
      await visit();
      note();
      const pid = pool.pids().at(-1) as number;
      const lost = pool.use({}, never, async ({ context }) => {
        const page = await context.newPage();
        process.kill(pid, 'SIGKILL');
        await page.goto(site.url('/'));
      });
      await assert.rejects(lost, (error) => error instanceof Failure && error.kind === 'unavailable');
      assert.equal((await visit()).kind, 'response');
      note();
    },
  );

  await t.test('a page that breaks its renderer fails alone', async () => {
    const broken = await pool.use({}, never, async ({ context }) => {
      const page = await context.newPage();
      const crashed = new Promise((resolve) => page.once('crash', resolve));
      const session = await context.newCDPSession(page);
      session.send('Page.crash').catch(() => {});
      await crashed;
      return 'crashed';
    });
    assert.equal(broken, 'crashed');
    assert.equal((await visit()).kind, 'response');
  });

  await t.test('whoever waits no more is let go', async () => {
    const gone = new AbortController();
    const waiting = visit(gone.signal);
    gone.abort(new Error('the caller left'));
    await assert.rejects(waiting, /the caller left/);
  });

  await t.test('a page that hangs is left, and its browser goes on', async () => {
    const deadline = AbortSignal.timeout(1_500);
    await assert.rejects(visit(deadline, '/hangs'), /timeout/);
    assert.equal((await visit()).kind, 'response');
    note();
  });

  await t.test('a page that takes more memory than any may is ended, alone', async () => {
    const memory = { renderer: 200 * megabyte, browser: 4_000 * megabyte, page: 0 };
    const own = createBrowserPool({ finder, guard, log: silentLog, memory });
    const careful = createBrowserClient({ pool: own, guard, note: '(test)' });
    try {
      const beside = own.use({}, never, async ({ context }) => {
        const page = await context.newPage();
        const answer = await visit(AbortSignal.timeout(30_000), '/hungry', careful);
        assert.equal(answer.kind === 'fault' && answer.code, 'document');
        await page.goto(site.url('/'));
        return page.title();
      });
      assert.equal(await beside, 'Page');
      for (const pid of own.pids()) started.add(pid);
    } finally {
      await own.close();
    }
  });

  await t.test('a browser that holds too much is replaced, and its page read to the end', async () => {
    const memory = { renderer: 4_000 * megabyte, browser: 1, page: 0 };
    const own = createBrowserPool({ finder, guard, log: silentLog, memory });
    const visits = createBrowserClient({ pool: own, guard, note: '(test)' });
    try {
      const seen = new Set<number>();
      const title = await own.use({}, never, async ({ context }) => {
        for (const pid of own.pids()) seen.add(pid);
        const page = await context.newPage();
        for (let tries = 0; tries < 80 && seen.size < 2; tries++) {
          await visit(never, '/', visits);
          for (const pid of own.pids()) seen.add(pid);
        }
        await page.goto(site.url('/'));
        return page.title();
      });
      assert.equal(title, 'Page');
      assert.ok(seen.size >= 2, `${seen.size} browsers`);
      for (const pid of seen) started.add(pid);
    } finally {
      await own.close();
    }
  });

  await t.test('nothing is left after the end', async () => {
    await visit();
    note();
    await pool.close();
    const left = async () => [
      ...processesOf(started),
      ...(await homes()).filter((name) => !before.includes(name)),
    ];
    // What the browser started itself takes a moment to notice that it is gone.
    for (let tries = 0; tries < 100 && (await left()).length > 0; tries++) await delay(50);
    assert.deepEqual(await left(), []);
    await assert.rejects(visit(), /stopping/);
  });
});
