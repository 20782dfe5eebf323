import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { useOwnTemporaryFolder } from '../../../test/own-temporary-folder.ts';
import { startLoopbackServer } from '../../../test/world/loopback-server.ts';
import { Failure } from '../../domain/failure.ts';
import { silentLog } from '../../domain/log.ts';
import { isAlive } from '../../runtime/postmaster-file.ts';
import { createGuard } from '../guard.ts';
import { createBrowserClient } from './browser-page.ts';
import { createBrowserPool } from './browser-pool.ts';
import { findBrowser } from './find-browser.ts';

const guard = createGuard({ allowNetworks: ['127.0.0.11/32'], ownAddresses: () => [] });
const never = new AbortController().signal;

const temporary = useOwnTemporaryFolder();
const homes = async () => (await readdir(temporary)).filter((name) => name.startsWith('webdata-browser-'));

test('the browsers of a process', async (t) => {
  const search = findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const { browser, detail } = await search;
  if (browser === null) return t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
  const before = await homes();
  const body = '<title>Page</title><p>Here.</p>';
  const site = await startLoopbackServer('127.0.0.11', () => new Map([['/*', { body }]]));
  t.after(() => site.close());
  const pool = createBrowserPool({
    finder: { search: () => search, doubt() {} },
    guard,
    log: silentLog,
    contextsEach: 4,
  });
  t.after(() => pool.close());
  const client = createBrowserClient({ pool, guard, note: '(test)' });
  const visit = (signal = never) =>
    client.visit(
      {
        url: new URL(site.url('/')),
        headers: {},
        steps: [],
        waitMs: 0,
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

  await t.test('nothing is left after the end', async () => {
    await visit();
    note();
    await pool.close();
    const left = async () => [
      ...[...started].filter(isAlive),
      ...(await homes()).filter((name) => !before.includes(name)),
    ];
    // What the browser started itself takes a moment to notice that it is gone.
    for (let tries = 0; tries < 100 && (await left()).length > 0; tries++) await delay(50);
    assert.deepEqual(await left(), []);
    await assert.rejects(visit(), /stopping/);
  });
});
