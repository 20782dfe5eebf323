import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { overflowsSideways, pictureAndCheck, startConsoleBrowser } from './console-browser.ts';

/** Nothing listens there. */
const nobody = '127.0.0.1:9';

test('the console says which parts of the service do not work', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const world = await startWorld();
  const folder = await mkdtemp(join(tmpdir(), 'webdata-failing-'));
  t.after(() => Promise.all([world.close(), rm(folder, { recursive: true, force: true })]));
  const exits = join(folder, 'exits.json');
  const proxy = { id: 'berlin', network: 'residential', country: 'DE', proxy: `http://${nobody}` };
  await writeFile(
    exits,
    JSON.stringify({ exits: [{ id: 'this-machine', network: 'service' }, proxy], echo: null }),
  );
  // The service has no browser.
  const service = await startTestService(t, {
    WEBDATA_EXITS: exits,
    WEBDATA_MODEL_URL: `http://${nobody}/v1`,
    WEBDATA_MODEL: 'small',
  });
  const url = world.site.url('/articles/notes-on-harbour-cranes');
  const { page, problems } = await browser.signIn(service);

  await t.test('a failing exit and a failing model need attention, with the reason', async () => {
    const attention = page.getByRole('region', { name: 'Needs attention' });
    assert.equal(await attention.count(), 0);
    await service.post('/v1/scrape', { url, country: 'DE' });
    const schema = { type: 'object', properties: { keeper: { type: 'string' } } };
    await service.post('/v1/extract', { url, schema });
    await page.reload();
    await attention.getByRole('link', { name: /Unavailable.*Exit berlin.*cannot be reached/ }).waitFor();
    await attention.getByRole('link', { name: /Degraded.*Model.*connection to the model/ }).waitFor();
    assert.equal(await attention.getByRole('link').count(), 2, 'each part is named once');
    assert.deepEqual(await pictureAndCheck(page, 'home-failing-parts'), []);
    assert.equal(await overflowsSideways(page), false);
    await page.getByRole('link', { name: '2 parts do not work' }).click();
    const exit = page.getByRole('region', { name: 'Exits: berlin' });
    await exit.getByText(/cannot be reached/).waitFor();
    await exit.getByRole('button', { name: 'Test: Exits: berlin' }).click();
    await exit
      .getByRole('status')
      .getByText(/cannot be reached/)
      .waitFor();
    const model = page.getByRole('region', { name: 'Language model' });
    await model.getByText(/connection to the model endpoint failed/).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'health-failing-parts'), []);
  });

  await t.test('without a browser, the section to watch is chosen from the text of the page', async () => {
    await page.goto(`${service.url}/#/monitors/new?url=${encodeURIComponent(url)}`);
    await page.getByText('Shows the page as text (1 credit): this service has no browser.').waitFor();
    await page.getByRole('button', { name: 'Show the page and choose' }).click();
    const sections = page.getByRole('group', { name: 'Section to watch' });
    await sections.getByRole('radio', { name: /^How it began/ }).check();
    assert.deepEqual(await pictureAndCheck(page, 'monitor-new-text'), []);
    assert.equal(await overflowsSideways(page), false);
    await page.getByRole('button', { name: 'Create monitor' }).click();
    await page.getByText('This is the first version.').waitFor();
    const [monitor] = (await service.get('/v1/monitors')).json.monitors;
    assert.deepEqual(monitor.watch, { kind: 'section', focus: 'How it began' });
  });

  await t.test('no script failed and the policy rejected nothing', () => assert.deepEqual(problems, []));
});
