import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { useOwnTemporaryFolder } from '../../../../test/own-temporary-folder.ts';
import { startLoopbackServer } from '../../../../test/world/loopback-server.ts';
import { browserAction } from '../../../domain/pages/browser-action.ts';
import { silentLog } from '../../../domain/system/log.ts';
import { createSsrfGuard } from '../../guard/ssrf-guard.ts';
import { findBrowser } from '../find/find-browser.ts';
import { createProcessBrowserPool } from '../pool/process-browser-pool.ts';
import { openControlledBrowser } from './controlled-browser.ts';

const temporary = useOwnTemporaryFolder();
const guard = createSsrfGuard({ allowNetworks: ['127.0.0.11/32', '127.0.0.12/32'], ownAddresses: () => [] });
const never = new AbortController().signal;

const listening = (id: string) =>
  `<div id="${id}" style="width: 30px; height: 20px; background: red"></div><span class=word>Pick ${id}</span>
  <script>for (const one of document.querySelectorAll('div, .word')) one.addEventListener('click', () => { document.body.append(' clicked ' + one.localName + ' of ${id};'); });</script>`;
const frame = (url: string, height: number) => `<iframe src="${url}" width=400 height=${height}></iframe>`;

for (const isIsolating of [false, true])
  test(`what only a script listens to is listed in frames of any origin${isIsolating ? ' in their own process' : ''}`, async (t) => {
    const { browser: found, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
    if (!found?.program) return t.skip(`no browser on this machine (${detail}): test skipped`);
    const isolating = join(temporary, 'isolating-browser');
    await writeFile(isolating, `#!/bin/sh\nexec ${found.program.executable} --site-per-process "$@"\n`);
    await chmod(isolating, 0o755);
    const search = findBrowser(isIsolating ? isolating : found.program.executable);
    const elsewhere = await startLoopbackServer(
      '127.0.0.12',
      () =>
        new Map([
          ['/other', { body: `<!doctype html>${listening('other')}${frame('/nested', 90)}` }],
          ['/nested', { body: listening('nested') }],
        ]),
    );
    const inline = `<iframe srcdoc='${listening('doc').replaceAll("'", '&#39;')}'></iframe>`;
    const sandboxed = '<iframe sandbox="allow-scripts" src="/sandboxed"></iframe>';
    const body = `<!doctype html>${listening('top')}${frame('/inner', 260)}${inline}${sandboxed}${frame(elsewhere.url('/other'), 200)}`;
    const site = await startLoopbackServer(
      '127.0.0.11',
      () =>
        new Map([
          ['/', { body }],
          ['/inner', { body: `${listening('inner')}${frame('/deep', 90)}` }],
          ['/deep', { body: listening('deep') }],
          ['/sandboxed', { body: listening('sandboxed') }],
        ]),
    );
    const finder = { search: () => search, invalidate() {} };
    const pool = createProcessBrowserPool({ finder, guard, log: silentLog });
    t.after(() => Promise.all([pool.close(), site.close(), elsewhere.close()]));
    const options = { device: {}, via: null, state: null, canWait: false, isRecorded: false };
    const browser = await openControlledBrowser({ pool, guard }, options, never);
    t.after(() => browser.close());
    await browser.act(browserAction({ type: 'goto', url: site.url('/') }));
    const show = async () =>
      (await browser.snapshot({ maxLength: 50_000, onlyChanges: false, region: null, details: false })).text;
    const shown = await show();
    const parts = ['top', 'inner', 'deep', 'doc', 'sandboxed', 'other', 'nested'].flatMap((id) => [
      { words: `div#${id} `, clicked: `clicked div of ${id};` },
      { words: `Pick ${id}"`, clicked: `clicked span of ${id};` },
    ]);
    for (const { words } of parts) {
      const line = shown.split('\n').find((one) => one.includes(`element "${words}`)) ?? '';
      const target = Number(/\[(\d+)\]/.exec(line)?.[1]);
      const { error } = await browser.act(browserAction({ type: 'click', target }));
      assert.equal(error, null, shown);
    }
    const after = await show();
    for (const { clicked } of parts) assert.ok(after.includes(clicked), `${clicked} in ${after}`);
  });
