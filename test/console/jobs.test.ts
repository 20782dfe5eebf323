import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startSlowSite } from '../world/slow-site.ts';
import { startWorld } from '../world/world.ts';
import { overflowsSideways, pictureAndCheck, startConsoleBrowser, widths } from './console-browser.ts';

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
    await page.getByLabel('Which page do you need?').waitFor();
  });

  await t.test('a job that was started elsewhere appears, and its pages arrive', async () => {
    await page.goto(`${service.url}/#/jobs`);
    const paths = [...world.site.pages.slice(0, 30).map(({ path }) => path), '/status/404', '/status/410'];
    const urls = paths.map((path) => world.site.url(path));
    const started = await service.post('/v2/batch/scrape', { urls, maxAge: 0 });
    assert.equal(started.status, 200);
    await page.getByRole('row', { name: /Pages of a list/ }).click();
    await page.getByRole('heading', { name: 'Pages of a list' }).waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    const results = page.getByRole('table', { name: 'Results' });
    await results.getByRole('row').nth(10).waitFor();
    await page.getByRole('region', { name: 'Errors' }).getByText('HTTP 404').waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'job'), []);
    assert.equal(await overflowsSideways(page), false);
  });

  await t.test('pages are filtered by state and text, and one opens beside the list', async () => {
    const results = page.getByRole('table', { name: 'Results' });
    const states = page.getByRole('group', { name: 'Show pages by status' });
    await states.getByRole('button', { name: 'Not found 2' }).click();
    await page.getByText('2 pages', { exact: true }).waitFor();
    assert.equal(await results.getByRole('row').count(), 3, 'a header and two pages');
    await states.getByRole('button', { name: /^All/ }).click();
    await page.getByLabel('Search pages by title or address').fill('harbour cranes');
    await results.getByRole('row', { name: /Notes on harbour cranes/ }).click();
    const detail = page.getByRole('complementary', { name: 'Notes on harbour cranes' });
    await detail.getByText(/^1 credit · /).waitFor();
    await detail.getByText('verified', { exact: true }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'job-result'), []);
    await detail.getByRole('button', { name: 'Next page' }).click();
    await detail.waitFor({ state: 'detached' });
    await page
      .getByRole('complementary')
      .getByText(/^1 credit · /)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    await page.getByLabel('Search pages by title or address').fill('');
  });

  await t.test('the results are exported with one click, or in another format', async () => {
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export ZIP' }).click(),
    ]);
    assert.equal((await readFile(await archive.path())).subarray(0, 2).toString(), 'PK');
    await page.getByText('Other formats').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'NDJSON' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    assert.ok(text.split('\n').length > 10);
  });

  await t.test(
    'a crawl shows its pages as they arrive, what it left out, and continues beyond its limit',
    async () => {
      await page.goto(`${service.url}/#/home`);
      await page.getByLabel('Which page do you need?').fill(world.site.url('/'));
      await page.getByText('Options of a crawl').click();
      await page.getByLabel('Number of pages').fill('20');
      await page.getByRole('button', { name: 'Crawl the site' }).click();
      const first = page.getByRole('table', { name: 'Results' }).getByRole('row', { name: /^Quayside/ });
      await first.waitFor();
      assert.match(
        (await first.textContent()) ?? '',
        /Quayside \/0[\d.]+ KiB\d/,
        'title, path, depth, size, time',
      );
      await page.getByText('The limit of 20 pages is reached.').waitFor();
      const left = page.getByRole('region', { name: 'Left out' });
      await left.getByText('Beyond the limit of pages').waitFor();
      await left.getByText(/^\d+ URLs in robots\.txt$/).click();
      await left.getByText('/private/').first().waitFor();
      assert.deepEqual(await pictureAndCheck(page, 'job-crawl'), []);
      assert.equal(await overflowsSideways(page), false);
      // On a phone, the preview takes the place of the list.
      await page.setViewportSize({ width: widths.narrow, height: 844 });
      await first.press('Enter');
      const detail = page.getByRole('complementary', { name: 'Quayside' });
      await detail.getByText(/^1 credit · HTTP · /).waitFor();
      assert.equal(await first.isVisible(), false);
      assert.equal(await overflowsSideways(page), false);
      await detail.getByRole('button', { name: 'Close' }).click();
      await first.waitFor();
      await page.setViewportSize({ width: widths.wide, height: 900 });
      await page.getByRole('button', { name: 'Continue with 500' }).click();
      await page.getByText('The limit of 20 pages is reached.').waitFor({ state: 'detached' });
      await page
        .getByText(/^1?[2-9]\d+ of \d+ pages|^\d\d+ pages · /)
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Cancelled', { exact: true }).waitFor();
    },
  );

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
