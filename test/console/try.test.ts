import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { startConsoleBrowser, overflowsSideways } from './console-browser.ts';
const { [process.env.WALK_NAME!]: journey } = await import(`./journeys/${process.env.WALK_FILE}.ts`);
for (const isPhone of (process.env.PHONE ?? '0,1').split(',').map((x) => x === '1')) test(`try ${isPhone}`, async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.executable });
  const { page, problems, context } = await browser.signIn(service, { path: '#/', width: isPhone ? 390 : 1440 });
  context.setDefaultTimeout(Number(process.env.STEP_MS ?? 12000));
  try { await journey.walk({ t, page, service, world, isPhone }); }
  finally {
    await page.screenshot({ path: `/tmp/h/s38/hand-${isPhone}.png`, fullPage: true });
    console.log('overflow', await overflowsSideways(page), problems);
  }
});
