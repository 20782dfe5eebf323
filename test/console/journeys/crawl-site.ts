import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Journey } from './journey.ts';

export const crawlSite: Journey = {
  name: 'crawl a site to its limit, look at a page, see what was left out, go on, and export',
  async walk({ page, world }) {
    await page.getByLabel('Which page do you need?').fill(world.site.url('/'));
    await page.getByText('Options of a crawl').click();
    await page.getByLabel('Number of pages').fill('15');
    await page.getByRole('button', { name: 'Crawl the site' }).click();
    const results = page.getByRole('table', { name: 'Results' });
    const first = results.getByRole('row', { name: /^Quayside/ });
    await first.waitFor();
    await page.getByText('The limit of 15 pages is reached.').waitFor();
    const left = page.getByRole('region', { name: 'Left out' });
    await left.getByText('Beyond the limit of pages').waitFor();
    await first.press('Enter');
    const detail = page.getByRole('complementary', { name: 'Quayside' });
    await detail.getByText('verified', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Continue with 500' }).click();
    await page.getByText('The limit of 15 pages is reached.').waitFor({ state: 'detached' });
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.getByLabel('Search pages by title or address').fill('harbour cranes');
    await results.getByRole('row', { name: /Notes on harbour cranes/ }).waitFor();
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export ZIP' }).click(),
    ]);
    const names = (await readFile(await archive.path())).toString('latin1');
    assert.match(names, /harbour-cranes/);
  },
};
