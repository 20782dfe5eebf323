import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { siteGuard, startBrowserPool } from '../../../../test/world/browser-pool.ts';
import { startLoopbackServer } from '../../../../test/world/loopback-server.ts';
import { browserAction } from '../../../domain/pages/browser-action.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { openTabs } from '../page/browser-tabs.ts';
import type { BrowserPool } from '../pool/browser-pool.ts';
import { openControlledBrowser } from './controlled-browser.ts';

const never = new AbortController().signal;
const timeoutMs = 60_000;

/** Returns the renderer processes of a browser. */
function listRenderers(leader: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isRenderer = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer');
      return Number(group) === leader && isRenderer ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

function killRenderers(pool: BrowserPool): void {
  for (const pid of pool.pids().flatMap(listRenderers)) process.kill(pid, 'SIGKILL');
}

/** Fails instead of waiting forever. */
async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const late = delay(timeoutMs, undefined, { ref: false }).then(() => assert.fail('timeout'));
  return Promise.race([work, late]);
}

test('reading a page whose process dies is unavailable', async (t) => {
  const pool = await startBrowserPool(t);
  if (pool === null) return;
  const hanging = '<p>Hangs</p><script>setTimeout(() => { for (;;) {} }, 200)</script>';
  const site = await startLoopbackServer('127.0.0.11', () => new Map([['/*', { body: hanging }]]));
  t.after(() => site.close());
  const browser = await openControlledBrowser(
    { pool, guard: siteGuard },
    { device: {}, via: null, state: null, canWait: false, isRecorded: false },
    never,
  );
  t.after(() => browser.close());
  const result = await browser.act(browserAction({ type: 'goto', url: site.url('/'), snapshot: false }));
  assert.equal(result.error, null);
  await delay(1_000);
  const reading = browser.html();
  reading.catch(() => undefined);
  await delay(200);
  killRenderers(pool);
  await assert.rejects(
    withTimeout(reading),
    (error) => error instanceof Failure && error.kind === 'unavailable',
  );
});

test('a page that dies while it opens does not block the caller', async (t) => {
  const pool = await startBrowserPool(t);
  if (pool === null) return;
  const place = await pool.hold({}, never, null, false);
  t.after(() => place.close());
  let crashes = 0;
  place.context.once('page', () => killRenderers(pool));
  const opened = openTabs(place, () => {
    crashes += 1;
  });
  const outcome = await withTimeout(
    opened.then(
      (tabs) => tabs.activeTab().page.url(),
      (error: unknown) => error,
    ),
  );
  if (outcome instanceof Error)
    assert.ok(outcome instanceof Failure && outcome.kind === 'unavailable', String(outcome));
  else assert.equal(outcome, 'about:blank');
  assert.ok(crashes <= 1);
});

test('the first snapshot of a document waits for the names of its buttons, for a limited time', async (t) => {
  const pool = await startBrowserPool(t);
  if (pool === null) return;
  const page = (script: string) => ({
    body: `<!doctype html><title>Crane</title><button></button><button aria-label="Stop"></button><script>${script}</script>`,
  });
  const pages = new Map([
    ['/late', page('setTimeout(() => { document.querySelector("button").textContent = "Lift"; }, 1200);')],
    ['/never', page('')],
    [
      '/icon',
      {
        body: `<!doctype html><title>Icon</title><button><svg width=16 height=16><rect width=16 height=16 /></svg></button>
          <script>window.born = performance.now(); setTimeout(() => { document.title = 'After the wait'; }, 1900);</script>`,
      },
    ],
  ]);
  const site = await startLoopbackServer('127.0.0.11', () => pages);
  t.after(() => site.close());
  const browser = await openControlledBrowser(
    { pool, guard: siteGuard },
    { device: {}, via: null, state: null, canWait: false, isRecorded: false },
    never,
  );
  t.after(() => browser.close());
  const read = async (path: string) => {
    await browser.act(browserAction({ type: 'goto', url: site.url(path), snapshot: false }));
    const { text } = await browser.snapshot({
      maxLength: 10_000,
      onlyChanges: false,
      region: null,
      details: false,
    });
    return text;
  };
  assert.match(await read('/late'), /button "?Lift/);
  const unnamed = await withTimeout(read('/never'));
  assert.match(unnamed, /Stop/);
  assert.doesNotMatch(unnamed, /Lift/);
  // A button with an icon may have no name at all.
  assert.match(await read('/icon'), /button "button/);
  assert.equal((await browser.view()).title, 'Icon');
});
