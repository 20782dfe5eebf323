import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startSlowSite } from '../world/slow-site.ts';
import { startWorld } from '../world/world.ts';
import { overflowsSideways, pictureAndCheck, startConsoleBrowser } from './console-browser.ts';

test('jobs in the console', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const { page, context, problems } = await browser.signIn(service, { path: '#/jobs' });

  await t.test('without jobs the page offers to start one', async () => {
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'jobs-empty'), []);
    await page.getByRole('button', { name: 'Crawl a site' }).click();
    await page.getByRole('heading', { name: /crawl/i }).first().waitFor();
  });

  await t.test('a job that was started elsewhere appears, and its pages arrive', async () => {
    await page.goto(`${service.url}/#/jobs`);
    const paths = [...world.site.pages.slice(0, 30).map(({ path }) => path), '/status/404', '/status/410'];
    const urls = paths.map((path) => world.site.url(path));
    const started = await service.post('/v2/batch/scrape', { urls, maxAge: 0 });
    assert.equal(started.status, 200);
    await page.getByRole('row', { name: /Batch scrape/ }).click();
    await page.getByRole('heading', { name: 'Batch scrape' }).waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    const results = page.getByRole('table', { name: 'Results' });
    await results.getByRole('row').nth(10).waitFor();
    await page.getByText(/^Errors: .*http_404 1/).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'job'), []);
    assert.equal(await overflowsSideways(page), false);
  });

  await t.test('a result opens beside the list', async () => {
    await page.getByLabel('Search results by URL or status').fill('ok http');
    await page.getByRole('table', { name: 'Results' }).getByRole('row').nth(1).click();
    const detail = page.getByRole('complementary');
    await detail.getByRole('region', { name: 'Receipt' }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'job-result'), []);
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
  });

  await t.test('the results are exported as a file', async () => {
    await page.locator('summary', { hasText: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'NDJSON' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    assert.ok(text.split('\n').length > 10);
  });

  await t.test('a job is paused, continued and cancelled, and a second window follows', async () => {
    const slow = await startSlowSite({ delayMs: { from: 1_500, to: 2_000 } });
    t.after(() => slow.close());
    const job = await service.post('/v1/crawl', { url: slow.url('/'), limit: 80 });
    const place = `#/jobs/${job.json.jid}`;
    const second = await browser.openWindow(service, { path: place, context });
    await page.goto(`${service.url}/${place}`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await second.page.getByText('Paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await second.page.getByText('Cancelled', { exact: true }).waitFor();
    await second.page.close();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete job' }).click();
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
    assert.equal((await service.get(`/v1/jobs/${job.json.jid}`)).status, 404);
  });

  await t.test('no script of the page failed and the policy rejected nothing', () => {
    assert.deepEqual(problems, []);
  });
});
