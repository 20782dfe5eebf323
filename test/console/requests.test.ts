import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { overflowsSideways, pictureAndCheck, startConsoleBrowser } from './console-browser.ts';

const manyRequests = 10_000;

/** Adds requests of the past to the history, as a busy account has them. */
async function addHistory(service: TestService): Promise<void> {
  await service.pool.query(
    `insert into requests (request_id, account_id, key_id, at, tool, origin, status, country, url, credits, ms, error, params)
     select 'req_old' || n, account_id, key_id, now() - n * interval '1 minute', 'scrape', 'http', 'ok', null,
       'https://shop.example/lamps/' || n, 1, 120, null, '{}'::json
     from generate_series(1, $1::integer) as n, (select account_id, key_id from api_keys limit 1) as owner`,
    [manyRequests],
  );
}

test('the request history in the console', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const { page, problems } = await browser.signIn(service, { path: '#/requests' });
  const table = page.getByRole('table', { name: 'Requests' });

  await t.test('without requests the page offers to make one', async () => {
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    await page.getByRole('button', { name: 'Scrape a page' }).click();
    await page.getByLabel('URL', { exact: true }).waitFor();
  });

  await t.test('a request opens with its receipt and is replayed in the playground', async () => {
    const url = world.site.url('/articles/notes-on-harbour-cranes');
    await service.post('/v1/scrape', { url, formats: ['markdown'] });
    await service.post('/v1/scrape', { url: world.site.url('/status/404') });
    await service.post('/v1/scrape', { url: 'not a URL' });
    await service.post('/v1/map', { url: world.site.url('/') });
    await page.goto(`${service.url}/#/requests`);
    await table.getByRole('row', { name: /Read .*harbour-cranes/ }).click();
    const panel = page.getByRole('complementary', { name: /^Read .*harbour-cranes/ });
    await panel
      .getByRole('region', { name: 'Receipt' })
      .getByText(/^1 credit · HTTP · /)
      .waitFor();
    assert.match(page.url(), /request=req_/);
    assert.deepEqual(await pictureAndCheck(page, 'requests-detail'), []);
    assert.equal(await overflowsSideways(page), false);
    await panel.getByRole('button', { name: 'Replay in the playground' }).click();
    await page
      .getByRole('note')
      .getByText(/fields are those of a request/)
      .waitFor();
    assert.equal(await page.getByLabel('URL', { exact: true }).inputValue(), url);
    assert.equal(await page.getByLabel('markdown', { exact: true }).isChecked(), true);
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.getByRole('heading', { name: 'Notes on harbour cranes' }).waitFor();
  });

  await t.test('filters are kept in the address and can be removed', async () => {
    await page.goto(`${service.url}/#/requests`);
    await page.getByLabel('Status').selectOption('not_found');
    await table
      .getByRole('row', { name: /harbour-cranes/ })
      .first()
      .waitFor({ state: 'detached' });
    await table.getByRole('row', { name: /status\/404/ }).waitFor();
    assert.match(page.url(), /status=not_found/);
    await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere');
    await page.getByRole('heading', { name: 'No request matches' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Show all requests' }).click();
    await table
      .getByRole('row', { name: /harbour-cranes/ })
      .first()
      .waitFor();
    assert.doesNotMatch(page.url(), /status=|q=/);
  });

  await t.test(
    'requests are told in words, and reads of what is stored are shown when they are asked for',
    async () => {
      const made = await service.post('/v1/monitors', {
        url: world.site.url('/articles/notes-on-harbour-cranes'),
        name: 'Price of the lamp',
        schedule: { every: '1d' },
      });
      await service.get(`/v1/monitors/${made.json.mid}`);
      await page.goto(`${service.url}/#/usage`);
      await page.goto(`${service.url}/#/requests`);
      await table.getByRole('row', { name: /Checked Price of the lamp This is the first/ }).waitFor();
      assert.equal(await table.getByRole('row', { name: /Looked at Price of the lamp/ }).count(), 0);
      await page.getByLabel('Show').selectOption('Work and reads');
      await table.getByRole('row', { name: /Looked at Price of the lamp/ }).waitFor();
    },
  );

  await t.test('a history of 10,000 requests is read to its end while scrolling', async () => {
    await addHistory(service);
    await page.goto(`${service.url}/#/usage`);
    await page.goto(`${service.url}/#/requests`);
    const oldest = table.getByRole('row', { name: /lamps\/10000 / });
    for (let attempt = 0; attempt < 200 && (await oldest.count()) === 0; attempt += 1) {
      await page.evaluate("document.querySelector('.data-table').scrollTo(0, 1e9)");
      await page.waitForTimeout(100);
    }
    await oldest.waitFor();
    assert.ok((await table.getByRole('row').count()) < 100, 'only rows in view are rendered');
    await page.getByText(/^10,00\d requests$/).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'requests'), []);
  });

  await t.test('no script of the page failed and the policy rejected nothing', () => {
    assert.deepEqual(problems, []);
  });
});
