import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser } from 'playwright-core';
import { useOwnTemporaryFolder } from '../../../test/own-temporary-folder.ts';
import { openProxyListener } from '../proxy-listener.ts';
import { findBrowser } from './find-browser.ts';
import { escapesOf } from './probe-escapes.ts';

useOwnTemporaryFolder();

test('what a browser elsewhere lets past the proxy', async (t) => {
  const { browser: found, detail } = await findBrowser(null);
  if (found === null) return t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
  const { browser, end } = await found.start();
  const listener = await openProxyListener('127.0.0.1', 0);
  t.after(() => Promise.all([end(), listener.close()]));
  /** The browser as it would be if it kept to another proxy setting than the one asked. */
  const withProxy = (proxy: object | undefined): Pick<Browser, 'newContext'> => ({
    newContext: (options) =>
      browser.newContext({
        ...options,
        proxy: proxy && options?.proxy && { ...options.proxy, ...proxy },
      }),
  });

  await t.test('is nothing where it keeps to the proxy', async () => {
    assert.deepEqual(await escapesOf(browser, listener, '9222'), []);
  });

  await t.test('is named where some addresses are gone to directly', async () => {
    const bypass = '<-loopback>;169.254.169.254';
    const escapes = await escapesOf(withProxy({ bypass }), listener, '9222');
    assert.deepEqual(escapes, [
      'it goes to http://169.254.169.254/latest/meta-data/ past the guard proxy',
      'it goes to https://169.254.169.254/ past the guard proxy',
    ]);
    const local = await escapesOf(withProxy({ bypass: '<-loopback>;127.0.0.1;[::1]' }), listener, '9222');
    // A script may speak QUIC to where the proxy is passed by.
    assert.match(local.pop() ?? '', /^WebRTC or QUIC goes past/);
    assert.deepEqual(local, [
      'it goes to http://127.0.0.1:9222/json/version past the guard proxy',
      'it goes to http://[::1]:9222/ past the guard proxy',
      'it goes to https://127.0.0.1/ past the guard proxy',
    ]);
  });

  await t.test(
    'cannot be told where it does not use the proxy at all, or does not know who it is',
    async () => {
      const unreached = /does not reach the guard proxy at http:\/\/127\.0\.0\.1:\d+/;
      await assert.rejects(escapesOf(withProxy(undefined), listener, ''), unreached);
      await assert.rejects(escapesOf(withProxy({ password: 'another' }), listener, ''), unreached);
    },
  );
});
