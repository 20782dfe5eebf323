import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { useOwnTemporaryFolder } from '../../../../test/own-temporary-folder.ts';
import { until } from '../../../../test/until.ts';
import { startLoopbackServer } from '../../../../test/world/loopback-server.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { silentLog } from '../../../domain/system/log.ts';
import { createSsrfGuard } from '../../guard/ssrf-guard.ts';
import { findBrowser } from '../find/find-browser.ts';
import { createBrowserClient } from '../page/browser-page.ts';
import { createProcessBrowserPool } from './process-browser-pool.ts';

const guard = createSsrfGuard({ allowNetworks: ['127.0.0.11/32'], ownAddresses: () => [] });
const never = new AbortController().signal;

const temporary = useOwnTemporaryFolder();
const homes = async () => (await readdir(temporary)).filter((name) => name.startsWith('webdata-browser-'));

/** Returns the processes in the process groups of browsers, even if the group leaders have ended. */
function listProcesses(leaders: ReadonlySet<number>): string[] {
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

/** Kills a process unless it has ended; a zygote may end together with another one. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns the zygotes of a browser, from which its renderers are forked. */
function listZygotes(browser: number): number[] {
  return listProcesses(new Set([browser]))
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=zygote'))
    .map(Number);
}

const megabyte = 2 ** 20;
const hungry = `<p>Hungry</p><script>const held = [];
setInterval(() => { if (held.length < 60) held.push(new Uint8Array(1e7).fill(1)); }, 20);</script>`;

test('the browsers of a process', async (t) => {
  const search = findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const { browser, detail } = await search;
  if (browser === null) return t.skip(`no browser on this machine (${detail}): test skipped`);
  const before = await homes();
  const routes = new Map([
    ['/hangs', { body: '<p>Hangs</p><script>for (;;) {}</script>' }],
    ['/hungry', { body: hungry }],
    ['/*', { body: '<title>Page</title><p>Here.</p>' }],
  ]);
  const site = await startLoopbackServer('127.0.0.11', () => routes);
  t.after(() => site.close());
  const finder = { search: () => search, invalidate() {} };
  const pool = createProcessBrowserPool({
    finder,
    guard,
    log: silentLog,
    maxContexts: 4,
  });
  t.after(() => pool.close());
  const client = createBrowserClient({ pool, guard, note: '(test)' });
  const visit = (signal = never, path = '/', throughClient = client) =>
    throughClient.visit(
      {
        url: new URL(site.url(path)),
        headers: {},
        steps: [],
        waitMs: path === '/hungry' ? 10_000 : 0,
        settleTimeoutMs: 2_000,
        mobile: false,
        country: null,
        screenshot: null,
        network: false,
        via: null,
      },
      signal,
    );
  const startedPids = new Set<number>();
  const recordPids = () => {
    for (const pid of pool.pids()) startedPids.add(pid);
  };

  await t.test('a browser is replaced after a number of pages', async () => {
    for (let page = 0; page < 9; page++) {
      assert.equal((await visit()).kind, 'response');
      recordPids();
    }
    assert.ok(startedPids.size >= 2, `${startedPids.size} browsers`);
  });

  await t.test(
    'pages of a killed browser are unavailable, and the next page gets a new browser',
    async () => {
      await visit();
      recordPids();
      const pid = pool.pids().at(-1) as number;
      const lost = pool.use({}, never, async ({ context }) => {
        const page = await context.newPage();
        process.kill(pid, 'SIGKILL');
        await page.goto(site.url('/'));
      });
      await assert.rejects(lost, (error) => error instanceof Failure && error.kind === 'unavailable');
      assert.equal((await visit()).kind, 'response');
      recordPids();
    },
  );

  await t.test('a page that crashes its renderer does not affect others', async () => {
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

  await t.test('a browser that cannot open pages is replaced quickly', async () => {
    const own = createProcessBrowserPool({ finder, guard, log: silentLog, openTimeoutMs: 2_000 });
    const visits = createBrowserClient({ pool: own, guard, note: '(test)' });
    const unavailable = (error: unknown) => error instanceof Failure && error.kind === 'unavailable';
    const held = await own.hold({}, never, null, false);
    try {
      await held.newPage();
      const [pid] = own.pids();
      startedPids.add(pid as number);
      // Without its zygotes the browser keeps running but shows no pages.
      for (const zygote of listZygotes(pid as number)) killIfAlive(zygote);
      // The prepared page has crashed; others never open.
      for (let tries = 0; tries < 3; tries += 1) await assert.rejects(held.newPage(), unavailable);
      const next = await visit(AbortSignal.timeout(60_000), '/', visits);
      assert.equal(next.kind, 'response');
      for (const other of own.pids()) startedPids.add(other);
      // If pages crash instead of failing to open, the browser stays with its holders.
      await held.close();
      while (own.pids().includes(pid as number)) await delay(20);
    } finally {
      await held.close();
      await own.close();
    }
  });

  await t.test(
    'a browser that dies during its start is unavailable, and the next page gets a new one',
    async () => {
      const dying = { ...browser, start: () => Promise.reject(new Error('browserType.launch: closed')) };
      let isDying = true;
      const pick = async () => ({ ...(await search), browser: isDying ? dying : browser });
      const own = createProcessBrowserPool({
        finder: { search: pick, invalidate() {} },
        guard,
        log: silentLog,
      });
      try {
        await assert.rejects(
          own.use({}, never, async () => 'never'),
          (error) => error instanceof Failure && error.kind === 'unavailable',
        );
        await assert.rejects(
          own.hold({}, never, null, false),
          (error) => error instanceof Failure && error.kind === 'unavailable',
        );
        isDying = false;
        assert.equal(await own.use({}, never, async () => 'used'), 'used');
        for (const pid of own.pids()) startedPids.add(pid);
      } finally {
        await own.close();
      }
    },
  );

  await t.test('an aborted caller is released', async () => {
    const callerAbort = new AbortController();
    const waiting = visit(callerAbort.signal);
    callerAbort.abort(new Error('the caller left'));
    await assert.rejects(waiting, /the caller left/);
  });

  await t.test('a hanging page times out, and its browser continues', async () => {
    const deadline = AbortSignal.timeout(1_500);
    await assert.rejects(visit(deadline, '/hangs'), /timeout/);
    assert.equal((await visit()).kind, 'response');
    recordPids();
  });

  await t.test('a page above the memory limit is ended without affecting others', async () => {
    const memory = { renderer: 200 * megabyte, browser: 4_000 * megabyte, page: 0 };
    const own = createProcessBrowserPool({ finder, guard, log: silentLog, memory });
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
      for (const pid of own.pids()) startedPids.add(pid);
    } finally {
      await own.close();
    }
  });

  await t.test('a browser above the memory limit is replaced after its pages are read', async () => {
    const memory = { renderer: 4_000 * megabyte, browser: 1, page: 0 };
    const own = createProcessBrowserPool({ finder, guard, log: silentLog, memory });
    const visits = createBrowserClient({ pool: own, guard, note: '(test)' });
    try {
      const seenPids = new Set<number>();
      const title = await own.use({}, never, async ({ context }) => {
        for (const pid of own.pids()) seenPids.add(pid);
        const page = await context.newPage();
        for (let tries = 0; tries < 80 && seenPids.size < 2; tries++) {
          await visit(never, '/', visits);
          for (const pid of own.pids()) seenPids.add(pid);
        }
        await page.goto(site.url('/'));
        return page.title();
      });
      assert.equal(title, 'Page');
      assert.ok(seenPids.size >= 2, `${seenPids.size} browsers`);
      for (const pid of seenPids) startedPids.add(pid);
    } finally {
      await own.close();
    }
  });

  await t.test('no process and no folder is left after closing', async () => {
    await visit();
    recordPids();
    await pool.close();
    const left = async () => [
      ...listProcesses(startedPids),
      ...(await homes()).filter((name) => !before.includes(name)),
    ];
    // Helper processes end shortly after the browser.
    await until(left, ({ length }) => length === 0);
    assert.deepEqual(await left(), []);
    await assert.rejects(visit(), /stopping/);
  });
});
