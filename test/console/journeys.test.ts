import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import {
  findAccessibilityProblems,
  overflowsSideways,
  startConsoleBrowser,
  widths,
} from './console-browser.ts';
import { askWhatHappened } from './journeys/ask-what-happened.ts';
import { buildDataset } from './journeys/build-dataset.ts';
import { configure } from './journeys/configure.ts';
import { crawlSite } from './journeys/crawl-site.ts';
import { findAnything } from './journeys/find-anything.ts';
import { lookElsewhere } from './journeys/look-elsewhere.ts';
import { readPage } from './journeys/read-page.ts';
import { useByHand } from './journeys/use-by-hand.ts';
import { watchSomething } from './journeys/watch-something.ts';

const journeys = [
  readPage,
  crawlSite,
  watchSomething,
  buildDataset,
  useByHand,
  lookElsewhere,
  askWhatHappened,
  configure,
  findAnything,
];

for (const [device, width] of [
  ['a desktop', widths.wide],
  ['a phone', widths.narrow],
] as const)
  test(`the journeys of the console on ${device}`, async (t) => {
    const browser = await startConsoleBrowser(t);
    if (browser === null) return;
    const world = await startWorld();
    t.after(() => world.close());
    const service = await startTestService(t, { WEBDATA_BROWSER: browser.executable });
    const { page, problems } = await browser.signIn(service, { width });
    for (const { name, walk } of journeys)
      await t.test(name, async (t) => {
        await page.goto(`${service.url}/#/home`);
        await walk({ t, page, service, world, isPhone: width === widths.narrow });
        assert.deepEqual(await findAccessibilityProblems(page), []);
        assert.equal(await overflowsSideways(page), false);
      });
    await t.test('no script failed and the policy rejected nothing', () => assert.deepEqual(problems, []));
  });
