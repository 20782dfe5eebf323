import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startChangingShop } from '../world/changing-shop.ts';
import { overflowsSideways, pictureAndCheck, startConsoleBrowser, widths } from './console-browser.ts';

const article = (sku: string, price: string) => ({ sku, name: `Lamp ${sku}`, price, stock: true });

test('datasets in the console', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const skus = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8'];
  const shop = await startChangingShop(skus.map((sku, at) => article(sku, `${19 + at}.90`)));
  t.after(() => shop.close());
  const service = await startTestService(t);
  const { page, problems } = await browser.signIn(service, { path: '#/datasets' });
  let did = '';

  await t.test('without datasets the page offers to create one', async () => {
    await page.getByRole('heading', { name: 'No datasets yet' }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'datasets-empty'), []);
    await page.getByRole('button', { name: 'Collect a listing' }).click();
    await page.getByRole('heading', { name: 'New dataset' }).waitFor();
  });

  await t.test('a dataset is created from pages, and its records appear', async () => {
    await page.getByRole('radio', { name: /^Pages/ }).check();
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByRole('alert').getByText('Enter the address of a page.').waitFor();
    await page.getByLabel('Addresses of the pages').fill(skus.map((sku) => shop.url(sku)).join('\n'));
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByRole('alert').getByText('Name at least one field.').waitFor();
    await page.getByLabel('Name of value 1').fill('name');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Another value' }).click();
    await page.getByLabel('Name of value 2').fill('price');
    await page.getByLabel('Type of value 2').selectOption('number');
    await page.getByLabel('Name', { exact: true }).fill('Lamps');
    assert.deepEqual(await pictureAndCheck(page, 'dataset-new'), []);
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByRole('heading', { name: 'Lamps' }).waitFor();
    did = /datasets\/(ds_\w+)/.exec(page.url())?.[1] ?? '';
    const records = page.getByRole('table', { name: 'Records' });
    await records.getByRole('row', { name: /Lamp h8/ }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'dataset-records'), []);
    assert.equal(await overflowsSideways(page), false);
  });

  await t.test('records are searched, filtered, sorted and opened', async () => {
    const records = page.getByRole('table', { name: 'Records' });
    await page.getByLabel('Search records').fill('lamp c3');
    await page.getByText('1 record', { exact: true }).waitFor();
    await records.getByRole('row', { name: /Lamp c3/ }).click();
    const detail = page.getByRole('complementary', { name: 'Lamp c3' });
    await detail.getByText('first seen').waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'dataset-record'), []);
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await page.getByLabel('Search records').fill('');
    await page.getByRole('button', { name: 'price' }).click();
    await page.getByRole('button', { name: 'price' }).click();
    await page.getByLabel(/^Status/).selectOption('removed');
    await page.getByText('No record is removed.').waitFor();
  });

  await t.test('a refresh shows what changed, with the values before and after', async () => {
    const lamp = shop.articles.get('a1');
    assert.ok(lamp !== undefined);
    lamp.price = '9.50';
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await page.getByText(/last refresh .*1 changed/).waitFor();
    await page.getByRole('tab', { name: 'Changes' }).click();
    const changes = page.getByRole('region', { name: 'Changes' });
    await changes.getByRole('heading', { name: /1 changed$/ }).waitFor();
    await changes.getByRole('heading', { name: /8 added$/ }).waitFor();
    await changes.getByLabel('Type').selectOption('changed');
    await changes.getByRole('listitem').getByText('Lamp a1', { exact: true }).waitFor();
    await changes.locator('del', { hasText: '19.9' }).waitFor();
    await changes.locator('ins', { hasText: '9.5' }).first().waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'dataset-changes'), []);
    assert.equal(await overflowsSideways(page), false);
  });

  await t.test('a numeric field is drawn over time', async () => {
    await page.getByRole('tab', { name: 'Chart' }).click();
    const chart = page.getByRole('region', { name: 'Chart' });
    await chart.getByRole('figure', { name: /mean of price: first 23.4, last 22.1/ }).waitFor();
    await chart.locator('canvas').waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'dataset-chart'), []);
  });

  await t.test('the schedule is changed, and its next runs are shown', async () => {
    await page.getByRole('button', { name: 'Schedule' }).click();
    const form = page.getByRole('form', { name: 'Schedule of the refreshes' });
    await form.getByLabel('Schedule', { exact: true }).selectOption({ label: 'Every 6 hours' });
    await form.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText(/^refreshed every 6 hours, next /).waitFor();
    const { json } = await service.get(`/v1/datasets/${did}`);
    assert.deepEqual(json.schedule, { every: '6h' });
  });

  await t.test('the records are exported', async () => {
    await page.locator('summary', { hasText: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    assert.match(await readFile(await download.path(), 'utf8'), /Lamp a1,9\.5/);
  });

  await t.test(
    'a listing proposes its fields with its first records, which are ticked and renamed',
    async () => {
      await page.goto(`${service.url}/#/home`);
      await page.getByLabel('Which page do you need?').fill(shop.listing);
      await page.getByRole('button', { name: 'Collect its list' }).click();
      const preview = page.getByRole('table', { name: 'First records' });
      await preview.getByRole('row', { name: /Lamp c3 c3 €21\.90 EUR c3/ }).waitFor();
      assert.equal(await preview.getByRole('row').count(), 9, 'a head and all eight lamps');
      const names = await preview.getByRole('textbox').all();
      const values = await Promise.all(names.map((name) => name.inputValue()));
      assert.deepEqual(values, ['name', 'sku', 'price', 'currency', 'link']);
      const cost = page.getByText(/This preview has cost \d credits?\./);
      const before = await cost.textContent();
      await preview.getByLabel('Keep sku').uncheck();
      await preview.getByLabel('Name of the field link').fill('product link');
      await page.keyboard.press('Enter');
      await preview.getByLabel('Keep product link').waitFor();
      await preview.getByText('read as link').waitFor();
      assert.equal(await cost.textContent(), before, 'another name costs nothing');
      await page.getByRole('button', { name: 'Read the new names' }).click();
      await page.getByRole('button', { name: 'Create dataset' }).waitFor();
      assert.equal(await preview.getByText('nothing found').count(), 0);
      await page.getByLabel('Another field, in words').fill('weight in kilos');
      await page.keyboard.press('Enter');
      await preview.getByText('nothing found').waitFor();
      await preview.getByLabel('Keep weight in kilos').uncheck();
      assert.deepEqual(await pictureAndCheck(page, 'dataset-fields'), []);
      assert.equal(await overflowsSideways(page), false);
      await page.setViewportSize({ width: widths.narrow, height: 844 });
      assert.equal(
        await page.evaluate<boolean>(
          "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.field-table'))",
        ),
        false,
        'the fields fit on a phone',
      );
      await page.getByLabel('Name', { exact: true }).fill('All lamps');
      await page.getByRole('button', { name: 'Create dataset' }).click();
      await page.getByRole('heading', { name: 'All lamps' }).waitFor();
      const records = page.getByRole('table', { name: 'Records' });
      await records.getByRole('row', { name: /Lamp c3 €21\.90/ }).waitFor();
      assert.equal(await overflowsSideways(page), false);
      await page.setViewportSize({ width: widths.wide, height: 900 });
      assert.deepEqual(await pictureAndCheck(page, 'dataset-listing'), []);
      const made = /datasets\/(ds_\w+)/.exec(page.url())?.[1] ?? '';
      const { json } = await service.get(`/v1/datasets/${made}`);
      assert.deepEqual(json.source.fields, ['name', 'price', 'currency', 'product link']);
      assert.equal((await service.request('DELETE', `/v1/datasets/${made}`)).status, 200);
    },
  );

  await t.test('a page without a list says so, and leaves the fields to the user', async () => {
    await page.goto(`${service.url}/#/datasets/new`);
    await page.getByLabel('Address of the listing').fill(shop.url('no-such-lamp'));
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Fields', { exact: true }).fill('name, price');
    await page.getByRole('button', { name: 'Create dataset' }).waitFor();
  });

  await t.test('a dataset is deleted from the list', async () => {
    await page.goto(`${service.url}/#/datasets`);
    await page.getByRole('row', { name: /Lamps/ }).waitFor();
    assert.deepEqual(await pictureAndCheck(page, 'datasets'), []);
    await page.getByRole('row', { name: /Lamps/ }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete dataset' }).click();
    await page.getByRole('heading', { name: 'No datasets yet' }).waitFor();
    assert.equal((await service.get(`/v1/datasets/${did}`)).status, 404);
  });

  await t.test('no script of the page failed and the policy rejected nothing', () => {
    assert.deepEqual(problems, []);
  });
});
