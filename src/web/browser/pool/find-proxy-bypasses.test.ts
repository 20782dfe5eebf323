import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser } from 'playwright-core';
import { useOwnTemporaryFolder } from '../../../../test/own-temporary-folder.ts';
import { openProxyListener } from '../../guard-proxy/proxy-listener.ts';
import { findBrowser } from '../find/find-browser.ts';
import { findProxyBypasses } from './find-proxy-bypasses.ts';

useOwnTemporaryFolder();

test('the probe for traffic that bypasses the guard proxy', async (t) => {
  const { browser: found, detail } = await findBrowser(null);
  if (found === null) return t.skip(`no browser on this machine (${detail}): test skipped`);
  const { browser, end } = await found.start();
  const listener = await openProxyListener('127.0.0.1', 0);
  t.after(() => Promise.all([end(), listener.close()]));
  /** Returns the browser with a changed proxy setting of its contexts. */
  const withProxy = (proxy: object | undefined): Pick<Browser, 'newContext'> => ({
    newContext: (options) =>
      browser.newContext({
        ...options,
        proxy: proxy && options?.proxy && { ...options.proxy, ...proxy },
      }),
  });

  await t.test('finds nothing if all traffic uses the proxy', async () => {
    assert.deepEqual(await findProxyBypasses(browser, listener, '9222'), []);
  });

  await t.test('finds addresses that are contacted directly', async () => {
    const bypass = '<-loopback>;169.254.169.254';
    const escapes = await findProxyBypasses(withProxy({ bypass }), listener, '9222');
    assert.deepEqual(escapes, [
      'http://169.254.169.254/latest/meta-data/ bypasses the guard proxy',
      'https://169.254.169.254/ bypasses the guard proxy',
    ]);
    const local = await findProxyBypasses(
      withProxy({ bypass: '<-loopback>;127.0.0.1;[::1]' }),
      listener,
      '9222',
    );
    // A script can use QUIC for addresses that bypass the proxy.
    assert.match(local.pop() ?? '', /^WebRTC or QUIC bypasses/);
    assert.deepEqual(local, [
      'http://127.0.0.1:9222/json/version bypasses the guard proxy',
      'http://[::1]:9222/ bypasses the guard proxy',
      'https://127.0.0.1/ bypasses the guard proxy',
    ]);
  });

  await t.test('rejects if the browser does not use the proxy or has wrong credentials', async () => {
    const unreached = /does not reach the guard proxy at http:\/\/127\.0\.0\.1:\d+/;
    await assert.rejects(findProxyBypasses(withProxy(undefined), listener, ''), unreached);
    await assert.rejects(findProxyBypasses(withProxy({ password: 'another' }), listener, ''), unreached);
  });
});
