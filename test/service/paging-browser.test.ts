import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { pagedListings, routesOf } from '../world/listings/paged-listings.ts';
import { scriptedPagerCount, scriptedPagers } from '../world/listings/scripted-pagers.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { collect, collectTwice } from './collect-twice.ts';
import { startTestService } from './running-service.ts';

test('listings of applications are followed to their end in a browser', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  const listings = pagedListings().filter(({ isScripted }) => isScripted);
  const others = scriptedPagers.map(([path, , route]): [string, Route] => [path, route]);
  const site = await startLoopbackServer('127.0.0.20', () => new Map([...routesOf(listings), ...others]));
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  for (const { name, path, count } of listings) {
    await t.test(name, async () => {
      // A recipe repeats what the browser did. One is enough, because each takes seconds.
      const url = site.url(path);
      const answers = name === 'windowed' ? await collectTwice(service, url) : [await collect(service, url)];
      for (const answer of answers) {
        const found = [answer.count, answer.complete];
        assert.deepEqual(found, [count, true], JSON.stringify(answer.warnings));
      }
    });
  }

  for (const [path, isProven] of scriptedPagers) {
    await t.test(path, async () => {
      const json = await collect(service, site.url(path));
      const found = [json.count, json.complete];
      assert.deepEqual(found, [scriptedPagerCount, isProven], JSON.stringify(json.warnings));
    });
  }
});
