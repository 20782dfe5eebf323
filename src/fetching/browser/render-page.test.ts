import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPageCommand } from '../../domain/pages/page-command.ts';
import { systemClock } from '../../domain/system/clock.ts';
import { silentLog } from '../../domain/system/log.ts';
import { openDatabase } from '../../store/database.ts';
import { isTransient } from '../../store/database-failure.ts';
import { findBrowser } from '../../web/browser/find/find-browser.ts';
import { createBrowserClient } from '../../web/browser/page/browser-page.ts';
import { createProcessBrowserPool } from '../../web/browser/pool/process-browser-pool.ts';
import type { Exit } from '../../web/exits/exits.ts';
import { createSsrfGuard } from '../../web/guard/ssrf-guard.ts';
import { createSharedPoliteness } from '../../web/politeness/shared-politeness.ts';
import { defaultPoliteness } from '../stages/polite-request.ts';
import { createRenderer } from './render-page.ts';

test('an unavailable database is not reported as a lost browser', async (t) => {
  const search = findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const { browser, detail } = await search;
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  const guard = createSsrfGuard({ allowNetworks: ['127.0.0.0/8'], ownAddresses: () => [] });
  const pool = createProcessBrowserPool({
    finder: { search: () => search, invalidate() {} },
    guard,
    log: silentLog,
  });
  const { database } = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', password: 'x' }, 1);
  const politeness = createSharedPoliteness({
    rule: { concurrency: 2, gapMs: 0 },
    isRelaxed: () => false,
    database,
    timing: { databaseTimeoutMs: 100, pollIntervalMs: 10 },
  });
  t.after(async () => {
    await politeness.close();
    await pool.close();
    await database.destroy();
  });
  const client = createBrowserClient({ pool, guard, note: '(test)' });
  const render = createRenderer({ client, pool, politeness, clock: systemClock });
  const nowhere = { country: null, city: null, ip: null, verified: false, verified_at: null, evidence: [] };
  const report: Exit['report'] = { ...nowhere, network: 'service' };
  const exit: Exit = { id: 'service', network: 'service', upstream: null, report, sessionKey: '' };
  const url = new URL('http://127.0.0.11/');
  const rendering = render({
    command: defaultPageCommand(url.href, {}),
    url,
    exit,
    signal: AbortSignal.timeout(20_000),
    politeness: defaultPoliteness,
    state: null,
    accountId: 'account',
  });
  await assert.rejects(rendering, (error) => isTransient(error));
});
