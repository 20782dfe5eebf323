import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { openHome } from '../service-process.ts';
import { until } from '../until.ts';
import { startWebShop } from '../world/web-shop.ts';
import { withDatabase } from './books.ts';

function parentOf(pid: number): number {
  try {
    // The name in parentheses may contain spaces.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(parent);
  } catch {
    return 0;
  }
}

function isBrowser(executable: string, pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(executable);
  } catch {
    return false;
  }
}

/** Returns the browser processes that the process `pid` has started, itself or through others. */
function browsersOf(executable: string, pid: number): number[] {
  const isBelow = (child: number): boolean => {
    const parent = parentOf(child);
    return parent === pid || (parent > 1 && isBelow(parent));
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => isBrowser(executable, child) && isBelow(child));
}

test('a killed service leaves no open session, no reserved credits and no browser process', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const executable = browser?.program?.executable;
  if (executable === undefined)
    return t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
  const shop = await startWebShop('127.0.0.32', '127.0.0.33');
  const home = await openHome();
  t.after(async () => {
    await home.close();
    await shop.close();
  });
  const environment = {
    WEBDATA_BROWSER: executable,
    WEBDATA_ALLOW_NETWORKS: '127.0.0.32/31',
    WEBDATA_UNLIMITED: 'false',
    WEBDATA_PLAN_CREDITS: '10',
  };
  const first = await home.start(environment);
  const ask = async (service: { url: string; key: string }, method: string, path: string, body?: object) => {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
  const opened = await ask(first, 'POST', '/v1/browser', { url: shop.url('/') });
  assert.equal(opened.status, 200, JSON.stringify(opened.json));
  const path = `/v1/browser/${opened.json.sid}`;
  const underWay = ask(first, 'POST', path, { type: 'wait', ms: 20_000 }).catch(() => null);
  const own = browsersOf(executable, first.pid);
  assert.ok(own.length > 0);
  await first.kill();
  await underWay;

  const second = await home.start(environment);
  const { json } = await ask(second, 'GET', path);
  assert.deepEqual([json.status, json.reason], ['closed', 'The process that held the session ended.']);
  const gone = await ask(second, 'POST', path, { type: 'snapshot' });
  assert.deepEqual([gone.status, gone.json.code], [410, 'expired']);
  const account = (await ask(second, 'GET', '/v1/account')).json as { credits: Record<string, number> };
  assert.deepEqual([account.credits.reserved, account.credits.available], [0, 9]);
  await withDatabase(await home.connection(), async (database) => {
    const ledger = await database
      .selectFrom('ledger')
      .select('credits')
      .where('kind', '=', 'charge')
      .execute();
    assert.deepEqual(ledger, [{ credits: -1 }]);
  });
  await until(() => !own.some((pid) => isBrowser(executable, pid)));
});
